/* tile.h: memory of positions of one role that are evaluated together. Plain values. */
#ifndef KANAME_TRAIN_REGIONS_TILE_H
#define KANAME_TRAIN_REGIONS_TILE_H

#include "train/regions/model.h"
#include "train/regions/position.h"

/* Shares of the losses: see pass.h. */
#define PASS_REGIONS_ORDER_SHARE 0.4f
#define PASS_LEVEL_SHARE 0.001f

enum {
    PASS_TILE = 8,                /* most positions evaluated together */
    PASS_KIND_MAX = 4 * PASS_TILE /* regions of one kind in a tile */
};

/* Sums of gradients of one role. Rows that are not touched are zero. */
typedef struct RegionsGradient {
    RegionsLayers layers;
    float row[REGIONS_ROWS][REGIONS_CHANNELS];
    float threat[THREAT_STATES][REGIONS_HIDDEN];
    bool is_row_touched[REGIONS_ROWS], is_threat_touched[THREAT_STATES];
} RegionsGradient;

/* The numbers of a tile's layers, or their derivatives. By position, or by position and region. */
typedef struct PassLayers {
    _Alignas(64) float region_input[REGIONS_KINDS][PASS_KIND_MAX][REGIONS_CHANNELS];
    float region[REGIONS_KINDS][PASS_KIND_MAX][REGIONS_PART];
    float quadrant_input[PASS_KIND_MAX][REGIONS_PART];
    float quadrant[PASS_KIND_MAX][REGIONS_PART];
    float input[PASS_TILE][REGIONS_INPUTS]; /* the board's input first */
    float hidden[PASS_TILE][REGIONS_HIDDEN];
    float second[PASS_TILE][REGIONS_SECOND];
    float outcome[PASS_TILE][REGIONS_OUTCOMES]; /* logits; their slopes */
    float pool[PASS_TILE][REGIONS_POOL];
    float mixed[PASS_TILE][REGIONS_MIXED];
} PassLayers;

/* Scratch of one thread. */
typedef struct RegionsScratch {
    /* Of the cells of each position, and of none behind them. */
    _Alignas(64) float feature[PASS_TILE][CELLS_MAX + 1][REGIONS_CHANNELS];
    float slope[PASS_TILE][CELLS_MAX + 1][REGIONS_SPATIAL]; /* by the order */
    PassLayers numbers, slopes;
    /* Of the moves of one position. */
    float around[CELLS_MAX][2][REGIONS_SPATIAL]; /* sums of the features at the sides, corners */
    float spatial[CELLS_MAX][REGIONS_SPATIAL];
    float units[CELLS_MAX][REGIONS_UNITS];
    float order[PASS_TILE][CELLS_MAX]; /* of each position, in nats */
    float chance[CELLS_MAX];
    uint16_t cell_at[PLACES]; /* index of the cell at a place; that of none */
} RegionsScratch;

typedef struct RegionsResult {
    float lead;        /* logarithm of win + draw / 2 over loss + draw / 2 */
    double loss;       /* of the value, without the weight */
    double value_loss; /* logistic loss of the lead against the target */
    double order_loss; /* 0 if the input has no moves */
} RegionsResult;

#endif
