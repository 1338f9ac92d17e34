#include "support/regions_reference.h"

#include <stdlib.h>
#include <string.h>

#include "board/windows.h"
#include "eval/table/table.h"

void regions_rows_init(RegionsRows *rows) {
    for (int color = BLACK; color <= WHITE; color++)
        for (uint32_t key = 0; key < REGIONS_WINDOW_KEYS; key++)
            rows->of[color][key] = (uint16_t)regions_row(key, (Color)color);
}

static int32_t limited(int32_t number) {
    return number < 0 ? 0 : number > REGIONS_MOST ? REGIONS_MOST : number;
}

/* Divides by a power of two and rounds halves up. */
static int32_t shifted(int32_t number, int shift) {
    return (number + (1 << (shift - 1))) >> shift;
}

/* A layer: to[j] = limited(sum of from[i] * weights[i][j] + bias[j]). */
static void run_layer(const uint8_t *from, int inputs, const int8_t *weights, const int32_t *bias,
                      int outputs, uint8_t *to) {
    int32_t sum[REGIONS_HIDDEN];
    memcpy(sum, bias, (size_t)outputs * sizeof *sum);
    for (int i = 0; i < inputs; i++)
        for (int j = 0; j < outputs; j++)
            sum[j] += from[i] * weights[i * outputs + j];
    for (int j = 0; j < outputs; j++)
        to[j] = (uint8_t)limited(shifted(sum[j], REGIONS_WEIGHT_SHIFT));
}

/* ---- Features -------------------------------------------------------------------------------- */

static void judge_cell(const RegionsNumbers *numbers, const uint16_t *rows, const Board *board,
                       Cell cell, int16_t *feature) {
    int16_t sum[REGIONS_CHANNELS] = {0};
    for (int d = 0; d < DIRECTIONS; d++) {
        const int8_t *row = numbers->row[rows[board_window(board, d, cell, REGIONS_REACH)]];
        for (int i = 0; i < REGIONS_CHANNELS; i++)
            sum[i] = (int16_t)(sum[i] + row[i]);
    }
    for (int i = 0; i < REGIONS_CHANNELS; i++)
        feature[i] = (int16_t)limited(2 * sum[i]);
}

void regions_features(const RegionsNumbers *numbers, const RegionsRows *rows, const Board *board,
                      RegionsFeatures *features) {
    const uint16_t *of_mover = rows->of[board_to_move(board)];
    int32_t sum[REGIONS_CHANNELS] = {0};
    memset(features, 0, sizeof *features);
    for (Cell cell = 0; cell < board->cell_count; cell++) {
        if (!board_is_empty(board, cell))
            continue;
        int row = regions_third(board->y[cell], board->height);
        int32_t *region =
            features->region[REGIONS_ACROSS * row + regions_third(board->x[cell], board->width)];
        judge_cell(numbers, of_mover, board, cell, features->of[cell]);
        for (int i = 0; i < REGIONS_CHANNELS; i++) {
            region[i] += features->of[cell][i];
            sum[i] += features->of[cell][i];
        }
    }
    for (int i = 0; i < REGIONS_CHANNELS; i++)
        features->board[i] = (uint8_t)limited(shifted(sum[i], REGIONS_BOARD_SHIFT));
}

/* ---- Value ----------------------------------------------------------------------------------- */

/* Sets the mean and the greatest of the quadrants. */
static void judge_quadrants(const RegionsNumbers *numbers, const RegionsFeatures *features,
                            uint8_t *mean, uint8_t *greatest) {
    static const int KIND[REGIONS_COUNT] = {0, 1, 0, 1, 2, 1, 0, 1, 0};
    uint8_t region[REGIONS_COUNT][REGIONS_PART], input[REGIONS_CHANNELS];
    int32_t sum[REGIONS_PART] = {0};
    memset(greatest, 0, REGIONS_PART);
    for (int r = 0; r < REGIONS_COUNT; r++) {
        for (int i = 0; i < REGIONS_CHANNELS; i++)
            input[i] = (uint8_t)limited(shifted(features->region[r][i], REGIONS_SUM_SHIFT));
        run_layer(input, REGIONS_CHANNELS, numbers->region[KIND[r]][0],
                  numbers->region_bias[KIND[r]], REGIONS_PART, region[r]);
    }
    for (int q = 0; q < REGIONS_QUADRANTS; q++) {
        int corner = q / 2 * REGIONS_ACROSS + q % 2;
        uint8_t quadrant[REGIONS_PART];
        for (int i = 0; i < REGIONS_PART; i++)
            input[i] = (uint8_t)shifted(region[corner][i] + region[corner + 1][i] +
                                            region[corner + REGIONS_ACROSS][i] +
                                            region[corner + REGIONS_ACROSS + 1][i],
                                        2);
        run_layer(input, REGIONS_PART, numbers->quadrant[0], numbers->quadrant_bias, REGIONS_PART,
                  quadrant);
        for (int i = 0; i < REGIONS_PART; i++) {
            sum[i] += quadrant[i];
            greatest[i] = quadrant[i] > greatest[i] ? quadrant[i] : greatest[i];
        }
    }
    for (int i = 0; i < REGIONS_PART; i++)
        mean[i] = (uint8_t)shifted(sum[i], 2);
}

RegionsVerdict regions_judge(const RegionsNumbers *numbers, const Board *board,
                             const RegionsFeatures *features, Score table) {
    int stage = regions_stage(board_stones(board));
    int threat = threat_state(board, board_to_move(board));
    uint8_t input[REGIONS_INPUTS], hidden[REGIONS_HIDDEN], second[REGIONS_SECOND];
    int32_t bias[REGIONS_HIDDEN], outcome[REGIONS_OUTCOMES];
    memcpy(input, features->board, sizeof features->board);
    judge_quadrants(numbers, features, input + REGIONS_CHANNELS,
                    input + REGIONS_CHANNELS + REGIONS_PART);
    for (int i = 0; i < REGIONS_HIDDEN; i++)
        bias[i] = numbers->first_bias[stage][i] + numbers->threat_bias[threat][i];
    run_layer(input, REGIONS_INPUTS, numbers->first[0], bias, REGIONS_HIDDEN, hidden);
    run_layer(hidden, REGIONS_HIDDEN, numbers->second[0], numbers->second_bias[stage],
              REGIONS_SECOND, second);
    for (int o = 0; o < REGIONS_OUTCOMES; o++) {
        outcome[o] = numbers->outcome_bias[stage][o];
        for (int i = 0; i < REGIONS_SECOND; i++)
            outcome[o] += second[i] * numbers->outcome[stage][o][i];
    }
    int32_t of_table = (numbers->table_share[stage] * table) >> REGIONS_SHARE_SHIFT;
    return (RegionsVerdict){outcome[0] - outcome[2] + of_table,
                            2 * outcome[1] - outcome[0] - outcome[2]};
}

/* ---- Order ----------------------------------------------------------------------------------- */

void regions_mix(const RegionsNumbers *numbers, int stage, const RegionsFeatures *features,
                 RegionsMixed *mixed) {
    uint8_t pool[REGIONS_POOL];
    int8_t *to = (int8_t *)mixed;
    run_layer(features->board, REGIONS_CHANNELS, numbers->pool[0], numbers->pool_bias[stage],
              REGIONS_POOL, pool);
    for (int j = 0; j < REGIONS_MIXED; j++) {
        int32_t sum = numbers->mixer_bias[j];
        for (int i = 0; i < REGIONS_POOL; i++)
            sum += pool[i] * numbers->mixer[i][j];
        int32_t weight = shifted(sum, REGIONS_MIXER_SHIFT);
        to[j] = (int8_t)(weight > REGIONS_MOST    ? REGIONS_MOST
                         : weight < -REGIONS_MOST ? -REGIONS_MOST
                                                  : weight);
    }
}

/* Adds a neighbour's features, unless it lies off the board. */
static void add_neighbour(const Board *board, const RegionsFeatures *features, int x, int y,
                          int32_t *sum) {
    if (x < 0 || y < 0 || x >= board->width || y >= board->height)
        return;
    for (int i = 0; i < REGIONS_SPATIAL; i++)
        sum[i] += features->of[y * board->width + x][i];
}

int32_t regions_order(const RegionsNumbers *numbers, const Board *board,
                      const RegionsFeatures *features, const RegionsMixed *mixed, Cell cell,
                      int table) {
    int32_t sum[REGIONS_PLACES][REGIONS_SPATIAL] = {{0}};
    int x = board->x[cell], y = board->y[cell];
    int32_t order = numbers->order_table_share[regions_stage(board_stones(board))] * table;
    int32_t spatial[REGIONS_SPATIAL];
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            add_neighbour(board, features, x + dx, y + dy, sum[abs(dx) + abs(dy)]);
    for (int i = 0; i < REGIONS_SPATIAL; i++) {
        int32_t number = numbers->neighbour_bias[i];
        for (int place = 0; place < REGIONS_PLACES; place++)
            number += numbers->neighbour[place][i] * sum[place][i];
        spatial[i] = limited(shifted(number, REGIONS_NEIGHBOUR_SHIFT));
    }
    for (int j = 0; j < REGIONS_UNITS; j++) {
        int32_t unit = mixed->bias[j] * REGIONS_ONE;
        for (int i = 0; i < REGIONS_SPATIAL; i++)
            unit += spatial[i] * mixed->weight[i][j];
        order += limited(shifted(unit, REGIONS_WEIGHT_SHIFT)) * numbers->worth[j];
    }
    return order;
}
