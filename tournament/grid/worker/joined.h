/* joined.h: the runs that managers announce to a worker, matched with its engines.
 * One thread. */
#ifndef TOURNAMENT_GRID_WORKER_JOINED_H
#define TOURNAMENT_GRID_WORKER_JOINED_H

#include <stdbool.h>
#include <stddef.h>

#include "grid/wire/run.h"
#include "run/arena.h"
#include "run/inputs.h"
#include "run/options.h"

/* A program of the worker. */
typedef struct OwnEngine {
    const EngineOptions *options; /* name and command */
    char hash[WIRE_HASH_MAX];
    InputsProgram program; /* when it was hashed */
} OwnEngine;

typedef enum {
    JOINED_NO,
    JOINED_YES,
    JOINED_ASIDE,  /* was joined; its manager has set this worker aside */
    JOINED_SILENT, /* was joined; its manager has fallen silent */
    JOINED_OVER
} JoinedState;

/* A run, kept until the worker ends because players at the tables refer to its engines. */
typedef struct Joined {
    struct Joined *next;
    WireRun run;
    char *description; /* the announcement without what changes in a run; owned */
    JoinedState state;
    char reason[WIRE_TEXT_MAX]; /* why it is not joined */
    double scale;               /* of time controls */
    ArenaConfig config;         /* of its games */
    OwnEngine **own;            /* by engine of the run */
    int failures;               /* of blocks, in a row */
} Joined;

typedef struct JoinedList {
    Joined *first;
    OwnEngine *engines;
    size_t engine_count;
    char identity[WIRE_SECRET_MAX]; /* by which managers know the worker, see secret.h */
    double speed;
    bool is_pinning; /* binds tables to processors, as many as an engine of the run has threads */
} JoinedList;

typedef enum { JOINED_UNREADABLE, JOINED_SAME, JOINED_CHANGED } JoinedNews;

/* Reads an announcement. JOINED_CHANGED: *joined is new, or its state has changed; a run that is
 * over or has been silent goes on if it is announced again. If the run has other engines or
 * settings than before, *joined is new and *replaced is the old one, which is over; else *replaced
 * is NULL. */
JoinedNews joined_announce(JoinedList *list, const char *text, size_t length, Joined **joined,
                           Joined **replaced);
/* Returns NULL if the run is not known. */
Joined *joined_find(const JoinedList *list, const char *key);
/* Returns an engine of the run whose program is no longer the one that was hashed; NULL: none. */
const OwnEngine *joined_find_replaced(const Joined *joined);
void joined_release(JoinedList *list);

#endif
