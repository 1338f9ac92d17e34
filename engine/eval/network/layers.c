#include "eval/network/layers.h"

#include <string.h>

/* Spreads the weights of a layer, rows of `inputs` by output, into pairs of inputs by output. */
static void spread(const int16_t *from, int stride, int inputs, int outputs, int16_t *to) {
    for (int j = 0; j < outputs; j++)
        for (int i = 0; i < inputs; i++)
            to[(i / 2 * outputs + j) * 2 + i % 2] = from[j * stride + i];
}

void layers_make(const NetworkNumbers *numbers, Layers *layers) {
    for (int part = 0; part < NETWORK_PARTS; part++)
        spread(numbers->first[0] + part * NETWORK_FEATURES, NETWORK_INPUTS, NETWORK_FEATURES,
               NETWORK_HIDDEN, layers->first[part]);
    for (int stage = 0; stage < NETWORK_STAGES; stage++)
        spread(numbers->second[stage][0], NETWORK_HIDDEN, NETWORK_HIDDEN, NETWORK_SECOND,
               layers->second[stage]);
    spread(numbers->order[0], NETWORK_HIDDEN, NETWORK_HIDDEN, NETWORK_FEATURES, layers->order);
    memcpy(layers->first_bias, numbers->first_bias, sizeof layers->first_bias);
    memcpy(layers->threat_bias, numbers->threat_bias, sizeof layers->threat_bias);
    memcpy(layers->second_bias, numbers->second_bias, sizeof layers->second_bias);
    memcpy(layers->output, numbers->output, sizeof layers->output);
    memcpy(layers->output_bias, numbers->output_bias, sizeof layers->output_bias);
    memcpy(layers->table_share, numbers->table_share, sizeof layers->table_share);
    memcpy(layers->order_bias, numbers->order_bias, sizeof layers->order_bias);
    layers->order_table_share = numbers->order_table_share;
}
