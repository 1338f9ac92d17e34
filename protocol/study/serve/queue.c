#include "study/serve/queue.h"
#include "shared/status/status.h"

#include <stdlib.h>
#include <string.h>
#define HASH_NONFATAL_OOM 1
#define uthash_nonfatal_oom(item) ((item)->is_lost = true)
#include <uthash.h>
#include <utlist.h>

struct QueueItem {
    ServeRequest request;
    size_t next;     /* index of the position to hand out next */
    size_t out;      /* positions handed out and not given back */
    size_t finished; /* given back whole */
    bool is_cancelled;
    bool is_lost;                   /* no memory for its place in the hash */
    struct QueueItem *prev, *after; /* those with positions to hand out, the next one first */
    UT_hash_handle hh;              /* by request.id */
};

enum { PRIORITIES = 2 * SERVE_PRIORITY_MAX + 1 };

struct RequestQueue {
    QueueItem *by_id, *waiting;
    QueueItem *last_of[PRIORITIES]; /* the last that waits, by priority, the lowest first */
    size_t positions;               /* not given back */
};

RequestQueue *queue_new(void) {
    return calloc(1, sizeof(RequestQueue));
}

void queue_free(RequestQueue *queue) {
    QueueItem *item, *next;
    if (queue == NULL)
        return;
    HASH_ITER(hh, queue->by_id, item, next) {
        HASH_DEL(queue->by_id, item);
        queue_close(item);
    }
    free(queue);
}

void queue_close(QueueItem *item) {
    serve_request_release(&item->request);
    free(item);
}

/* ---- Adding -------------------------------------------------------------------------------- */

static QueueItem **last_of(RequestQueue *queue, const QueueItem *item) {
    return &queue->last_of[item->request.priority + SERVE_PRIORITY_MAX];
}

/* Puts the item behind all whose priority is not less. */
static void put_in_order(RequestQueue *queue, QueueItem *item) {
    QueueItem **own = last_of(queue, item), **end = queue->last_of + PRIORITIES, **before = own;
    while (before < end && *before == NULL)
        before++;
    if (before < end)
        DL_APPEND_ELEM2(queue->waiting, *before, item, prev, after);
    else
        DL_PREPEND2(queue->waiting, item, prev, after);
    *own = item;
}

/* Takes an item out that has no position left to hand out. */
static void leave_order(RequestQueue *queue, QueueItem *item) {
    QueueItem **own = last_of(queue, item);
    if (*own == item) {
        bool has_before = item != queue->waiting;
        *own = has_before && item->prev->request.priority == item->request.priority ? item->prev
                                                                                    : NULL;
    }
    DL_DELETE2(queue->waiting, item, prev, after);
}

bool queue_has(const RequestQueue *queue, const char *id) {
    QueueItem *item;
    HASH_FIND_STR(queue->by_id, id, item);
    return item != NULL;
}

const char *queue_add(RequestQueue *queue, ServeRequest *request) {
    if (queue_has(queue, request->id))
        return "a request with this id is in flight";
    if (queue->positions + request->count > QUEUE_POSITIONS_MAX)
        return "too many positions are in flight";
    QueueItem *item = calloc(1, sizeof *item);
    if (item == NULL)
        return status_text(STATUS_MEMORY);
    item->request = *request;
    HASH_ADD_STR(queue->by_id, request.id, item);
    if (item->is_lost) {
        free(item);
        return status_text(STATUS_MEMORY);
    }
    queue->positions += request->count;
    put_in_order(queue, item);
    return NULL;
}

/* ---- Handing out --------------------------------------------------------------------------- */

bool queue_has_waiting(const RequestQueue *queue) {
    return queue->waiting != NULL;
}

size_t queue_take(RequestQueue *queue, int threads, QueueItem **taken) {
    QueueItem *item = queue->waiting;
    if (item == NULL || item->request.limits.threads > threads)
        return SIZE_MAX;
    size_t index = item->next++;
    item->out++;
    if (item->next == item->request.count)
        leave_order(queue, item);
    *taken = item;
    return index;
}

const ServeRequest *queue_request(const QueueItem *item) {
    return &item->request;
}

bool queue_is_cancelled(const QueueItem *item) {
    return item->is_cancelled;
}

size_t queue_finished(const QueueItem *item) {
    return item->finished;
}

/* ---- The end ------------------------------------------------------------------------------- */

/* Takes the case off the queue if nothing of it is left to do. */
static bool leave_if_finished(RequestQueue *queue, QueueItem *item) {
    if (item->out > 0 || item->next < item->request.count)
        return false;
    HASH_DEL(queue->by_id, item);
    return true;
}

bool queue_give_back(RequestQueue *queue, QueueItem *item, bool is_whole) {
    item->out--;
    item->finished += is_whole;
    queue->positions--;
    return leave_if_finished(queue, item);
}

QueueItem *queue_cancel(RequestQueue *queue, const char *id, bool *is_finished) {
    QueueItem *item;
    HASH_FIND_STR(queue->by_id, id, item);
    if (item == NULL)
        return NULL;
    item->is_cancelled = true;
    if (item->next < item->request.count) {
        queue->positions -= item->request.count - item->next;
        item->next = item->request.count;
        leave_order(queue, item);
    }
    *is_finished = leave_if_finished(queue, item);
    return item;
}

size_t queue_count(const RequestQueue *queue) {
    return HASH_COUNT(queue->by_id);
}

const char *queue_any(const RequestQueue *queue) {
    for (const QueueItem *item = queue->by_id; item != NULL; item = item->hh.next)
        if (!item->is_cancelled)
            return item->request.id;
    return NULL;
}
