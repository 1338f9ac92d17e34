/* state.h: how far a tuning has come, in a file that is replaced as a whole after each
 * iteration: killed at any moment, either the old one or the new one is there.
 *
 * Kept are the settings, which must be the same when it goes on, and the result of every iteration;
 * all values follow from these. Text: a first line with the version, the settings, "results" with a
 * character an iteration ('0' to '4', half points of plus; '-' not played yet), "notes" for people,
 * and a checksum. One thread. */
#ifndef TOURNAMENT_TUNE_STATE_H
#define TOURNAMENT_TUNE_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { TUNE_NOT_PLAYED = -1 };

typedef struct TuneState {
    char *path, *settings;
    int64_t iterations;
    char *results;
    bool is_written; /* the file is as this state left it: */
    dev_t device;
    ino_t inode;
} TuneState;

/* Reads the file, or begins anew where there is none (nothing is written yet). `settings`: whole
 * lines. False: `error` names the file and what is wrong with it; release it all the same. */
bool tune_state_open(TuneState *state, const char *path, const char *settings, int64_t iterations,
                     char *error, size_t error_size);
void tune_state_release(TuneState *state);

/* Half points of plus in iteration 1 .. iterations, or TUNE_NOT_PLAYED. */
int tune_state_result(const TuneState *state, int64_t iteration);
/* Notes a result; tune_state_write() takes it to the disk. */
void tune_state_set(TuneState *state, int64_t iteration, int half_points);
/* Replaces the file. `notes`: whole lines. False: `error` says why, the old file stays. */
bool tune_state_write(TuneState *state, const char *notes, char *error, size_t error_size);

#endif
