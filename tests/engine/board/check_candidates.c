/* Candidate and defence sets against brute force on the oracle's board. */
#include <check.h>
#include <stdlib.h>

#include "base/rng.h"
#include "board/board.h"
#include "board/candidates.h"
#include "support/expect.h"
#include "support/harness.h"
#include "support/oracle.h"
#include "support/position.h"

static bool is_stone(Point point) {
    return point == POINT_BLACK || point == POINT_WHITE;
}

static Oracle random_position(Rule rule, uint64_t *rng) {
    int width = BOARD_MIN + (int)rng_below(rng, BOARD_MAX - BOARD_MIN + 1), height = width;
    if (rng_below(rng, 3) == 0)
        height = BOARD_MIN + (int)rng_below(rng, BOARD_MAX - BOARD_MIN + 1);
    Oracle oracle;
    oracle_init(&oracle, rule, width, height);
    if (rng_below(rng, 3) == 0)
        random_walls(&oracle, rng, 50);
    random_stones(&oracle, rng, (int)rng_below(rng, (uint32_t)(width * height / 2)));
    return oracle;
}

/* ---- Cells near stones ----------------------------------------------------------------------- */

static bool is_near(const Oracle *oracle, int x, int y, int square, int star) {
    int reach = square > star ? square : star;
    for (int dy = -reach; dy <= reach; dy++)
        for (int dx = -reach; dx <= reach; dx++) {
            if (!is_stone(oracle_at(oracle, x + dx, y + dy)))
                continue;
            if (abs(dx) <= square && abs(dy) <= square)
                return true;
            bool on_ray = dx == 0 || dy == 0 || abs(dx) == abs(dy);
            if (on_ray && abs(dx) <= star && abs(dy) <= star)
                return true;
        }
    return false;
}

START_TEST(near_cells_are_those_within_the_square_or_on_the_star) {
    uint64_t rng = 5000;
    Board *board = test_board_new();
    for (int i = 0; i < 600; i++) {
        Oracle oracle = random_position(RULE_FREESTYLE, &rng);
        board_from_oracle(board, test_tables(RULE_FREESTYLE), &oracle, BLACK, isa_best());
        int square = (int)rng_below(&rng, 6), star = (int)rng_below(&rng, 6);
        CellSet cells;
        candidates_near(board, square, star, &cells);
        int expected = 0;
        for (int cell = 0; cell < oracle_cells(&oracle); cell++)
            expected += oracle.at[cell] == POINT_EMPTY &&
                        is_near(&oracle, cell % oracle.width, cell / oracle.width, square, star);
        if (expected == 0) { /* nothing near: never empty-handed while a cell is left */
            expect((cells_count(&cells) > 0) == (board_empty_count(board) > 0));
            continue;
        }
        for (int cell = 0; cell < oracle_cells(&oracle); cell++)
            expect_equal(
                cellset_has(&cells, (Cell)cell),
                oracle.at[cell] == POINT_EMPTY &&
                    is_near(&oracle, cell % oracle.width, cell / oracle.width, square, star));
        expect_equal(cells_count(&cells), expected);
    }
    free(board);
}
END_TEST

START_TEST(the_empty_board_has_its_centre) {
    Board *board = test_board_new();
    CellSet cells;
    for (int size = BOARD_MIN; size <= BOARD_MAX; size++) {
        board_init(board, test_tables(RULE_FREESTYLE), size, size, NULL, isa_best());
        candidates_near(board, 2, 3, &cells);
        ck_assert_int_eq(cells_count(&cells), 1);
        ck_assert_int_eq(cellset_first(&cells), size / 2 * size + size / 2);
    }
    Drawing walled = drawing_read(RULE_FREESTYLE, ".....\n.....\n..#..\n.....\n.....\n");
    board_from_oracle(board, test_tables(RULE_FREESTYLE), &walled.oracle, BLACK, isa_best());
    candidates_near(board, 2, 3, &cells);
    ck_assert_int_eq(cells_count(&cells), 1);
    int distance = abs(cellset_first(&cells) - 12);
    ck_assert(distance == 1 || distance == 5);
    free(board);
}
END_TEST

START_TEST(a_full_board_has_no_candidates) {
    Oracle oracle;
    uint64_t rng = 1;
    oracle_init(&oracle, RULE_FREESTYLE, 5, 5);
    random_stones(&oracle, &rng, 25);
    Board *board = test_board_new();
    board_from_oracle(board, test_tables(RULE_FREESTYLE), &oracle, BLACK, isa_best());
    CellSet cells;
    candidates_near(board, 5, 5, &cells);
    ck_assert_int_eq(cells_count(&cells), 0);
    free(board);
}
END_TEST

/* ---- Defence ----------------------------------------------------------------------------------
 */

/* The attacker's class at the gain cell once the defender has a stone on `cell`. */
static Class class_after(const Oracle *oracle, OracleCache *cache, Color attacker, Cell gain,
                         Cell cell) {
    Oracle after = *oracle;
    after.at[cell] = point_of(opponent(attacker));
    return oracle_cache_class(cache, &after, gain, attacker);
}

START_TEST(defence_cells_are_those_that_break_the_threat) {
    Rule rule = (Rule)_i;
    uint64_t rng = 6000 + (uint64_t)rule;
    OracleCache *cache = oracle_cache_new(rule);
    ck_assert_ptr_nonnull(cache);
    Board *board = test_board_new();
    int threats[2] = {0};
    for (int i = 0; i < 400; i++) {
        Oracle oracle = random_position(rule, &rng);
        Color attacker = (Color)(i & 1);
        board_from_oracle(board, test_tables(rule), &oracle, opponent(attacker), isa_best());

        /* The strongest threat at hand, and for each empty cell whether a stone there breaks it
         * everywhere. */
        Class threat = CLASS_NONE;
        for (int cell = 0; cell < oracle_cells(&oracle); cell++)
            if (oracle.at[cell] == POINT_EMPTY) {
                Class class_ = oracle_cache_class(cache, &oracle, (Cell)cell, attacker);
                threat = class_ > threat ? class_ : threat;
            }
        CellSet defence;
        bool has_threat = candidates_defence(board, attacker, &defence);
        expect_equal(has_threat, threat >= CLASS_OPEN_FOUR);
        if (!has_threat)
            continue;
        threats[threat == CLASS_FIVE]++;
        bool breaks_all[CELLS_MAX];
        for (int cell = 0; cell < oracle_cells(&oracle); cell++)
            breaks_all[cell] = oracle.at[cell] == POINT_EMPTY;
        for (int gain = 0; gain < oracle_cells(&oracle); gain++) {
            if (oracle.at[gain] != POINT_EMPTY ||
                oracle_cache_class(cache, &oracle, (Cell)gain, attacker) != threat)
                continue;
            CellSet against;
            candidates_against(board, attacker, (Cell)gain, &against);
            for (int cell = 0; cell < oracle_cells(&oracle); cell++) {
                bool breaks = oracle.at[cell] == POINT_EMPTY &&
                              (cell == gain || class_after(&oracle, cache, attacker, (Cell)gain,
                                                           (Cell)cell) < threat);
                if (cellset_has(&against, (Cell)cell) != breaks) {
                    oracle_print(&oracle);
                    ck_abort_msg("color %d, gain %d: cell %d breaks it: %d", attacker, gain, cell,
                                 breaks);
                }
                breaks_all[cell] &= breaks;
            }
        }
        for (int cell = 0; cell < oracle_cells(&oracle); cell++)
            expect_equal(cellset_has(&defence, (Cell)cell), breaks_all[cell]);
    }
    ck_assert(threats[0] >= 20 && threats[1] >= 20);
    oracle_cache_free(cache);
    free(board);
}
END_TEST

START_TEST(an_open_three_shut_on_one_side_has_three_answers) {
    Drawing drawing = drawing_read(RULE_FREESTYLE, "..........\n"
                                                   "..........\n"
                                                   "..oAxxxBC.\n"
                                                   "..........\n"
                                                   "..........\n");
    Board *board = test_board_new();
    board_from_oracle(board, test_tables(RULE_FREESTYLE), &drawing.oracle, WHITE, isa_best());
    CellSet cells;
    ck_assert(candidates_defence(board, BLACK, &cells));
    ck_assert_int_eq(cells_count(&cells), 3);
    for (int name = 'A'; name <= 'C'; name++)
        ck_assert(cellset_has(&cells, drawing_mark(&drawing, (char)name)));
    ck_assert(!candidates_defence(board, WHITE, &cells));
    free(board);
}
END_TEST

START_TEST(a_four_has_one_answer) {
    Drawing drawing = drawing_read(RULE_STANDARD, "..........\n"
                                                  "..........\n"
                                                  "x.xxxx.o..\n"
                                                  "..........\n"
                                                  "..........\n");
    Board *board = test_board_new();
    board_from_oracle(board, test_tables(RULE_STANDARD), &drawing.oracle, WHITE, isa_best());
    CellSet cells;
    ck_assert(candidates_defence(board, BLACK, &cells));
    /* The gap would make six; a white stone in it opens nothing and closes nothing. */
    ck_assert_int_eq(cells_count(&cells), 1);
    ck_assert_int_eq(cellset_first(&cells), 26);
    free(board);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("candidates");
    TCase *near = tcase_create("near");
    tcase_add_test(near, near_cells_are_those_within_the_square_or_on_the_star);
    tcase_add_test(near, the_empty_board_has_its_centre);
    tcase_add_test(near, a_full_board_has_no_candidates);
    suite_add_tcase(suite, near);
    TCase *defence = tcase_create("defence");
    tcase_set_timeout(defence, 60);
    tcase_add_loop_test(defence, defence_cells_are_those_that_break_the_threat, 0, RULES);
    tcase_add_test(defence, an_open_three_shut_on_one_side_has_three_answers);
    tcase_add_test(defence, a_four_has_one_answer);
    suite_add_tcase(suite, defence);
    return run_suite(suite);
}
