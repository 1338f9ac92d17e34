/* sample.h: positions of finished games with move and result, for training: the sample formats of
 * c-gomoku-cli (csv, bin, binpack), optionally as one LZ4 frame.
 *
 * Games that ended by a fault (time, crash, illegal move, ...) give no samples. A move that lost by
 * itself (a foul) or was followed by an adjudication gives none either. In the packed formats a
 * move whose score is not known carries the mark for that. */
#ifndef TOURNAMENT_STORE_SAMPLE_H
#define TOURNAMENT_STORE_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "files/replace.h"
#include "game/game.h"

typedef enum { SAMPLE_CSV, SAMPLE_BIN, SAMPLE_BINPACK } SampleFormat;

/* Which samples are written, and where. */
typedef struct SampleOptions {
    bool is_wanted;
    SampleFormat format;
    bool is_lz4;
    double freq; /* chance of each move, 0 to 1 */
    char *file;  /* owned by the options; not NULL where samples are wanted */
} SampleOptions;

typedef struct SampleWriter SampleWriter;

/* The files that samples of the format may be added to, or, LZ4, written over. */
const FilesRules *sample_rules(SampleFormat format, bool is_lz4);

/* Writes at the end of the file (LZ4: it is begun anew). freq: chance of each move. NULL: errno
 * tells why. */
SampleWriter *sample_open(const char *path, SampleFormat format, bool is_lz4, double freq,
                          uint64_t seed);
/* Which moves are taken depends on the seed and the game's number alone. False: errno. */
bool sample_add(SampleWriter *writer, const GameRecord *game);
/* Writes the same, not compressed, to another stream. */
bool sample_write(const SampleWriter *writer, FILE *to, const GameRecord *game);
/* Finishes the file. False: errno; memory is freed in any case. NULL is fine. */
bool sample_close(SampleWriter *writer);

/* True if the format can tell of such games. */
bool sample_can_hold(SampleFormat format, GameRule rule, bool is_continuous, int width, int height);

#endif
