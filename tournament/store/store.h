/* store.h: runs and their games in an SQLite file.
 *
 * A file holds runs; a run holds its engines, its settings and its games. Resuming continues a run
 * and begins no new one. store_add_game() writes a game in one transaction, which is on the disk
 * when it returns: after a kill or a power cut at any moment the file holds every game added so
 * far. (SQLite uses a write-ahead log flushed with each game, or a rollback journal if the file
 * system does not support the log.) Reports may read the file while a run writes it.
 *
 * On failure every function returns false or NULL, and store_error() returns the reason in one line
 * that names the file; the file stays valid. One thread at a time per Store. */
#ifndef TOURNAMENT_STORE_STORE_H
#define TOURNAMENT_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "game/game_record.h"
#include "shared/status/failure.h"
#include "store/sharing.h"
#include "store/sprt.h"

typedef struct Store Store;

typedef struct StoreEngine {
    const char *name;                       /* as shown everywhere */
    const char *command;                    /* as given */
    const char *version, *author, *country; /* from ABOUT; NULL: unknown */
} StoreEngine;

typedef struct StoreRun {
    int64_t id;      /* set by the Store, 1 for the first run of a file */
    int64_t started; /* seconds since 1970; set by the Store */
    int rule;        /* code, see referee.h */
    int width, height;
    uint64_t seed;
    int64_t planned; /* games scheduled; 0: not known in advance */
    bool has_sprt;
    Sprt sprt;            /* read only if has_sprt */
    const char *settings; /* all options that decide what is played, as text. Resuming with other
                           * settings fails, so leave out options that may change */
    int engine_count;
    const StoreEngine *engines; /* games name their players by index in this array */
} StoreRun;

/* Opens the file for a tournament and creates it if it is missing. Refuses, and does not change, a
 * file that is not a store. On failure returns NULL and writes the reason to `failure`. */
Store *store_open(const char *path, Failure *failure);
/* Takes the sole right to play runs in the file, until store_close() or the end of the program.
 * Fails if another Store, of this or another program, has it. Call it once, before a run is begun
 * or resumed. */
bool store_claim(Store *store);
/* Makes the store wait for another program's lock as sharing_wait() says; NULL: SHARING_SHORT_MS;
 * at first it is SHARING_BEGIN_MS. */
void store_set_patience(Store *store, SharingWait *wait);
/* Opens the file for reports: it must exist and is never changed. */
Store *store_open_read_only(const char *path, Failure *failure);
/* From this call until store_close() all reads see one snapshot, while a run may add games. Call it
 * once, for a store that is opened for reports. */
bool store_hold(Store *store);
/* Closes the store and folds the write-ahead log into the file. Ignores NULL. */
void store_close(Store *store);
/* The failure of the last failed call: its text, empty if none has failed; or all of it, copied to
 * `failure`, with false as the result, so that callers can return it. */
const char *store_error(const Store *store);
bool store_pass(const Store *store, Failure *failure);

/* Begins a new run; games are added to it from now on. Strings are copied into the file. */
bool store_begin_run(Store *store, const StoreRun *run);
/* Sets *is_empty to whether the file holds no run: a program was killed before it began one. */
bool store_holds_none(Store *store, bool *is_empty);
/* Removes the current run, which has no games, with its engines and notes. */
bool store_drop_run(Store *store);
/* Continues the newest run of the file. Fails if there is no run, or if settings, rule, board, the
 * sequential test or the engines' commands differ from those of `run`; the error names the
 * difference. */
bool store_resume_run(Store *store, const StoreRun *run);
/* Updates an engine of the current run; members that are NULL stay as they are. */
bool store_set_engine(Store *store, int engine, const StoreEngine *about);

/* Records the SHA-256 of an engine's program, unless the run has one. */
bool store_set_program(Store *store, int engine, const char *hash);
/* Reads the SHA-256; "" if the run has none. */
bool store_program(Store *store, int engine, char *hash, size_t size);

/* Adds a finished game to the current run, fully or not at all. Fails if the run has a game with
 * this number, or if the file was deleted or moved since it was opened. */
bool store_add_game(Store *store, const GameRecord *game);

/* Returns the number of games in the current run; negative on failure. */
int64_t store_game_count(Store *store);

/* Makes an earlier run the current one for reading; id 0: the newest. */
bool store_select_run(Store *store, int64_t id);
/* Returns the current run with its engines and strings; owned by the Store, valid until the current
 * run changes, an engine is set or the Store is closed. */
const StoreRun *store_run(const Store *store);

/* How much store_each_game() reads of a game, besides players and result. */
typedef enum { STORE_RESULTS, STORE_MOVES, STORE_EVERYTHING } StoreDetail;
/* Receives a game, valid during the call, with the names of the run's engines. Returns false to
 * stop. */
typedef bool (*StoreGameFn)(const GameRecord *game, void *context);
/* Calls fn for every game of the current run in order of number. STORE_RESULTS leaves out moves and
 * messages, STORE_MOVES messages. Returns true also if the callback stopped it. */
bool store_each_game(Store *store, StoreDetail detail, StoreGameFn fn, void *context);

/* Does the same for games from this number on. */
bool store_each_game_from(Store *store, StoreDetail detail, int64_t first, StoreGameFn fn,
                          void *context);
/* Returns a number that changes when another program changes the file; negative on failure. */
int64_t store_version(Store *store);

/* Sets a number under a name of the current run, for a later start that resumes it. */
bool store_set_note(Store *store, const char *key, int64_t value);
/* Reads the number; does not change *value if the run has no note of this name. */
bool store_note(Store *store, const char *key, int64_t *value);

#endif
