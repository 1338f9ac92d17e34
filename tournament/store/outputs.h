/* outputs.h: appends the games of a running tournament to files: PGN, SGF, messages, samples.
 *
 * Games come in as they end and go out in order of their numbers, so the files do not depend on the
 * concurrency. A resumed run appends the games that the stopped run had not finished. One thread at
 * a time. */
#ifndef TOURNAMENT_STORE_OUTPUTS_H
#define TOURNAMENT_STORE_OUTPUTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "game/game_record.h"
#include "shared/files/replace.h"
#include "shared/status/failure.h"
#include "store/sample.h"

/* The files to write. The structure owns the strings. */
typedef struct OutputOptions {
    char *pgn, *sgf, *messages; /* paths; NULL: not requested */
    bool is_lose_only;          /* only games that the first engine lost */
    SampleOptions sample;
} OutputOptions;

typedef struct Output Output;

enum { OUTPUT_FILES = 4, OUTPUT_KEPT = 64 };

/* Files of the run that no output may use. */
typedef struct OutputBusy {
    const char *database; /* with the files that SQLite keeps beside it */
    const char *book;     /* NULL: none */
    const char *page;     /* the run's page, written after its games; NULL: none */
} OutputBusy;

/* Opens the files of the options for appending. Appends text to any text file, because nothing is
 * lost, but not to a file with a zero byte among its first FILES_HEAD_BYTES. Appends samples only
 * to samples. Refuses busy files and other outputs. A file of LZ4 samples is replaced instead; a
 * resumed run first renames the old one to a free name beside it. Devices and pipes receive the
 * output directly. On failure returns NULL; `failure` names the file. */
Output *output_open(const OutputOptions *options, const OutputBusy *busy, bool is_resumed,
                    uint64_t seed, Failure *failure);
/* Opens a log of the dialogue for appending, if the file is missing, empty or a log: its first line
 * begins with a number and ": ". Refuses devices, pipes, busy files and outputs. On STATUS_OK the
 * caller closes *log; else *log is NULL. */
Status output_open_log(const OutputOptions *options, const OutputBusy *busy, const char *path,
                       FILE **log);
/* Returns the kind and the real path of a file, as a text for the run's notes, which the caller
 * frees; NULL if out of memory. */
char *output_place(const Output *output, int file);
/* Reads file 0 .. OUTPUT_FILES - 1 from byte *start on, where an earlier start of the run may have
 * written games; negative: no start of the run has used the file. Sets *start to the value to
 * record for the next start. Call it before the first game. Returns false on failure, see
 * output_error(). */
bool output_look_back(Output *output, int file, int64_t *start);
/* Like output_add() for a game of an earlier start, in order of number: skips files that hold the
 * game, except that it cuts off an incomplete game at their end. */
bool output_add_earlier(Output *output, GameRecord *game);
/* Reads a game of the run again, by its number. Returns false on failure. */
typedef bool (*OutputFetchFn)(void *context, int64_t number, GameRecord *game);
/* Of the games that wait for an earlier one, keeps at most OUTPUT_KEPT in memory and fetches the
 * others again when it is their turn. Without this call all are kept. */
void output_set_fetch(Output *output, OutputFetchFn fetch, void *context);
/* Takes ownership of the contents of the game and leaves `game` empty. Returns false if a file
 * cannot be written, see output_error(). */
bool output_add(Output *output, GameRecord *game);
const char *output_error(const Output *output);
/* From now on gives up writing to a pipe that nobody reads, which is a failure. Any thread. */
void output_hurry(Output *output);
/* Writes the games that still wait for an earlier one and closes the files. On failure returns
 * false and writes the reason to `failure`. Ignores NULL. */
bool output_close(Output *output, Failure *failure);

#endif
