/* sample.h: positions of finished games with move and result, for training: the sample formats of
 * c-gomoku-cli (csv, bin, binpack), optionally as one LZ4 frame.
 *
 * Games that ended by a fault (time, crash, illegal move, ...) give no samples. A move that lost by
 * itself (a foul) or was followed by an adjudication gives none either. In the packed formats a
 * move whose score is not known carries the mark for that. */
#ifndef TOURNAMENT_SAMPLE_H
#define TOURNAMENT_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include "game.h"
#include "options.h"

typedef struct SampleWriter SampleWriter;

/* Writes behind what the file holds at `offset`, which it is cut to; negative: at its end (LZ4: the
 * file is begun anew). freq: chance of each move. NULL: errno tells why. */
SampleWriter *sample_open(const char *path, SampleFormat format, bool is_lz4, double freq,
                          uint64_t seed, int64_t offset);
/* Which moves are taken depends on the seed and the game's number alone. False: errno. */
bool sample_add(SampleWriter *writer, const GameRecord *game);
/* Finishes the file. False: errno; memory is freed in any case. NULL is fine. */
bool sample_close(SampleWriter *writer);

/* True if the format can tell of such games. */
bool sample_can_hold(SampleFormat format, GameRule rule, bool is_continuous, int width, int height);

#endif
