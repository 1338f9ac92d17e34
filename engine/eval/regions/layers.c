#include "eval/regions/layers.h"

#include <string.h>

/* Lays out weights by input, then by output. */
static void group(const int8_t *from, int inputs, int outputs, int8_t *to) {
    for (int i = 0; i < inputs; i++)
        for (int j = 0; j < outputs; j++)
            to[(i / REGIONS_GROUP * outputs + j) * REGIONS_GROUP + i % REGIONS_GROUP] =
                from[i * outputs + j];
}

/* Copies biases and adds the half that rounds a sum before it is shifted. */
static void round_biases(const int32_t *from, int count, int shift, int32_t *to) {
    for (int i = 0; i < count; i++)
        to[i] = from[i] + (1 << (shift - 1));
}

/* Returns the place in MixedWeights of an output of the mixer, a weight or a bias. */
static int mixed_place(int output) {
    int input = output / REGIONS_UNITS, unit = output % REGIONS_UNITS;
    if (input == REGIONS_SPATIAL)
        return output;
    return (input / REGIONS_GROUP * REGIONS_UNITS + unit) * REGIONS_GROUP + input % REGIONS_GROUP;
}

static void make_mixer(const RegionsNumbers *numbers, RegionsLayers *layers) {
    int8_t placed[REGIONS_POOL][REGIONS_MIXED];
    int32_t bias[REGIONS_MIXED];
    for (int j = 0; j < REGIONS_MIXED; j++) {
        for (int i = 0; i < REGIONS_POOL; i++)
            placed[i][mixed_place(j)] = numbers->mixer[i][j];
        bias[mixed_place(j)] = numbers->mixer_bias[j];
    }
    group(placed[0], REGIONS_POOL, REGIONS_MIXED, layers->mixer);
    round_biases(bias, REGIONS_MIXED, REGIONS_MIXER_SHIFT, layers->mixer_bias);
}

static void make_biases(const RegionsNumbers *numbers, RegionsLayers *layers) {
    round_biases(numbers->region_bias[0], REGIONS_KINDS * REGIONS_PART, REGIONS_WEIGHT_SHIFT,
                 layers->region_bias[0]);
    round_biases(numbers->quadrant_bias, REGIONS_PART, REGIONS_WEIGHT_SHIFT, layers->quadrant_bias);
    round_biases(numbers->first_bias[0], REGIONS_STAGES * REGIONS_HIDDEN, REGIONS_WEIGHT_SHIFT,
                 layers->first_bias[0]);
    round_biases(numbers->second_bias[0], REGIONS_STAGES * REGIONS_SECOND, REGIONS_WEIGHT_SHIFT,
                 layers->second_bias[0]);
    round_biases(numbers->pool_bias[0], REGIONS_STAGES * REGIONS_POOL, REGIONS_WEIGHT_SHIFT,
                 layers->pool_bias[0]);
    memcpy(layers->threat_bias, numbers->threat_bias, sizeof layers->threat_bias);
    memcpy(layers->neighbour_bias, numbers->neighbour_bias, sizeof layers->neighbour_bias);
    memcpy(layers->outcome_bias, numbers->outcome_bias, sizeof layers->outcome_bias);
}

void regions_layers_make(const RegionsNumbers *numbers, RegionsLayers *layers) {
    for (int kind = 0; kind < REGIONS_KINDS; kind++)
        group(numbers->region[kind][0], REGIONS_CHANNELS, REGIONS_PART, layers->region[kind]);
    group(numbers->quadrant[0], REGIONS_PART, REGIONS_PART, layers->quadrant);
    group(numbers->first[0], REGIONS_INPUTS, REGIONS_HIDDEN, layers->first);
    group(numbers->second[0], REGIONS_HIDDEN, REGIONS_SECOND, layers->second);
    group(numbers->pool[0], REGIONS_CHANNELS, REGIONS_POOL, layers->pool);
    make_mixer(numbers, layers);
    make_biases(numbers, layers);
    memcpy(layers->outcome, numbers->outcome, sizeof layers->outcome);
    for (int place = 0; place < REGIONS_PLACES; place++)
        for (int i = 0; i < REGIONS_SPATIAL; i++)
            layers->neighbour[place][i] = numbers->neighbour[place][i];
    memcpy(layers->worth, numbers->worth, sizeof layers->worth);
    memcpy(layers->table_share, numbers->table_share, sizeof layers->table_share);
    memcpy(layers->order_table_share, numbers->order_table_share, sizeof layers->order_table_share);
}
