/* backward.h: the backward pass of pass.c, which includes it once for each instruction set. Private
 * to pass.c. */
#ifndef KANAME_TRAIN_REGIONS_BACKWARD_H
#define KANAME_TRAIN_REGIONS_BACKWARD_H

#include "train/regions/forward.h"

/* Derivatives pass where a number lies within the limits of a layer. */
REGIONS_INLINE void hold_limited(float *restrict slopes, const float *restrict numbers, int count) {
    for (int i = 0; i < count; i++)
        slopes[i] = numbers[i] > 0 && numbers[i] < MOST_NUMBER ? slopes[i] : 0;
}

REGIONS_INLINE void add_rows(float *restrict to, const float *restrict from, int rows, int width) {
    for (int r = 0; r < rows; r++)
        for (int i = 0; i < width; i++)
            to[i] += from[r * width + i];
}

/* ---- Order ----------------------------------------------------------------------------------- */

/* Propagates the derivatives of a move's numbers to the features of its cell and its neighbours. */
REGIONS_INLINE void teach_neighbours(const Tile *tile, int position, int move,
                                     const float *restrict slope, RegionsLayers *to) {
    const RegionsLayers *with = &tile->floats->layers;
    const PositionInput *input = tile->inputs[position];
    RegionsScratch *scratch = tile->scratch;
    int cell = input->moves[move].cell, place = input->cells[cell].place;
    const float *own = scratch->feature[position][cell];
    const float *side = scratch->around[move][0], *corner = scratch->around[move][1];
    float by_side[REGIONS_SPATIAL], by_corner[REGIONS_SPATIAL];
    float *by_own = scratch->slope[position][cell];
    for (int i = 0; i < REGIONS_SPATIAL; i++) {
        to->neighbour[0][i] += slope[i] * own[i];
        to->neighbour[1][i] += slope[i] * side[i];
        to->neighbour[2][i] += slope[i] * corner[i];
        to->neighbour_bias[i] += slope[i];
        by_own[i] += slope[i] * with->neighbour[0][i];
        by_side[i] = slope[i] * with->neighbour[1][i];
        by_corner[i] = slope[i] * with->neighbour[2][i];
    }
    for (int k = 0; k < 4; k++) {
        add_scaled(scratch->slope[position][scratch->cell_at[place + SIDES[k]]], by_side, 1,
                   REGIONS_SPATIAL);
        add_scaled(scratch->slope[position][scratch->cell_at[place + CORNERS[k]]], by_corner, 1,
                   REGIONS_SPATIAL);
    }
}

/* Returns the slope of the loss by the order of a move. */
REGIONS_INLINE float order_slope(const PositionInput *input, const float *chance, float mean,
                                 int move) {
    float level = 2 * PASS_LEVEL_SHARE * mean / (float)input->head.move_count;
    float choice = chance[move] - (move == input->head.best ? 1.0f : 0.0f);
    return input->head.goal.order_weight * (PASS_REGIONS_ORDER_SHARE * choice + level);
}

/* Sets the derivatives with respect to the units of all moves. Returns the mean order. */
REGIONS_INLINE void teach_units(const Tile *tile, int position, float (*by_units)[REGIONS_UNITS],
                                RegionsLayers *to) {
    const RegionsLayers *with = &tile->floats->layers;
    const PositionInput *input = tile->inputs[position];
    const RegionsScratch *scratch = tile->scratch;
    int count = input->head.move_count;
    float mean = 0, by_table = 0;
    for (int m = 0; m < count; m++)
        mean += scratch->order[position][m] / (float)count;
    for (int m = 0; m < count; m++) {
        float slope = order_slope(input, scratch->chance, mean, m);
        by_table += slope * input->moves[m].table;
        for (int i = 0; i < REGIONS_UNITS; i++) {
            to->worth[i] += slope * scratch->units[m][i];
            by_units[m][i] = slope * with->worth[i];
        }
    }
    to->order_table_share[input->stage] += by_table;
    hold_limited(by_units[0], scratch->units[0], count * REGIONS_UNITS);
}

/* Adds the gradient with respect to the numbers of the order. Sets those of the position's mixed
 * weights and of its cells' features. */
REGIONS_INLINE void teach_moves(const Tile *tile, int position, RegionsLayers *to) {
    const PositionInput *input = tile->inputs[position];
    RegionsScratch *scratch = tile->scratch;
    const float *mixed = scratch->numbers.mixed[position];
    float *by_mixed = scratch->slopes.mixed[position];
    float turned[REGIONS_UNITS][REGIONS_SPATIAL];
    float by_units[CELLS_MAX][REGIONS_UNITS], by_spatial[CELLS_MAX][REGIONS_SPATIAL];
    int count = input->head.move_count;
    memset(scratch->slope[position], 0,
           (size_t)(input->cell_count + 1) * sizeof scratch->slope[0][0]);
    memset(by_mixed, 0, sizeof scratch->slopes.mixed[position]);
    if (count == 0)
        return;
    teach_units(tile, position, by_units, to);
    add_rows(by_mixed + REGIONS_SPATIAL * REGIONS_UNITS, by_units[0], count, REGIONS_UNITS);
    matrix_teach(by_mixed, scratch->spatial[0], by_units[0], count, REGIONS_SPATIAL, REGIONS_UNITS);
    matrix_turn(turned[0], mixed, REGIONS_SPATIAL, REGIONS_UNITS);
    memset(by_spatial, 0, (size_t)count * sizeof by_spatial[0]);
    matrix_forward(by_spatial[0], by_units[0], turned[0], count, REGIONS_UNITS, REGIONS_SPATIAL);
    hold_limited(by_spatial[0], scratch->spatial[0], count * REGIONS_SPATIAL);
    for (int m = 0; m < count; m++)
        teach_neighbours(tile, position, m, by_spatial[m], to);
    for (int i = 0; i < REGIONS_MIXED; i++)
        by_mixed[i] = mixed[i] > -MOST_NUMBER && mixed[i] < MOST_NUMBER ? by_mixed[i] : 0;
}

/* From the derivatives of the mixed weights to those of the board's input. */
REGIONS_INLINE void teach_pools(const Tile *tile, RegionsLayers *to) {
    const PassLayers *numbers = &tile->scratch->numbers;
    PassLayers *slopes = &tile->scratch->slopes;
    int count = tile->count;
    add_rows(to->mixer_bias, slopes->mixed[0], count, REGIONS_MIXED);
    matrix_teach(to->mixer[0], numbers->pool[0], slopes->mixed[0], count, REGIONS_POOL,
                 REGIONS_MIXED);
    memset(slopes->pool, 0, sizeof slopes->pool);
    matrix_forward(slopes->pool[0], slopes->mixed[0], tile->turned->mixer[0], count, REGIONS_MIXED,
                   REGIONS_POOL);
    hold_limited(slopes->pool[0], numbers->pool[0], count * REGIONS_POOL);
    for (int p = 0; p < count; p++)
        add_rows(to->pool_bias[tile->inputs[p]->stage], slopes->pool[p], 1, REGIONS_POOL);
    matrix_add(to->pool[0], REGIONS_POOL, matrix_columns(numbers->input[0], REGIONS_INPUTS),
               slopes->pool[0], REGIONS_POOL, REGIONS_CHANNELS, count, REGIONS_POOL);
    matrix_add(slopes->input[0], REGIONS_INPUTS, matrix_rows(slopes->pool[0], REGIONS_POOL),
               tile->turned->pool[0], REGIONS_CHANNELS, count, REGIONS_POOL, REGIONS_CHANNELS);
}

/* ---- Value ----------------------------------------------------------------------------------- */

/* Sets the derivatives of the second layer of one position from those of the outcomes. */
REGIONS_INLINE void teach_outcomes(const Tile *tile, int position, RegionsLayers *to) {
    const RegionsLayers *with = &tile->floats->layers;
    const PositionInput *input = tile->inputs[position];
    const float *number = tile->scratch->numbers.second[position];
    const float *slope = tile->scratch->slopes.outcome[position];
    float *by_second = tile->scratch->slopes.second[position];
    int stage = input->stage;
    memset(by_second, 0, REGIONS_SECOND * sizeof *by_second);
    for (int o = 0; o < REGIONS_OUTCOMES; o++) {
        to->outcome_bias[stage][o] += slope[o];
        add_scaled(to->outcome[stage][o], number, slope[o], REGIONS_SECOND);
        add_scaled(by_second, with->outcome[stage][o], slope[o], REGIONS_SECOND);
    }
    to->table_share[stage] += (slope[0] - slope[2]) * input->head.table / 2;
    hold_limited(by_second, number, REGIONS_SECOND);
    add_rows(to->second_bias[stage], by_second, 1, REGIONS_SECOND);
}

/* Sets the slopes by the inputs of the first layer. */
REGIONS_INLINE void teach_value(const Tile *tile, RegionsGradient *gradient) {
    const PassLayers *numbers = &tile->scratch->numbers;
    PassLayers *slopes = &tile->scratch->slopes;
    RegionsLayers *to = &gradient->layers;
    int count = tile->count;
    for (int p = 0; p < count; p++)
        teach_outcomes(tile, p, to);
    matrix_teach(to->second[0], numbers->hidden[0], slopes->second[0], count, REGIONS_HIDDEN,
                 REGIONS_SECOND);
    memset(slopes->hidden, 0, sizeof slopes->hidden);
    matrix_forward(slopes->hidden[0], slopes->second[0], tile->turned->second[0], count,
                   REGIONS_SECOND, REGIONS_HIDDEN);
    hold_limited(slopes->hidden[0], numbers->hidden[0], count * REGIONS_HIDDEN);
    for (int p = 0; p < count; p++) {
        int threat = tile->inputs[p]->head.threat;
        add_rows(to->first_bias[tile->inputs[p]->stage], slopes->hidden[p], 1, REGIONS_HIDDEN);
        add_rows(gradient->threat[threat], slopes->hidden[p], 1, REGIONS_HIDDEN);
        gradient->is_threat_touched[threat] = true;
    }
    matrix_teach(to->first[0], numbers->input[0], slopes->hidden[0], count, REGIONS_INPUTS,
                 REGIONS_HIDDEN);
    memset(slopes->input, 0, sizeof slopes->input);
    matrix_forward(slopes->input[0], slopes->hidden[0], tile->turned->first[0], count,
                   REGIONS_HIDDEN, REGIONS_INPUTS);
}

/* Sets the derivatives of the quadrants of one position: a share of the mean's, plus the maximum's
 * for the first quadrant that attains it. */
REGIONS_INLINE void share_quadrants(const Tile *tile, int position) {
    const float(*number)[REGIONS_PART] =
        (const float(*)[REGIONS_PART])tile->scratch->numbers.quadrant[REGIONS_QUADRANTS * position];
    float(*slope)[REGIONS_PART] =
        (float(*)[REGIONS_PART])tile->scratch->slopes.quadrant[REGIONS_QUADRANTS * position];
    const float *mean = tile->scratch->slopes.input[position] + REGIONS_CHANNELS;
    const float *greatest = mean + REGIONS_PART;
    const float *most = tile->scratch->numbers.input[position] + REGIONS_CHANNELS + REGIONS_PART;
    float left[REGIONS_PART];
    memcpy(left, greatest, sizeof left);
    for (int q = 0; q < REGIONS_QUADRANTS; q++)
        for (int i = 0; i < REGIONS_PART; i++) {
            bool is_most = number[q][i] >= most[i];
            slope[q][i] = 0.25f * mean[i] + (is_most ? left[i] : 0);
            left[i] = is_most ? 0 : left[i];
        }
}

REGIONS_INLINE void teach_quadrants(const Tile *tile, RegionsLayers *to) {
    const PassLayers *numbers = &tile->scratch->numbers;
    PassLayers *slopes = &tile->scratch->slopes;
    int rows = REGIONS_QUADRANTS * tile->count;
    for (int p = 0; p < tile->count; p++)
        share_quadrants(tile, p);
    hold_limited(slopes->quadrant[0], numbers->quadrant[0], rows * REGIONS_PART);
    add_rows(to->quadrant_bias, slopes->quadrant[0], rows, REGIONS_PART);
    matrix_teach(to->quadrant[0], numbers->quadrant_input[0], slopes->quadrant[0], rows,
                 REGIONS_PART, REGIONS_PART);
    memset(slopes->quadrant_input, 0, sizeof slopes->quadrant_input);
    matrix_forward(slopes->quadrant_input[0], slopes->quadrant[0], tile->turned->quadrant[0], rows,
                   REGIONS_PART, REGIONS_PART);
    memset(slopes->region, 0, sizeof slopes->region);
    for (int p = 0; p < tile->count; p++)
        for (int q = 0; q < REGIONS_QUADRANTS; q++)
            for (int k = 0; k < 4; k++)
                add_scaled(region_numbers(slopes->region[0][0], REGIONS_PART, p, QUADRANT[q][k]),
                           slopes->quadrant_input[REGIONS_QUADRANTS * p + q], 0.25f, REGIONS_PART);
}

REGIONS_INLINE void teach_regions(const Tile *tile, RegionsLayers *to) {
    const PassLayers *numbers = &tile->scratch->numbers;
    PassLayers *slopes = &tile->scratch->slopes;
    memset(slopes->region_input, 0, sizeof slopes->region_input);
    for (int kind = 0; kind < REGIONS_KINDS; kind++) {
        int rows = KIND_SIZE[kind] * tile->count;
        hold_limited(slopes->region[kind][0], numbers->region[kind][0], rows * REGIONS_PART);
        add_rows(to->region_bias[kind], slopes->region[kind][0], rows, REGIONS_PART);
        matrix_teach(to->region[kind][0], numbers->region_input[kind][0], slopes->region[kind][0],
                     rows, REGIONS_CHANNELS, REGIONS_PART);
        matrix_forward(slopes->region_input[kind][0], slopes->region[kind][0],
                       tile->turned->region[kind][0], rows, REGIONS_PART, REGIONS_CHANNELS);
    }
}

/* ---- Cells ----------------------------------------------------------------------------------- */

/* to += slope * share where the sum is below the limit. */
REGIONS_INLINE void add_sum_slope(float *restrict to, const float *restrict slope,
                                  const float *restrict number, float share) {
    for (int i = 0; i < REGIONS_CHANNELS; i++)
        to[i] += number[i] < MOST_NUMBER ? slope[i] * share : 0;
}

REGIONS_INLINE void teach_cell(const PositionCell *cell, const float *restrict by_sum,
                               const float *restrict by_order, const float *restrict feature,
                               RegionsGradient *gradient) {
    float slope[REGIONS_CHANNELS];
    for (int i = 0; i < REGIONS_SPATIAL; i++)
        slope[i] = by_sum[i] + by_order[i];
    for (int i = REGIONS_SPATIAL; i < REGIONS_CHANNELS; i++)
        slope[i] = by_sum[i];
    hold_limited(slope, feature, REGIONS_CHANNELS);
    for (int r = 0; r < cell->row_count; r++) {
        float *to = gradient->row[cell->row[r]];
        for (int i = 0; i < REGIONS_CHANNELS; i++)
            to[i] += slope[i];
        gradient->is_row_touched[cell->row[r]] = true;
    }
}

REGIONS_INLINE void teach_cells(const Tile *tile, int position, RegionsGradient *gradient) {
    const PositionInput *input = tile->inputs[position];
    RegionsScratch *scratch = tile->scratch;
    PassLayers *numbers = &scratch->numbers, *slopes = &scratch->slopes;
    float by_region[REGIONS_COUNT][REGIONS_CHANNELS] = {{0}};
    for (int r = 0; r < REGIONS_COUNT; r++) {
        add_sum_slope(by_region[r], slopes->input[position], numbers->input[position],
                      1.0f / (1 << REGIONS_BOARD_SHIFT));
        add_sum_slope(by_region[r],
                      region_numbers(slopes->region_input[0][0], REGIONS_CHANNELS, position, r),
                      region_numbers(numbers->region_input[0][0], REGIONS_CHANNELS, position, r),
                      1.0f / (1 << REGIONS_SUM_SHIFT));
    }
    for (int c = 0; c < input->cell_count; c++)
        teach_cell(&input->cells[c], by_region[input->cells[c].region], scratch->slope[position][c],
                   scratch->feature[position][c], gradient);
}

#endif
