/* output.h: the files that grow while a tournament runs: PGN, SGF, messages, samples.
 *
 * Games come in as they end and go out in order of their numbers, so that the files do not depend
 * on the concurrency. One thread at a time. */
#ifndef TOURNAMENT_OUTPUT_H
#define TOURNAMENT_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "game.h"
#include "options.h"

typedef struct Output Output;

enum { OUTPUT_FILES = 4 };

/* Where in each file (PGN, SGF, messages, samples) the games of the run begin. */
typedef struct OutputOffsets {
    int64_t at[OUTPUT_FILES];
} OutputOffsets;

/* Opens what the options ask for. resume_from: NULL for a new run; else the files are cut to these
 * offsets, because all games of the run will be added again. NULL: `error` names the file. */
Output *output_open(const Options *options, uint64_t seed, const OutputOffsets *resume_from,
                    char *error, size_t error_size);
OutputOffsets output_offsets(const Output *output);
/* Takes the game over (its contents; `game` is empty after it). False: a file cannot be written,
 * output_error() tells. */
bool output_add(Output *output, GameRecord *game);
const char *output_error(const Output *output);
/* Writes what still waits for an earlier game, closes. False: output_error() would have told; the
 * text goes to `error`. NULL is fine. */
bool output_close(Output *output, char *error, size_t error_size);

#endif
