/* block.h: the positions of many games, packed in memory, with their goals. */
#ifndef KANAME_TRAIN_REGIONS_BLOCK_H
#define KANAME_TRAIN_REGIONS_BLOCK_H

#include "train/objective.h"
#include "train/regions/position.h"

/* Everything that turns games into positions. */
typedef struct BlockSource {
    const Objective *objective;
    const PositionReader *reader;
    const float *order_weights; /* of each game of the data: block_order_weight() */
    int threads;
} BlockSource;

/* Returns the weight of the order of positions that were searched with this number of nodes: 0.1 at
 * 600 and below, 1 at 5,000 and above, logarithmic between. Moves of shallow searches repeat the
 * static order and make the network overconfident. */
float block_order_weight(double nodes);

/* Sets the pool to the positions of the games with these indexes, in order, for any number of
 * threads. Returns false if out of memory. */
bool block_fill(const BlockSource *source, const uint32_t *games, size_t count, PositionPool *pool);

#endif
