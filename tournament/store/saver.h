/* saver.h: carries finished games to the store from a thread of its own, so that a flush to the
 * disk never delays a clock. One at a time, in the order in which they ended.
 *
 * All functions and callbacks belong to the loop's thread; the Store is the saver's from
 * saver_new() until saver_is_idle(). */
#ifndef TOURNAMENT_STORE_SAVER_H
#define TOURNAMENT_STORE_SAVER_H

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

#include "game/game.h"
#include "game/player.h"
#include "store/store.h"

typedef struct Saver Saver;

typedef struct SaverEvents {
    /* The game is on the disk; the callback may empty it, what it leaves is freed. */
    void (*on_written)(void *context, GameRecord *game);
    /* After this nothing more is written. */
    void (*on_failure)(void *context, const char *error);
    /* The queue has become empty. */
    void (*on_idle)(void *context);
    void *context;
} SaverEvents;

/* NULL: no memory. */
Saver *saver_new(uv_loop_t *loop, Store *store, const SaverEvents *events);
/* Must be idle. */
void saver_free(Saver *saver);
/* Takes the game's contents over; `game` is empty after it. False: no memory. */
bool saver_add_game(Saver *saver, GameRecord *game);
/* What an engine says of itself. False: no memory. */
bool saver_add_about(Saver *saver, int engine, const char *name, const PlayerAbout *about);
size_t saver_waiting(const Saver *saver); /* things queued or being written */
bool saver_is_idle(const Saver *saver);

#endif
