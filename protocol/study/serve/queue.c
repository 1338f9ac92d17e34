#include "study/serve/queue.h"

#include <stdlib.h>
#include <string.h>
#include <uthash.h>
#include <utlist.h>

struct QueueItem {
    ServeRequest request;
    size_t next;     /* index of the position to hand out next */
    size_t out;      /* positions handed out and not given back */
    size_t finished; /* given back whole */
    bool is_cancelled;
    struct QueueItem *prev, *after; /* those with positions to hand out, the next one first */
    UT_hash_handle hh;              /* by request.id */
};

struct RequestQueue {
    QueueItem *by_id, *waiting;
    size_t positions; /* not given back */
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

/* Puts the case behind all whose priority is not less. */
static void put_in_order(RequestQueue *queue, QueueItem *item) {
    QueueItem *before = queue->waiting != NULL ? queue->waiting->prev : NULL; /* the last one */
    while (before != NULL && before->request.priority < item->request.priority)
        before = before == queue->waiting ? NULL : before->prev;
    if (before != NULL)
        DL_APPEND_ELEM2(queue->waiting, before, item, prev, after);
    else
        DL_PREPEND2(queue->waiting, item, prev, after);
}

const char *queue_add(RequestQueue *queue, ServeRequest *request) {
    QueueItem *item;
    HASH_FIND_STR(queue->by_id, request->id, item);
    if (item != NULL)
        return "a request with this id is in flight";
    if (queue->positions + request->count > QUEUE_POSITIONS_MAX)
        return "too many positions are in flight";
    item = calloc(1, sizeof *item);
    if (item == NULL)
        return "not enough memory";
    item->request = *request;
    HASH_ADD_STR(queue->by_id, request.id, item);
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
        DL_DELETE2(queue->waiting, item, prev, after);
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
        DL_DELETE2(queue->waiting, item, prev, after);
    }
    *is_finished = leave_if_finished(queue, item);
    return item;
}

const char *queue_any(const RequestQueue *queue) {
    for (const QueueItem *item = queue->by_id; item != NULL; item = item->hh.next)
        if (!item->is_cancelled)
            return item->request.id;
    return NULL;
}
