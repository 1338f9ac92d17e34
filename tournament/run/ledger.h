/* ledger.h: the games that a run has played and those left to play.
 *
 * Combines the schedule, statistics, store and game files of one run: begins a new run or resumes
 * an earlier one, counts finished games, and returns every game of the schedule exactly once. Plays
 * nothing and prints nothing.
 *
 * On failure the functions return false and fill `failure`, whose text is one line. The loop's
 * thread; while the saver works, only it uses the store. */
#ifndef TOURNAMENT_RUN_LEDGER_H
#define TOURNAMENT_RUN_LEDGER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "run/names.h"
#include "run/options.h"
#include "run/run_inputs.h"
#include "shared/status/failure.h"
#include "stats/schedule.h"
#include "stats/summary.h"
#include "store/outputs.h"
#include "store/store.h"

/* A game that an earlier start of the run has finished. */
typedef struct LedgerGame {
    bool is_done;
    int winner; /* index of the engine; -1: a draw */
} LedgerGame;

/* The newest run in the database before this one began. */
typedef struct LedgerEarlier {
    int64_t id; /* 0: there was none */
    int64_t games, planned;
} LedgerEarlier;

typedef struct Ledger {
    const Options *options;
    Names *names;
    Store *store;
    Store *reader; /* for the thread that writes the game files; NULL: not needed so far */
    Output *output;
    Schedule *schedule;
    Summary summary;
    uint64_t seed;
    int64_t total; /* games of the schedule; 0: unknown */
    StoreRun run;
    char *settings;  /* those of `run`, owned */
    bool is_resumed; /* -resume, and the database holds a run */
    bool is_open; /* the run is new and not yet played: without ledger_set_begun() it is removed */
    StoreEngine *engines;
    LedgerGame *done; /* index: number of the game */
    int64_t done_count;
    RunInputs inputs;
    LedgerEarlier earlier; /* after ledger_begin() of a new run */
    Failure failure;
} Ledger;

/* Opens the database and claims it for this program, chooses the seed (from the options, from the
 * resumed run, or at random), makes the schedule, and copies the names of a resumed run. -resume
 * begins a new run if the database exists and holds none: a start before it was killed. Writes
 * nothing to an existing run. `options` and `names` must outlive the ledger. */
bool ledger_open(Ledger *ledger, const Options *options, Names *names);
/* Begins the run, or resumes the newest one and reads its games; opens the game files. Refuses to
 * begin a run while the newest one has the same settings (and seed, if one is given), has begun to
 * be played and has games left: once another run follows it, it can no longer be resumed.
 *
 * `openings`: all openings, in order. A resumed run must have the same ones, and the engines' same
 * programs if games are played here (`has_tables`) or no SHA-256 holds the workers to them. */
bool ledger_begin(Ledger *ledger, const OpeningList *openings, bool has_tables);
/* Opens a log of the dialogue by output_open_log(). The caller closes it. */
bool ledger_open_log(Ledger *ledger, const char *path, FILE **log);
/* Closes the game files and the store, and frees everything; removes a new run that has not begun
 * to be played, so that the one before it stays the newest. Returns false if a file could not be
 * written. */
bool ledger_close(Ledger *ledger);

/* Gets the number that identifies the run for workers on other machines: drawn once, stored in the
 * database. Call it before the saver owns the store. */
bool ledger_key(Ledger *ledger, int64_t *key);
/* Returns whether the resumed run records that its engines have started; false for a new run. Call
 * it after ledger_open(). */
bool ledger_has_started(Ledger *ledger);
/* Records it. Call it after ledger_begin(), before the saver owns the store. */
bool ledger_set_started(Ledger *ledger);
/* Records that the run begins to be played. Call it when nothing can fail any more that the user
 * may correct and try again, before the first game is saved. */
bool ledger_set_begun(Ledger *ledger);
/* Records the SHA-256 of an engine's program unless the run has one, and reads the recorded one. */
bool ledger_program(Ledger *ledger, int engine, char *hash, size_t size);

/* Returns the path of the database. */
const char *ledger_path(const Ledger *ledger);
/* Checks that the engine's program is still the one that the run began with. Returns false if it
 * was replaced. */
bool ledger_check_program(Ledger *ledger, int engine);
/* Gets the next game that no earlier start has finished. Sets *job only for SCHEDULE_JOB. */
ScheduleStatus ledger_next(Ledger *ledger, Job *job);
/* Counts a game with a result in the statistics and the schedule, and sets its part in the
 * sequential test: a game after the decision counts in no statistics. */
bool ledger_count(Ledger *ledger, const Job *job, GameRecord *game);
/* Takes ownership of the contents of a game that is in the store, and writes it to the game files.
 * May be called on another thread, but only on one at a time. On failure returns false and leaves
 * the reason in ledger_output_error(). */
bool ledger_put_out(Ledger *ledger, GameRecord *game);
const char *ledger_output_error(const Ledger *ledger);
/* From now on gives up writing to a pipe that nobody reads. Call it after ledger_begin(). */
void ledger_hurry(Ledger *ledger);
/* Returns the verdict of the run's sequential test, SPRT_CONTINUE if it has none. Sets *llr to the
 * log-likelihood ratio. */
SprtVerdict ledger_verdict(const Ledger *ledger, double *llr);

#endif
