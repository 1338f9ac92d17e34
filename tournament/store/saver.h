/* saver.h: carries finished games to the database from a thread of its own, so that a flush to the
 * disk never delays a clock. One at a time, in the order in which they ended.
 *
 * All functions and callbacks belong to the loop's thread; the Record is the writer's from
 * writer_new() until writer_is_idle(). */
#ifndef TOURNAMENT_STORE_SAVER_H
#define TOURNAMENT_STORE_SAVER_H

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

#include "game/game.h"
#include "game/player.h"
#include "store/store.h"

typedef struct Writer Writer;

typedef struct WriterEvents {
    /* The game is on the disk; the callback may empty it, what it leaves is freed. */
    void (*on_written)(void *context, GameRecord *game);
    /* After this nothing more is written. */
    void (*on_failure)(void *context, const char *error);
    /* The queue has become empty. */
    void (*on_idle)(void *context);
    void *context;
} WriterEvents;

/* NULL: no memory. */
Writer *writer_new(uv_loop_t *loop, Record *record, const WriterEvents *events);
/* Must be idle. */
void writer_free(Writer *writer);
/* Takes the game's contents over; `game` is empty after it. False: no memory. */
bool writer_add_game(Writer *writer, GameRecord *game);
/* What an engine says of itself. False: no memory. */
bool writer_add_about(Writer *writer, int engine, const char *name, const PlayerAbout *about);
size_t writer_waiting(const Writer *writer); /* things queued or being written */
bool writer_is_idle(const Writer *writer);

#endif
