/* fetch.h: a worker's side of the server: tasks come in, answers go out.
 *
 * Two internal threads talk to the server; all functions and callbacks belong to the loop's thread.
 * An answer is sent repeatedly until the server has it; only then is the task's message
 * acknowledged. */
#ifndef TOURNAMENT_GRID_WORKER_FETCH_H
#define TOURNAMENT_GRID_WORKER_FETCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "grid/grid_options.h"
#include "shared/status/failure.h"

typedef struct Fetch Fetch;
typedef struct FetchTask FetchTask; /* a task that the server has lent */

typedef struct FetchEvents {
    /* A manager announces a run. */
    void (*on_announcement)(void *context, const char *text, size_t length);
    /* A task of a joined run. Answer it or drop it. */
    void (*on_task)(void *context, const char *key, const char *text, size_t length,
                    FetchTask *task);
    /* The server has no task of the run for this worker, which asked. */
    void (*on_empty)(void *context, const char *key);
    /* The server has the last part of the answer to this task, or it is given up. */
    void (*on_sent)(void *context, const char *key, int64_t task);
    /* A message for people, without a line end. */
    void (*on_note)(void *context, const char *text);
    /* The server refuses the login for good: no more messages are sent or received. `text` is the
     * reason. */
    void (*on_refusal)(void *context, const char *text);
    void *context;
} FetchEvents;

/* Connects; if the server cannot be reached, tries again in the background. Returns NULL if out of
 * memory or if the server refuses the connection; then writes the reason to `failure`. */
Fetch *fetch_new(uv_loop_t *loop, const GridOptions *options, const char *worker,
                 const FetchEvents *events, Failure *failure);
/* Start and stop taking tasks of a run. fetch_join() returns false if out of memory. */
bool fetch_join(Fetch *fetch, const char *key);
void fetch_leave(Fetch *fetch, const char *key);
/* Stops taking tasks of a run until fetch_join(), but goes on sending answers to it. */
void fetch_pause(Fetch *fetch, const char *key);
/* Raises the number of tasks to take by `more`. */
void fetch_want(Fetch *fetch, int more);
/* Stops taking tasks of any run. */
void fetch_stop(Fetch *fetch);
/* Tells the server that work on the task continues, which renews its lease. */
void fetch_progress(FetchTask *task);
/* Sends a part of the answer to the task of this number, under an id that is unique within the run.
 * `is_last`: this part completes the answer, and the handle becomes invalid. Takes ownership of the
 * data. Returns false if out of memory. */
bool fetch_answer(Fetch *fetch, FetchTask *task, int64_t number, const char *id, char *data,
                  size_t length, bool is_last);
/* Returns the task to the server for another worker. */
void fetch_drop(Fetch *fetch, FetchTask *task);
/* Refuses a task that no worker can do; the server removes it. */
void fetch_refuse(Fetch *fetch, FetchTask *task);
/* Sends a beat (wire/beat.h) to the run's manager. Takes ownership of the text; ignores NULL. */
void fetch_beat(Fetch *fetch, const char *key, char *text);
/* Asks managers to announce their runs. */
void fetch_hello(Fetch *fetch);
/* Closes once the server has all answers, or after 5 seconds. After its lease the server lends a
 * task again that was neither answered nor dropped. */
void fetch_close(Fetch *fetch);
/* Call it after fetch_close(), once the loop has run. Ignores NULL. */
void fetch_free(Fetch *fetch);

#endif
