#include "train/network/integers.h"

#include <math.h>

/* The integer for 1.0. */
static const double BIAS_SCALE = NETWORK_LAYER_UNIT * (double)(1 << NETWORK_FIRST_SHIFT);
static const double SECOND_SCALE = 1 << NETWORK_SECOND_SHIFT;
static const double SHARE_SCALE = 1 << NETWORK_OUTPUT_SHIFT;

static double first_scale(void) {
    return BIAS_SCALE * (double)FEATURE_SUM_SHARE / (double)FEATURE_SCALE;
}

static double output_scale(double units) {
    return units * (1 << NETWORK_OUTPUT_SHIFT) / NETWORK_LAYER_UNIT;
}

/* Of the worth of a feature in the move order. */
static double worth_scale(void) {
    return ORDER_UNITS / (double)FEATURE_SCALE * (1 << NETWORK_FEATURE_ORDER_SHIFT) *
           (1 << NETWORK_ORDER_SHIFT);
}

static int32_t rounded(float number, double scale, int32_t limit) {
    double nearest = nearbyint((double)number * scale);
    return nearest > limit ? limit : nearest < -limit ? -limit : (int32_t)nearest;
}

void integers_from_rows(float (*rows)[NETWORK_VIEW], int first_row, int end_row,
                        NetworkNumbers *numbers) {
    const float LIMIT = NETWORK_ROW_MAX;
    for (int row = first_row; row < end_row; row++)
        for (int i = 0; i < NETWORK_VIEW; i++) {
            float number = rows[row][i] * NETWORK_LIMIT;
            number = number > LIMIT ? LIMIT : number < -LIMIT ? -LIMIT : number;
            numbers->row[row][i] = (int16_t)(number < 0 ? number - 0.5f : number + 0.5f);
        }
}

void integers_to_rows(const NetworkNumbers *numbers, int first_row, int end_row,
                      float (*rows)[NETWORK_VIEW]) {
    for (int row = first_row; row < end_row; row++)
        for (int i = 0; i < NETWORK_VIEW; i++)
            rows[row][i] = (float)numbers->row[row][i] / NETWORK_LIMIT;
}

/* ---- Layers ---------------------------------------------------------------------------------- */

/* Scales down the weights of one output of the first layer until its sums fit. */
static void fit_first(NetworkNumbers *numbers, int output) {
    while (!network_first_fits(numbers, output))
        for (int i = 0; i < NETWORK_INPUTS; i++)
            numbers->first[output][i] = (int16_t)(numbers->first[output][i] * 15 / 16);
}

static void from_stage(const ModelLayers *layers, int stage, double units,
                       NetworkNumbers *numbers) {
    for (int j = 0; j < NETWORK_HIDDEN; j++)
        numbers->first_bias[stage][j] =
            rounded(layers->first_bias[stage][j], BIAS_SCALE, NETWORK_BIAS_MAX);
    for (int j = 0; j < NETWORK_SECOND; j++) {
        for (int i = 0; i < NETWORK_HIDDEN; i++)
            numbers->second[stage][j][i] =
                (int16_t)rounded(layers->second[stage][i][j], SECOND_SCALE, INT16_MAX);
        numbers->second_bias[stage][j] = rounded(
            layers->second_bias[stage][j], NETWORK_LAYER_UNIT * SECOND_SCALE, NETWORK_BIAS_MAX);
        numbers->output[stage][j] =
            rounded(layers->output[stage][j], output_scale(units), NETWORK_OUTPUT_MAX);
    }
    numbers->output_bias[stage] = rounded(
        layers->output_bias[stage], NETWORK_LAYER_UNIT * output_scale(units), NETWORK_BIAS_MAX);
    numbers->table_share[stage] =
        rounded(layers->table_share[stage], SHARE_SCALE, NETWORK_SHARE_MAX);
}

void integers_from_layers(const ModelLayers *layers, double units, NetworkNumbers *numbers) {
    for (int j = 0; j < NETWORK_HIDDEN; j++)
        for (int i = 0; i < NETWORK_INPUTS; i++)
            numbers->first[j][i] = (int16_t)rounded(layers->first[i][j], first_scale(), INT16_MAX);
    for (int state = 0; state < THREAT_STATES; state++)
        for (int j = 0; j < NETWORK_HIDDEN; j++)
            numbers->threat_bias[state][j] =
                (int16_t)rounded(layers->threat_bias[state][j], NETWORK_LAYER_UNIT, INT16_MAX);
    for (int stage = 0; stage < NETWORK_STAGES; stage++)
        from_stage(layers, stage, units, numbers);
    for (int i = 0; i < NETWORK_FEATURES; i++) {
        numbers->order_bias[i] = rounded(layers->order_bias[i], worth_scale(), NETWORK_BIAS_MAX);
        for (int j = 0; j < NETWORK_HIDDEN; j++)
            numbers->order[i][j] = (int16_t)rounded(layers->order[j][i],
                                                    worth_scale() / NETWORK_LAYER_UNIT, INT16_MAX);
    }
    numbers->order_table_share = rounded(layers->order_table_share, SHARE_SCALE, NETWORK_SHARE_MAX);
    for (int j = 0; j < NETWORK_HIDDEN; j++)
        fit_first(numbers, j);
}

static float part_of(int32_t number, double scale) {
    return (float)(number / scale);
}

static void to_stage(const NetworkNumbers *numbers, int stage, double units, ModelLayers *layers) {
    for (int j = 0; j < NETWORK_HIDDEN; j++)
        layers->first_bias[stage][j] = part_of(numbers->first_bias[stage][j], BIAS_SCALE);
    for (int j = 0; j < NETWORK_SECOND; j++) {
        for (int i = 0; i < NETWORK_HIDDEN; i++)
            layers->second[stage][i][j] = part_of(numbers->second[stage][j][i], SECOND_SCALE);
        layers->second_bias[stage][j] =
            part_of(numbers->second_bias[stage][j], NETWORK_LAYER_UNIT * SECOND_SCALE);
        layers->output[stage][j] = part_of(numbers->output[stage][j], output_scale(units));
    }
    layers->output_bias[stage] =
        part_of(numbers->output_bias[stage], NETWORK_LAYER_UNIT * output_scale(units));
    layers->table_share[stage] = part_of(numbers->table_share[stage], SHARE_SCALE);
}

void integers_to_layers(const NetworkNumbers *numbers, double units, ModelLayers *layers) {
    for (int j = 0; j < NETWORK_HIDDEN; j++)
        for (int i = 0; i < NETWORK_INPUTS; i++)
            layers->first[i][j] = part_of(numbers->first[j][i], first_scale());
    for (int state = 0; state < THREAT_STATES; state++)
        for (int j = 0; j < NETWORK_HIDDEN; j++)
            layers->threat_bias[state][j] =
                part_of(numbers->threat_bias[state][j], NETWORK_LAYER_UNIT);
    for (int stage = 0; stage < NETWORK_STAGES; stage++)
        to_stage(numbers, stage, units, layers);
    for (int i = 0; i < NETWORK_FEATURES; i++) {
        layers->order_bias[i] = part_of(numbers->order_bias[i], worth_scale());
        for (int j = 0; j < NETWORK_HIDDEN; j++)
            layers->order[j][i] = part_of(numbers->order[i][j], worth_scale() / NETWORK_LAYER_UNIT);
    }
    layers->order_table_share = part_of(numbers->order_table_share, SHARE_SCALE);
}
