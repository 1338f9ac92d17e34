/* Levels of play, with the real engine: names, what each level overlooks, what it must still see,
 * and that it repeats itself. */
#include "level/attention.h"
#include "level/level.h"
#include "level/think.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/harness.h"

enum { FIRST_SOUND = 6 /* `club`: from here on no five is overlooked */ };

static KanameEngine *engine;

static void setup(void) {
    engine = kaname_new();
    ck_assert_ptr_nonnull(engine);
    ck_assert_int_eq(kaname_set_hash(engine, 1024), KANAME_OK);
}

static void teardown(void) {
    kaname_free(engine);
}

static void set_stones(const KanameStone *stones, size_t count, KanameColor to_move) {
    ck_assert_int_eq(kaname_set_position(engine, stones, count, to_move), KANAME_OK);
}

static KanamePoint move_at(int level, uint64_t seed) {
    KanameLimits limits = kaname_no_limits();
    KanameResult result;
    ck_assert_int_eq(level_think(engine, &limits, NULL, level, seed, &result), KANAME_OK);
    ck_assert_int_eq(kaname_at(engine, result.best.x, result.best.y), KANAME_EMPTY);
    return result.best;
}

/* ---- Names --------------------------------------------------------------------------------- */

START_TEST(names_and_numbers_find_their_level) {
    char number[8];
    const char *name = level_at(_i)->name;
    snprintf(number, sizeof number, "%d", _i);
    ck_assert_int_eq(level_find(name, strlen(name)), _i);
    ck_assert_int_eq(level_find(number, strlen(number)), _i);
}
END_TEST

START_TEST(the_listed_names_are_those_of_the_levels) {
    char listed[256] = "";
    for (int i = 1; i <= LEVEL_COUNT; i++) {
        strcat(listed, i == 1 ? "" : i == LEVEL_COUNT ? " or " : ", ");
        strcat(listed, level_at(i)->name);
        ck_assert_str_eq(level_names[i - 1], level_at(i)->name);
    }
    ck_assert_str_eq(LEVEL_NAMES, listed);
    ck_assert_ptr_null(level_names[LEVEL_COUNT]);
}
END_TEST

START_TEST(other_words_are_no_level) {
    static const char *const words[] = {"", "0", "11", "99999999999", "-1", "1x", "clu", "clubs"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        ck_assert_msg(level_find(words[i], strlen(words[i])) == 0, "'%s'", words[i]);
    ck_assert_int_eq(level_find("CLUB", 4), level_find("club", 4));
}
END_TEST

START_TEST(strength_in_percent_grows_with_the_level) {
    ck_assert_int_eq(level_of_strength(0), 1);
    ck_assert_int_eq(level_of_strength(99), LEVEL_FULL - 1);
    ck_assert_int_eq(level_of_strength(100), LEVEL_FULL);
    for (int percent = 1; percent <= 100; percent++)
        ck_assert_int_le(level_of_strength(percent - 1), level_of_strength(percent));
}
END_TEST

/* ---- Attention ----------------------------------------------------------------------------- */

/* Black has three in a row from (x, y) in the direction; White's and Black's last stones lie at
 * the upper left, or beside the row. */
static void set_row(int x, int y, int dx, int dy, bool is_last_near) {
    KanameStone stones[6];
    size_t count = 0;
    for (int i = 0; i < 3; i++)
        stones[count++] = (KanameStone){x + i * dx, y + i * dy, KANAME_BLACK};
    stones[count++] = (KanameStone){0, 14, KANAME_WHITE};
    stones[count++] = is_last_near ? (KanameStone){x + 1, y + 2, KANAME_WHITE}
                                   : (KanameStone){0, 1, KANAME_WHITE};
    stones[count++] = is_last_near ? (KanameStone){x + 3, y + 2, KANAME_BLACK}
                                   : (KanameStone){2, 0, KANAME_BLACK};
    set_stones(stones, count, KANAME_WHITE);
}

/* How often the level overlooks the cell that makes the row four, of 400 seeds. */
static int misses(int level, KanamePoint cell) {
    int count = 0;
    for (uint64_t seed = 0; seed < 400; seed++) {
        KanamePoint points[KANAME_MAX_CELLS];
        size_t found = attention_overlooks(engine, level_at(level), seed, points);
        for (size_t i = 0; i < found; i++)
            count += points[i].x == cell.x && points[i].y == cell.y;
    }
    return count;
}

START_TEST(diagonals_are_overlooked_more_often) {
    set_row(7, 8, 1, 0, false);
    int straight = misses(_i, (KanamePoint){10, 8});
    set_row(7, 8, 1, 1, false);
    ck_assert_int_gt(misses(_i, (KanamePoint){10, 11}), straight);
}
END_TEST

START_TEST(rows_far_from_the_last_stones_are_overlooked_more_often) {
    set_row(7, 8, 1, 0, true);
    int near = misses(_i, (KanamePoint){10, 8});
    set_row(7, 8, 1, 0, false);
    ck_assert_int_gt(misses(_i, (KanamePoint){10, 8}), near);
}
END_TEST

START_TEST(a_stronger_level_overlooks_less) {
    set_row(7, 8, 1, 0, true);
    ck_assert_int_lt(misses(_i + 1, (KanamePoint){10, 8}), misses(_i, (KanamePoint){10, 8}));
}
END_TEST

START_TEST(only_empty_cells_of_rows_are_overlooked) {
    set_row(7, 8, 1, 0, false);
    for (uint64_t seed = 0; seed < 50; seed++) {
        KanamePoint points[KANAME_MAX_CELLS];
        size_t count = attention_overlooks(engine, level_at(1), seed, points);
        for (size_t i = 0; i < count; i++) {
            ck_assert_int_eq(kaname_at(engine, points[i].x, points[i].y), KANAME_EMPTY);
            ck_assert_int_eq(points[i].y, 8); /* the one row with two stones or more */
        }
    }
}
END_TEST

/* ---- Fives --------------------------------------------------------------------------------- */

/* Black has four with one end shut, White four with one end shut; shifted for variety. */
static void set_fours(int shift, bool is_white_there) {
    KanameStone stones[10];
    size_t count = 0;
    for (int i = 0; i < 4; i++) {
        stones[count++] = (KanameStone){3 + i + shift, 4, KANAME_BLACK};
        if (is_white_there)
            stones[count++] = (KanameStone){3 + i + shift, 10, KANAME_WHITE};
    }
    stones[count++] = (KanameStone){2 + shift, 4, KANAME_WHITE};
    stones[count++] = (KanameStone){2 + shift, 10, KANAME_BLACK};
    set_stones(stones, count, KANAME_WHITE);
}

/* White plays at the end of the four in this row, wherever the fours are. */
static void expect_end_in_row(int row, int level, bool is_white_there) {
    for (int shift = 0; shift < 5; shift++)
        for (uint64_t seed = 0; seed < 8; seed++) {
            set_fours(shift, is_white_there);
            KanamePoint move = move_at(level, seed);
            ck_assert_int_eq(move.x, 7 + shift);
            ck_assert_int_eq(move.y, row);
        }
}

START_TEST(from_club_on_a_five_is_never_missed) {
    expect_end_in_row(10, _i, true);
}
END_TEST

START_TEST(from_club_on_a_five_is_never_left_open) {
    expect_end_in_row(4, _i, false);
}
END_TEST

START_TEST(the_weakest_leaves_some_fives_open) {
    int missed = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        set_fours(2, false);
        KanamePoint move = move_at(_i, seed);
        missed += move.x != 9 || move.y != 4;
    }
    ck_assert_int_gt(missed, 0);
    ck_assert_int_lt(missed, 50);
}
END_TEST

/* ---- Moves --------------------------------------------------------------------------------- */

static const KanameStone opening[] = {{7, 7, KANAME_BLACK}, {8, 8, KANAME_WHITE},
                                      {7, 9, KANAME_BLACK}, {8, 6, KANAME_WHITE},
                                      {9, 7, KANAME_BLACK}, {8, 9, KANAME_WHITE}};
enum { OPENING = sizeof opening / sizeof opening[0] };

START_TEST(position_level_and_seed_decide_the_move) {
    KanameLimits limits = kaname_no_limits();
    KanameResult result;
    set_stones(opening, OPENING, KANAME_BLACK);
    KanamePoint first = move_at(_i, 5);
    limits.max_nodes = 20000;
    ck_assert_int_eq(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
    KanamePoint second = move_at(_i, 5);
    ck_assert_int_eq(first.x, second.x);
    ck_assert_int_eq(first.y, second.y);
}
END_TEST

START_TEST(seeds_bring_variety) {
    int others = 0;
    set_stones(opening, OPENING, KANAME_BLACK);
    KanamePoint first = move_at(_i, 0);
    for (uint64_t seed = 1; seed < 20; seed++) {
        KanamePoint move = move_at(_i, seed);
        others += move.x != first.x || move.y != first.y;
    }
    ck_assert_int_gt(others, 0);
}
END_TEST

/* Levels play against themselves: no stone is thrown far away from all others. */
START_TEST(every_stone_lies_near_another) {
    for (uint64_t seed = 0; seed < 3; seed++) {
        KanameColor to_move = KANAME_BLACK;
        set_stones(opening, OPENING, to_move);
        for (int ply = 0; ply < 24; ply++, to_move = to_move == KANAME_BLACK) {
            KanamePoint move = move_at(_i, seed);
            int nearest = KANAME_MAX_SIZE;
            for (size_t i = 0; i < kaname_stone_count(engine); i++) {
                KanameStone stone = kaname_stone(engine, i);
                int x = abs(stone.x - move.x), y = abs(stone.y - move.y);
                int away = x > y ? x : y;
                nearest = away < nearest ? away : nearest;
            }
            ck_assert_int_le(nearest, 3);
            if (kaname_wins_at(engine, move.x, move.y, to_move))
                break;
            ck_assert_int_eq(kaname_play(engine, move.x, move.y), KANAME_OK);
        }
    }
}
END_TEST

START_TEST(the_position_stays) {
    KanameStone stones[OPENING + 1];
    memcpy(stones, opening, sizeof opening);
    stones[OPENING] = (KanameStone){3, 3, KANAME_WALL};
    set_stones(stones, OPENING + 1, KANAME_BLACK);
    for (uint64_t seed = 0; seed < 10; seed++)
        move_at(_i, seed);
    ck_assert_uint_eq(kaname_stone_count(engine), OPENING);
    for (size_t i = 0; i < OPENING; i++) {
        KanameStone stone = kaname_stone(engine, i);
        ck_assert(stone.x == opening[i].x && stone.y == opening[i].y &&
                  stone.color == opening[i].color);
    }
    ck_assert_int_eq(kaname_to_move(engine), KANAME_BLACK);
    for (int y = 0; y < 15; y++)
        for (int x = 0; x < 15; x++)
            ck_assert(kaname_at(engine, x, y) != KANAME_WALL || (x == 3 && y == 3));
}
END_TEST

/* Black's double three at (7, 7) is the best point of the board, and forbidden. */
START_TEST(no_level_plays_a_forbidden_move) {
    static const KanameStone stones[] = {
        {6, 7, KANAME_BLACK}, {0, 0, KANAME_WHITE},  {8, 7, KANAME_BLACK}, {14, 0, KANAME_WHITE},
        {7, 6, KANAME_BLACK}, {0, 14, KANAME_WHITE}, {7, 8, KANAME_BLACK}, {14, 14, KANAME_WHITE}};
    ck_assert_int_eq(kaname_set_rule(engine, KANAME_RULE_RENJU), KANAME_OK);
    for (uint64_t seed = 0; seed < 40; seed++) {
        set_stones(stones, 8, KANAME_BLACK);
        KanamePoint move = move_at(_i, seed);
        ck_assert(move.x != 7 || move.y != 7);
    }
}
END_TEST

typedef struct Seen {
    int reports;
    bool is_proven;
} Seen;

static void on_report(const KanameReport *report, void *context) {
    Seen *seen = context;
    seen->reports++;
    seen->is_proven |= abs(report->score) >= KANAME_SCORE_WIN_MIN;
}

START_TEST(a_weaker_level_claims_no_proof_and_keeps_its_limit) {
    KanameLimits limits = kaname_no_limits();
    for (uint64_t seed = 0; seed < 5; seed++) {
        KanameResult result;
        Seen seen = {0, false};
        KanameCallbacks callbacks = {.on_report = on_report, .context = &seen};
        set_fours(2, true);
        ck_assert_int_eq(level_think(engine, &limits, &callbacks, _i, seed, &result), KANAME_OK);
        ck_assert_int_gt(seen.reports, 0);
        ck_assert(!seen.is_proven && abs(result.score) < KANAME_SCORE_WIN_MIN);
        set_stones(opening, OPENING, KANAME_BLACK);
        ck_assert_int_eq(level_think(engine, &limits, NULL, _i, seed, &result), KANAME_OK);
        ck_assert_uint_le(result.nodes, (uint64_t)level_at(_i)->max_nodes);
    }
}
END_TEST

START_TEST(a_full_board_but_one_cell_is_played) {
    KanameStone stones[24];
    ck_assert_int_eq(kaname_set_size(engine, 5, 5), KANAME_OK);
    for (int i = 0; i < 24; i++)
        stones[i] = (KanameStone){i % 5, i / 5, (i / 2) % 2 == 0 ? KANAME_BLACK : KANAME_WHITE};
    for (uint64_t seed = 0; seed < 20; seed++) {
        set_stones(stones, 24, KANAME_BLACK);
        KanamePoint move = move_at(_i, seed);
        ck_assert(move.x == 4 && move.y == 4);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("levels");
    TCase *names = tcase_create("names");
    tcase_add_loop_test(names, names_and_numbers_find_their_level, 1, LEVEL_COUNT + 1);
    tcase_add_test(names, the_listed_names_are_those_of_the_levels);
    tcase_add_test(names, other_words_are_no_level);
    tcase_add_test(names, strength_in_percent_grows_with_the_level);
    suite_add_tcase(suite, names);
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, setup, teardown);
    tcase_set_timeout(all, 120);
    tcase_add_loop_test(all, diagonals_are_overlooked_more_often, 1, FIRST_SOUND);
    tcase_add_loop_test(all, rows_far_from_the_last_stones_are_overlooked_more_often, 1,
                        FIRST_SOUND);
    tcase_add_loop_test(all, a_stronger_level_overlooks_less, 1, LEVEL_FULL);
    tcase_add_test(all, only_empty_cells_of_rows_are_overlooked);
    tcase_add_loop_test(all, from_club_on_a_five_is_never_missed, FIRST_SOUND, LEVEL_FULL);
    tcase_add_loop_test(all, from_club_on_a_five_is_never_left_open, FIRST_SOUND, LEVEL_FULL);
    tcase_add_loop_test(all, the_weakest_leaves_some_fives_open, 1, 3);
    tcase_add_loop_test(all, position_level_and_seed_decide_the_move, 1, LEVEL_FULL);
    tcase_add_loop_test(all, seeds_bring_variety, 1, 5);
    tcase_add_loop_test(all, every_stone_lies_near_another, 1, LEVEL_FULL);
    tcase_add_loop_test(all, the_position_stays, 1, LEVEL_FULL);
    tcase_add_loop_test(all, no_level_plays_a_forbidden_move, 1, LEVEL_FULL);
    tcase_add_loop_test(all, a_weaker_level_claims_no_proof_and_keeps_its_limit, 1, LEVEL_FULL);
    tcase_add_loop_test(all, a_full_board_but_one_cell_is_played, 1, LEVEL_FULL);
    suite_add_tcase(suite, all);
    return run_suite(suite);
}
