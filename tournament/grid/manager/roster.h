/* roster.h: the workers known to a manager, by identity (secret.h): another worker that gives
 * itself the same name is another one. Pure. One thread. */
#ifndef TOURNAMENT_GRID_MANAGER_ROSTER_H
#define TOURNAMENT_GRID_MANAGER_ROSTER_H

#include <stdbool.h>
#include <stdint.h>
#include <uthash.h>

#include "game/game_record.h"
#include "grid/wire/beat.h"
#include "grid/wire/run.h"
#include "run/away.h"

typedef struct RosterWorker {
    char identity[WIRE_SECRET_MAX]; /* key */
    char name[WIRE_WORKER_MAX];
    char cpu[WIRE_TEXT_MAX];
    double speed;
    int tables, busy;
    bool is_leaving;
    uint64_t seen_ns;      /* its last beat; 0: none */
    uint64_t empty_ns;     /* when the server had no task for it; 0: never */
    int64_t games, faults; /* since the manager started */
    bool is_aside;
    int live_count;
    BeatGame *live; /* owned */
    UT_hash_handle hh;
} RosterWorker;

typedef struct Roster {
    RosterWorker *workers; /* a hash table */
} Roster;

/* Workers whose beats come (`present`), and those among them that are set aside, and that may play
 * (`live`). */
typedef struct RosterCount {
    int present, aside, live;
} RosterCount;

void roster_release(Roster *roster);
/* Returns the worker of this identity, adding it under this name if needed; NULL if out of memory
 * or if there are too many. */
RosterWorker *roster_worker(Roster *roster, const char *identity, const char *name);
/* Returns NULL if the worker is not known. */
const RosterWorker *roster_find(const Roster *roster, const char *identity);
/* Records a worker's beat. Returns false if out of memory. */
bool roster_beat(Roster *roster, const Beat *beat, const char *identity, uint64_t now_ns);
/* Counts a game that the worker played. Returns true once it has played four or more games and
 * `percent` of them are faulty. */
bool roster_count(RosterWorker *worker, const GameRecord *game, int percent);
/* Returns when the server last had no task for a live worker that asked; 0: never. */
uint64_t roster_empty_ns(const Roster *roster, uint64_t now_ns);
/* Returns the number of tables of all live workers. */
int roster_tables(const Roster *roster, uint64_t now_ns);
/* Returns when the last of the workers beat that have fallen silent without leaving; 0: none has.
 */
uint64_t roster_mute_ns(const Roster *roster, uint64_t now_ns);
/* Returns the numbers of workers. */
RosterCount roster_count_workers(const Roster *roster, uint64_t now_ns);
/* Lists the workers that are set aside in the announcement. */
void roster_list_aside(const Roster *roster, WireRun *run);
/* Calls fn for each game that workers play; skips games with indices of `engines` or more. */
void roster_each_live(const Roster *roster, uint64_t now_ns, int engines,
                      void (*fn)(void *context, const AwayLive *live), void *context);
/* Calls fn for each worker. */
void roster_each_worker(const Roster *roster, uint64_t now_ns,
                        void (*fn)(void *context, const AwayWorker *worker), void *context);

#endif
