/* lane.h: does slow jobs one after the other on a thread of libuv's pool, so that they delay no
 * clock. The loop's thread, except for the work itself. */
#ifndef TOURNAMENT_STORE_LANE_H
#define TOURNAMENT_STORE_LANE_H

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

typedef struct Lane Lane;

typedef void (*LaneFn)(void *context, void *job);

/* `work` does a job on the thread; `done` follows on the loop and frees the job. Returns NULL if
 * out of memory or without threads. The loop runs until all jobs are done. */
Lane *lane_new(uv_loop_t *loop, LaneFn work, LaneFn done, void *context);
/* The lane must be idle, and its loop must not run. Ignores NULL. */
void lane_free(Lane *lane);
/* Adds a job. Returns false if out of memory; the caller then keeps the job. */
bool lane_add(Lane *lane, void *job);
/* Returns the jobs that are not done: those whose `done` was not called. */
size_t lane_waiting(const Lane *lane);

/* Starts libuv's threads, which libuv does with its first work and ends the program if it cannot.
 * Returns false if they cannot be started. */
bool lane_start_threads(void);

#endif
