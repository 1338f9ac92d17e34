/* The queue of `serve`: random courses of adding, taking, giving back and cancelling against a
 * simple model. */
#include <check.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "study/serve/queue.h"
#include "support/harness.h"

enum { THREADS = 4, REQUESTS = 40, STEPS = 400, COURSES = 50 /* of a test */ };

/* What the model knows of a request. */
typedef struct Expected {
    bool is_in_flight, is_cancelled;
    int priority, threads;
    size_t order; /* of its coming */
    size_t count, next, out, whole;
} Expected;

/* A position in a worker's hands. */
typedef struct Held {
    QueueItem *item;
    int of;
} Held;

static Expected expected[REQUESTS];
static Held held[THREADS];
static int held_count, idle;
static size_t order;
static uint64_t state;

static unsigned below(unsigned bound) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state % bound);
}

static int number_of(const QueueItem *item) {
    return atoi(queue_request(item)->id);
}

/* Returns the request that must be served next, -1 if none waits. */
static int first_waiting(void) {
    int first = -1;
    for (int i = 0; i < REQUESTS; i++) {
        const Expected *e = &expected[i];
        if (!e->is_in_flight || e->is_cancelled || e->next == e->count)
            continue;
        if (first < 0 || e->priority > expected[first].priority ||
            (e->priority == expected[first].priority && e->order < expected[first].order))
            first = i;
    }
    return first;
}

static void expect_left(int number) {
    Expected *e = &expected[number];
    ck_assert_uint_eq(e->out, 0);
    ck_assert(e->is_cancelled || e->next == e->count);
    e->is_in_flight = false;
}

static void add(RequestQueue *queue) {
    int number = (int)below(REQUESTS);
    Expected *e = &expected[number];
    ServeRequest request = {.priority = (int)below(3),
                            .limits = {.threads = 1 + (int)below(THREADS)},
                            .count = 1 + below(4)};
    request.plies = calloc(request.count, sizeof *request.plies);
    snprintf(request.id, sizeof request.id, "%d", number);
    const char *wrong = queue_add(queue, &request);
    if (e->is_in_flight) {
        ck_assert_str_eq(wrong, "a request with this id is in flight");
        serve_request_release(&request);
        return;
    }
    ck_assert_ptr_null(wrong);
    *e = (Expected){.is_in_flight = true,
                    .priority = request.priority,
                    .threads = request.limits.threads,
                    .order = order++,
                    .count = request.count};
}

static void take(RequestQueue *queue) {
    QueueItem *item = NULL;
    int first = first_waiting();
    ck_assert(queue_has_waiting(queue) == (first >= 0));
    size_t index = queue_take(queue, idle, &item);
    if (first < 0 || expected[first].threads > idle) {
        ck_assert_uint_eq(index, SIZE_MAX);
        return;
    }
    ck_assert_int_eq(number_of(item), first);
    ck_assert_uint_eq(index, expected[first].next);
    expected[first].next++;
    expected[first].out++;
    idle -= expected[first].threads;
    held[held_count++] = (Held){item, first};
}

static void give_back(RequestQueue *queue) {
    if (held_count == 0)
        return;
    int at = (int)below((unsigned)held_count);
    Held from = held[at];
    Expected *e = &expected[from.of];
    held[at] = held[--held_count];
    bool is_whole = !e->is_cancelled && below(8) > 0;
    ck_assert(queue_is_cancelled(from.item) == e->is_cancelled);
    idle += e->threads;
    e->out--;
    e->whole += is_whole;
    bool is_last = e->out == 0 && (e->is_cancelled || e->next == e->count);
    ck_assert(queue_give_back(queue, from.item, is_whole) == is_last);
    ck_assert_uint_eq(queue_finished(from.item), e->whole);
    if (is_last) {
        expect_left(from.of);
        queue_close(from.item);
    }
}

static void cancel(RequestQueue *queue) {
    char id[20];
    bool is_finished = false;
    int number = (int)below(REQUESTS);
    snprintf(id, sizeof id, "%d", number);
    QueueItem *item = queue_cancel(queue, id, &is_finished);
    ck_assert((item != NULL) == expected[number].is_in_flight);
    if (item == NULL)
        return;
    expected[number].is_cancelled = true;
    ck_assert(is_finished == (expected[number].out == 0));
    if (is_finished) {
        expect_left(number);
        queue_close(item);
    }
}

static void expect_count(const RequestQueue *queue) {
    size_t count = 0;
    for (int i = 0; i < REQUESTS; i++)
        count += expected[i].is_in_flight;
    ck_assert_uint_eq(queue_count(queue), count);
}

/* Serves all that is left: nothing may be forgotten. */
static void drain(RequestQueue *queue) {
    while (queue_has_waiting(queue) || held_count > 0) {
        take(queue);
        give_back(queue);
    }
    for (int i = 0; i < REQUESTS; i++)
        ck_assert_msg(!expected[i].is_in_flight, "request %d was forgotten", i);
    ck_assert_ptr_null(queue_any(queue));
}

static void run_course(uint64_t seed) {
    RequestQueue *queue = queue_new();
    state = 0x9e3779b97f4a7c15ULL * (seed + 1);
    memset(expected, 0, sizeof expected);
    held_count = 0;
    idle = THREADS;
    order = 0;
    ck_assert_ptr_nonnull(queue);
    for (int step = 0; step < STEPS; step++) {
        unsigned what = below(10);
        if (what < 3)
            add(queue);
        else if (what < 6)
            take(queue);
        else if (what < 9)
            give_back(queue);
        else
            cancel(queue);
        expect_count(queue);
    }
    drain(queue);
    queue_free(queue);
}

START_TEST(every_request_is_served_once_and_in_order) {
    for (uint64_t i = 0; i < COURSES; i++)
        run_course((uint64_t)_i * COURSES + i);
}
END_TEST

START_TEST(positions_in_flight_are_limited) {
    RequestQueue *queue = queue_new();
    ServeRequest request = {.limits = {.threads = 1}, .count = QUEUE_POSITIONS_MAX};
    QueueItem *item;
    bool is_finished;
    strcpy(request.id, "all");
    ck_assert_ptr_null(queue_add(queue, &request));
    ServeRequest more = {.limits = {.threads = 1}, .count = 1};
    strcpy(more.id, "more");
    ck_assert_str_eq(queue_add(queue, &more), "too many positions are in flight");
    ck_assert_uint_eq(queue_take(queue, 1, &item), 0);
    ck_assert(!queue_give_back(queue, item, true));
    ck_assert_ptr_null(queue_add(queue, &more));
    /* What is cancelled makes room. */
    ck_assert_ptr_eq(queue_cancel(queue, "all", &is_finished), item);
    ck_assert(is_finished);
    queue_close(item);
    strcpy(request.id, "again");
    request.count--;
    ck_assert_ptr_null(queue_add(queue, &request));
    queue_free(queue);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("serve_queue");
    TCase *tests = tcase_create("serve_queue");
    tcase_add_loop_test(tests, every_request_is_served_once_and_in_order, 0, 20);
    tcase_add_test(tests, positions_in_flight_are_limited);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
