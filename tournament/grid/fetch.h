/* fetch.h: a worker's side of the server: tasks come in, answers go out.
 *
 * Two threads of its own speak to the server; all functions and callbacks belong to the loop's
 * thread. An answer is sent until the server has it; only then is the task's message acknowledged.
 */
#ifndef TOURNAMENT_GRID_FETCH_H
#define TOURNAMENT_GRID_FETCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "grid/grid_options.h"

typedef struct Fetch Fetch;
typedef struct FetchTask FetchTask; /* a task that the server has lent */

typedef struct FetchEvents {
    /* A manager announces a run. */
    void (*on_announcement)(void *context, const char *text, size_t length);
    /* A task of a run that was joined. It must be answered or dropped. */
    void (*on_task)(void *context, const char *key, const char *text, size_t length,
                    FetchTask *task);
    /* Something for people, without a line end. */
    void (*on_note)(void *context, const char *text);
    /* The server refuses the login, and for good: nothing comes or goes any more. The reason. */
    void (*on_refusal)(void *context, const char *text);
    void *context;
} FetchEvents;

/* Connects; a server that is out of reach is tried again in the background. NULL: no memory, or
 * the server refuses the connection; `error` holds the reason. */
Fetch *fetch_new(uv_loop_t *loop, const GridOptions *options, const char *worker,
                 const FetchEvents *events, char *error, size_t error_size);
/* Takes tasks of a run from now on, or no more. */
void fetch_join(Fetch *fetch, const char *key);
void fetch_leave(Fetch *fetch, const char *key);
/* Raises the number of tasks to take by `more`. */
void fetch_want(Fetch *fetch, int more);
/* Takes no more tasks at all. */
void fetch_stop(Fetch *fetch);
/* Tells the server that the task is still being worked on: its lease begins anew. */
void fetch_progress(FetchTask *task);
/* Sends a part of the answer, under an id of its own within the run; is_last: with it the task is
 * answered, and the handle is gone. Takes over the data. False: no memory. */
bool fetch_answer(Fetch *fetch, FetchTask *task, const char *id, char *data, size_t length,
                  bool is_last);
/* Gives it back for another worker. */
void fetch_drop(Fetch *fetch, FetchTask *task);
/* Refuses a task that no worker can do: the server forgets it. */
void fetch_refuse(Fetch *fetch, FetchTask *task);
/* Sends a beat (wire_beat.h) to the run's manager. Takes over the text; NULL does nothing. */
void fetch_beat(Fetch *fetch, const char *key, char *text);
/* Asks managers to announce their runs. */
void fetch_hello(Fetch *fetch);
/* Closes when the server has all answers, or after 5 seconds. The server lends a task that was
 * neither answered nor dropped again after its lease. */
void fetch_close(Fetch *fetch);
/* After fetch_close(), when the loop has run; NULL is fine. */
void fetch_free(Fetch *fetch);

#endif
