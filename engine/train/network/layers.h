/* layers.h: the layers of a network in training, as floats. 1.0 is NETWORK_LAYER_UNIT; the output
 * and the move order are in nats. Plain values. */
#ifndef KANAME_TRAIN_NETWORK_LAYERS_H
#define KANAME_TRAIN_NETWORK_LAYERS_H

#include "eval/network/numbers.h"

/* The layers, by input and then by output, so that loops over the outputs vectorise. */
typedef struct ModelLayers {
    _Alignas(64) float first[NETWORK_INPUTS][NETWORK_HIDDEN];
    float first_bias[NETWORK_STAGES][NETWORK_HIDDEN];
    float threat_bias[THREAT_STATES][NETWORK_HIDDEN];
    float second[NETWORK_STAGES][NETWORK_HIDDEN][NETWORK_SECOND];
    float second_bias[NETWORK_STAGES][NETWORK_SECOND];
    float output[NETWORK_STAGES][NETWORK_SECOND];
    float order[NETWORK_HIDDEN][NETWORK_FEATURES];
    float order_bias[NETWORK_FEATURES];
    float output_bias[NETWORK_STAGES];
    float table_share[NETWORK_STAGES];
    float order_table_share;
    float unused[7];
} ModelLayers;

#endif
