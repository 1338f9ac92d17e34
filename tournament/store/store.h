/* store.h: what was played, kept in an SQLite file, so that nothing is lost or played twice.
 *
 * A file holds runs (one start of the program each, resumptions not counted); a run holds its
 * engines, its settings and its games. A game is written in one transaction when it ends, and is
 * on the disk when store_add_game() returns: killed at any moment, power cut included, the file
 * holds every game up to then, whole. (Write-ahead log with a flush a game; where the file system
 * cannot do that, a rollback journal.) Reports may read the file while a run writes it.
 *
 * On failure every function returns false (or NULL) and store_error() tells why in one line that
 * names the file; what was written before stays valid. One thread at a time per Store. */
#ifndef TOURNAMENT_STORE_STORE_H
#define TOURNAMENT_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "game/game.h"
#include "store/sprt.h"

typedef struct Store Store;

typedef struct StoreEngine {
    const char *name;                       /* as shown everywhere */
    const char *command;                    /* as given */
    const char *version, *author, *country; /* what the engine says of itself; NULL: unknown */
} StoreEngine;

typedef struct StoreRun {
    int64_t id;      /* set by the Store, 1 for the first run of a file */
    int64_t started; /* seconds since 1970; set by the Store */
    int rule;        /* code, see referee.h */
    int width, height;
    uint64_t seed;
    int64_t planned; /* games scheduled; 0: not known beforehand */
    bool has_sprt;
    Sprt sprt;            /* read only if has_sprt */
    const char *settings; /* all options that decide what is played, as text. Resuming with other
                             settings is refused, so leave out what may change (where to log) */
    int engine_count;
    const StoreEngine *engines; /* players are told by their index in it, from 0 */
} StoreRun;

/* Opens the file for a tournament, creating it if it is missing. NULL: not possible; `error` (of
 * `size` bytes) then tells why. A file that is no tournament database is refused and left alone. */
Store *store_open(const char *path, char *error, size_t size);
/* Opens for reports: the file must exist, and is never changed. */
Store *store_open_read_only(const char *path, char *error, size_t size);
/* Closes it and folds the write-ahead log into the one file. NULL is fine. */
void store_close(Store *store);
const char *store_error(const Store *store); /* of the last call that failed */

/* Begins a new run; games are added to it from now on. Strings are copied into the file. */
bool store_begin_run(Store *store, const StoreRun *run);
/* Goes on with the newest run of the file. Refused when it has no run, or when the settings, rule,
 * board or engines' commands differ from those of `run`: the error names what differs. */
bool store_resume_run(Store *store, const StoreRun *run);
/* Tells what an engine says of itself (see StoreEngine; NULL members: leave as they are). */
bool store_set_engine(Store *store, int engine, const StoreEngine *about);

/* Writes a finished game of the current run, whole or not at all. Refused when a game of that
 * number is there already. */
bool store_add_game(Store *store, const GameRecord *game);

/* Sets is_done[i] if the current run has game number i + 1, for 0 <= i < count, clears the
 * others. */
bool store_done(Store *store, bool *is_done, size_t count);
/* Games that the current run holds; negative on failure. */
int64_t store_game_count(Store *store);

/* Makes an earlier run the current one for reading; id 0: the newest. */
bool store_select_run(Store *store, int64_t id);
/* The current run, engines and strings included; owned by the Store, valid until the current run
 * changes, an engine is set or the Store is closed. */
const StoreRun *store_run(const Store *store);

/* What store_each_game() reads of a game besides players and result; players' names are those of
 * the run's engines. */
typedef enum { STORE_RESULTS, STORE_MOVES, STORE_EVERYTHING } StoreDetail;
/* Called with every game in order of number; the game is valid during the call. False: stop. */
typedef bool (*StoreGameFn)(const GameRecord *game, void *context);
/* With STORE_RESULTS, moves and messages come empty; with STORE_MOVES, messages do. False on
 * failure; true when the callback stopped it. */
bool store_each_game(Store *store, StoreDetail detail, StoreGameFn fn, void *context);

/* A number kept with the current run under a name, for whoever resumes it. */
bool store_set_note(Store *store, const char *key, int64_t value);
/* *value stays as it is when there is no such note. */
bool store_note(Store *store, const char *key, int64_t *value);

#endif
