/* slots.h: the tasks at the tables of a worker: encounters, which the arena plays, and blocks of
 * games to play or positions to search, which a child does. The loop's thread. Tables are numbered
 * from 1. */
#ifndef TOURNAMENT_GRID_WORKER_SLOTS_H
#define TOURNAMENT_GRID_WORKER_SLOTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "game/game_record.h"
#include "grid/wire/block.h"
#include "grid/wire/encounter.h"
#include "grid/worker/block_job.h"
#include "grid/worker/duties.h"
#include "grid/worker/fetch.h"
#include "grid/worker/joined.h"
#include "run/arena.h"

/* One table. */
typedef struct Slot {
    FetchTask *task; /* NULL: none */
    Joined *joined;  /* the task's run */
    Encounter encounter;
    Played played; /* the games played so far */
    Block block;   /* instead of an encounter */
    BlockJob *job; /* does the block */
    struct Slots *slots;
    EngineOptions engines[2]; /* with the encounter's options; own nothing */
} Slot;

typedef struct Slots {
    Slot *slots; /* owned */
    int count;
    Duties *duties;
    Fetch *fetch;
    Arena *arena;
    const char *worker, *token; /* its name, its secret */
    void (*on_complaint)(const char *text);
    int64_t done; /* tasks answered */
} Slots;

/* Returns false if out of memory. Set duties, fetch, arena, worker, token and on_complaint before
 * the first task comes. Call slots_release() in any case. */
bool slots_init(Slots *slots, int count);
void slots_release(Slots *slots);
/* Returns the slot of a table. */
Slot *slots_at(const Slots *slots, int table);
/* Starts a task of the run `joined` at a free table. Gives the task back to the server if no table
 * is free or it cannot be started, and refuses it if it cannot be read. */
void slots_take(Slots *slots, Joined *joined, const char *text, size_t length, FetchTask *handle);
/* If there is a game of an encounter to play at the table, fills in *game and returns true. */
bool slots_next_game(const Slots *slots, int table, ArenaGame *game);
/* Takes ownership of a game of the table's encounter. The last game answers the task; an undecided
 * game gives the task back. Ignores a game that is not the next one of the encounter. */
void slots_add_game(Slots *slots, int table, GameRecord *game);
/* Gives the table's task back to the server, if it has one. */
void slots_give_back(Slots *slots, int table);
/* Drops all work for a run: cuts its games short and gives its tasks back. */
void slots_drop_run(Slots *slots, const Joined *joined);
/* Renews the lease of the table's task. */
void slots_renew(const Slots *slots, int table);

#endif
