#include "store/lane.h"
#include "process/limits.h"

#include <assert.h>
#include <stdlib.h>

enum { POOL_THREADS = 4 /* libuv's default, unless UV_THREADPOOL_SIZE is higher */ };

typedef struct Item {
    struct Item *next;
    void *job;
} Item;

struct Lane {
    uv_work_t request;
    uv_loop_t *loop;
    LaneFn work, done;
    void *context;
    Item *first, **end; /* the first belongs to the thread while is_working */
    size_t waiting;
    bool is_working;
};

/* ---- Threads -------------------------------------------------------------------------------- */

static void pass(void *context) {
    uv_mutex_t *gate = context;
    uv_mutex_lock(gate);
    uv_mutex_unlock(gate);
}

/* Returns whether all threads of libuv's pool can be started. */
static bool can_start_threads(void) {
    uv_thread_t threads[POOL_THREADS];
    uv_mutex_t gate;
    int count = 0;
    if (uv_mutex_init(&gate) != 0)
        return false;
    uv_mutex_lock(&gate);
    while (count < POOL_THREADS && uv_thread_create(&threads[count], pass, &gate) == 0)
        count++;
    uv_mutex_unlock(&gate);
    for (int i = 0; i < count; i++)
        uv_thread_join(&threads[i]);
    uv_mutex_destroy(&gate);
    return count == POOL_THREADS;
}

static void do_nothing(uv_work_t *request) {
    (void)request;
}

bool lane_start_threads(void) {
    uv_loop_t loop;
    uv_work_t request;
    if (limits_lack_files() || !can_start_threads() || uv_loop_init(&loop) != 0)
        return false;
    bool is_started = uv_queue_work(&loop, &request, do_nothing, NULL) == 0;
    uv_run(&loop, UV_RUN_DEFAULT);
    return uv_loop_close(&loop) == 0 && is_started;
}

/* ---- The lane ------------------------------------------------------------------------------- */

Lane *lane_new(uv_loop_t *loop, LaneFn work, LaneFn done, void *context) {
    Lane *lane = lane_start_threads() ? calloc(1, sizeof *lane) : NULL;
    if (lane == NULL)
        return NULL;
    lane->loop = loop;
    lane->work = work;
    lane->done = done;
    lane->context = context;
    lane->end = &lane->first;
    lane->request.data = lane;
    return lane;
}

void lane_free(Lane *lane) {
    assert(lane == NULL || lane->waiting == 0);
    free(lane);
}

static void do_first(uv_work_t *request) {
    Lane *lane = request->data;
    lane->work(lane->context, lane->first->job);
}

static void on_done(uv_work_t *request, int status);

static void start(Lane *lane) {
    lane->is_working = true;
    uv_queue_work(lane->loop, &lane->request, do_first, on_done);
}

static void on_done(uv_work_t *request, int status) {
    (void)status;
    Lane *lane = request->data;
    Item *item = lane->first;
    lane->first = item->next;
    if (lane->first == NULL)
        lane->end = &lane->first;
    lane->is_working = false;
    lane->waiting--;
    if (lane->first != NULL)
        start(lane);
    lane->done(lane->context, item->job);
    free(item);
}

bool lane_add(Lane *lane, void *job) {
    Item *item = malloc(sizeof *item);
    if (item == NULL)
        return false;
    *item = (Item){.job = job};
    *lane->end = item;
    lane->end = &item->next;
    lane->waiting++;
    if (!lane->is_working)
        start(lane);
    return true;
}

size_t lane_waiting(const Lane *lane) {
    return lane->waiting;
}
