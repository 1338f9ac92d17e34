/* arena.h: plays games at tables on one event loop until the owner has no more games.
 *
 * A table has two seats and plays one game at a time. Seat 0 is the first engine of a game, seat 1
 * the second. The owner chooses the next game of a free table and receives each finished game; it
 * keeps the schedule, results and messages. The arena starts and ends the players, pins and
 * suspends them. If it lacks processes or open files for a player, a table closes, so that fewer
 * play; it fails if even one is too many. A game in which the loop was held up is played again. The
 * arena handles the signals:
 *
 *   SIGINT once: arena_stop(). SIGINT twice, SIGTERM or SIGHUP: kills the players and closes the
 *   tables.
 *
 * One thread: the loop's. Tables are numbered from 1. */
#ifndef TOURNAMENT_RUN_ARENA_H
#define TOURNAMENT_RUN_ARENA_H

#include <stdbool.h>
#include <uv.h>

#include "game/game_record.h"
#include "game/opening.h"
#include "game/play.h"
#include "game/player.h"

typedef struct Arena Arena;

typedef struct ArenaConfig {
    int tables;            /* 0: none; then on_empty follows when the arena stops */
    PlaySettings settings; /* of every game */
    int pin_width;         /* processors to which the players of a table are bound; 0: not bound */
    bool is_suspending;    /* suspend players that owe no answer */
    bool is_memory_watched;
} ArenaConfig;

/* A game to be played. The arena sets task.opening. */
typedef struct ArenaGame {
    PlayTask task;
    Opening opening;
    /* By seat. A player stays at its seat as long as this pointer and `config` are the same and
     * `restart` is off. The pointers must be valid until arena_run() returns. */
    const EngineOptions *engines[2];
    /* Settings of this game instead of the arena's, valid as long as the engines; NULL: the
     * arena's. */
    const ArenaConfig *config;
} ArenaGame;

typedef enum {
    ARENA_GAME,     /* *game is filled in */
    ARENA_WAIT,     /* none now: ask again after the next game, or at arena_wake() */
    ARENA_REST,     /* the same, and the table's players leave */
    ARENA_DONE,     /* no more games: the table closes */
    ARENA_NO_MEMORY /* the arena fails */
} ArenaNext;

/* Members are required unless marked optional: an optional one may be NULL. */
typedef struct ArenaEvents {
    /* Chooses the next game of a free table. A game that has not begun when the arena stops is
     * dropped, and the table asks again: return the game again to have it played. */
    ArenaNext (*next)(void *context, int table, ArenaGame *game);
    /* Optional. The game begins. */
    void (*on_start)(void *context, int table, const ArenaGame *game);
    /* Optional. A player is ready to play: it has answered ABOUT. Called when both players of a
     * game are, first for the one that comes first in the run; if only one ever is, at the end. */
    void (*on_ready)(void *context, int table, int engine, const Player *player);
    /* A game has ended. The callback may take the record's contents. The result is undecided only
     * if the game ran out of memory or was cut short by arena_cut(). Not called for games cut short
     * by a signal or a failure. */
    void (*on_game)(void *context, int table, GameRecord *game);
    /* All tables are closed. Call arena_close() here or later. */
    void (*on_empty)(void *context);
    /* Optional. A signal stops the arena; `is_abort`: at once. Called before the signal takes
     * effect; called too when the arena is stopping at once already, after a failure for example,
     * and the owner may still have something to wait for. */
    void (*on_signal)(void *context, bool is_abort);
    /* The arena fails, by itself or by arena_fail(). `text` is one line without a line end. */
    void (*on_complaint)(void *context, const char *text);
    /* Optional. The table is between two games and may close, because the manager lacks what it
     * takes to play at so many. NULL: such a lack fails the arena. */
    bool (*can_spare)(void *context, int table);
    /* Optional. A line for people without its end: a game is played again, or a table closes. */
    void (*on_note)(void *context, const char *text);
    /* Optional. A line to or from the engine (see PlayerEvents); engine: index of the run. */
    void (*on_traffic)(void *context, int table, int engine, char direction, const char *line);
    void *context;
} ArenaEvents;

/* Returns NULL if out of memory or without an event loop. */
Arena *arena_new(const ArenaConfig *config, const ArenaEvents *events);
/* Must not be called while arena_run() runs. Ignores NULL. */
void arena_free(Arena *arena);
/* For the owner's own processes. */
ProcessHub *arena_hub(Arena *arena);
/* For the owner's own handles; close them before arena_close(). */
uv_loop_t *arena_loop(Arena *arena);

/* Plays until all tables are closed and arena_close() was called. Call it once. */
void arena_run(Arena *arena);
/* Ends the loop; every table must be closed. A second call does nothing. */
void arena_close(Arena *arena);

/* Finishes the running games and starts no new ones, except those that `next` still returns. Call
 * it before arena_run() or inside a callback of the arena. */
void arena_stop(Arena *arena);
/* Cuts the game of the table of this number short, or drops the one that is about to begin there,
 * and kills its players. */
void arena_cut(Arena *arena, int number);
/* Reports a failure through on_complaint, kills the players and closes the tables. */
void arena_fail(Arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Calls `next` again for the tables that wait for a game. */
void arena_wake(Arena *arena);

/* Returns the record so far of the game at the table of this number; NULL if there is none. */
const GameRecord *arena_game(const Arena *arena, int number);
int arena_running(const Arena *arena); /* games in progress */
bool arena_is_empty(const Arena *arena);
bool arena_is_stopping(const Arena *arena);
bool arena_is_interrupted(const Arena *arena); /* by a signal */
bool arena_has_failed(const Arena *arena);

#endif
