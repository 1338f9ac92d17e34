/* queue.h: the requests in flight of `pbrain-kaname serve`: which position is analyzed next, and
 * when a request is finished. Does no input or output and has no lock: the caller guards it. */
#ifndef KANAME_PROTOCOL_STUDY_SERVE_QUEUE_H
#define KANAME_PROTOCOL_STUDY_SERVE_QUEUE_H

#include "study/serve/request.h"

#include <stdbool.h>
#include <stddef.h>

enum { QUEUE_POSITIONS_MAX = 100000 /* that wait or are searched */ };

/* A request in flight. */
typedef struct QueueItem QueueItem;
typedef struct RequestQueue RequestQueue;

/* Returns NULL if out of memory. */
RequestQueue *queue_new(void);
void queue_free(RequestQueue *queue); /* ignores NULL; releases all requests */

/* Returns whether a request with this id is in flight. */
bool queue_has(const RequestQueue *queue, const char *id);
/* Adds a request for analysis, whose memory it takes over. Returns NULL, or the reason why it
 * cannot be added; the request is then still the caller's. */
const char *queue_add(RequestQueue *queue, ServeRequest *request);
/* Hands out the next position: of the request with the greatest priority, of those with the same
 * the oldest, and its positions in their order. Returns the index in request->plies and sets
 * `*taken`. Returns SIZE_MAX if none waits, or if its request wants more than `threads` threads:
 * requests that come later do not overtake it. */
size_t queue_take(RequestQueue *queue, int threads, QueueItem **taken);
/* Returns whether a position waits to be taken. */
bool queue_has_waiting(const RequestQueue *queue);

const ServeRequest *queue_request(const QueueItem *item);
bool queue_is_cancelled(const QueueItem *item);
/* Returns how many positions of the request have been analyzed to the end of their limits. */
size_t queue_finished(const QueueItem *item);

/* Gives back a position that was handed out; `is_whole`: the search was not cut. Returns whether
 * the request is finished: it has left the queue, its id is free, and the caller answers it and
 * calls queue_close(). */
bool queue_give_back(RequestQueue *queue, QueueItem *item, bool is_whole);
void queue_close(QueueItem *item);

/* Cancels the request with this id: hands out no further position of it. Returns it, NULL if there
 * is none; `*is_finished` then tells, as queue_give_back() does, whether it is finished. */
QueueItem *queue_cancel(RequestQueue *queue, const char *id, bool *is_finished);
/* Returns how many requests are in flight, cancelled ones included. */
size_t queue_count(const RequestQueue *queue);
/* Returns the id of a request that is not cancelled, NULL if there is none. */
const char *queue_any(const RequestQueue *queue);

#endif
