/* state.h: the results of a tuning, kept in an SQLite file.
 *
 * The file holds the settings, which must be equal when the tuning continues, and the result of
 * every iteration; all values follow from these. An iteration is one transaction: after a kill or a
 * power cut at any moment the file holds every finished iteration once. The file is created with
 * the first result. A checksum over settings and results detects damage that SQLite does not
 * notice. One thread. */
#ifndef TOURNAMENT_TUNE_STATE_H
#define TOURNAMENT_TUNE_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "shared/status/failure.h"
#include "store/sharing.h"
#include "tune/spsa.h"

enum { TUNE_NOT_PLAYED = -1 };

typedef struct TuneState {
    char *path, *settings;
    int64_t iterations;
    char *results;   /* one character per iteration: '0' to '4', '-': not played */
    int64_t saved;   /* results in the file */
    int64_t unsaved; /* the iteration set but not saved; 0: none */
    sqlite3 *db;     /* NULL: there is no file yet */
    dev_t device;    /* of the file open in db */
    ino_t inode;
    SharingWait *wait; /* for other programs' locks; NULL: SHARING_BEGIN_MS */
} TuneState;

/* Reads the file; a missing one starts a new tuning and is not created yet. `settings`: lines, each
 * with its line end. Refuses, and does not change, a file with other settings, of another program
 * or version, a damaged one, and a text file of an earlier version. On failure returns false;
 * `failure` then names the file and the reason. Call tune_state_release() in any case. */
bool tune_state_open(TuneState *state, const char *path, const char *settings, int64_t iterations,
                     Failure *failure);
/* From now on waits for other programs' locks as sharing_wait() says, until the release. */
void tune_state_set_wait(TuneState *state, SharingWait *wait);
void tune_state_release(TuneState *state);

/* Returns the half points of plus in iteration 1 .. iterations, or TUNE_NOT_PLAYED. */
int tune_state_result(const TuneState *state, int64_t iteration);
/* Sets the result of an iteration that has none. Call tune_state_write() before the next one. */
void tune_state_set(TuneState *state, int64_t iteration, int half_points);
/* Writes that result and, for people, the plan's values after the results so far. On failure writes
 * nothing, returns false and writes the reason to `failure`. */
bool tune_state_write(TuneState *state, const SpsaPlan *plan, const double *values,
                      Failure *failure);

#endif
