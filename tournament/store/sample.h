/* sample.h: writes positions of finished games with move and result, for training, in the sample
 * formats of c-gomoku-cli (csv, bin, binpack), optionally as one LZ4 frame.
 *
 * A game that ended by a fault (time, crash, illegal move, ...) gives no samples; neither does a
 * foul, or a last move before an adjudication. The packed formats mark a move without a score. */
#ifndef TOURNAMENT_STORE_SAMPLE_H
#define TOURNAMENT_STORE_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "game/game_record.h"
#include "shared/files/replace.h"

typedef enum { SAMPLE_CSV, SAMPLE_BIN, SAMPLE_BINPACK } SampleFormat;

/* The samples to write and their file. */
typedef struct SampleOptions {
    bool is_wanted;
    SampleFormat format;
    bool is_lz4;
    double freq; /* probability of each move, 0 to 1 */
    char *file;  /* owned by the options; not NULL if samples are requested */
} SampleOptions;

typedef struct SampleWriter SampleWriter;

/* The files to which samples of the format may be appended or, for LZ4, which they may replace. */
const FilesRules *sample_rules(SampleFormat format, bool is_lz4);

/* Renames a file that is not empty to the first free name "file.1", "file.2", and so on. Returns
 * false on failure and sets errno. */
bool sample_keep_aside(const char *path);
/* Opens the file for appending; LZ4 replaces it. `freq` is the probability of each move. Returns
 * NULL on failure and sets errno. */
SampleWriter *sample_open(const char *path, SampleFormat format, bool is_lz4, double freq,
                          uint64_t seed);
/* Writes samples of a game. The choice of moves depends only on the seed and the game's number.
 * Returns false on failure and sets errno. */
bool sample_add(SampleWriter *writer, const GameRecord *game);
/* Writes the same samples, uncompressed, to another stream. */
bool sample_write(const SampleWriter *writer, FILE *to, const GameRecord *game);
/* Finishes the file and frees the writer. Returns false on failure and sets errno. Ignores NULL. */
bool sample_close(SampleWriter *writer);

/* Returns whether the format can store games of this rule and size. */
bool sample_can_hold(SampleFormat format, GameRule rule, bool is_continuous, int width, int height);

#endif
