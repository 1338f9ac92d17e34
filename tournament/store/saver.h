/* saver.h: writes finished games to the store from its own thread, in the order in which they
 * ended, so a flush to the disk delays no clock. While another program locks the store, games wait.
 *
 * All functions and callbacks belong to the loop's thread; the callbacks may add games. The saver
 * owns the Store from saver_new() until saver_is_idle(). */
#ifndef TOURNAMENT_STORE_SAVER_H
#define TOURNAMENT_STORE_SAVER_H

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

#include "game/game_record.h"
#include "game/player.h"
#include "store/store.h"

typedef struct Saver Saver;

typedef struct SaverEvents {
    /* The game is on the disk. The callback may take its contents; the rest is freed. */
    void (*on_written)(void *context, GameRecord *game);
    /* Writing has failed; nothing more is written. */
    void (*on_failure)(void *context, const char *error);
    /* The queue has become empty. */
    void (*on_idle)(void *context);
    void *context;
} SaverEvents;

/* Returns NULL if out of memory or without threads. */
Saver *saver_new(uv_loop_t *loop, Store *store, const SaverEvents *events);
/* The saver must be idle. */
void saver_free(Saver *saver);
/* Takes ownership of the contents of the game, which is empty afterwards. Returns false if out of
 * memory. */
bool saver_add_game(Saver *saver, GameRecord *game);
/* Queues an engine's name and its answer to ABOUT. Returns false if out of memory. */
bool saver_add_about(Saver *saver, int engine, const char *name, const PlayerAbout *about);
/* No longer waits for another program that locks the store; the games that wait are lost. */
void saver_hurry(Saver *saver);
size_t saver_waiting(const Saver *saver); /* items queued or being written */
bool saver_is_idle(const Saver *saver);

#endif
