/* layers.h: the numbers of a role as the kernels read them. Read-only in use. */
#ifndef KANAME_EVAL_REGIONS_LAYERS_H
#define KANAME_EVAL_REGIONS_LAYERS_H

#include "eval/regions/numbers.h"

enum {
    REGIONS_GROUP = 4,  /* inputs whose weights stand together */
    REGIONS_AT_ONCE = 4 /* candidates whose orders are computed together */
};

/* Weights of the order of a position: by group of inputs, unit and input; then biases. The mixer's
 * outputs are in this order. */
typedef struct MixedWeights {
    _Alignas(64) int8_t weight[REGIONS_SPATIAL / REGIONS_GROUP][REGIONS_UNITS][REGIONS_GROUP];
    int8_t bias[REGIONS_UNITS];
} MixedWeights;

/* Weights of a layer by group of inputs, output and input. Biases of layers include the half that
 * rounds their outputs. */
typedef struct RegionsLayers {
    _Alignas(64) int8_t region[REGIONS_KINDS][REGIONS_CHANNELS * REGIONS_PART];
    int8_t quadrant[REGIONS_PART * REGIONS_PART];
    int8_t first[REGIONS_INPUTS * REGIONS_HIDDEN];
    int8_t second[REGIONS_HIDDEN * REGIONS_SECOND];
    int8_t pool[REGIONS_CHANNELS * REGIONS_POOL];
    int8_t mixer[REGIONS_POOL * REGIONS_MIXED];
    int32_t region_bias[REGIONS_KINDS][REGIONS_PART];
    int32_t quadrant_bias[REGIONS_PART];
    int32_t first_bias[REGIONS_STAGES][REGIONS_HIDDEN];
    int32_t second_bias[REGIONS_STAGES][REGIONS_SECOND];
    int32_t pool_bias[REGIONS_STAGES][REGIONS_POOL];
    int32_t mixer_bias[REGIONS_MIXED];
    int16_t threat_bias[THREAT_STATES][REGIONS_HIDDEN];
    int16_t outcome[REGIONS_STAGES][REGIONS_OUTCOMES][REGIONS_SECOND];
    int16_t neighbour[REGIONS_PLACES][REGIONS_SPATIAL];
    int16_t neighbour_bias[REGIONS_SPATIAL];
    _Alignas(16) int8_t worth[REGIONS_UNITS];
    int32_t outcome_bias[REGIONS_STAGES][REGIONS_OUTCOMES];
    int32_t table_share[REGIONS_STAGES];
    int32_t order_table_share[REGIONS_STAGES];
} RegionsLayers;

/* Lays out the numbers of a role. */
void regions_layers_make(const RegionsNumbers *numbers, RegionsLayers *layers);

#endif
