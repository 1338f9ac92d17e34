/* The solver: which wins each of its kinds finds, and its limits. */
#include <check.h>
#include <stdlib.h>

#include "base/rng.h"
#include "board/foul.h"
#include "support/attack.h"
#include "support/expect.h"
#include "support/harness.h"
#include "support/position.h"
#include "threat/solver.h"
#include "threat/vcf.h"

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
        expect_equal(result.line_count, 3); /* two fours, a reply to one, the other five */
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

/* The win ends with a threat that no reply stops: all replies to it lose as late. */
static const char UNSTOPPABLE[] = ". . . . . . . . . . . . . . .\n"
                                  ". . . . . . . . . . . . . . .\n"
                                  ". . . . . . . . . . . . . . .\n"
                                  ". . . x . . . . . . . . . . .\n"
                                  ". . . . . x . . . . . . . . .\n"
                                  ". . . x . x . . . . . . . . .\n"
                                  ". . . . . o o . . . . . . . .\n"
                                  ". . . . o . . . . . . . . . .\n"
                                  ". . . . o . . . . . . . . . .\n"
                                  ". . . . . . . . . . . . . . .\n"
                                  ". . . . . . . . . . . . . . .\n"
                                  ". . . . . . . . . . . . . . .\n"
                                  ". . . . . . . . . . . . . . .\n"
                                  ". . . . . . . . . . . . . . .\n"
                                  ". . . . . . . . . . . . . . .\n";

START_TEST(replies_of_a_line_that_lose_alike_stand_near_the_threat) {
    Solver *solver = new_solver(SOLVER_THREATS);
    put_drawing(board, RULE_FREESTYLE, BLACK, UNSTOPPABLE);
    SolverResult result = solver_search(solver, board, &NO_LIMITS);
    expect_equal(result.verdict, SOLVER_WIN);
    expect(result.line_count > 3);
    for (int i = 1; i < result.line_count; i += 2) {
        Cell threat = result.line[i - 1], reply = result.line[i];
        int columns = abs(board->x[reply] - board->x[threat]);
        int rows = abs(board->y[reply] - board->y[threat]);
        ck_assert_msg(columns < 5 && rows < 5, "reply %d: %d columns and %d rows away", i, columns,
                      rows);
    }
    solver_free(solver);
}
END_TEST

/* A wins though it makes no shape at all: it takes away White's reply to the fours behind it. */
static const char NO_CLASS[] = ". . . . . . . . . . . . . . .\n"
                               ". . . . . . . . . . . . . . .\n"
                               ". . . . . . . . . . . . . . .\n"
                               ". . . . . . . . . . . . . . .\n"
                               ". . . . . . x o . o . . . . .\n"
                               ". . . . . . x . x o o . . . .\n"
                               ". . . . . . . o . A . . . . .\n"
                               ". . . . . . . x . o . . . . .\n"
                               ". . . . x . o . x . . . . . .\n"
                               ". . . . . . . . x . o . . . .\n"
                               ". . . . . . x . . x o . . . .\n"
                               ". . . . . . . . . . . . . . .\n"
                               ". . . . . . . . . . . . . . .\n"
                               ". . . . . . . . . . . . . . .\n"
                               ". . . . . . . . . . . . . . .\n";

static Cell first_of_win(const void *solver) {
    SolverResult result = solver_search((Solver *)(uintptr_t)solver, board, &NO_LIMITS);
    expect_equal(result.verdict, SOLVER_WIN);
    return result.line[0];
}

START_TEST(a_threat_by_a_stone_without_a_class_wins) {
    Solver *solver = new_solver(SOLVER_THREATS);
    Drawing drawing = put_drawing(board, RULE_FREESTYLE, BLACK, NO_CLASS);
    Cell gain = drawing_mark(&drawing, 'A');
    expect_equal(board_class(board, BLACK, gain), CLASS_NONE);
    Attack attack = {.find = first_of_win, .context = solver, .moves_max = 40};
    expect_win_against_all(board, &attack);
    solver_free(solver);
}
END_TEST

/* Returns whether the side that is not to move would win by fours, its opponent having passed. */
static bool threatens_fours(Vcf *vcf) {
    VcfLimits limits = {.max_moves = VCF_MOVES_MAX, .max_nodes = 2000};
    VcfResult result;
    board_pass(board);
    vcf_search(vcf, board, &limits, &result);
    board_undo_pass(board);
    return result.verdict == VCF_WIN;
}

static const SolverLimits FEW_NODES = {.max_nodes = 20000};

/* Returns whether the solver wins for the side that is not to move after each legal reply. */
static bool wins_after_all_replies(Solver *solver) {
    if (has_five(board, board_to_move(board)))
        return false;
    for (int cell = 0; cell < board->cell_count; cell++) {
        if (!board_is_empty(board, (Cell)cell) ||
            is_forbidden(board, board_to_move(board), (Cell)cell))
            continue;
        board_play(board, (Cell)cell);
        bool wins = has_five(board, board_to_move(board)) ||
                    solver_search(solver, board, &FEW_NODES).verdict == SOLVER_WIN;
        board_undo(board);
        if (!wins)
            return false;
    }
    return true;
}

/* Where the solver finds no win, no stone that threatens fours wins against every reply. */
START_TEST(no_win_holds_for_every_stone_that_threatens_fours) {
    enum { SIZE = 9, NO_WINS_LEAST = 10 };
    const int positions = courses_wanted(100);
    Vcf *vcf = vcf_new(1 << 16);
    Solver *solver = new_solver(SOLVER_THREATS);
    uint64_t rng = 1900 + (uint64_t)_i;
    int no_wins = 0;
    for (int i = 0; i < positions; i++) {
        Oracle oracle;
        oracle_init(&oracle, (Rule)_i, SIZE, SIZE);
        random_stones(&oracle, &rng, 12 + (int)rng_below(&rng, 12));
        board_from_oracle(board, test_tables((Rule)_i), &oracle, BLACK, isa_best());
        if (oracle_holds_five(&oracle) || has_five(board, BLACK) ||
            solver_search(solver, board, &FEW_NODES).verdict != SOLVER_NO_WIN)
            continue;
        no_wins++;
        for (int cell = 0; cell < board->cell_count; cell++) {
            if (!board_is_empty(board, (Cell)cell) || is_forbidden(board, BLACK, (Cell)cell))
                continue;
            board_play(board, (Cell)cell);
            expect(!threatens_fours(vcf) || !wins_after_all_replies(solver));
            board_undo(board);
        }
    }
    expect(no_wins >= NO_WINS_LEAST);
    solver_free(solver);
    vcf_free(vcf);
}
END_TEST

/* Also where the limit falls into the search for the line of a win that has just been found. */
START_TEST(no_limit_of_nodes_is_exceeded) {
    static const char *const TEXTS[] = {FOUR, THREES, SLEEPING, NO_CLASS};
    for (int kind = SOLVER_FOURS; kind <= SOLVER_THREATS; kind++)
        for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++)
            for (uint64_t most = 1; most < 40000; most += 1 + most / 7) {
                Solver *solver = solver_new((SolverKind)kind, 64 << 10);
                ck_assert_ptr_nonnull(solver);
                put_drawing(board, RULE_FREESTYLE, BLACK, TEXTS[i]);
                uint64_t key = board_key(board);
                SolverLimits limits = {.max_nodes = most};
                SolverResult result = solver_search(solver, board, &limits);
                expect(result.nodes <= most);
                expect_equal(board_key(board), key);
                solver_free(solver);
            }
}
END_TEST

/* What an exact limit cuts off is neither proven nor refuted: the verdicts of an open end. */
START_TEST(limits_of_nodes_make_no_wrong_verdict) {
    static const char *const TEXTS[] = {THREES, SLEEPING, NO_CLASS};
    static const SolverVerdict VERDICTS[] = {SOLVER_WIN, SOLVER_NO_WIN, SOLVER_WIN};
    for (int i = 0; i < 3; i++) {
        Solver *solver = new_solver(SOLVER_THREATS);
        put_drawing(board, RULE_FREESTYLE, BLACK, TEXTS[i]);
        SolverResult result = {.verdict = SOLVER_UNKNOWN};
        /* The table keeps what the searches before have learned. */
        for (uint64_t most = 1; most < 100000000 && result.verdict == SOLVER_UNKNOWN;
             most += 1 + most / 7) {
            SolverLimits limits = {.max_nodes = most};
            result = solver_search(solver, board, &limits);
        }
        expect_equal(result.verdict, VERDICTS[i]);
        solver_free(solver);
    }
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

START_TEST(few_bytes_make_the_smallest_solver) {
    for (int kind = SOLVER_FOURS; kind <= SOLVER_THREATS; kind++)
        for (uint64_t bytes = 1; bytes <= 64 << 10; bytes *= 4) {
            Solver *solver = solver_new((SolverKind)kind, bytes);
            ck_assert_ptr_nonnull(solver);
            put_drawing(board, RULE_FREESTYLE, BLACK, FOUR);
            expect_equal(solver_search(solver, board, &NO_LIMITS).verdict, SOLVER_WIN);
            solver_free(solver);
        }
    solver_free(NULL);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("solver");
    TCase *tcase = tcase_create("solver");
    if (courses_wanted(0) > 0)
        tcase_set_timeout(tcase, 0);
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, both_kinds_win_by_two_fours);
    tcase_add_test(tcase, win_by_threes_is_none_by_fours);
    tcase_add_test(tcase, replies_of_a_line_that_lose_alike_stand_near_the_threat);
    tcase_add_test(tcase, a_threat_by_a_stone_without_a_class_wins);
    tcase_add_loop_test(tcase, no_win_holds_for_every_stone_that_threatens_fours, 0,
                        RULE_RENJU + 1);
    tcase_add_test(tcase, no_limit_of_nodes_is_exceeded);
    tcase_add_test(tcase, limits_of_nodes_make_no_wrong_verdict);
    tcase_add_test(tcase, limit_of_nodes_leaves_the_verdict_open);
    tcase_add_test(tcase, few_bytes_make_the_smallest_solver);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
