/* block.h: the positions of many games, packed in memory, with their goals. */
#ifndef KANAME_TRAIN_REGIONS_BLOCK_H
#define KANAME_TRAIN_REGIONS_BLOCK_H

#include "train/objective.h"
#include "train/regions/position.h"

/* The weight of the order of a game's positions: block_order_weight(). */
typedef struct OrderWeights {
    float move, probe;
} OrderWeights;

/* Everything that turns games into positions. */
typedef struct BlockSource {
    const Objective *objective;
    const PositionReader *reader;
    const OrderWeights *order_weights; /* of each game of the data */
    int threads;
} BlockSource;

/* Returns the weight of the order of positions that were searched with this number of nodes:
 * proportional to it, at most 1, which `full` nodes reach. Moves of shallow searches repeat the
 * static order and make the network overconfident. */
float block_order_weight(double nodes, double full);

/* Sets the pool to the positions of the games with these indexes, in order, for any number of
 * threads. Returns false if out of memory. */
bool block_fill(const BlockSource *source, const uint32_t *games, size_t count, PositionPool *pool);

#endif
