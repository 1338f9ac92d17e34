/* ledger.h: what a run has played and what it still has to play.
 *
 * Schedule, statistics, store and game files of one run, brought together: a new run is begun or
 * an earlier one resumed, finished games are counted, and every game of the schedule comes up
 * exactly once. Plays nothing and prints nothing.
 *
 * On failure the functions return false and `error` holds one line that says why. The loop's
 * thread; the saver has the store to itself while it works. */
#ifndef TOURNAMENT_RUN_LEDGER_H
#define TOURNAMENT_RUN_LEDGER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "run/names.h"
#include "run/options.h"
#include "stats/schedule.h"
#include "stats/summary.h"
#include "store/outputs.h"
#include "store/store.h"

/* A game that an earlier start of the run has finished. */
typedef struct LedgerGame {
    bool is_done;
    int winner; /* index of the engine; -1: a draw */
} LedgerGame;

/* The newest run that the database held before this one began. */
typedef struct LedgerEarlier {
    int64_t id; /* 0: there was none */
    int64_t games, planned;
} LedgerEarlier;

typedef struct Ledger {
    const Options *options;
    Names *names;
    Store *store;
    Output *output;
    Schedule *schedule;
    Summary summary;
    uint64_t seed;
    int64_t total; /* games of the schedule; 0: unknown */
    StoreRun run;
    StoreEngine *engines;
    LedgerGame *done; /* index: number of the game */
    int64_t done_count;
    LedgerEarlier earlier; /* after ledger_begin() of a new run */
    char error[640];
} Ledger;

/* Opens the database, chooses the seed (of the options, of the run that is resumed, or a random
 * one), makes the schedule, and takes the names that a resumed run knows. Writes nothing to an
 * existing database. `options` and `names` must outlive the ledger. */
bool ledger_open(Ledger *ledger, const Options *options, Names *names);
/* Begins the run, or resumes the newest one and reads its games; opens the game files. Refuses to
 * begin a run while the newest one has the same settings (and seed, if one is given), games, and
 * games left to play: once another run follows it, it can no longer be resumed. */
bool ledger_begin(Ledger *ledger);
/* Opens a log of the dialogue: see output_open_log(). The caller closes it. */
bool ledger_open_log(Ledger *ledger, const char *path, FILE **log);
/* Closes the game files and the store, and frees everything. False: a file could not be written. */
bool ledger_close(Ledger *ledger);

/* The number that names the run to workers on other machines: drawn once, kept in the database.
 * Before the saver has the store. */
bool ledger_key(Ledger *ledger, int64_t *key);
/* Records the SHA-256 of an engine's program unless the run has one, and reads what it has. */
bool ledger_program(Ledger *ledger, int engine, char *hash, size_t size);

/* The path of the database. */
const char *ledger_path(const Ledger *ledger);
/* The next game that no earlier start has finished. */
ScheduleStatus ledger_next(Ledger *ledger, Job *job);
/* Counts a game with a result: statistics and schedule. */
bool ledger_count(Ledger *ledger, const Job *job, const GameRecord *game);
/* Takes over the contents of a game that is in the store, and writes it to the game files. */
bool ledger_put_out(Ledger *ledger, GameRecord *game);
/* The verdict of the run's sequential test; without one SPRT_CONTINUE. *llr: its log-likelihood
 * ratio. */
SprtVerdict ledger_verdict(const Ledger *ledger, double *llr);

#endif
