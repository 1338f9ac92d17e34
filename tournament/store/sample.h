/* sample.h: writes positions of finished games with move and result, for training, in the sample
 * formats of c-gomoku-cli (csv, bin, binpack), optionally as one LZ4 frame.
 *
 * A game that ended by a fault (time, crash, illegal move, ...) gives no samples. Neither does a
 * move that was a foul or that an adjudication followed. The packed formats mark a move without a
 * score. */
#ifndef TOURNAMENT_STORE_SAMPLE_H
#define TOURNAMENT_STORE_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "game/game.h"
#include "program/replace.h"

typedef enum { SAMPLE_CSV, SAMPLE_BIN, SAMPLE_BINPACK } SampleFormat;

/* The samples to write and their file. */
typedef struct SampleOptions {
    bool is_wanted;
    SampleFormat format;
    bool is_lz4;
    double freq; /* chance of each move, 0 to 1 */
    char *file;  /* owned by the options; not NULL where samples are wanted */
} SampleOptions;

typedef struct SampleWriter SampleWriter;

/* The files to which samples of the format may be appended or, for LZ4, which they may replace. */
const FilesRules *sample_rules(SampleFormat format, bool is_lz4);

/* Opens the file for appending; LZ4 replaces it. freq: chance of each move. Returns NULL on failure
 * and sets errno. */
SampleWriter *sample_open(const char *path, SampleFormat format, bool is_lz4, double freq,
                          uint64_t seed);
/* Writes samples of a game. The choice of moves depends on the seed and the game's number alone.
 * Returns false on failure and sets errno. */
bool sample_add(SampleWriter *writer, const GameRecord *game);
/* Writes the same samples, uncompressed, to another stream. */
bool sample_write(const SampleWriter *writer, FILE *to, const GameRecord *game);
/* Finishes the file and frees the writer. Returns false on failure and sets errno. NULL is fine. */
bool sample_close(SampleWriter *writer);

/* Returns whether the format can store games of this rule and size. */
bool sample_can_hold(SampleFormat format, GameRule rule, bool is_continuous, int width, int height);

#endif
