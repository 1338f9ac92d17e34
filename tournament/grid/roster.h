/* roster.h: the workers known to a manager, by name. One thread. */
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
    int64_t games, faults; /* since the manager started */
    bool is_aside;
    int live_count;
    BeatGame *live; /* owned */
    UT_hash_handle hh;
} RosterWorker;

typedef struct Roster {
    RosterWorker *workers; /* a hash table */
} Roster;

void roster_release(Roster *roster);
/* Returns the worker of this name, adding it if needed; NULL if out of memory or if there are too
 * many. */
RosterWorker *roster_worker(Roster *roster, const char *name);
/* Returns NULL if the worker is not known. */
const RosterWorker *roster_find(const Roster *roster, const char *name);
/* Records a worker's beat. Returns false if out of memory. */
bool roster_beat(Roster *roster, const Beat *beat, uint64_t now_ns);
/* Counts a game that the worker played. Returns true once it has played four or more games and
 * `percent` of them are faulty. */
bool roster_count(Roster *roster, const char *name, const GameRecord *game, int percent);
/* Returns whether the worker is present and allowed to play. */
bool roster_is_live(const RosterWorker *worker, uint64_t now_ns);
/* Returns whether a live worker has a free table. */
bool roster_has_room(const Roster *roster, uint64_t now_ns);
/* Returns the number of tables of all live workers. */
int roster_tables(const Roster *roster, uint64_t now_ns);
/* Returns whether a worker plays one of the encounter's games, by its last message. */
bool roster_plays(const Roster *roster, const Encounter *encounter, uint64_t now_ns);
/* Calls fn for each game that workers play; skips games with indices of `engines` or more. */
void roster_each_live(const Roster *roster, uint64_t now_ns, int engines,
                      void (*fn)(void *context, const AwayLive *live), void *context);
/* Calls fn for each worker. */
void roster_each_worker(const Roster *roster, uint64_t now_ns,
                        void (*fn)(void *context, const AwayWorker *worker), void *context);

#endif
