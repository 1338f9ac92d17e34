/* outputs.h: the files that grow while a tournament runs: PGN, SGF, messages, samples.
 *
 * Games come in as they end and go out in order of their numbers, so that the files do not depend
 * on the concurrency (games that a stopped run lacked come behind the others when it is resumed).
 * One thread at a time. */
#ifndef TOURNAMENT_STORE_OUTPUTS_H
#define TOURNAMENT_STORE_OUTPUTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "game/game.h"
#include "store/sample.h"

/* Which files grow. The strings are owned by the options. */
typedef struct OutputOptions {
    char *pgn, *sgf, *messages; /* paths; NULL: not wanted */
    bool is_lose_only;          /* only games that the first engine lost */
    SampleOptions sample;
} OutputOptions;

typedef struct Output Output;

enum { OUTPUT_FILES = 4 };

/* Files of the run that no output may be. */
typedef struct OutputBusy {
    const char *database; /* with the files that SQLite keeps beside it */
    const char *book;     /* NULL: none */
} OutputBusy;

/* Opens what the options ask for, to write at the end of it. Any text may be added to, since what
 * is there stays; a file with a zero byte among its first FILES_HEAD_BYTES may not. Samples are
 * added to samples alone. No busy file and no other output is written to. Only LZ4 samples are
 * begun anew, over others of them; a resumed run first moves what is there to a free name beside
 * it. Devices and pipes are written to as they come. NULL: `error` names the file. */
Output *output_open(const OutputOptions *options, const OutputBusy *busy, bool is_resumed,
                    uint64_t seed, char *error, size_t error_size);
/* Which file that is, as a text for the run's notes: its kind and its real path. The caller frees
 * it; NULL: no memory. */
char *output_place(const Output *output, int file);
/* Before the first game: what stands in file 0 .. OUTPUT_FILES - 1 behind *start may be games of
 * this run; negative: nothing is, the run is new to the file. Sets *start to the value to be noted
 * for the next time. False: output_error() tells. */
bool output_look_back(Output *output, int file, int64_t *start);
/* Like output_add() for a game of an earlier start, in order of number: it is not written to files
 * that have it. Nothing else in them is touched, save the begin of a game at their end. */
bool output_add_earlier(Output *output, GameRecord *game);
/* Takes the game over (its contents; `game` is empty after it). False: a file cannot be written,
 * output_error() tells. */
bool output_add(Output *output, GameRecord *game);
const char *output_error(const Output *output);
/* Writes what still waits for an earlier game, closes. False: output_error() would have told; the
 * text goes to `error`. NULL is fine. */
bool output_close(Output *output, char *error, size_t error_size);

#endif
