/* roster.h: the workers that a manager has heard of, by name. One thread. */
#ifndef TOURNAMENT_GRID_ROSTER_H
#define TOURNAMENT_GRID_ROSTER_H

#include <stdbool.h>
#include <stdint.h>
#include <uthash.h>

#include "game/game.h"
#include "grid/wire_beat.h"
#include "run/away.h"

typedef struct RosterWorker {
    char name[WIRE_WORKER_MAX];
    char cpu[WIRE_TEXT_MAX];
    double speed;
    int tables, busy;
    bool is_leaving;
    uint64_t seen_ns;      /* uv_hrtime() */
    int64_t games, faults; /* of this start of the manager */
    bool is_aside;
    int live_count;
    BeatGame *live; /* owned */
    UT_hash_handle hh;
} RosterWorker;

typedef struct Roster {
    RosterWorker *workers; /* a hash table */
} Roster;

void roster_release(Roster *roster);
/* The worker of that name, new if needed; NULL: no memory, or there are too many. */
RosterWorker *roster_worker(Roster *roster, const char *name);
/* NULL: it has not been heard of. */
const RosterWorker *roster_find(const Roster *roster, const char *name);
/* Takes over a worker's beat. False: no memory. */
bool roster_beat(Roster *roster, const Beat *beat, uint64_t now_ns);
/* Counts a game that the worker played. True: its faults have just reached `percent` of a hundred
 * of its games, of which there are four or more. */
bool roster_count(Roster *roster, const char *name, const GameRecord *game, int percent);
/* Is the worker there and allowed to play? */
bool roster_is_live(const RosterWorker *worker, uint64_t now_ns);
/* Has a live worker a free table? */
bool roster_has_room(const Roster *roster, uint64_t now_ns);
/* Tables of all live workers. */
int roster_tables(const Roster *roster, uint64_t now_ns);
/* Does a worker play one of the encounter's games, as far as its last message says? */
bool roster_plays(const Roster *roster, const Encounter *encounter, uint64_t now_ns);
/* Calls fn for each game that workers play; engines: of the run, games of others are left out. */
void roster_each_live(const Roster *roster, uint64_t now_ns, int engines,
                      void (*fn)(void *context, const AwayLive *live), void *context);
/* Calls fn for each worker. */
void roster_each_worker(const Roster *roster, uint64_t now_ns,
                        void (*fn)(void *context, const AwayWorker *worker), void *context);

#endif
