/* pool.h: the threads of `pbrain-kaname serve`, each with an engine: they analyze the positions of
 * the queue and write the answers. */
#ifndef KANAME_PROTOCOL_STUDY_SERVE_POOL_H
#define KANAME_PROTOCOL_STUDY_SERVE_POOL_H

#include "engines/weights.h"
#include "study/serve/request.h"

#include <stdbool.h>

typedef struct ServePool ServePool;

/* Starts `threads` threads, which share `hash_mib` MiB for their tables and write to standard
 * output. On failure prints the reason on standard error, after `name`, and returns NULL. */
ServePool *pool_open(const char *name, const WeightsFiles *weights, int threads, int hash_mib);
/* Waits until all requests are answered; from then on none may be taken. */
void pool_finish(ServePool *pool);
/* Finishes and frees the pool. Returns false if an answer could not be written. */
bool pool_close(ServePool *pool);

/* Takes over a request and sees that it is answered. One thread calls this and the next. */
void pool_take(ServePool *pool, ServeRequest *request);
/* Answers a line that is no request; `id` may be empty. */
void pool_refuse(ServePool *pool, const char *id, const char *error);
/* Returns whether nobody reads the answers any more: one could not be written, or standard output
 * is closed. All requests are then cancelled. */
bool pool_is_broken(ServePool *pool);
/* Cancels all requests, and those that are still taken. Any thread may call these two. */
void pool_stop(ServePool *pool);
bool pool_is_stopped(ServePool *pool);

#endif
