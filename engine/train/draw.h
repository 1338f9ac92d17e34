/* draw.h: draws positions to be labelled from games.
 *
 * The draw depends only on the seed and the positions, not on their order or on the number of
 * games. Duplicates count once. With the same seed, a larger set of games gives a draw that shares
 * most positions. */
#ifndef KANAME_TRAIN_DRAW_H
#define KANAME_TRAIN_DRAW_H

#include <stdbool.h>

#include "shared/status/failure.h"
#include "train/labels.h"

typedef struct DrawOptions {
    char *const *paths; /* files or folders of games, lists of games, files of labels */
    int path_count;
    Rule rule;
    int positions;      /* a quarter of them in each stage */
    const char *source; /* for `source`; NULL: `games` and `probes`, or that of the file */
    uint64_t seed;
} DrawOptions;

/* Draws quiet positions (see dataset.h). From games: one third positions of the game, two thirds
 * probes; games without probes give positions with one random nearby stone added. From a file of
 * labels: its positions. Stages alternate, so that any prefix of the draw is balanced. On failure
 * returns false and writes the reason to `failure`; too few positions in a stage are no failure. */
bool draw_positions(LabelSet *drawn, const DrawOptions *options, Failure *failure);

#endif
