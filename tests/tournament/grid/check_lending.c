/* Single rules of the manager's and the worker's state machines; check_dealing.c has the courses.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grid/manager/dealing.h"
#include "grid/worker/duties.h"
#include "support/harness.h"

#define SECOND UINT64_C(1000000000)

typedef struct Counts {
    int64_t next;
    int published, announced, renewed, beats, hellos, silent;
    int renewed_at[3]; /* by table */
    char line[400];
} Counts;

static Counts counts;
static Dealing dealing;
static Duties duties;

static bool next(void *context, int64_t *id, void **item) {
    (void)context;
    *item = NULL;
    *id = ++counts.next;
    return true;
}

static void publish(void *context, const DealingTask *task) {
    (void)context, (void)task;
    counts.published++;
}

static void announce(void *context) {
    (void)context;
    counts.announced++;
}

static void note(void *context, const char *text) {
    (void)context;
    snprintf(counts.line, sizeof counts.line, "%s", text);
}

static void renew(void *context, int table) {
    (void)context;
    counts.renewed++;
    counts.renewed_at[table]++;
}

static void beat(void *context, const char *key) {
    (void)context, (void)key;
    counts.beats++;
}

static void hello(void *context) {
    (void)context;
    counts.hellos++;
}

static void silent(void *context, const char *key) {
    (void)context, (void)key;
    counts.silent++;
}

static void setup(void) {
    const DealingPort port = {.next = next, .publish = publish, .announce = announce, .note = note};
    const DutiesPort duty = {.renew = renew, .beat = beat, .hello = hello, .silent = silent};
    counts = (Counts){0};
    dealing_init(&dealing, &port, 3000, "encounters", SECOND);
    ck_assert(duties_init(&duties, 2, &duty));
}

static void teardown(void) {
    dealing_release(&dealing);
    duties_release(&duties);
}

/* A beat of a worker with two tables. */
static void beat_of(const char *identity, uint64_t now_ns) {
    static Beat message;
    message = (Beat){.worker = "w", .tables = 2, .empty_ms = -1};
    dealing_beat(&dealing, &message, identity, true, now_ns);
}

static DealingVerdict answer(const char *identity, int64_t id, int attempt, bool is_genuine,
                             DealingTask **task) {
    const DealingAnswer result = {
        .id = id, .attempt = attempt, .is_genuine = is_genuine, .identity = identity};
    return dealing_result(&dealing, &result, 5 * SECOND, task);
}

START_TEST(a_run_is_announced_every_two_seconds) {
    for (uint64_t tenth = 10; tenth < 210; tenth++)
        dealing_tick(&dealing, tenth * SECOND / 10);
    ck_assert_int_eq(counts.announced, 10);
    dealing_hello(&dealing, 21 * SECOND);
    dealing_hello(&dealing, 21 * SECOND + 1); /* soon after: waits for a tick */
    ck_assert_int_eq(counts.announced, 11);
    dealing_tick(&dealing, 21 * SECOND + SECOND / 4);
    ck_assert_int_eq(counts.announced, 12);
}
END_TEST

/* Of four open tasks the result of the first has come; the others are recalled in order. */
START_TEST(tasks_are_recalled_once_nobody_has_played_for_ten_seconds) {
    DealingTask *task;
    beat_of("one", 2 * SECOND);
    ck_assert_int_eq(dealing_open(&dealing), 4);
    ck_assert_int_eq(answer("one", 1, 1, true, &task), DEALING_TAKE);
    task->result = task;
    dealing_tick(&dealing, 5 * SECOND);
    dealing_tick(&dealing, 30 * SECOND); /* the worker is gone */
    ck_assert_ptr_null(dealing_recall(&dealing, 39 * SECOND));
    task = dealing_recall(&dealing, 41 * SECOND);
    ck_assert_ptr_nonnull(task);
    ck_assert_int_eq(task->id, 2);
    dealing_forget(&dealing, task);
    ck_assert_int_eq(answer("one", 2, 1, true, &task), DEALING_DROP);
    ck_assert_int_eq(dealing_recall(&dealing, 41 * SECOND)->id, 3);
    beat_of("two", 42 * SECOND);
    ck_assert_ptr_null(dealing_recall(&dealing, 42 * SECOND));
}
END_TEST

/* A worker that leaves ends the games that it has begun, and goes on telling so. */
START_TEST(tasks_of_a_worker_that_leaves_are_recalled_once_it_is_silent) {
    static Beat message;
    beat_of("one", 2 * SECOND);
    for (int second = 4; second <= 40; second += 2) {
        message = (Beat){.worker = "w", .tables = 2, .busy = 1, .empty_ms = -1, .is_leaving = true};
        message.tasks[message.task_count++] = 1;
        dealing_beat(&dealing, &message, "one", true, (uint64_t)second * SECOND);
        dealing_tick(&dealing, (uint64_t)second * SECOND);
    }
    ck_assert_int_eq(dealing_recall(&dealing, 41 * SECOND)->id, 2);
    ck_assert_int_eq(dealing_recall(&dealing, 51 * SECOND)->id, 1);
}
END_TEST

START_TEST(a_false_result_deals_nothing_and_is_dropped) {
    DealingTask *task;
    beat_of("one", 2 * SECOND);
    ck_assert_int_eq(counts.published, 4);
    for (int i = 0; i < 60; i++)
        ck_assert_int_eq(answer("one", 1 + i * 100, 1 + i, false, &task), DEALING_DROP);
    ck_assert_int_eq(counts.published, 4);
    ck_assert(!roster_find(&dealing.roster, "one")->is_aside);
}
END_TEST

/* The holder of a task may send as many wrong results as it likes. */
START_TEST(wrong_results_of_one_delivery_deal_once) {
    DealingTask *task;
    beat_of("one", 2 * SECOND);
    const DealingAnswer wrong = {.id = 2, .attempt = 1, .is_genuine = true, .identity = "bad"};
    for (int i = 0; i < 60; i++)
        if (answer("bad", 2, 1, true, &task) == DEALING_TAKE)
            dealing_refuse(&dealing, task, &wrong, "b", i == 0 ? "a fault" : NULL, 5 * SECOND);
    ck_assert_int_eq(counts.published, 5);
    ck_assert_str_eq(counts.line, "worker b is set aside: a fault");
    ck_assert(!roster_find(&dealing.roster, "one")->is_aside);
}
END_TEST

START_TEST(a_result_of_a_worker_that_is_set_aside_is_dealt_to_another) {
    DealingTask *task;
    beat_of("one", 2 * SECOND);
    RosterWorker *worker = roster_worker(&dealing.roster, "one", "w");
    dealing_set_aside(&dealing, worker, "a fault", 3 * SECOND);
    ck_assert_str_eq(counts.line,
                     "all 1 workers are set aside; waiting for another one (4 open encounters)");
    ck_assert_int_eq(answer("one", 1, 1, true, &task), DEALING_DROP);
    ck_assert_int_eq(counts.published, 5);
}
END_TEST

START_TEST(a_lease_is_renewed_after_each_third_of_it) {
    ck_assert(duties_serve(&duties, "k", 3000, SECOND));
    ck_assert_int_eq(duties_take(&duties, "k", 7, SECOND), 1);
    for (uint64_t tenth = 10; tenth <= 310; tenth++) {
        duties_heard(&duties, "k", tenth * SECOND / 10);
        duties_tick(&duties, tenth * SECOND / 10);
    }
    ck_assert_int_eq(counts.renewed, 30); /* in 30 s */
    duties_answer(&duties, 1);
    duties_tick(&duties, 40 * SECOND);
    ck_assert_int_eq(counts.renewed, 30);
}
END_TEST

/* Two tasks of two runs, which outlast many leases. */
START_TEST(leases_of_all_runs_are_renewed) {
    ck_assert(duties_serve(&duties, "k", 3000, SECOND));
    ck_assert(duties_serve(&duties, "l", 3000, SECOND));
    ck_assert_int_eq(duties_take(&duties, "k", 7, SECOND), 1);
    ck_assert_int_eq(duties_take(&duties, "l", 7, SECOND), 2);
    counts.beats = 0;
    for (uint64_t tenth = 10; tenth <= 310; tenth++)
        duties_tick(&duties, tenth * SECOND / 10);
    ck_assert_int_eq(counts.renewed_at[1], 30);
    ck_assert_int_eq(counts.renewed_at[2], 30);
    ck_assert_int_eq(counts.beats, 2 * 16); /* in 30 s, one each two seconds */
}
END_TEST

START_TEST(a_beat_names_the_tasks_of_its_run_and_all_busy_tables) {
    static Beat message;
    ck_assert(duties_serve(&duties, "k", 3000, SECOND));
    ck_assert(duties_serve(&duties, "l", 3000, SECOND));
    ck_assert_int_eq(duties_take(&duties, "k", 7, SECOND), 1);
    ck_assert_int_eq(duties_take(&duties, "l", 8, SECOND), 2);
    ck_assert_int_eq(duties_take(&duties, "l", 9, SECOND), 0);
    duties_describe(&duties, "k", SECOND, &message);
    ck_assert(message.tables == 2 && message.busy == 2 && message.task_count == 1);
    ck_assert_int_eq(message.tasks[0], 7);
    ck_assert_int_eq(message.empty_ms, -1);
    duties_answer(&duties, 1);
    duties_empty(&duties, "k", 2 * SECOND);
    message = (Beat){0};
    duties_describe(&duties, "k", 3 * SECOND, &message);
    ck_assert(message.busy == 1 && message.task_count == 1 && message.tasks[0] == 7);
    ck_assert_int_eq(message.empty_ms, 1000);
    duties_sent(&duties, "k", 7);
    message = (Beat){0};
    duties_describe(&duties, "k", 3 * SECOND, &message);
    ck_assert_int_eq(message.task_count, 0);
}
END_TEST

START_TEST(a_run_is_left_after_a_minute_of_silence) {
    ck_assert(duties_serve(&duties, "k", 3000, SECOND));
    for (uint64_t second = 1; second < 61; second++)
        duties_tick(&duties, second * SECOND);
    ck_assert(duties_serves(&duties, "k") && counts.silent == 0 && counts.hellos == 0);
    for (uint64_t second = 61; second < 80; second++)
        duties_tick(&duties, second * SECOND);
    ck_assert(!duties_serves(&duties, "k"));
    ck_assert_int_eq(counts.silent, 1);
    ck_assert_int_gt(counts.hellos, 1);
}
END_TEST

/* Who counts: present, allowed to play, not on its way out. */
START_TEST(only_live_workers_have_tables) {
    Roster *roster = &dealing.roster;
    for (int i = 0; i < 4; i++) {
        static Beat message;
        char identity[8];
        message = (Beat){.worker = "w", .tables = 1 << i, .empty_ms = -1, .is_leaving = i == 2};
        snprintf(identity, sizeof identity, "%d", i);
        ck_assert(roster_beat(roster, &message, identity, (i == 3 ? 1 : 5) * SECOND));
    }
    roster_worker(roster, "1", "w")->is_aside = true;
    ck_assert_int_eq(roster_tables(roster, 6 * SECOND), 1 + 8);
    ck_assert_int_eq(roster_tables(roster, 12 * SECOND), 1); /* the last was silent for ten s */
    const RosterCount count = roster_count_workers(roster, 12 * SECOND);
    ck_assert(count.present == 3 && count.aside == 1 && count.live == 1);
    ck_assert_int_eq(roster_tables(roster, 15 * SECOND), 0);
}
END_TEST

/* From four games on, by the share of faults. */
START_TEST(a_worker_is_set_aside_for_its_faults) {
    RosterWorker *worker = roster_worker(&dealing.roster, "one", "w");
    const GameRecord good = {.reason = GAME_REASON_FIVE}, fault = {.reason = GAME_REASON_CRASH};
    ck_assert(!roster_count(worker, &fault, 50));
    ck_assert(!roster_count(worker, &fault, 50));
    ck_assert(!roster_count(worker, &good, 50)); /* two of three */
    ck_assert(roster_count(worker, &good, 50));  /* two of four */
    ck_assert(!roster_count(worker, &good, 50)); /* two of five */
    ck_assert(roster_count(worker, &fault, 50)); /* three of six */
    worker->is_aside = true;
    ck_assert(!roster_count(worker, &fault, 50)); /* only once */
    ck_assert_int_eq(worker->games, 7);
    ck_assert_int_eq(worker->faults, 4);
    RosterWorker *other = roster_worker(&dealing.roster, "two", "w");
    for (int i = 0; i < 10; i++)
        ck_assert(!roster_count(other, &good, 0)); /* without a fault, never */
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("lending");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, a_run_is_announced_every_two_seconds);
    tcase_add_test(tests, tasks_are_recalled_once_nobody_has_played_for_ten_seconds);
    tcase_add_test(tests, tasks_of_a_worker_that_leaves_are_recalled_once_it_is_silent);
    tcase_add_test(tests, a_false_result_deals_nothing_and_is_dropped);
    tcase_add_test(tests, wrong_results_of_one_delivery_deal_once);
    tcase_add_test(tests, a_result_of_a_worker_that_is_set_aside_is_dealt_to_another);
    tcase_add_test(tests, a_lease_is_renewed_after_each_third_of_it);
    tcase_add_test(tests, leases_of_all_runs_are_renewed);
    tcase_add_test(tests, a_beat_names_the_tasks_of_its_run_and_all_busy_tables);
    tcase_add_test(tests, only_live_workers_have_tables);
    tcase_add_test(tests, a_worker_is_set_aside_for_its_faults);
    tcase_add_test(tests, a_run_is_left_after_a_minute_of_silence);
    Suite *suite = suite_create("lending");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
