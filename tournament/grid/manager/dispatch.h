/* dispatch.h: the manager's side of a run on the server: tasks go out, results come in.
 *
 * Tasks and results are texts that only the owner interprets. Two internal threads talk to the
 * server; all functions and callbacks belong to the loop's thread, and none of them waits, except
 * dispatch_close().
 *
 * The server keeps every task until a worker has answered it, and every result until
 * dispatch_result_done(). So nothing is lost whichever process dies, but a task may be done, and a
 * result arrive, more than once. The owner must drop duplicates. */
#ifndef TOURNAMENT_GRID_MANAGER_DISPATCH_H
#define TOURNAMENT_GRID_MANAGER_DISPATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "grid/grid_options.h"
#include "shared/status/failure.h"

typedef struct Dispatch Dispatch;
typedef struct DispatchResult DispatchResult; /* a message that the server keeps */

typedef struct DispatchEvents {
    /* A result. Pass it to dispatch_result_done() or dispatch_result_leave(), now or later. */
    void (*on_result)(void *context, const char *text, size_t length, DispatchResult *result);
    /* A worker's beat: see wire/beat.h. */
    void (*on_beat)(void *context, const char *text, size_t length);
    /* A worker looks for runs: announce this one. */
    void (*on_hello)(void *context);
    /* The server has neither tasks nor results, although every task published before has reached
     * it: the open tasks are lost there. Publish them again, under another attempt. */
    void (*on_lost)(void *context);
    /* A message for people, without a line end. */
    void (*on_note)(void *context, const char *text);
    /* The server refuses the login for good: no more messages are sent or received. `text` is the
     * reason. */
    void (*on_refusal)(void *context, const char *text);
    void *context;
} DispatchEvents;

/* Connects and creates the run's stream, or continues an existing one. `key` names the run.
 * `programs` is a text without spaces, of at most 64 bytes: a stream that was made for others is
 * replaced, with its tasks and results. On failure returns NULL and writes the reason to `failure`.
 */
Dispatch *dispatch_new(uv_loop_t *loop, const GridOptions *options, const char *key,
                       const char *programs, const DispatchEvents *events, Failure *failure);
/* Returns the run's secret (secret.h). The stream keeps it, so a later start has the same one. */
const char *dispatch_secret(const Dispatch *dispatch);
/* Takes ownership of the text. The server drops a task whose delivery code it has, or had within
 * the last two hours. Nobody else can guess the code and use it up. Returns false if out of memory;
 * the text is then freed. */
bool dispatch_publish(Dispatch *dispatch, const char *code, char *text);
/* Sends the text to all workers. Takes ownership of it; ignores NULL. */
void dispatch_announce(Dispatch *dispatch, char *text);
/* Removes the result from the server: it is on the disk, or useless. */
void dispatch_result_done(Dispatch *dispatch, DispatchResult *result);
/* Leaves the result on the server, which sends it again later. */
void dispatch_result_leave(DispatchResult *result);
/* Closes once the server has everything, or after 3 seconds. `is_finished`: removes the run from
 * the server. Run the loop before dispatch_free(). */
void dispatch_close(Dispatch *dispatch, bool is_finished);
/* Call it after dispatch_close(). Ignores NULL. */
void dispatch_free(Dispatch *dispatch);

#endif
