/* The public face: states and errors, winning rows, parameters, stopping from another thread. */
#include <check.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "engine/api/engine.h"
#include "kaname.h"
#include "support/expect.h"
#include "support/harness.h"

/* ---- Position ------------------------------------------------------------------------------- */

START_TEST(new_engine_has_an_empty_freestyle_board) {
    expect_equal(kaname_width(engine), 15);
    expect_equal(kaname_height(engine), 15);
    expect_equal(kaname_rule(engine), KANAME_RULE_FREESTYLE);
    expect_equal(kaname_to_move(engine), KANAME_BLACK);
    expect_equal(kaname_stone_count(engine), 0);
    expect_equal(kaname_at(engine, 7, 7), KANAME_EMPTY);
    expect_equal(kaname_at(engine, 15, 7), KANAME_WALL);
    expect(strlen(kaname_version()) >= 5);
}
END_TEST

START_TEST(bad_arguments_change_nothing) {
    play_opening();
    expect_equal(kaname_set_size(engine, 4, 15), KANAME_ERR_SIZE);
    expect_equal(kaname_set_size(engine, 15, 23), KANAME_ERR_SIZE);
    expect_equal(kaname_set_rule(engine, KANAME_RULE_COUNT), KANAME_ERR_RULE);
    expect_equal(kaname_play(engine, 7, 7), KANAME_ERR_OCCUPIED);
    expect_equal(kaname_play(engine, -1, 7), KANAME_ERR_OFF_BOARD);
    expect_equal(kaname_play(engine, 7, 15), KANAME_ERR_OFF_BOARD);
    expect_equal(kaname_set_threads(engine, 0), KANAME_ERR_RANGE);
    expect_equal(kaname_set_threads(engine, KANAME_MAX_THREADS + 1), KANAME_ERR_RANGE);
    expect_equal(kaname_exclude(engine, 15, 0, true), KANAME_ERR_OFF_BOARD);
    expect_equal(kaname_set_isa(engine, "abacus"), KANAME_ERR_RANGE);
#ifndef __wasm__
    expect_equal(kaname_set_isa(engine, "simd128"), KANAME_ERR_UNSUPPORTED);
#endif
    KanameLimits limits = kaname_no_limits();
    KanameResult result;
    limits.lines = KANAME_MAX_LINES + 1;
    expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_ERR_RANGE);
    static const int beyond[] = {KANAME_SCORE_WIN + 1, -KANAME_SCORE_WIN - 1, INT_MIN};
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++) {
        limits = kaname_no_limits();
        limits.max_depth = 1;
        limits.is_balanced = true;
        limits.balance_score = beyond[i];
        expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_ERR_RANGE);
    }
    static const KanameStone bad[][2] = {{{1, 1, KANAME_BLACK}, {1, 1, KANAME_WHITE}},
                                         {{1, 1, KANAME_BLACK}, {15, 1, KANAME_WHITE}},
                                         {{1, 1, KANAME_BLACK}, {2, 1, KANAME_EMPTY}}};
    static const KanameStatus why[] = {KANAME_ERR_OCCUPIED, KANAME_ERR_OFF_BOARD, KANAME_ERR_RANGE};
    for (int i = 0; i < 3; i++)
        expect_equal(kaname_set_position(engine, bad[i], 2, KANAME_BLACK), why[i]);
    expect_equal(kaname_set_position(engine, NULL, 0, KANAME_EMPTY), KANAME_ERR_RANGE);
    expect_equal(kaname_stone_count(engine), 6);
    expect_equal(kaname_stone(engine, 5).x, 6);
    expect_equal(kaname_stone(engine, 5).color, KANAME_WHITE);
}
END_TEST

START_TEST(position_keeps_order_colours_and_walls) {
    static const KanameStone stones[] = {
        {1, 1, KANAME_WHITE}, {2, 2, KANAME_WALL}, {3, 3, KANAME_WHITE}, {4, 4, KANAME_BLACK}};
    expect_equal(kaname_set_position(engine, stones, 4, KANAME_BLACK), KANAME_OK);
    expect_equal(kaname_to_move(engine), KANAME_BLACK);
    expect_equal(kaname_stone_count(engine), 3);
    expect_equal(kaname_stone(engine, 1).x, 3);
    expect_equal(kaname_stone(engine, 1).color, KANAME_WHITE);
    expect_equal(kaname_at(engine, 2, 2), KANAME_WALL);
    expect_equal(kaname_play(engine, 2, 2), KANAME_ERR_OCCUPIED);
    expect_equal(kaname_set_rule(engine, KANAME_RULE_RENJU), KANAME_OK);
    expect_equal(kaname_at(engine, 2, 2), KANAME_WALL);
    expect_equal(kaname_at(engine, 4, 4), KANAME_BLACK);
    expect_equal(kaname_to_move(engine), KANAME_BLACK);
}
END_TEST

START_TEST(the_move_is_given_to_a_side) {
    static const KanameStone stones[] = {{2, 2, KANAME_WALL}, {7, 7, KANAME_BLACK}};
    expect_equal(kaname_set_position(engine, stones, 2, KANAME_WHITE), KANAME_OK);
    expect_equal(kaname_set_to_move(engine, KANAME_BLACK), KANAME_OK);
    expect_equal(kaname_to_move(engine), KANAME_BLACK);
    expect_equal(kaname_stone_count(engine), 1);
    expect_equal(kaname_at(engine, 2, 2), KANAME_WALL);
    expect_equal(kaname_play(engine, 8, 8), KANAME_OK);
    expect_equal(kaname_at(engine, 8, 8), KANAME_BLACK);
    expect_equal(kaname_set_to_move(engine, KANAME_WALL), KANAME_ERR_RANGE);
    expect_equal(kaname_to_move(engine), KANAME_WHITE);
}
END_TEST

START_TEST(take_back_ends_at_the_empty_board) {
    play_opening();
    for (int left = 6; left > 0; left--) {
        expect_equal(kaname_stone_count(engine), left);
        expect_equal(kaname_take_back(engine), KANAME_OK);
    }
    expect_equal(kaname_take_back(engine), KANAME_ERR_EMPTY);
    expect_equal(kaname_to_move(engine), KANAME_BLACK);
}
END_TEST

START_TEST(forbidden_points_are_counted_beyond_capacity) {
    /* Two double threes of Black far from each other. */
    static const KanameStone stones[] = {{3, 3, KANAME_BLACK},   {4, 3, KANAME_BLACK},
                                         {5, 4, KANAME_BLACK},   {5, 5, KANAME_BLACK},
                                         {9, 9, KANAME_BLACK},   {10, 9, KANAME_BLACK},
                                         {11, 10, KANAME_BLACK}, {11, 11, KANAME_BLACK}};
    KanamePoint points[8];
    expect_equal(kaname_set_position(engine, stones, 8, KANAME_BLACK), KANAME_OK);
    expect_equal(kaname_forbidden(engine, points, 8), 0);
    expect_equal(kaname_set_rule(engine, KANAME_RULE_RENJU), KANAME_OK);
    size_t count = kaname_forbidden(engine, points, 8);
    expect(count >= 2);
    expect_equal(points[0].x, 5);
    expect_equal(points[0].y, 3);
    KanamePoint guard[2] = {{-5, -5}, {-5, -5}};
    expect_equal(kaname_forbidden(engine, guard, 1), count);
    expect_equal(guard[1].x, -5);
    expect_equal(kaname_forbidden(engine, NULL, 0), count);
    for (size_t i = 0; i < count; i++) {
        expect(kaname_is_forbidden(engine, points[i].x, points[i].y, KANAME_BLACK));
        expect(!kaname_is_forbidden(engine, points[i].x, points[i].y, KANAME_WHITE));
    }
    expect(!kaname_is_forbidden(engine, 3, 3, KANAME_BLACK)); /* occupied */
    expect(!kaname_is_forbidden(engine, 0, 14, KANAME_BLACK));
    expect(!kaname_is_forbidden(engine, -1, 3, KANAME_BLACK));
}
END_TEST

static const struct {
    KanameRule rule;
    const char *rows[9]; /* from row 0: X black, O white, # wall, * the point asked about */
    const char *winning; /* "xy" for each point, in the order reported; blanks mean nothing */
} winning_rows[] = {
    {KANAME_RULE_FREESTYLE, {"XXX*X"}, "30201000 40"},
    {KANAME_RULE_FREESTYLE, {"XXX*XX"}, "30201000 4050"},
    {KANAME_RULE_FREESTYLE, {"XXX*.X"}, ""},
    {KANAME_RULE_FREESTYLE,
     {"*XXXX", "XX", "X.X", "X..X", "X...X"},
     "00 10203040 01020304 11223344"},
    {KANAME_RULE_FREESTYLE, {"....X", "...X", "..*", ".X", "X"}, "22 1304 3140"},
    {KANAME_RULE_STANDARD, {"XXX*XX"}, ""},
    {KANAME_RULE_STANDARD, {"XX*XXX", "..X", "..X", "..X", "..X"}, "20 21222324"},
    {KANAME_RULE_CARO, {"OXXX*XO", "....X", "....X", "....X", "....X"}, "40 41424344"},
    {KANAME_RULE_CARO, {"OXXX*XXO"}, "40 302010 5060"},
    {KANAME_RULE_CARO, {"#XXX*XO"}, "40 302010 50"},
    {KANAME_RULE_CARO_EXACT, {"OXXX*XXO"}, ""},
    {KANAME_RULE_RENJU, {"XXX*XX"}, ""},
};
enum { WINNING_ROWS = sizeof winning_rows / sizeof winning_rows[0] };

/* Puts the drawing on the board. */
static KanamePoint draw(const char *const *rows) {
    KanameStone stones[81];
    KanamePoint asked = {0, 0};
    size_t count = 0;
    for (int y = 0; y < 9 && rows[y] != NULL; y++)
        for (int x = 0; rows[y][x] != '\0'; x++) {
            const char *sign = strchr("XO#", rows[y][x]);
            if (rows[y][x] == '*')
                asked = (KanamePoint){x, y};
            else if (sign != NULL)
                stones[count++] = (KanameStone){x, y, (KanameColor)(sign - "XO#")};
        }
    expect_equal(kaname_set_position(engine, stones, count, KANAME_BLACK), KANAME_OK);
    return asked;
}

START_TEST(winning_rows_are_those_that_win_under_the_rule) {
    KanamePoint points[KANAME_MAX_CELLS], first = {-1, -1};
    expect_equal(kaname_set_rule(engine, winning_rows[_i].rule), KANAME_OK);
    KanamePoint at = draw(winning_rows[_i].rows);
    size_t count = kaname_winning_rows(engine, at.x, at.y, KANAME_BLACK, points, KANAME_MAX_CELLS);
    char shown[128] = "";
    for (size_t i = 0; i < count; i++)
        snprintf(shown + 2 * i, 3, "%d%d", points[i].x, points[i].y);
    char expected[128] = "";
    for (const char *sign = winning_rows[_i].winning; *sign != '\0'; sign++)
        if (*sign != ' ')
            strncat(expected, sign, 1);
    ck_assert_str_eq(shown, expected);
    expect_equal(kaname_wins_at(engine, at.x, at.y, KANAME_BLACK), count > 0);
    expect_equal(kaname_winning_rows(engine, at.x, at.y, KANAME_BLACK, &first, 1), count);
    expect(count == 0 || (first.x == at.x && first.y == at.y));
    expect_equal(kaname_winning_rows(engine, at.x, at.y, KANAME_BLACK, NULL, 0), count);
}
END_TEST

START_TEST(no_rows_win_at_points_that_cannot_be_played) {
    KanamePoint points[8];
    const char *rows[9] = {"XXXXX*"};
    draw(rows);
    expect_equal(kaname_winning_rows(engine, -1, 0, KANAME_BLACK, points, 8), 0);
    expect_equal(kaname_winning_rows(engine, 4, 0, KANAME_BLACK, points, 8), 0);
    expect_equal(kaname_winning_rows(engine, 5, 0, KANAME_WHITE, points, 8), 0);
    expect_equal(kaname_winning_rows(engine, 5, 0, KANAME_EMPTY, points, 8), 0);
    expect_equal(kaname_winning_rows(engine, 5, 0, KANAME_BLACK, points, 8), 6);
}
END_TEST

START_TEST(every_status_has_a_text) {
    for (int status = KANAME_OK; status <= KANAME_ERR_OBSOLETE; status++) {
        const char *text = kaname_status_text((KanameStatus)status);
        expect(text[0] != '\0' && text[strlen(text) - 1] != '.');
        for (int other = KANAME_OK; other < status; other++)
            expect(strcmp(text, kaname_status_text((KanameStatus)other)) != 0);
    }
    ck_assert_str_eq(kaname_status_text((KanameStatus)9999), "unknown error");
}
END_TEST

/* ---- Stopping and threads ------------------------------------------------------------------- */

static void *stop_soon(void *context) {
    int64_t begin = kaname_now_ms();
    while (kaname_now_ms() - begin < 30)
        ;
    kaname_stop(context);
    return NULL;
}

START_TEST(stop_from_another_thread_ends_an_endless_search) {
    KanameLimits limits = kaname_no_limits();
    KanameResult result;
    pthread_t thread;
    play_opening();
    kaname_set_threads(engine, _i);
    ck_assert_int_eq(pthread_create(&thread, NULL, stop_soon, engine), 0);
    expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
    pthread_join(thread, NULL);
    expect(is_free(result.best));
    /* It stays in force until it is cleared. */
    expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
    kaname_clear_stop(engine);
    limits.max_depth = 3;
    expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
    expect_equal(result.depth, 3);
}
END_TEST

START_TEST(stop_before_the_search_is_not_lost) {
    KanameLimits limits = kaname_no_limits();
    KanameResult result;
    Seen seen = {0};
    KanameCallbacks callbacks = {see_report, NULL, &seen};
    play_opening();
    kaname_stop(engine);
    expect_equal(kaname_think(engine, &limits, &callbacks, &result), KANAME_OK);
    expect_equal(seen.reports, 0);
    expect(is_free(result.best));
}
END_TEST

START_TEST(threads_come_and_go_between_searches) {
    static const int counts[] = {2, 4, 1, 3};
    KanameLimits limits = kaname_no_limits();
    play_opening();
    limits.max_depth = 7;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        KanameResult result;
        expect_equal(kaname_set_threads(engine, counts[i]), KANAME_OK);
        expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
        expect(is_free(result.best));
        expect(result.depth >= 7);
    }
}
END_TEST

/* ---- Memory and solving --------------------------------------------------------------------- */

START_TEST(parameters_are_listed_and_set_within_their_range) {
    KanameParam param, other;
    size_t count = 0;
    while (kaname_param(count, &param)) {
        int value = -1;
        expect(param.minimum <= param.value && param.value <= param.maximum);
        expect(param.meaning[0] != '\0' && strchr(param.meaning, '\t') == NULL);
        expect(strspn(param.name, "abcdefghijklmnopqrstuvwxyz0123456789_") == strlen(param.name));
        for (size_t i = 0; i < count; i++)
            expect(kaname_param(i, &other) && strcmp(param.name, other.name) != 0);
        expect_equal(kaname_get_param(engine, param.name, &value), KANAME_OK);
        expect_equal(value, param.value);
        expect_equal(kaname_set_param(engine, param.name, param.maximum + 1), KANAME_ERR_RANGE);
        expect_equal(kaname_set_param(engine, param.name, param.minimum - 1), KANAME_ERR_RANGE);
        expect_equal(kaname_set_param(engine, param.name, param.maximum), KANAME_OK);
        expect_equal(kaname_get_param(engine, param.name, &value), KANAME_OK);
        expect_equal(value, param.maximum);
        expect_equal(kaname_set_param(engine, param.name, param.value), KANAME_OK);
        count++;
    }
    expect(count >= 10 && count <= KANAME_MAX_PARAMS);
    expect(!kaname_param(SIZE_MAX, &param));
    expect_equal(kaname_set_param(engine, "", 1), KANAME_ERR_RANGE);
    expect_equal(kaname_set_param(engine, "no_such_parameter", 1), KANAME_ERR_RANGE);
}
END_TEST

static uint64_t nodes_to_depth(int depth) {
    KanameLimits limits = kaname_no_limits();
    KanameResult result;
    limits.max_depth = depth;
    kaname_clear_hash(engine);
    expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
    return result.nodes;
}

START_TEST(parameters_change_the_search_and_back) {
    int star, square;
    play_opening();
    uint64_t before = nodes_to_depth(6);
    expect_equal(kaname_get_param(engine, "near_square", &square), KANAME_OK);
    expect_equal(kaname_get_param(engine, "near_star", &star), KANAME_OK);
    expect_equal(kaname_set_param(engine, "near_square", 1), KANAME_OK);
    expect_equal(kaname_set_param(engine, "near_star", 1), KANAME_OK);
    expect(nodes_to_depth(6) != before);
    expect_equal(kaname_set_param(engine, "near_square", square), KANAME_OK);
    expect_equal(kaname_set_param(engine, "near_star", star), KANAME_OK);
    expect_equal(nodes_to_depth(6), before);
}
END_TEST

START_TEST(an_engine_without_memory_has_nothing_to_warm_up) {
    kaname_warm_up(engine);
    play_opening();
    KanameResult result;
    KanameLimits limits = kaname_no_limits();
    limits.max_depth = 1;
    expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
}
END_TEST

START_TEST(no_engine_is_freed) {
    kaname_free(NULL);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("engine_api");
    TCase *position = tcase_create("position");
    tcase_add_checked_fixture(position, setup, teardown);
    tcase_add_test(position, new_engine_has_an_empty_freestyle_board);
    tcase_add_test(position, bad_arguments_change_nothing);
    tcase_add_test(position, position_keeps_order_colours_and_walls);
    tcase_add_test(position, the_move_is_given_to_a_side);
    tcase_add_test(position, take_back_ends_at_the_empty_board);
    tcase_add_test(position, forbidden_points_are_counted_beyond_capacity);
    tcase_add_loop_test(position, winning_rows_are_those_that_win_under_the_rule, 0, WINNING_ROWS);
    tcase_add_test(position, no_rows_win_at_points_that_cannot_be_played);
    tcase_add_test(position, every_status_has_a_text);
    suite_add_tcase(suite, position);
    TCase *threads = tcase_create("threads");
    tcase_set_timeout(threads, 0);
    tcase_add_checked_fixture(threads, setup, teardown);
    tcase_add_loop_test(threads, stop_from_another_thread_ends_an_endless_search, 1, 4);
    tcase_add_test(threads, stop_before_the_search_is_not_lost);
    tcase_add_test(threads, threads_come_and_go_between_searches);
    suite_add_tcase(suite, threads);
    TCase *rest = tcase_create("rest");
    tcase_set_timeout(rest, 0);
    tcase_add_checked_fixture(rest, setup, teardown);
    tcase_add_test(rest, parameters_are_listed_and_set_within_their_range);
    tcase_add_test(rest, parameters_change_the_search_and_back);
    tcase_add_test(rest, an_engine_without_memory_has_nothing_to_warm_up);
    tcase_add_test(rest, no_engine_is_freed);
    suite_add_tcase(suite, rest);
    return run_suite(suite);
}
