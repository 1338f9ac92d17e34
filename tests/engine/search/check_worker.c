/* The state of one search thread: when it stops, which nodes count, what a new search begins with.
 */
#include <check.h>
#include <stdlib.h>

#include "kaname.h"
#include "search/root.h"
#include "support/expect.h"
#include "support/harness.h"
#include "support/searcher.h"

static const char QUIET[] = ". . . . . . .\n"
                            ". . . . . . .\n"
                            ". . . x . . .\n"
                            ". . . . o . .\n"
                            ". . . . . . .\n"
                            ". . . . . . .\n";

static Searcher *searcher;
static Worker *worker;

static void setup(void) {
    searcher = searcher_new(RULE_FREESTYLE, BLACK, QUIET);
    worker = searcher->worker;
}

static void teardown(void) {
    searcher_free(searcher);
}

static bool aborts_as(int index) {
    searcher_begin(searcher);
    worker->index = index;
    worker_check(worker);
    worker->index = 0;
    return worker->aborted;
}

static bool polls_as(int index) {
    searcher_begin(searcher);
    worker->index = index;
    bool must_end = worker_vcf_poll(worker);
    worker->index = 0;
    return must_end;
}

/* Stops hold for every worker; the clock is read by the first one alone. */
START_TEST(stops_hold_for_all_workers_and_limits_for_the_first) {
    for (int index = 0; index < 2; index++) {
        expect(!aborts_as(index) && !polls_as(index));
        atomic_store(&searcher->stop, true);
        expect(aborts_as(index) && polls_as(index));
        atomic_store(&searcher->stop, false);
        atomic_store(&searcher->search.stop, true);
        expect(aborts_as(index) && polls_as(index));
        atomic_store(&searcher->search.stop, false);
        searcher->limits.turn_ms = 0;
        expect_equal(aborts_as(index), index == 0);
        expect_equal(polls_as(index), index == 0);
        searcher->limits.turn_ms = -1;
    }
}
END_TEST

/* Returns the depth that the worker reaches of at most 4 when its planned time is over. */
static int depth_after_time_as(int index) {
    searcher->limits.max_depth = 4;
    searcher_begin(searcher);
    searcher->timeman.start_ms -= 1000;
    searcher->timeman.plan_ms = searcher->timeman.soft_ms = 1;
    searcher->timeman.hard_ms = 1000000;
    worker->index = index;
    expect(root_search(worker));
    worker->index = 0;
    return worker->best.depth;
}

/* Else it would leave the first one alone where that one needs more time. */
START_TEST(a_helper_searches_until_the_first_worker_ends) {
    expect_equal(depth_after_time_as(0), 1);
    expect_equal(depth_after_time_as(1), 4);
}
END_TEST

/* The last check before the limit is set so that the limit itself is one. */
START_TEST(a_limit_of_nodes_is_checked_at_its_last_node) {
    enum { LIMIT = 5000, NEAR = LIMIT - 10 };
    searcher->limits.max_nodes = LIMIT;
    searcher_begin(searcher);
    expect_equal(worker_nodes_left(worker), LIMIT);
    worker->nodes = 100;
    expect(!worker_must_stop(worker));
    expect(worker->next_check > 1000 && worker->next_check < 2000);
    worker->nodes = NEAR;
    expect(!worker_must_stop(worker));
    expect_equal(worker->next_check, LIMIT);
    expect_equal(worker_nodes_left(worker), LIMIT - NEAR);
    worker->nodes = LIMIT - 1;
    expect(!worker_must_stop(worker));
    worker->nodes = LIMIT;
    expect(worker_must_stop(worker));
    expect_equal(worker_nodes_left(worker), 0);
    worker->nodes = LIMIT + 100;
    expect_equal(worker_nodes_left(worker), 0);
    searcher->limits.max_nodes = 0;
    searcher_begin(searcher);
    worker->nodes = LIMIT;
    expect(!worker_must_stop(worker));
    expect_equal(worker_nodes_left(worker), UINT64_MAX);
}
END_TEST

/* Of several workers the published nodes count, of each one, and under a limit the claimed ones. */
START_TEST(nodes_of_all_workers_count) {
    Worker *other = worker_new(1, 4096, 0, 0);
    ck_assert_ptr_nonnull(other);
    Worker *both[] = {worker, other};
    other->search = &searcher->search;
    searcher->limits.max_nodes = 1000;
    searcher->search.workers = both;
    searcher->search.worker_count = 2;
    searcher_begin(searcher);
    worker->nodes = 300; /* not published yet */
    atomic_store(&other->published_nodes, 500);
    expect_equal(search_nodes(&searcher->search), 500);
    expect_equal(worker_nodes_used(worker), 500);
    worker_check(worker);
    expect_equal(search_nodes(&searcher->search), 800);
    expect(!worker->aborted);
    uint64_t claimed = worker->next_check - worker->nodes;
    expect(claimed > 0 && claimed <= 700 / 2);
    expect_equal(worker_nodes_left(worker), claimed + (700 - claimed) / 2);
    /* The half of the limit is the first worker's, which it has not claimed yet. */
    expect_equal(worker_nodes_left(other), (1000 - 500 - 300 - claimed) / 2);
    other->nodes = 500; /* all that it may claim, and more than is left for it */
    worker_check(other);
    expect(other->aborted);
    worker->nodes = worker->next_check;
    worker_check(worker);
    expect(!worker->aborted && worker->next_check < 500);
    worker->nodes = 500;
    worker_check(worker);
    expect(worker->aborted);
    worker->nodes = 300;
    searcher->search.workers = &searcher->worker;
    searcher->search.worker_count = 1;
    expect_equal(worker_nodes_used(worker), 300);
    worker_free(other);
}
END_TEST

/* Nothing of a search stays for the next one but half of the history. */
START_TEST(a_new_search_begins_at_nought) {
    worker->nodes = 77;
    worker->aborted = true;
    worker->next_check = 5000;
    worker->seldepth = 9;
    worker->root_count = 3;
    worker->best = (RootBest){.move = 5, .depth = 4, .score = 100};
    worker->told = (Told){.move = 5, .depth = 4, .score = 100, .pv_count = 2};
    worker->history.cell[BLACK][5] = 1000;
    worker->history.killers[2][0] = 7;
    atomic_store(&worker->published_nodes, 77);
    searcher_begin(searcher);
    expect_equal(worker->nodes, 0);
    expect_equal(search_nodes(&searcher->search), 0);
    expect(!worker->aborted);
    expect_equal(worker->next_check, 0);
    expect_equal(worker->seldepth, 0);
    expect_equal(worker->root_count, 0);
    expect_equal(worker->best.move, CELL_NONE);
    expect_equal(worker->best.depth, 0);
    expect_equal(worker->told.move, CELL_NONE);
    expect_equal(worker->told.depth, 0);
    expect_equal(worker->history.cell[BLACK][5], 500);
    expect_equal(worker->history.killers[2][0], CELL_NONE);
    expect(!worker->is_fresh);
    worker_clear(worker);
    expect(worker->is_fresh);
    expect_equal(worker->history.cell[BLACK][5], 0);
}
END_TEST

/* A line is the move and the line of the next ply, cut at the longest line. */
START_TEST(a_line_is_a_move_and_the_line_behind_it) {
    worker->pv_count[4] = 3;
    for (Cell i = 0; i < 3; i++)
        worker->pv[4][i] = (Cell)(20 + i);
    worker_update_pv(worker, 3, 9);
    expect_equal(worker->pv_count[3], 4);
    expect_equal(worker->pv[3][0], 9);
    for (Cell i = 0; i < 3; i++)
        expect_equal(worker->pv[3][1 + i], 20 + i);
    worker->pv_count[1] = PLY_MAX;
    worker_update_pv(worker, 0, 8);
    expect_equal(worker->pv_count[0], PLY_MAX);
    worker->pv_count[1] = 0;
    worker_update_pv(worker, 0, 7);
    expect_equal(worker->pv_count[0], 1);
    expect_equal(worker->pv[0][0], 7);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("worker");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, setup, teardown);
    tcase_add_test(all, stops_hold_for_all_workers_and_limits_for_the_first);
    tcase_add_test(all, a_helper_searches_until_the_first_worker_ends);
    tcase_add_test(all, a_limit_of_nodes_is_checked_at_its_last_node);
    tcase_add_test(all, nodes_of_all_workers_count);
    tcase_add_test(all, a_new_search_begins_at_nought);
    tcase_add_test(all, a_line_is_a_move_and_the_line_behind_it);
    suite_add_tcase(suite, all);
    return run_suite(suite);
}
