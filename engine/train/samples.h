/* samples.h: reads c-gomoku-cli's sample formats bin and binpack, little-endian.
 *
 * bin, a position: u16 result for the side to move (bits 0-1: lost, drawn, won), ply (2-10), size
 * (11-15); u16 rule (0-2), move (3-12, bit 13 and up: the mover); u16 a stone, `ply` of them.
 * binpack, a game: u32 size (0-4), rule (5-7), result at the first searched position (8-11), all
 * plies (12-21), opening plies (22-31); u32 tag (0-13), moves (14-31); u16 a stone of the opening;
 * per move u16 first of its position (bit 0), last (1), no score (2), pass (3), move (6-15), and
 * i16 score, cut to SCORE_WIN either way. A move is x * 32 + y; rules are 0, 1, 4. */
#ifndef KANAME_TRAIN_SAMPLES_H
#define KANAME_TRAIN_SAMPLES_H

#include <stdio.h>

#include "train/game_data.h"

/* On GAMEFILE_GAME, set `size` to the bytes read; on GAMEFILE_ERROR, set `wrong` to a static text.
 */
GameReadStatus sample_read_bin(FILE *file, Game *game, size_t *size, const char **wrong);
GameReadStatus sample_read_binpack(FILE *file, Game *game, size_t *size, const char **wrong);

#endif
