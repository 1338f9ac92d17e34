/* The public face: states and errors, sizes and rules, limits, stopping from another thread,
 * threads, excluded moves, several lines, small memory. */
#include <check.h>
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eval/eval.h"
#include "kaname.h"
#include "support/expect.h"
#include "support/harness.h"

static KanameEngine *engine;

static void setup(void) {
    engine = kaname_new();
    ck_assert_ptr_nonnull(engine);
}

static void teardown(void) {
    kaname_free(engine);
}

static void play_all(const int moves[][2], size_t count) {
    for (size_t i = 0; i < count; i++)
        expect_equal(kaname_play(engine, moves[i][0], moves[i][1]), KANAME_OK);
}

/* A quiet opening in the middle of a 15x15 board. */
static void play_opening(void) {
    static const int moves[][2] = {{7, 7}, {8, 8}, {7, 8}, {7, 6}, {9, 7}, {6, 8}};
    play_all(moves, sizeof moves / sizeof *moves);
}

static bool is_free(KanamePoint point) {
    return kaname_at(engine, point.x, point.y) == KANAME_EMPTY;
}

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

/* ---- Thinking ------------------------------------------------------------------------------- */

START_TEST(all_sizes_and_rules_answer) {
    KanameLimits limits = kaname_no_limits();
    limits.max_nodes = 3000;
    for (int width = KANAME_MIN_SIZE; width <= KANAME_MAX_SIZE; width++)
        for (int rule = 0; rule < KANAME_RULE_COUNT; rule++) {
            int height = KANAME_MIN_SIZE + (width * 7 + rule * 5) % 18;
            KanameResult result;
            expect_equal(kaname_set_size(engine, width, height), KANAME_OK);
            expect_equal(kaname_set_rule(engine, (KanameRule)rule), KANAME_OK);
            for (int i = 0; i < 4; i++) {
                expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
                expect(is_free(result.best));
                expect_equal(kaname_play(engine, result.best.x, result.best.y), KANAME_OK);
            }
        }
}
END_TEST

/* Both sides play until the board is full or somebody wins; Black must never foul. */
START_TEST(whole_games_are_legal) {
    KanameLimits limits = kaname_no_limits();
    limits.max_nodes = 300;
    kaname_set_rule(engine, (KanameRule)_i);
    kaname_set_size(engine, 9, 8);
    for (int left = 72; left > 0; left--) {
        KanameResult result;
        KanamePoint points[72];
        expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
        expect(is_free(result.best));
        KanameColor mover = kaname_to_move(engine);
        size_t count = mover == KANAME_BLACK ? kaname_forbidden(engine, points, 72) : 0;
        for (size_t i = 0; i < count && count < (size_t)left; i++)
            expect(points[i].x != result.best.x || points[i].y != result.best.y);
        bool wins = kaname_wins_at(engine, result.best.x, result.best.y, mover);
        expect_equal(kaname_play(engine, result.best.x, result.best.y), KANAME_OK);
        if (wins)
            break;
    }
}
END_TEST

START_TEST(walls_are_never_played_on) {
    KanameStone stones[KANAME_MAX_CELLS];
    size_t count = 0;
    for (int i = 0; i < 225; i++)
        if (i % 15 != 3 || i / 15 < 9)
            stones[count++] = (KanameStone){i % 15, i / 15, KANAME_WALL};
    expect_equal(kaname_set_position(engine, stones, count, KANAME_BLACK), KANAME_OK);
    KanameLimits limits = kaname_no_limits();
    limits.max_depth = 10;
    KanameResult result;
    for (int i = 0; i < 6; i++) {
        expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
        expect(result.best.x == 3 && result.best.y >= 9);
        kaname_play(engine, result.best.x, result.best.y);
    }
    expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_ERR_NO_MOVE);
}
END_TEST

START_TEST(excluded_moves_are_not_chosen) {
    KanameLimits limits = kaname_no_limits();
    KanameResult result;
    limits.max_depth = 4;
    play_opening();
    for (int i = 0; i < 12; i++) {
        expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
        expect(is_free(result.best));
        expect_equal(kaname_exclude(engine, result.best.x, result.best.y, true), KANAME_OK);
        KanameResult next;
        expect_equal(kaname_think(engine, &limits, NULL, &next), KANAME_OK);
        expect(memcmp(&next.best, &result.best, sizeof next.best) != 0);
    }
    for (int i = 0; i < 225; i++)
        kaname_exclude(engine, i % 15, i / 15, true);
    expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_ERR_NO_MOVE);
    kaname_exclude(engine, 0, 0, false);
    expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
    expect(result.best.x == 0 && result.best.y == 0);
    kaname_exclude_clear(engine);
    expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
}
END_TEST

START_TEST(excluded_five_is_left_alone) {
    static const int moves[][2] = {{3, 3}, {3, 9}, {4, 3}, {5, 9}, {5, 3}, {7, 9}, {6, 3}, {2, 3}};
    KanameLimits limits = kaname_no_limits();
    KanameResult result;
    limits.max_depth = 4;
    play_all(moves, 8);
    kaname_exclude(engine, 7, 3, true);
    expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
    expect(result.best.x != 7 || result.best.y != 3);
}
END_TEST

START_TEST(win_rates_are_shares_of_a_point) {
    for (int rule = 0; rule < KANAME_RULE_COUNT; rule++) {
        expect_equal(kaname_set_rule(engine, (KanameRule)rule), KANAME_OK);
        expect(kaname_win_rate(engine, 0) == 0.5);
        expect(kaname_win_rate(engine, KANAME_SCORE_WIN - 9) == 1);
        expect(kaname_win_rate(engine, -KANAME_SCORE_WIN_MIN) == 0);
        for (int score = 50; score < KANAME_SCORE_WIN_MIN; score += score) {
            double rate = kaname_win_rate(engine, score);
            double sum = rate + kaname_win_rate(engine, -score);
            expect(rate > kaname_win_rate(engine, score / 2) && rate <= 1);
            expect(sum > 0.999999 && sum < 1.000001);
        }
    }
}
END_TEST

/* Returns the win rate of a score by the scale of the rule's built-in network or tables. */
static double embedded_rate(Rule rule, bool is_network, int score) {
    Evaluator *evaluator = evaluator_embedded(rule, is_network);
    expect(evaluator != NULL);
    double rate = 1 / (1 + exp(-(double)score / evaluator->win_scale));
    evaluator_free(evaluator);
    return rate;
}

START_TEST(win_rates_are_those_of_the_rule) {
    enum { LEAD = 320 };
    double by_network = embedded_rate(RULE_FREESTYLE, true, LEAD),
           by_tables = embedded_rate(RULE_FREESTYLE, false, LEAD);
    expect(fabs(kaname_win_rate(engine, LEAD) - by_network) < 1e-9);
    expect_equal(kaname_set_rule(engine, KANAME_RULE_CARO), KANAME_OK);
    double caro = kaname_win_rate(engine, LEAD);
    expect(fabs(caro - embedded_rate(RULE_CARO, true, LEAD)) < 1e-9);
    expect_equal(kaname_set_evaluator(engine, KANAME_EVALUATOR_TABLE), KANAME_OK);
    expect(fabs(kaname_win_rate(engine, LEAD) - caro) > 0.01);
    expect_equal(kaname_set_rule(engine, KANAME_RULE_FREESTYLE), KANAME_OK);
    expect(fabs(kaname_win_rate(engine, LEAD) - by_tables) < 1e-9);
    expect(fabs(by_network - by_tables) > 0.001);
}
END_TEST

START_TEST(the_evaluator_in_use_is_told) {
    expect_equal(kaname_evaluator(engine), KANAME_EVALUATOR_NETWORK);
    for (int rule = 0; rule < KANAME_RULE_COUNT; rule++) { /* all have a network */
        expect_equal(kaname_set_rule(engine, (KanameRule)rule), KANAME_OK);
        expect_equal(kaname_evaluator(engine), KANAME_EVALUATOR_NETWORK);
    }
    expect_equal(kaname_set_evaluator(engine, KANAME_EVALUATOR_TABLE), KANAME_OK);
    expect_equal(kaname_evaluator(engine), KANAME_EVALUATOR_TABLE);
    expect_equal(kaname_set_rule(engine, KANAME_RULE_FREESTYLE), KANAME_OK);
    expect_equal(kaname_evaluator(engine), KANAME_EVALUATOR_TABLE);
    expect_equal(kaname_set_evaluator(engine, KANAME_EVALUATOR_NETWORK), KANAME_OK);
    expect_equal(kaname_evaluator(engine), KANAME_EVALUATOR_NETWORK);
}
END_TEST

/* By the tables early leads of caro are worth more. In the other rules, and by networks, the stones
 * do not matter. */
START_TEST(win_rates_fall_with_the_stones_by_the_tables_of_caro) {
    static const int counts[] = {0, 12, 13, 20, 31, 32, 60};
    enum { COUNTS = sizeof counts / sizeof counts[0], LEAD = 320 };
    KanameRule rule = (KanameRule)(_i / 2);
    bool is_table = _i % 2 == 1;
    bool is_caro = rule == KANAME_RULE_CARO || rule == KANAME_RULE_CARO_EXACT;
    double flat = 0, last = 0;
    expect_equal(kaname_set_rule(engine, rule), KANAME_OK);
    expect_equal(
        kaname_set_evaluator(engine, is_table ? KANAME_EVALUATOR_TABLE : KANAME_EVALUATOR_NETWORK),
        KANAME_OK);
    for (int at = COUNTS - 1; at >= 0; at--) {
        KanameStone stones[60];
        for (int i = 0; i < counts[at]; i++)
            stones[i] = (KanameStone){i % 15, 2 * (i / 15), i % 2 ? KANAME_WHITE : KANAME_BLACK};
        expect_equal(kaname_set_position(engine, stones, (size_t)counts[at], KANAME_BLACK),
                     KANAME_OK);
        double rate = kaname_win_rate(engine, LEAD);
        bool is_flat = !is_caro || !is_table || counts[at] >= 32;
        if (at == COUNTS - 1)
            flat = rate;
        expect(is_flat ? rate == flat : counts[at] == 0 ? rate == last : rate > last);
        last = rate;
    }
    if (rule == KANAME_RULE_CARO && is_table)
        expect(last > 0.62 && last < 0.72);
}
END_TEST

/* Win rates of the built-in tables, which change with the weights alone. */
START_TEST(win_rates_of_the_tables_are_these) {
    enum { STAGES_SEEN = 3, SCORES = 3 };
    static const int scores[SCORES] = {50, -320, 1000};
    static const struct { int stones, stage; } at[] = {{0, 0}, {12, 0}, {20, 1}, {32, 2}, {100, 2}};
    static const struct {
        KanameRule rule;
        double rates[STAGES_SEEN][SCORES];
    } of[] = {{KANAME_RULE_CARO,
               {{0.52880711725400109, 0.32338041684917862, 0.90946536244360443},
                {0.50930184763010766, 0.44074112696679768, 0.67792095033926614},
                {0.50461411781366616, 0.47050309836019055, 0.59125113258490847}}},
              {KANAME_RULE_CARO_EXACT,
               {{0.52773447371895899, 0.32943710319686087, 0.90212285719932106},
                {0.50895483942603026, 0.44293265415302197, 0.67182783903800403},
                {0.50444195847304929, 0.47160131458092991, 0.58791821884005635}}},
              {KANAME_RULE_FREESTYLE,
               {{0.52732504545200742, 0.3317637147655092, 0.89918338313346036},
                {0.52732504545200742, 0.3317637147655092, 0.89918338313346036},
                {0.52732504545200742, 0.3317637147655092, 0.89918338313346036}}}};
    expect_equal(kaname_set_evaluator(engine, KANAME_EVALUATOR_TABLE), KANAME_OK);
    for (size_t i = 0; i < sizeof at / sizeof *at * (sizeof of / sizeof *of); i++) {
        int rule = (int)(i % (sizeof of / sizeof *of)), row = (int)(i / (sizeof of / sizeof *of));
        KanameStone stones[100];
        for (int n = 0; n < at[row].stones; n++)
            stones[n] = (KanameStone){n % 15, 2 * (n / 15), n % 2 ? KANAME_WHITE : KANAME_BLACK};
        expect_equal(kaname_set_rule(engine, of[rule].rule), KANAME_OK);
        expect_equal(kaname_set_position(engine, stones, (size_t)at[row].stones, KANAME_BLACK),
                     KANAME_OK);
        for (int n = 0; n < SCORES; n++)
            ck_assert_double_eq_tol(kaname_win_rate(engine, scores[n]),
                                    of[rule].rates[at[row].stage][n], 1e-15);
    }
}
END_TEST

typedef struct Seen {
    int reports, lines, roots, last_depth;
    int scores[KANAME_MAX_LINES];
    KanamePoint firsts[KANAME_MAX_LINES];
} Seen;

static void see_report(const KanameReport *report, void *context) {
    Seen *seen = context;
    seen->reports++;
    if (report->line + 1 > seen->lines)
        seen->lines = report->line + 1;
    expect(report->pv_count >= 1);
    seen->scores[report->line] = report->score;
    seen->firsts[report->line] = report->pv[0];
    seen->last_depth = report->depth;
}

static void see_root(KanameRootEvent event, KanamePoint move, void *context) {
    Seen *seen = context;
    expect(is_free(move) && (int)event >= KANAME_ROOT_START && event <= KANAME_ROOT_LOST);
    seen->roots++;
}

START_TEST(lines_are_different_and_ordered) {
    Seen seen = {0};
    KanameCallbacks callbacks = {see_report, see_root, &seen};
    KanameLimits limits = kaname_no_limits();
    KanameResult result;
    limits.max_depth = 5;
    limits.lines = 4;
    play_opening();
    expect_equal(kaname_think(engine, &limits, &callbacks, &result), KANAME_OK);
    expect_equal(seen.lines, 4);
    expect_equal(seen.reports, 20);
    expect_equal(seen.last_depth, 5);
    expect(seen.roots > 50);
    for (int i = 0; i < 4; i++)
        for (int j = i + 1; j < 4; j++)
            expect(memcmp(&seen.firsts[i], &seen.firsts[j], sizeof seen.firsts[i]) != 0);
    expect(memcmp(&result.best, &seen.firsts[0], sizeof result.best) == 0);
    expect_equal(result.score, seen.scores[0]);
    expect(memcmp(&result.best, &result.pv[0], sizeof result.best) == 0);
}
END_TEST

START_TEST(position_is_unchanged_by_thinking) {
    KanameLimits limits = kaname_no_limits();
    KanameResult result;
    limits.max_nodes = 5000;
    play_opening();
    kaname_think(engine, &limits, NULL, &result);
    expect_equal(kaname_stone_count(engine), 6);
    expect_equal(kaname_to_move(engine), KANAME_BLACK);
}
END_TEST

/* ---- Limits in time ------------------------------------------------------------------------- */

START_TEST(tiny_times_still_give_a_move) {
    static const int64_t turns[] = {0, 1, 2, 5, 10};
    play_opening();
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        KanameLimits limits = kaname_no_limits();
        KanameResult result;
        limits.turn_ms = turns[i];
        expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
        expect(is_free(result.best));
        limits = kaname_no_limits();
        limits.match_ms = turns[i];
        expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
        expect(is_free(result.best));
    }
}
END_TEST

START_TEST(time_already_gone_still_gives_a_move) {
    KanameLimits limits = kaname_no_limits();
    KanameResult result;
    play_opening();
    limits.start_ms = kaname_now_ms() - 100000;
    limits.turn_ms = 1000;
    expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
    expect(is_free(result.best));
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

START_TEST(small_memory_and_tables_still_think) {
    static const uint64_t limits_bytes[] = {1, 1 << 20, 20 << 20, 350 << 20, 0};
    KanameLimits limits = kaname_no_limits();
    limits.max_depth = 4;
    play_opening();
    for (size_t i = 0; i < sizeof limits_bytes / sizeof *limits_bytes; i++)
        for (uint64_t kib = 0; kib <= 1; kib++) {
            KanameResult result;
            kaname_set_memory(engine, limits_bytes[i]);
            kaname_set_hash(engine, kib);
            expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
            expect_equal(result.depth, 4);
        }
}
END_TEST

START_TEST(solver_proves_refuses_and_gives_up) {
    static const int moves[][2] = {{6, 7}, {6, 9}, {7, 7}, {8, 9}, {8, 7}, {10, 9}};
    KanameLimits limits = kaname_no_limits();
    KanameSolution solution;
    expect_equal(kaname_solve(engine, KANAME_SOLVE_VCF, &limits, &solution), KANAME_OK);
    expect_equal(solution.verdict, KANAME_SOLVE_NO_WIN);
    play_all(moves, 6);
    expect_equal(kaname_solve(engine, KANAME_SOLVE_VCF, &limits, &solution), KANAME_OK);
    expect_equal(solution.verdict, KANAME_SOLVE_WIN);
    expect_equal(solution.line_count, 3);
    expect_equal(solution.line[0].y, 7);
    kaname_stop(engine);
    /* Too short to be interrupted: a verdict that is found counts. */
    expect_equal(kaname_solve(engine, KANAME_SOLVE_VCF, &limits, &solution), KANAME_OK);
    expect_equal(solution.verdict, KANAME_SOLVE_WIN);
    expect_equal(kaname_solve(engine, (KanameSolveMode)7, &limits, &solution), KANAME_ERR_RANGE);
}
END_TEST

START_TEST(solver_ignores_exclusions) {
    static const int moves[][2] = {{6, 7}, {6, 9}, {7, 7}, {8, 9}, {8, 7}, {10, 9}};
    static const KanamePoint path[] = {{6, 7}, {6, 9}, {7, 7}, {8, 9}, {8, 7}, {10, 9}, {5, 7}};
    KanameLimits limits = kaname_no_limits();
    KanameSolution without, with;
    play_all(moves, 6);
    expect_equal(kaname_solve(engine, KANAME_SOLVE_VCF, &limits, &without), KANAME_OK);
    expect_equal(kaname_exclude(engine, without.line[0].x, without.line[0].y, true), KANAME_OK);
    expect_equal(kaname_exclude_path(engine, path, sizeof path / sizeof *path), KANAME_OK);
    expect_equal(kaname_solve(engine, KANAME_SOLVE_VCF, &limits, &with), KANAME_OK);
    expect_equal(with.verdict, KANAME_SOLVE_WIN);
    expect(memcmp(&with.line[0], &without.line[0], sizeof with.line[0]) == 0);
}
END_TEST

/* A stone at the corner of two twos makes a double three. */
START_TEST(solver_of_threats_proves_and_refuses) {
    static const int moves[][2] = {{5, 3}, {0, 9},  {5, 4}, {3, 12},
                                   {3, 5}, {9, 12}, {4, 5}, {12, 9}};
    KanameLimits limits = kaname_no_limits();
    KanameSolution solution;
    expect_equal(kaname_solve(engine, KANAME_SOLVE_VCT, &limits, &solution), KANAME_OK);
    expect_equal(solution.verdict, KANAME_SOLVE_NO_WIN);
    play_all(moves, 8);
    expect_equal(kaname_solve(engine, KANAME_SOLVE_VCF, &limits, &solution), KANAME_OK);
    expect_equal(solution.verdict, KANAME_SOLVE_NO_WIN);
    expect_equal(kaname_solve(engine, KANAME_SOLVE_VCT, &limits, &solution), KANAME_OK);
    expect_equal(solution.verdict, KANAME_SOLVE_WIN);
    expect(solution.line_count >= 5);
    KanameResult result;
    limits.max_depth = 2;
    expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
    expect_equal(kaname_solve(engine, KANAME_SOLVE_VCT, &limits, &solution), KANAME_OK);
    expect_equal(solution.verdict, KANAME_SOLVE_WIN);
}
END_TEST

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

START_TEST(win_plies_are_read_from_scores) {
    expect_equal(kaname_score_win_plies(KANAME_SCORE_WIN - 3), 3);
    expect_equal(kaname_score_win_plies(-KANAME_SCORE_WIN + 4), -4);
    expect_equal(kaname_score_win_plies(KANAME_SCORE_WIN_MIN - 1), 0);
    expect_equal(kaname_score_win_plies(0), 0);
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
    TCase *think = tcase_create("think");
    tcase_set_timeout(think, 0);
    tcase_add_checked_fixture(think, setup, teardown);
    tcase_add_test(think, all_sizes_and_rules_answer);
    tcase_add_loop_test(think, whole_games_are_legal, 0, KANAME_RULE_COUNT);
    tcase_add_test(think, walls_are_never_played_on);
    tcase_add_test(think, excluded_moves_are_not_chosen);
    tcase_add_test(think, excluded_five_is_left_alone);
    tcase_add_test(think, win_rates_are_shares_of_a_point);
    tcase_add_test(think, win_rates_are_those_of_the_rule);
    tcase_add_test(think, the_evaluator_in_use_is_told);
    tcase_add_test(think, win_rates_of_the_tables_are_these);
    tcase_add_loop_test(think, win_rates_fall_with_the_stones_by_the_tables_of_caro, 0,
                        2 * KANAME_RULE_COUNT);
    tcase_add_test(think, lines_are_different_and_ordered);
    tcase_add_test(think, position_is_unchanged_by_thinking);
    tcase_add_test(think, tiny_times_still_give_a_move);
    tcase_add_test(think, time_already_gone_still_gives_a_move);
    suite_add_tcase(suite, think);
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
    tcase_add_test(rest, small_memory_and_tables_still_think);
    tcase_add_test(rest, solver_proves_refuses_and_gives_up);
    tcase_add_test(rest, solver_ignores_exclusions);
    tcase_add_test(rest, solver_of_threats_proves_and_refuses);
    tcase_add_test(rest, parameters_are_listed_and_set_within_their_range);
    tcase_add_test(rest, parameters_change_the_search_and_back);
    tcase_add_test(rest, win_plies_are_read_from_scores);
    tcase_add_test(rest, an_engine_without_memory_has_nothing_to_warm_up);
    tcase_add_test(rest, no_engine_is_freed);
    suite_add_tcase(suite, rest);
    return run_suite(suite);
}
