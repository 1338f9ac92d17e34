/* How much less deeply a late move is searched. */
#include <check.h>
#include <stdlib.h>

#include "search/reduction.h"
#include "support/expect.h"
#include "support/harness.h"
#include "support/position.h"

/* A: quiet; B: an open three; both far from each other. */
static const char PLAIN[] = "...............\n"
                            ".....xxB.......\n"
                            "...............\n"
                            "...............\n"
                            "...............\n"
                            "...............\n"
                            "...............\n"
                            "...............\n"
                            "...............\n"
                            "...............\n"
                            "...............\n"
                            "...............\n"
                            "..o.o.o........\n"
                            "...............\n"
                            "..............A\n";

typedef struct Reducer {
    Worker *worker;
    Params params;
    Search search;
    Cell quiet, three;
} Reducer;

static void reducer_begin(Reducer *reducer) {
    Drawing drawing = drawing_read(RULE_FREESTYLE, PLAIN);
    *reducer = (Reducer){.worker = calloc(1, sizeof *reducer->worker),
                         .params = params_default(),
                         .quiet = drawing_mark(&drawing, 'A'),
                         .three = drawing_mark(&drawing, 'B')};
    ck_assert_ptr_nonnull(reducer->worker);
    reducer->search.params = &reducer->params;
    reducer->worker->search = &reducer->search;
    Board *board = &reducer->worker->board;
    board_from_oracle(board, test_tables(RULE_FREESTYLE), &drawing.oracle, BLACK, isa_best());
    expect_equal(board_class(board, BLACK, reducer->three), CLASS_THREE);
}

/* The product of both binary logarithms in sixteenths by 400, for a move that lies as far below the
 * best one as usual. */
START_TEST(a_late_move_is_reduced_by_depth_and_number) {
    static const struct {
        int depth, number, plies;
    } CASES[] = {{8, 8, 5},  {16, 4, 5}, {12, 16, 8}, {6, 12, 5}, {4, 32, 3}, {2, 64, 1},
                 {1, 64, 0}, {12, 2, 0}, {12, 1, 0},  {12, 3, 3}, {3, 3, 1}};
    Reducer reducer;
    reducer_begin(&reducer);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Parent parent = {.depth = CASES[i].depth, .gap = reducer.params.lmr_gap_zero};
        expect_equal(late_move_reduction(reducer.worker, &parent, reducer.quiet, CASES[i].number),
                     CASES[i].plies);
    }
    free(reducer.worker);
}
END_TEST

START_TEST(each_sign_changes_a_reduction_by_a_ply) {
    enum { NUMBER = 16 };
    Reducer reducer;
    reducer_begin(&reducer);
    int *unit = &reducer.params.lmr_history;
    int16_t *history = &reducer.worker->history.cell[BLACK][reducer.quiet];
    const Parent usual = {.depth = 12, .gap = reducer.params.lmr_gap_zero};
    int plies = late_move_reduction(reducer.worker, &usual, reducer.quiet, NUMBER);
    Parent cut = usual, principal = usual, near = usual, far = usual;
    cut.is_cut_node = true;
    principal.is_pv = true;
    near.gap = 0;
    far.gap = 2000;
    expect_equal(late_move_reduction(reducer.worker, &cut, reducer.quiet, NUMBER), plies + 1);
    expect_equal(late_move_reduction(reducer.worker, &principal, reducer.quiet, NUMBER), plies - 1);
    expect_equal(late_move_reduction(reducer.worker, &usual, reducer.three, NUMBER), plies - 1);
    expect(late_move_reduction(reducer.worker, &near, reducer.quiet, NUMBER) < plies);
    expect_equal(late_move_reduction(reducer.worker, &far, reducer.quiet, NUMBER), 11);
    *history = (int16_t)*unit;
    expect_equal(late_move_reduction(reducer.worker, &usual, reducer.quiet, NUMBER), plies - 1);
    *history = (int16_t)(-2 * *unit);
    expect_equal(late_move_reduction(reducer.worker, &usual, reducer.quiet, NUMBER), plies + 2);
    reducer.worker->history.cell[WHITE][reducer.quiet] = HISTORY_MAX;
    *history = 0;
    expect_equal(late_move_reduction(reducer.worker, &usual, reducer.quiet, NUMBER), plies);
    /* Never below none. */
    *history = HISTORY_MAX;
    near.is_pv = true;
    expect_equal(late_move_reduction(reducer.worker, &near, reducer.quiet, 3), 0);
    free(reducer.worker);
}
END_TEST

START_TEST(late_fours_are_reduced_the_more_the_later_but_not_with_a_three) {
    Drawing drawing = drawing_read(RULE_FREESTYLE, "...............\n"
                                                   "oxxxA..........\n"
                                                   "...............\n"
                                                   "...............\n"
                                                   "...............\n"
                                                   "...............\n"
                                                   "...............\n"
                                                   "........x......\n"
                                                   "........x......\n"
                                                   "....oxxxB......\n"
                                                   "...............\n"
                                                   "...............\n"
                                                   "..o.o.o........\n"
                                                   "...............\n"
                                                   "...............\n");
    Cell four = drawing_mark(&drawing, 'A'), four_three = drawing_mark(&drawing, 'B');
    Worker *worker = calloc(1, sizeof *worker);
    ck_assert_ptr_nonnull(worker);
    Params params = params_default();
    Search search = {.params = &params};
    worker->search = &search;
    board_from_oracle(&worker->board, test_tables(RULE_FREESTYLE), &drawing.oracle, BLACK,
                      isa_best());
    expect_equal(board_class(&worker->board, BLACK, four), CLASS_FOUR);
    expect_equal(board_class(&worker->board, BLACK, four_three), CLASS_FOUR_THREE);
    enum { DEPTH = 12 };
    Parent parent = {.depth = DEPTH};
    int last = 0;
    for (int number = 1; number <= 64; number *= 2) {
        int reduction = late_move_reduction(worker, &parent, four, number);
        expect(number <= params.lmr_moves ? reduction == 0 : reduction >= 1);
        expect(last <= reduction && reduction < DEPTH);
        last = reduction;
        expect_equal(late_move_reduction(worker, &parent, four_three, number), 0);
    }
    expect(last > 1);
    parent.depth = 2;
    expect_equal(late_move_reduction(worker, &parent, four, 64), 1);
    free(worker);
}
END_TEST

/* Black's four with two threes in renju may be a foul; if it is none, it is no lone four. */
START_TEST(a_four_that_may_be_a_foul_is_not_reduced) {
    Drawing drawing = drawing_read(RULE_RENJU, "...............\n"
                                               "...............\n"
                                               "...............\n"
                                               "...............\n"
                                               "...............\n"
                                               "...............\n"
                                               "...............\n"
                                               "......x.x......\n"
                                               ".......xx......\n"
                                               "....oxxxB......\n"
                                               "...............\n"
                                               "...............\n"
                                               "..o.o.o........\n"
                                               "...............\n"
                                               "...............\n");
    Cell four = drawing_mark(&drawing, 'B');
    Worker *worker = calloc(1, sizeof *worker);
    ck_assert_ptr_nonnull(worker);
    Params params = params_default();
    Search search = {.params = &params};
    worker->search = &search;
    board_from_oracle(&worker->board, test_tables(RULE_RENJU), &drawing.oracle, BLACK, isa_best());
    expect_equal(board_class(&worker->board, BLACK, four), CLASS_FOUL_SUSPECT_FOUR);
    Parent parent = {.depth = 12};
    for (int number = 1; number <= 64; number *= 2)
        expect_equal(late_move_reduction(worker, &parent, four, number), 0);
    for (Class class_ = CLASS_NONE; class_ < CLASSES; class_++)
        expect(is_lone_four(class_) == (class_ == CLASS_FOUR || class_ == CLASS_FOUR_PLUS));
    free(worker);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("reduction");
    TCase *tcase = tcase_create("reduction");
    tcase_add_test(tcase, a_late_move_is_reduced_by_depth_and_number);
    tcase_add_test(tcase, each_sign_changes_a_reduction_by_a_ply);
    tcase_add_test(tcase, late_fours_are_reduced_the_more_the_later_but_not_with_a_three);
    tcase_add_test(tcase, a_four_that_may_be_a_foul_is_not_reduced);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
