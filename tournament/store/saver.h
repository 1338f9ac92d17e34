/* saver.h: writes finished games to the store from a thread of its own, in the order in which they
 * ended. A flush to the disk so delays no clock.
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
    /* The game is on the disk. The callback may take its contents; the rest is freed. */
    void (*on_written)(void *context, GameRecord *game);
    /* Writing has failed; no more is written. */
    void (*on_failure)(void *context, const char *error);
    /* The queue has become empty. */
    void (*on_idle)(void *context);
    void *context;
} SaverEvents;

/* NULL: no memory, or no threads. */
Saver *saver_new(uv_loop_t *loop, Store *store, const SaverEvents *events);
/* Must be idle. */
void saver_free(Saver *saver);
/* Takes the contents of the game, which is empty afterwards. False: no memory. */
bool saver_add_game(Saver *saver, GameRecord *game);
/* Queues an engine's name and its answer to ABOUT. False: no memory. */
bool saver_add_about(Saver *saver, int engine, const char *name, const PlayerAbout *about);
size_t saver_waiting(const Saver *saver); /* things queued or being written */
bool saver_is_idle(const Saver *saver);

#endif
