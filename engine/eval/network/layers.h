/* layers.h: the layers of the network as the kernels of arch/ read them. */
#ifndef KANAME_EVAL_NETWORK_LAYERS_H
#define KANAME_EVAL_NETWORK_LAYERS_H

#include "eval/eval.h"
#include "eval/network/state.h"

/* The layers of one role. The weights of a layer are in the order in which vector instructions read
 * them: each pair of inputs with all outputs. */
typedef struct Layers {
    _Alignas(64) int16_t first[NETWORK_PARTS][NETWORK_FEATURES * NETWORK_HIDDEN];
    int16_t second[NETWORK_STAGES][NETWORK_HIDDEN * NETWORK_SECOND];
    int16_t order[NETWORK_HIDDEN * NETWORK_FEATURES];
    int32_t first_bias[NETWORK_STAGES][NETWORK_HIDDEN];
    int16_t threat_bias[THREAT_STATES][NETWORK_HIDDEN];
    int32_t second_bias[NETWORK_STAGES][NETWORK_SECOND];
    int32_t output[NETWORK_STAGES][NETWORK_SECOND];
    int32_t output_bias[NETWORK_STAGES];
    int32_t table_share[NETWORK_STAGES];
    int32_t order_bias[NETWORK_FEATURES];
    int32_t order_table_share;
} Layers;

/* A position whose level the state has caught up with. */
typedef struct Following {
    const Layers *layers; /* of the role of the side to move */
    const Board *board;
    NetworkState *state;
    Level *level;
} Following;

/* Lays out the numbers of a role. */
void layers_make(const NetworkNumbers *numbers, Layers *layers);

#endif
