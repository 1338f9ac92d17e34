/* The list of root moves: its order, and what is removed from it. */
#include <check.h>
#include <stdlib.h>

#include "base/rng.h"
#include "search/node.h"
#include "search/root_moves.h"
#include "support/expect.h"
#include "support/harness.h"
#include "support/searcher.h"

static const char QUIET[] = ". . . . . . . . .\n"
                            ". . . . . . . . .\n"
                            ". . . . . . . . .\n"
                            ". . . o x . . . .\n"
                            ". . . . x o . . .\n"
                            ". . . . . . x . .\n"
                            ". . . . . . . . .\n"
                            ". . . . . . . . .\n"
                            ". . . . . . . . .\n";

static int by_order(const Worker *worker, const RootMove *move) {
    (void)worker;
    return move->order;
}

START_TEST(a_stable_sort_keeps_equals_in_their_order) {
    RootMove *moves = calloc(40, sizeof *moves);
    ck_assert_ptr_nonnull(moves);
    uint64_t rng = 5;
    for (int i = 0; i < 40; i++)
        moves[i] = (RootMove){.move = (Cell)i, .order = (int)rng_below(&rng, 4)};
    root_sort(moves, 40, by_order, NULL);
    for (int i = 1; i < 40; i++)
        expect(moves[i - 1].order > moves[i].order ||
               (moves[i - 1].order == moves[i].order && moves[i - 1].move < moves[i].move));
    free(moves);
}
END_TEST

START_TEST(fives_come_first_then_what_stops_one_then_open_fours) {
    Searcher *searcher = searcher_new(RULE_FREESTYLE, BLACK,
                                      ". . . . . . . . . . .\n"
                                      ". o x x x x A . . . .\n"
                                      ". . . . . . . . . . .\n"
                                      ". x o o o o B . . . .\n"
                                      ". . . . . . . . . . .\n"
                                      ". . . . x x x . . . .\n"
                                      ". . . . . . . . . . .\n"
                                      ". o . o . o . o . . .\n"
                                      ". . . . . . . . . . .\n"
                                      ". . . . . . . . . . .\n"
                                      ". . . . . . . . . . .\n");
    expect(root_collect(searcher->worker));
    const RootMove *root = searcher->worker->root;
    expect_equal(root[0].move, 1 * 11 + 6);
    expect_equal(root[1].move, 3 * 11 + 6);
    expect(root[2].move == 5 * 11 + 3 || root[2].move == 5 * 11 + 7);
    expect(root[3].move == 5 * 11 + 3 || root[3].move == 5 * 11 + 7);
    searcher_free(searcher);
}
END_TEST

/* Only moves of the set are kept, unless none or all are in it. */
START_TEST(moves_outside_of_the_set_are_removed_if_one_is_inside) {
    Searcher *searcher = searcher_new(RULE_FREESTYLE, WHITE, QUIET);
    Worker *worker = searcher->worker;
    CellSet none = {{0}}, two = {{0}};
    expect(root_collect(worker));
    int count = worker->root_count;
    root_choose(worker, &worker->root[4], 3);
    Cell best = worker->best.move;
    root_keep_moves(worker, &none);
    expect_equal(worker->root_count, count);
    root_keep_moves(worker, &worker->board.empty);
    expect_equal(worker->root_count, count);
    cellset_add(&two, worker->root[2].move);
    cellset_add(&two, best);
    root_keep_moves(worker, &two);
    expect_equal(worker->root_count, 2);
    expect_equal(worker->best.move, best);
    searcher_free(searcher);
}
END_TEST

/* Of each pair the first answer replaces the second one, or not. */
START_TEST(a_proof_or_a_deeper_search_gives_the_better_answer) {
    static const struct {
        Score score;
        int depth;
        Score other_score;
        int other_depth;
        bool is_better;
    } CASES[] = {
        {100, 9, 200, 8, true},
        {200, 8, 100, 9, false},
        {200, 8, 100, 8, false}, /* the first worker's stands */
        {SCORE_WIN - 9, 3, 500, 12, true},
        {SCORE_WIN - 9, 3, SCORE_WIN - 11, 12, true},
        {SCORE_WIN - 11, 12, SCORE_WIN - 9, 3, false},
        {500, 12, SCORE_WIN - 9, 3, false},
        {-SCORE_WIN + 8, 12, 100, 8, false},
        {100, 12, -SCORE_WIN + 8, 8, false},
        {SCORE_WIN - 9, 3, -SCORE_WIN + 8, 8, true},
        {-SCORE_UNPROVEN, 12, 100, 8, true},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        RootBest a = {.score = CASES[i].score, .depth = CASES[i].depth};
        RootBest b = {.score = CASES[i].other_score, .depth = CASES[i].other_depth};
        expect_equal(root_answers_better(&a, &b), CASES[i].is_better);
    }
}
END_TEST

/* The helper has searched deeper. Worker 0 has found that all moves but two lose to threats. */
START_TEST(a_helpers_answer_that_threats_refute_is_not_taken) {
    Searcher *searcher = searcher_new(RULE_FREESTYLE, WHITE, QUIET);
    Worker *first = searcher->worker, *helper = worker_new(1, 4096, 0, 0);
    ck_assert_ptr_nonnull(helper);
    Worker *const workers[] = {first, helper};
    CellSet kept = {{0}};
    expect(root_collect(first));
    Cell lost = first->root[0].move, held = first->root[2].move;
    cellset_add(&kept, first->root[1].move);
    cellset_add(&kept, held);
    first->best = (RootBest){.move = first->root[1].move, .depth = 6};
    helper->best = (RootBest){.move = lost, .depth = 9, .score = 100};
    expect(root_best_worker(workers, 2, &searcher->limits) == helper);
    root_keep_moves(first, &kept);
    expect(root_best_worker(workers, 2, &searcher->limits) == first);
    helper->best.move = held;
    expect(root_best_worker(workers, 2, &searcher->limits) == helper);
    /* A win is a proof too, and the threats are none against it. */
    helper->best = (RootBest){.move = lost, .depth = 9, .score = SCORE_WIN - 9};
    expect(root_best_worker(workers, 2, &searcher->limits) == helper);
    expect(root_collect(first)); /* the next search */
    helper->best.score = 100;
    expect(root_best_worker(workers, 2, &searcher->limits) == helper);
    searcher->limits.lines = 2;
    expect(root_best_worker(workers, 2, &searcher->limits) == first);
    worker_free(helper);
    searcher_free(searcher);
}
END_TEST

static void note_depth(const KanameReport *report, void *context) {
    *(int *)context = report->depth;
}

/* Worker 0 has reported depth 6. */
START_TEST(a_helpers_win_at_a_lower_depth_is_told_with_the_depth_reported_before) {
    Searcher *searcher = searcher_new(RULE_FREESTYLE, WHITE, QUIET);
    int told_depth = 0;
    KanameCallbacks callbacks = {.on_report = note_depth, .context = &told_depth};
    searcher->search.callbacks = &callbacks;
    searcher->worker->told = (Told){.move = 0, .score = 100, .depth = 6, .pv_count = 1};
    RootBest best = {
        .move = 1, .score = SCORE_WIN - 9, .depth = 5, .seldepth = 9, .pv_count = 1, .pv = {1}};
    root_tell_answer(searcher->worker, &best);
    expect_equal(told_depth, 6);
    expect_equal(best.depth, 6);
    searcher_free(searcher);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("root_moves");
    TCase *all = tcase_create("all");
    tcase_add_test(all, a_stable_sort_keeps_equals_in_their_order);
    tcase_add_test(all, fives_come_first_then_what_stops_one_then_open_fours);
    tcase_add_test(all, moves_outside_of_the_set_are_removed_if_one_is_inside);
    tcase_add_test(all, a_proof_or_a_deeper_search_gives_the_better_answer);
    tcase_add_test(all, a_helpers_answer_that_threats_refute_is_not_taken);
    tcase_add_test(all, a_helpers_win_at_a_lower_depth_is_told_with_the_depth_reported_before);
    suite_add_tcase(suite, all);
    return run_suite(suite);
}
