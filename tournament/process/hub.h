/* hub.h: watches over the child processes of one loop and their descendants.
 *
 * The hub reaps every child, kills the descendants that an ended child leaves behind and keeps the
 * loop running until both are done. A program has one hub. All functions and callbacks belong to
 * the loop's thread. */
#ifndef TOURNAMENT_PROCESS_HUB_H
#define TOURNAMENT_PROCESS_HUB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <uv.h>

#include "process/lag.h"
#include "process/tree.h"

typedef struct ProcessHub ProcessHub;

/* Returns NULL if out of memory or if signals cannot be watched. The loop must outlive the hub. */
ProcessHub *process_hub_new(uv_loop_t *loop);
/* Closes the handles of the hub; all processes must have been freed. Afterwards run the loop until
 * it returns. */
void process_hub_free(ProcessHub *hub);
/* Kills all remaining processes that this hub has started, which it finds by session or by the mark
 * in the environment. Call it before the program ends. */
void process_hub_kill_all(ProcessHub *hub);

/* Returns the measure of the loop's lag, valid as long as the hub. */
const LagMeter *process_hub_lag(const ProcessHub *hub);

/* ---- For process.c alone ------------------------------------------------------------------ */

enum { HUB_READ_SIZE = 64 * 1024, HUB_MARK_SIZE = 96 };

/* The hub's part of a process, owned by the caller. The hub writes all fields except pid and
 * on_reaped. */
typedef struct HubChild HubChild;
struct HubChild {
    ProcessHub *hub;
    HubChild *next;
    pid_t pid;
    uint64_t serial; /* the number of the process in its mark */
    bool is_reaped, is_killed;
    int status, signal;                 /* once reaped; signal: 0 if it exited by itself */
    void (*on_reaped)(HubChild *child); /* called when any process has ended */
};

/* Numbers a child before its start and writes the environment entry, "NAME=VALUE", that marks its
 * process. */
void hub_mark(ProcessHub *hub, HubChild *child, char mark[HUB_MARK_SIZE]);
/* Watches a child whose process runs, until hub_remove(). */
void hub_add(ProcessHub *hub, HubChild *child);
void hub_remove(HubChild *child);
/* Signals the process and all its descendants, unless it is reaped. */
void hub_signal(HubChild *child, int signum);
void hub_kill(HubChild *child);
uv_loop_t *hub_loop(const ProcessHub *hub);
/* Returns HUB_READ_SIZE bytes that all processes share, valid during one read. */
char *hub_read_buffer(ProcessHub *hub);
/* Returns the process and its descendants, valid until the next call for any child. */
ProcTree *hub_collect(HubChild *child);

#endif
