/* The solver: which wins each of its kinds finds, and its limits. */
#include <check.h>
#include <stdlib.h>

#include "support/attack.h"
#include "support/expect.h"
#include "support/harness.h"
#include "support/position.h"
#include "threat/solver.h"

static const char FOUR[] = ". . . . . . . . . . .\n"
                           ". . . . . . . . . . .\n"
                           ". . . o . . . . . . .\n"
                           ". . . . . . . . . . .\n"
                           ". . o x x x A . . . .\n"
                           ". . . . . . x . . . .\n"
                           ". . . . . . x . . . .\n"
                           ". . . o . . x . . . .\n"
                           ". . . . . . o . . . .\n"
                           ". . . . . . . . . . .\n"
                           ". . . . . . . . . . .\n";

static const char THREES[] = ". . . . . . . . . . .\n"
                             ". . . . . . . . . . .\n"
                             ". o . . . . . . . . .\n"
                             ". . . . . . . . . . .\n"
                             ". . . . x x A . . . .\n"
                             ". . . . . . x . . . .\n"
                             ". . . . . . x . . . .\n"
                             ". . . . . . . . . . .\n"
                             ". . . . . . . . . . .\n"
                             ". o . . . . . . . o .\n"
                             ". . . . . . . . . . .\n";

static const char SLEEPING[] = "x x x . . . . . o o o\n"
                               "o . . . . . . . . . x\n"
                               "x . . . . . . . . . .\n"
                               "x . . . . . . . . . .\n"
                               "x . . . . . . . . . .\n"
                               ". . . . . . . . . . .\n"
                               "o . . . . . . . . . .\n"
                               ". . . . . . . . . . .\n"
                               ". . . . . . . . . . .\n"
                               "o . . . . . . . . . .\n"
                               "x x x . . o . . . . .\n";

static const SolverLimits NO_LIMITS = {.max_nodes = UINT64_MAX};

static Board *board;

static void setup(void) {
    board = test_board_new();
}

static void teardown(void) {
    free(board);
}

static Solver *new_solver(SolverKind kind) {
    Solver *solver = solver_new(kind, 1 << 20);
    ck_assert_ptr_nonnull(solver);
    expect_equal(solver_kind(solver), kind);
    return solver;
}

START_TEST(both_kinds_win_by_two_fours) {
    for (int kind = SOLVER_FOURS; kind <= SOLVER_THREATS; kind++) {
        Solver *solver = new_solver((SolverKind)kind);
        Drawing drawing = put_drawing(board, RULE_FREESTYLE, BLACK, FOUR);
        uint64_t key = board_key(board);
        SolverResult result = solver_search(solver, board, &NO_LIMITS);
        expect_equal(result.verdict, SOLVER_WIN);
        expect(result.line_count >= 1);
        expect_equal(result.line[0], drawing_mark(&drawing, 'A'));
        expect_equal(board_key(board), key);
        solver_free(solver);
    }
}
END_TEST

START_TEST(win_by_threes_is_none_by_fours) {
    Solver *fours = new_solver(SOLVER_FOURS), *threats = new_solver(SOLVER_THREATS);
    put_drawing(board, RULE_FREESTYLE, BLACK, THREES);
    SolverResult none = solver_search(fours, board, &NO_LIMITS);
    expect_equal(none.verdict, SOLVER_NO_WIN);
    expect_equal(none.line_count, 0);
    SolverResult win = solver_search(threats, board, &NO_LIMITS);
    expect_equal(win.verdict, SOLVER_WIN);
    expect(win.line_count > 1 && win.nodes > 0);
    solver_free(threats);
    solver_free(fours);
}
END_TEST

START_TEST(limit_of_nodes_leaves_the_verdict_open) {
    for (int kind = SOLVER_FOURS; kind <= SOLVER_THREATS; kind++) {
        Solver *solver = new_solver((SolverKind)kind);
        put_drawing(board, RULE_FREESTYLE, BLACK, SLEEPING);
        SolverLimits limits = {.max_nodes = 2};
        SolverResult result = solver_search(solver, board, &limits);
        expect_equal(result.verdict, SOLVER_UNKNOWN);
        expect_equal(result.line_count, 0);
        result = solver_search(solver, board, &NO_LIMITS);
        expect_equal(result.verdict, SOLVER_NO_WIN);
        expect(result.nodes > limits.max_nodes);
        solver_free(solver);
    }
}
END_TEST

START_TEST(too_few_bytes_make_no_solver) {
    ck_assert_ptr_null(solver_new(SOLVER_FOURS, (64 << 10) - 1));
    Solver *least = solver_new(SOLVER_THREATS, 64 << 10);
    ck_assert_ptr_nonnull(least);
    solver_free(least);
    solver_free(NULL);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("solver");
    TCase *tcase = tcase_create("solver");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, both_kinds_win_by_two_fours);
    tcase_add_test(tcase, win_by_threes_is_none_by_fours);
    tcase_add_test(tcase, limit_of_nodes_leaves_the_verdict_open);
    tcase_add_test(tcase, too_few_bytes_make_no_solver);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
