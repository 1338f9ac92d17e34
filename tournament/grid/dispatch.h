/* dispatch.h: the manager's side of a run on the server: tasks go out, results come in.
 *
 * Any kind of task: texts that the owner writes and reads. Two threads of its own speak to the
 * server; all functions and callbacks belong to the loop's thread, and none of them waits, except
 * dispatch_close().
 *
 * The server keeps every task until a worker has answered it, and every result until
 * dispatch_result_done(): whatever dies, nothing is lost, but a task may be done, and a result
 * come, more than once. The owner must drop what it has already. */
#ifndef TOURNAMENT_GRID_DISPATCH_H
#define TOURNAMENT_GRID_DISPATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "grid/grid_options.h"

typedef struct Dispatch Dispatch;
typedef struct DispatchResult DispatchResult; /* a message that the server keeps */

typedef struct DispatchEvents {
    /* A result. Must be handed to dispatch_result_done() or dispatch_result_leave(), now or
     * later. */
    void (*on_result)(void *context, const char *text, size_t length, DispatchResult *result);
    /* A worker's beat: see wire_beat.h. */
    void (*on_beat)(void *context, const char *text, size_t length);
    /* A worker looks for runs: announce this one. */
    void (*on_hello)(void *context);
    /* The server has neither tasks nor results, and every task that was published before has
     * reached it: what is still open is lost there and must be published again, under another
     * attempt. */
    void (*on_lost)(void *context);
    /* Something for people, without a line end. */
    void (*on_note)(void *context, const char *text);
    /* The server refuses the login, and for good: nothing comes or goes any more. The reason. */
    void (*on_refusal)(void *context, const char *text);
    void *context;
} DispatchEvents;

/* Connects and makes the run's stream, or takes up the one that is there. key: names the run.
 * NULL: `error` says why. */
Dispatch *dispatch_new(uv_loop_t *loop, const GridOptions *options, const char *key,
                       const DispatchEvents *events, char *error, size_t error_size);
/* Takes over the text. The server drops a task of an id and attempt that it has, or had within the
 * last two hours. False: no memory; the text is freed. */
bool dispatch_publish(Dispatch *dispatch, int64_t id, int attempt, char *text);
/* Tells all workers. Takes over the text; NULL does nothing. */
void dispatch_announce(Dispatch *dispatch, char *text);
/* Lets the server forget the result: it is on the disk, or of no use. */
void dispatch_result_done(Dispatch *dispatch, DispatchResult *result);
/* It stays on the server, which sends it again later. */
void dispatch_result_leave(DispatchResult *result);
/* Closes when the server has everything, or after 3 seconds. is_finished: removes the run from the
 * server. dispatch_free() frees the memory after the loop has run. */
void dispatch_close(Dispatch *dispatch, bool is_finished);
/* After dispatch_close(); NULL is fine. */
void dispatch_free(Dispatch *dispatch);

#endif
