/* The thinker beside a model with three states: at rest, a job in the foreground, a job behind.
 *
 *   check_thinker [SEQUENCES [SEED]]
 *
 * The calls are random, and legal in the present state. The job moves to the background or ends,
 * at once or a little later, as the test tells it. In every state the questions are asked that a
 * caller may ask, and what one side wrote before a change of state is read by the other after it,
 * without a lock: the thread sanitizer sees if the promise of thinker.h is kept. */
#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif
#include "session/thinker.h"

#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "support/expect.h"
#include "support/harness.h"

enum { CALLS = 60, ORDERS_MAX = 4, PAUSE_NS_MAX = 100000 };

typedef enum { AT_REST, IN_FRONT, BEHIND, STATES } State;
typedef enum { ORDER_GO_ON, ORDER_END } Order;

typedef struct Model {
    Thinker thinker;
    State state;
    uint64_t chance;
    pthread_mutex_t lock; /* of the orders */
    pthread_cond_t given;
    Order orders[ORDERS_MAX];
    int order_count;
    int64_t pause_ns;   /* of the job, before it obeys */
    int asked;          /* written by the owner before the start */
    int heard;          /* by the job, of `asked` */
    int gone_on, ended; /* by the job, before it goes on or ends */
    int jobs, moves;    /* that the model expects to see there */
    bool was_asked[STATES];
} Model;

static long sequences = 20;
static uint64_t seed = 1;

static uint64_t draw(Model *model, uint64_t count) {
    model->chance += 0x9E3779B97F4A7C15;
    uint64_t state = model->chance;
    state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9;
    state = (state ^ (state >> 27)) * 0x94D049BB133111EB;
    return (state ^ (state >> 31)) % count;
}

/* ---- The job -------------------------------------------------------------------------------- */

static Order next_order(Model *model) {
    pthread_mutex_lock(&model->lock);
    while (model->order_count == 0)
        pthread_cond_wait(&model->given, &model->lock);
    Order order = model->orders[0];
    memmove(model->orders, model->orders + 1, sizeof model->orders - sizeof model->orders[0]);
    model->order_count--;
    int64_t pause_ns = model->pause_ns;
    pthread_mutex_unlock(&model->lock);
    if (pause_ns > 0)
        nanosleep(&(struct timespec){.tv_nsec = (long)pause_ns}, NULL);
    return order;
}

static void obey(void *context) {
    Model *model = context;
    model->heard = model->asked;
    while (next_order(model) == ORDER_GO_ON) {
        model->gone_on++;
        thinker_go_on(&model->thinker);
    }
    model->ended++;
}

static void order(Model *model, Order what) {
    pthread_mutex_lock(&model->lock);
    expect(model->order_count < ORDERS_MAX);
    model->orders[model->order_count++] = what;
    model->pause_ns = draw(model, 2) == 0 ? 0 : (int64_t)draw(model, PAUSE_NS_MAX);
    pthread_cond_signal(&model->given);
    pthread_mutex_unlock(&model->lock);
}

/* ---- The owner ------------------------------------------------------------------------------ */

static void ask(Model *model) {
    expect_equal(thinker_is_busy(&model->thinker), model->state == IN_FRONT);
    expect_equal(thinker_is_at_rest(&model->thinker), model->state == AT_REST);
    if (model->state == AT_REST)
        expect_equal(model->ended, model->jobs);
    if (model->state == AT_REST && model->jobs > 0)
        expect_equal(model->heard, model->asked);
    model->was_asked[model->state] = true;
}

static void start(Model *model) {
    bool is_behind = draw(model, 3) == 0;
    model->asked++;
    model->jobs++;
    if (is_behind)
        thinker_start_behind(&model->thinker, obey, model);
    else
        thinker_start(&model->thinker, obey, model);
    model->state = is_behind ? BEHIND : IN_FRONT;
}

/* The job leaves the foreground, and the owner notices it in one of the ways there are. */
static void go_on(Model *model) {
    order(model, ORDER_GO_ON);
    model->moves++;
    if (draw(model, 2) == 0)
        thinker_wait(&model->thinker);
    else
        while (thinker_is_busy(&model->thinker))
            sched_yield();
    expect_equal(model->gone_on, model->moves);
    model->state = BEHIND;
}

static void end(Model *model) {
    if (model->state == IN_FRONT && draw(model, 3) == 0) {
        order(model, ORDER_GO_ON);
        model->moves++;
    }
    order(model, ORDER_END);
    if (model->state == IN_FRONT && draw(model, 3) == 0)
        thinker_wait(&model->thinker); /* for its way behind or its end */
    if (draw(model, 2) == 0)
        thinker_wait_for_rest(&model->thinker);
    else
        while (!thinker_is_at_rest(&model->thinker))
            sched_yield();
    model->state = AT_REST;
}

/* A release waits for the job, wherever it is. */
static void renew(Model *model) {
    if (model->state != AT_REST)
        order(model, ORDER_END);
    thinker_release(&model->thinker);
    expect_equal(model->ended, model->jobs);
    expect(thinker_init(&model->thinker));
    model->state = AT_REST;
}

static void call(Model *model) {
    uint64_t kind = draw(model, 12);
    if (kind == 0)
        renew(model);
    else if (model->state == AT_REST && kind < 9)
        start(model);
    else if (model->state == AT_REST)
        kind % 2 == 0 ? thinker_wait(&model->thinker) : thinker_wait_for_rest(&model->thinker);
    else if (model->state == IN_FRONT && kind < 6)
        go_on(model);
    else if (model->state == BEHIND && kind < 4)
        thinker_wait(&model->thinker); /* for nothing */
    else if (kind < 10)
        end(model);
    ask(model);
}

START_TEST(every_legal_sequence_goes_as_the_model_says) {
    bool was_asked[STATES] = {false};
    for (long i = 0; i < sequences; i++) {
        Model model = {.chance = (seed << 32) + (uint64_t)i};
        expect(pthread_mutex_init(&model.lock, NULL) == 0);
        expect(pthread_cond_init(&model.given, NULL) == 0);
        expect(thinker_init(&model.thinker));
        ask(&model);
        for (int j = 0; j < CALLS; j++)
            call(&model);
        if (model.state != AT_REST)
            order(&model, ORDER_END);
        thinker_release(&model.thinker);
        expect_equal(model.ended, model.jobs);
        expect_equal(model.gone_on, model.moves);
        for (int state = 0; state < STATES; state++)
            was_asked[state] = was_asked[state] || model.was_asked[state];
        pthread_cond_destroy(&model.given);
        pthread_mutex_destroy(&model.lock);
    }
    expect(was_asked[AT_REST] && was_asked[IN_FRONT] && was_asked[BEHIND]);
}
END_TEST

int main(int argc, char **argv) {
    if (argc > 1)
        sequences = strtol(argv[1], NULL, 10);
    if (argc > 2)
        seed = strtoull(argv[2], NULL, 10);
    Suite *suite = suite_create("thinker");
    TCase *model = tcase_create("model");
    tcase_set_timeout(model, 0); /* as many sequences as asked for; ctest has a limit of its own */
    tcase_add_test(model, every_legal_sequence_goes_as_the_model_says);
    suite_add_tcase(suite, model);
    return run_suite(suite);
}
