/* layers.h: the layers of a network of regions in training, as floats: the fields of
 * RegionsNumbers but the rows and the biases by threats. 1.0 is REGIONS_ONE; outcomes and orders
 * are in nats. Floats alone; whole vectors first. */
#ifndef KANAME_TRAIN_REGIONS_LAYERS_H
#define KANAME_TRAIN_REGIONS_LAYERS_H

#include "eval/regions/numbers.h"

typedef struct RegionsLayers {
    _Alignas(64) float region[REGIONS_KINDS][REGIONS_CHANNELS][REGIONS_PART];
    float region_bias[REGIONS_KINDS][REGIONS_PART];
    float quadrant[REGIONS_PART][REGIONS_PART];
    float quadrant_bias[REGIONS_PART];
    float first[REGIONS_INPUTS][REGIONS_HIDDEN];
    float first_bias[REGIONS_STAGES][REGIONS_HIDDEN];
    float second[REGIONS_HIDDEN][REGIONS_SECOND];
    float second_bias[REGIONS_STAGES][REGIONS_SECOND];
    float outcome[REGIONS_STAGES][REGIONS_OUTCOMES][REGIONS_SECOND];
    float neighbour[REGIONS_PLACES][REGIONS_SPATIAL];
    float neighbour_bias[REGIONS_SPATIAL];
    float pool[REGIONS_CHANNELS][REGIONS_POOL];
    float pool_bias[REGIONS_STAGES][REGIONS_POOL];
    float mixer[REGIONS_POOL][REGIONS_MIXED];
    float mixer_bias[REGIONS_MIXED];
    float worth[REGIONS_UNITS];
    float outcome_bias[REGIONS_STAGES][REGIONS_OUTCOMES];
    float table_share[REGIONS_STAGES];
    float order_table_share[REGIONS_STAGES];
    float unused[7];
} RegionsLayers;

enum { REGIONS_LAYER_FLOATS = (int)(sizeof(RegionsLayers) / sizeof(float)) };

#endif
