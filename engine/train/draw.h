/* draw.h: draws positions to be labelled from games.
 *
 * The draw depends on the seed and on the positions alone, not on their order or on the number of
 * games; a position drawn twice counts once. From a larger set of games with the same seed comes
 * a draw that shares most of its positions. */
#ifndef KANAME_TRAIN_DRAW_H
#define KANAME_TRAIN_DRAW_H

#include <stdbool.h>

#include "train/labels.h"

typedef struct DrawOptions {
    char *const *paths; /* files or folders of games, lists of games, files of labels */
    int path_count;
    Rule rule;
    int positions;      /* a quarter of them in each stage */
    const char *source; /* for `source`; NULL: `games` and `probes`, or that of the file */
    uint64_t seed;
} DrawOptions;

/* Draws positions in which no threat decides. Of games: a third as they were played, two thirds
 * probes, or, where the games have none, positions with one near stone more. Of a file of labels:
 * its own positions. The stages alternate, so that a part of the draw is a fair one. Returns false
 * on an error, which `error` names; a stage with too few positions is none. */
bool draw_positions(LabelSet *drawn, const DrawOptions *options, char *error, size_t error_size);

#endif
