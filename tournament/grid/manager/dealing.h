/* dealing.h: who holds which task of a run, as its manager knows it: what to publish, what to take,
 * what is lost, and what people must hear. Pure: it is fed events with the time of a steady clock
 * and acts through its port, so that tests run it without a server. One thread.
 *
 * A task is an encounter or a block. The server lends it to one worker at a time and lends it again
 * if the worker does not renew its lease. So a published task is on the server, or at a worker
 * whose beats name it, or has been answered. If neither a beat nor a result has told of it for
 * longer than a lease, and the server then had no task for a worker that asked, the server has lost
 * it, and it is published again under the next attempt. A worker that is busy with other runs does
 * not ask and proves nothing. */
#ifndef TOURNAMENT_GRID_MANAGER_DEALING_H
#define TOURNAMENT_GRID_MANAGER_DEALING_H

#include <stdbool.h>
#include <stdint.h>
#include <uthash.h>

#include "grid/manager/roster.h"
#include "grid/wire/beat.h"

typedef struct DealingTask {
    int64_t id; /* key */
    int attempt;
    void *item;   /* the owner's */
    void *result; /* the owner's: it is being saved; NULL: none has come */
    uint64_t published_ns;
    uint64_t held_ns;             /* when a worker last said that it holds the task; 0: never */
    uint64_t suspect_ns, lost_ns; /* when the server had no task and nobody had told of this one:
                                   * first, and again after a lease; 0: never */
    UT_hash_handle hh;
} DealingTask;

typedef struct DealingPort {
    /* Gets the next task, whose id is greater than those before. Returns false if there is none
     * now. */
    bool (*next)(void *context, int64_t *id, void **item);
    /* Publishes the task under its attempt. */
    void (*publish)(void *context, const DealingTask *task);
    /* Announces the run, with the workers that are set aside. */
    void (*announce)(void *context);
    /* A line for people, without its end. */
    void (*note)(void *context, const char *text);
    void *context;
} DealingPort;

typedef struct Dealing {
    DealingPort port;
    uint64_t lease_ns;
    const char *things; /* what tasks are called, in lines for people */
    Roster roster;
    DealingTask *tasks;    /* open; a hash table */
    int64_t last_id;       /* of the tasks dealt */
    uint64_t announced_ns; /* 0: never */
    uint64_t alone_ns;     /* since when no worker plays; 0: one does */
    uint64_t told_ns;      /* when people last heard of that */
    bool is_hello_waiting, is_ended;
} Dealing;

/* A result, as far as it concerns the dealing. */
typedef struct DealingAnswer {
    int64_t id;
    int attempt;
    bool is_genuine;      /* it repeats the code of the delivery */
    const char *identity; /* the worker's, see secret.h */
} DealingAnswer;

typedef enum {
    DEALING_TAKE,  /* it answers the open task: examine it */
    DEALING_DROP,  /* it is useless: remove it from the server */
    DEALING_LEAVE, /* a second one of a task whose first is being saved: the server keeps it */
    DEALING_LATER  /* it is of a task that cannot be dealt now: ask again after the next fill */
} DealingVerdict;

/* `things` must outlive it. Call dealing_release() at the end, after the owner has forgotten its
 * tasks. */
void dealing_init(Dealing *dealing, const DealingPort *port, int64_t lease_ms, const char *things,
                  uint64_t now_ns);
void dealing_release(Dealing *dealing);

/* Deals tasks as long as workers may want them soon. */
void dealing_fill(Dealing *dealing, uint64_t now_ns);
/* Announces, deals, publishes lost tasks again, and tells people if nobody plays. Call it several
 * times per second. */
void dealing_tick(Dealing *dealing, uint64_t now_ns);
/* A worker's beat. `has_programs`: it has the programs of the run. */
void dealing_beat(Dealing *dealing, const Beat *beat, const char *identity, bool has_programs,
                  uint64_t now_ns);
/* A worker looks for runs. */
void dealing_hello(Dealing *dealing, uint64_t now_ns);
/* The server has lost all its tasks: publishes those again that no worker holds. */
void dealing_lost(Dealing *dealing, uint64_t now_ns);

/* Deals tasks up to this id. Returns false if that is not possible now. */
bool dealing_reach(Dealing *dealing, int64_t id, uint64_t now_ns);
/* Judges a result. Sets *task for DEALING_TAKE and DEALING_LEAVE, otherwise to NULL. A result that
 * is not genuine changes nothing. A genuine one may be of a task that an earlier start of the
 * manager dealt; this start deals them in the same order, up to that one. */
DealingVerdict dealing_result(Dealing *dealing, const DealingAnswer *answer, uint64_t now_ns,
                              DealingTask **task);
/* The result that was to be taken does not fit its task: publishes the task again, unless a later
 * attempt is out already. `why`: the worker's fault, for which it is set aside; NULL: nobody's. */
void dealing_refuse(Dealing *dealing, DealingTask *task, const DealingAnswer *answer,
                    const char *name, const char *why, uint64_t now_ns);
/* Returns the first open task that no worker holds, for the owner to do it here and to forget it,
 * once no worker has been present for ten seconds (a killed one counts as present for ten more);
 * NULL: there is none. A result that comes yet is dropped. */
DealingTask *dealing_recall(const Dealing *dealing, uint64_t now_ns);
/* Forgets a task whose result is saved, or that was recalled. The owner frees item and result
 * first. */
void dealing_forget(Dealing *dealing, DealingTask *task);
/* Gives the worker no more tasks. */
void dealing_set_aside(Dealing *dealing, RosterWorker *worker, const char *why, uint64_t now_ns);
/* Deals no more. */
void dealing_end(Dealing *dealing);
int dealing_open(const Dealing *dealing); /* tasks */

#endif
