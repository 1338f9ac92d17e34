/* scorer's levels, worked out by hand: the comment names the shapes on the lines of the cell +. */
#include "rivals/players.h"
#include "rivals/scorer.h"
#include "support/harness.h"
#include "tournament/rivals/support.h"

static int score_of(const RivalPosition *position, int cell, RivalStone side) {
    ScorerTable table;
    rival_scorer_table_init(&table);
    return rival_scorer_score(&table, position, cell, side);
}

static int score_in_row(const char *row) {
    int cell;
    RivalPosition position = position_from_row(row, &cell);
    return score_of(&position, cell, STONE_OWN);
}

/* Rows 4 to 10 of a board of 15x15; rows around them are empty. */
static int score_in_rows(const char *const middle[7]) {
    static const char empty[] = "...............";
    const char *rows[16] = {empty,     empty,     empty,     empty,     middle[0], middle[1],
                            middle[2], middle[3], middle[4], middle[5], middle[6], empty,
                            empty,     empty,     empty,     NULL};
    int cell;
    RivalPosition position = position_from_rows(rows, &cell);
    return score_of(&position, cell, STONE_OWN);
}

typedef struct RowCase {
    const char *row;
    int level;
} RowCase;

/* One line with stones, the other three empty: the shape alone gives the level. The stone on +
 * counts with those in the row. */
static const RowCase row_cases[] = {
    /* Nothing. */
    {".......+.......", 1},
    /* Two with nowhere to go: o x x o leaves less than five cells. */
    {".....ox+o......", 1},
    /* Sleeping two: o x x _ _ _ becomes a sleeping three, never an open one. */
    {".....ox+.......", 2},
    /* Sleeping two: x _ _ _ x, filled to x x _ _ x, is three in five cells. */
    {"...x...+.......", 2},
    /* Low open two: x _ x becomes x x x with free ends; x _ _ x becomes x _ x x. */
    {".....x.+.......", 9},
    {"....x..+.......", 9},
    /* Open two. */
    {"......x+.......", 10},
    /* Sleeping three: shut on one side; apart within five cells; open but without room. */
    {"....oxx+.......", 5},
    {"...x.x.+.......", 5},
    {"....o.xx+.o....", 5},
    /* Jump three: x x _ x, free at both ends. */
    {"....xx.+.......", 90},
    /* Jump three shut on one side is a sleeping three. */
    {"...oxx.+.......", 5},
    /* Open three. */
    {".....xx+.......", 100},
    /* Low four: x x x _ x and x x _ x x, each with one gap to fill, open or not. */
    {"...xxx.+.......", 400},
    {"....xx.+x......", 400},
    {"...oxx.+xo.....", 400},
    /* A gap on either side of three: one low four, though two cells make five. */
    {".....x.x+x.x...", 400},
    /* Four: unbroken, one end shut. */
    {"...oxxx+.......", 500},
    /* Four shut at both ends by stones: no five left. */
    {"...oxxx+o......", 1},
    /* Open four. */
    {"....xxx+.......", 10000},
    /* Five; six is no less. */
    {"...xxxx+.......", 100000},
    {"...xxxx+x......", 100000},
};

START_TEST(one_line_gives_the_level_of_its_shape) {
    const RowCase *it = &row_cases[_i];
    ck_assert_msg(score_in_row(it->row) == it->level, "%s: %d, not %d", it->row,
                  score_in_row(it->row), it->level);
}
END_TEST

START_TEST(double_three_is_5000) {
    /* Row: open three. Column: open three. Diagonals: nothing. */
    static const char *const rows[7] = {"...............", ".......x.......", ".......x.......",
                                        ".....xx+.......", "...............", "...............",
                                        "..............."};
    ck_assert_int_eq(score_in_rows(rows), 5000);
}
END_TEST

START_TEST(sleeping_three_with_open_three_is_1000) {
    /* Row: o x x + sleeping three. Column: open three. */
    static const char *const rows[7] = {"...............", ".......x.......", ".......x.......",
                                        "....oxx+.......", "...............", "...............",
                                        "..............."};
    ck_assert_int_eq(score_in_rows(rows), 1000);
}
END_TEST

START_TEST(four_with_open_three_is_10000) {
    /* Row: o x x x + four. Column: open three. */
    static const char *const rows[7] = {"...............", ".......x.......", ".......x.......",
                                        "...oxxx+.......", "...............", "...............",
                                        "..............."};
    ck_assert_int_eq(score_in_rows(rows), 10000);
}
END_TEST

START_TEST(double_four_is_10000) {
    /* Row: o x x x + four. Column: three below, o under them: four. */
    static const char *const rows[7] = {"...............", "...............", "...............",
                                        "...oxxx+.......", ".......x.......", ".......x.......",
                                        ".......x......."};
    static const char empty[] = "...............";
    static const char shut[] = ".......o.......";
    const char *board[16] = {empty,   empty,   empty,   empty, rows[0], rows[1], rows[2], rows[3],
                             rows[4], rows[5], rows[6], shut,  empty,   empty,   empty,   NULL};
    int cell;
    RivalPosition position = position_from_rows(board, &cell);
    ck_assert_int_eq(score_of(&position, cell, STONE_OWN), 10000);
}
END_TEST

START_TEST(a_gap_hides_the_fork) {
    /* Row: x x x _ + low four. Column: open three. Named apart, they are worth the better: 400. */
    static const char *const rows[7] = {"...............", ".......x.......", ".......x.......",
                                        "...xxx.+.......", "...............", "...............",
                                        "..............."};
    ck_assert_int_eq(score_in_rows(rows), 400);
}
END_TEST

START_TEST(double_open_two_is_50) {
    /* Row: open two. Rising diagonal: open two. */
    static const char *const rows[7] = {"...............", "...............", "........x......",
                                        "......x+.......", "...............", "...............",
                                        "..............."};
    ck_assert_int_eq(score_in_rows(rows), 50);
}
END_TEST

START_TEST(the_edge_shuts_like_a_stone) {
    /* Top row from the corner: x x x + is a four with one end. In the column there is nothing. */
    static const char *const rows[] = {"xxx+...", ".......", ".......", ".......",
                                       ".......", ".......", ".......", NULL};
    int cell;
    RivalPosition position = position_from_rows(rows, &cell);
    ck_assert_int_eq(score_of(&position, cell, STONE_OWN), 500);
    /* The opponent there stops it and makes nothing himself. */
    ck_assert_int_eq(score_of(&position, cell, STONE_OPPONENT), 1);
}
END_TEST

static int choose_in_row(const char *row, int *marked) {
    RivalPosition position = position_from_row(row, marked);
    const RivalSettings settings = {.seed = 1};
    return choose_once(&rival_scorer, &settings, &position);
}

START_TEST(equal_bests_favour_its_own) {
    /* Own three 4 5 6: an open four at 3 and at 7, 10000 each. The opponent's three 11 12 13: an
     * open four at 10, 10000, and at 14 by the edge a four. No more than its own best, so it
     * builds. Of its two cells 7 is worth 2 to the opponent (o _ _ _ o, sleeping two), 3 is
     * worth 1. */
    ck_assert_int_eq(choose_in_row("....xxx....ooo.", NULL), 7 * 15 + 7);
}
END_TEST

START_TEST(a_greater_threat_of_the_opponent_is_taken_away) {
    /* Own best: an open four, 10000. The opponent's: a five at +, 100000. */
    int marked;
    int cell = choose_in_row("xoooo+....xxx..", &marked);
    ck_assert_int_eq(cell, marked);
}
END_TEST

START_TEST(ties_go_by_what_the_cell_is_worth_to_the_other) {
    /* Both ends of the opponent's three, 5 and 9, give him an open four; its own best is an open
     * two. For itself 9 makes a sleeping two with 11, worth 2; 5 makes nothing, 1. */
    int marked;
    int cell = choose_in_row("......ooo+.x...", &marked);
    ck_assert_int_eq(cell, marked);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("rivals/scorer");
    TCase *tests = tcase_create("scores");
    tcase_add_loop_test(tests, one_line_gives_the_level_of_its_shape, 0,
                        (int)(sizeof row_cases / sizeof row_cases[0]));
    tcase_add_test(tests, double_three_is_5000);
    tcase_add_test(tests, sleeping_three_with_open_three_is_1000);
    tcase_add_test(tests, four_with_open_three_is_10000);
    tcase_add_test(tests, double_four_is_10000);
    tcase_add_test(tests, a_gap_hides_the_fork);
    tcase_add_test(tests, double_open_two_is_50);
    tcase_add_test(tests, the_edge_shuts_like_a_stone);
    tcase_add_test(tests, equal_bests_favour_its_own);
    tcase_add_test(tests, a_greater_threat_of_the_opponent_is_taken_away);
    tcase_add_test(tests, ties_go_by_what_the_cell_is_worth_to_the_other);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
