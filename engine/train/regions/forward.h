/* forward.h: the forward pass of pass.c, which includes it once for each instruction set. Private
 * to pass.c. */
#ifndef KANAME_TRAIN_REGIONS_FORWARD_H
#define KANAME_TRAIN_REGIONS_FORWARD_H

#include <math.h>

#include "train/regions/matrix.h"
#include "train/regions/tile.h"

/* The numbers that evaluate a tile. */
typedef struct Tile {
    const RegionsFloats *floats;
    const RegionsTurned *turned;
    const PositionInput *const *inputs;
    int count;
    RegionsScratch *scratch;
} Tile;

#define MOST_NUMBER ((float)REGIONS_MOST / REGIONS_ONE)

/* Regions by kind and number within it, and back. */
static const int KIND_OF[REGIONS_COUNT] = {0, 1, 0, 1, 2, 1, 0, 1, 0};
static const int NUMBER_OF[REGIONS_COUNT] = {0, 0, 1, 1, 0, 2, 2, 3, 3};
static const int KIND_SIZE[REGIONS_KINDS] = {4, 4, 1};
/* The regions of the quadrants. */
static const int QUADRANT[REGIONS_QUADRANTS][4] = {
    {0, 1, 3, 4}, {1, 2, 4, 5}, {3, 4, 6, 7}, {4, 5, 7, 8}};

REGIONS_INLINE float rounded_to_grid(float number, bool is_rounded) {
    return is_rounded ? (float)(int)(number * REGIONS_ONE + 0.5f) / REGIONS_ONE : number;
}

/* Limits numbers to those of a layer. */
REGIONS_INLINE void limit_numbers(float *numbers, int count, bool is_rounded) {
    for (int i = 0; i < count; i++) {
        float above = numbers[i] > 0 ? numbers[i] : 0;
        float limited = above < MOST_NUMBER ? above : MOST_NUMBER;
        numbers[i] = rounded_to_grid(limited, is_rounded);
    }
}

/* Likewise those of the mixer, which have a sign. */
REGIONS_INLINE void limit_mixed(float *numbers, int count, bool is_rounded) {
    const float UP = 1 << 10; /* makes a conversion round down */
    for (int i = 0; i < count; i++) {
        float above = numbers[i] > -MOST_NUMBER ? numbers[i] : -MOST_NUMBER;
        float limited = above < MOST_NUMBER ? above : MOST_NUMBER;
        numbers[i] = is_rounded
                         ? (float)(int)((limited + UP) * REGIONS_ONE + 0.5f) / REGIONS_ONE - UP
                         : limited;
    }
}

REGIONS_INLINE void add_scaled(float *restrict to, const float *restrict from, float factor,
                               int count) {
    for (int i = 0; i < count; i++)
        to[i] += factor * from[i];
}

/* Eight sums side by side, then in pairs. `count` is a multiple of 8. */
REGIONS_INLINE float dot(const float *restrict a, const float *restrict b, int count) {
    float lane[MATRIX_LANES] = {0};
    for (int at = 0; at < count; at += MATRIX_LANES)
        for (int i = 0; i < MATRIX_LANES; i++)
            lane[i] += a[at + i] * b[at + i];
    for (int width = MATRIX_LANES / 2; width > 0; width /= 2)
        for (int i = 0; i < width; i++)
            lane[i] += lane[i + width];
    return lane[0];
}

/* The region's numbers within those of its kind. */
REGIONS_INLINE float *region_numbers(float *kinds, int width, int position, int region) {
    int kind = KIND_OF[region], row = KIND_SIZE[kind] * position + NUMBER_OF[region];
    return kinds + (kind * PASS_KIND_MAX + row) * width;
}

/* ---- Cells ----------------------------------------------------------------------------------- */

REGIONS_INLINE void judge_cell(const RegionsFloats *floats, const PositionCell *cell,
                               bool is_rounded, float *restrict feature, float *restrict region) {
    const float *a = floats->row[cell->row[0]], *b = floats->row[cell->row[1]];
    const float *c = floats->row[cell->row[2]], *d = floats->row[cell->row[3]];
    for (int i = 0; i < REGIONS_CHANNELS; i++) {
        float sum = a[i] + b[i] + c[i] + d[i];
        float above = sum > 0 ? sum : 0;
        float limited = above < MOST_NUMBER ? above : MOST_NUMBER;
        feature[i] = rounded_to_grid(limited, is_rounded);
        region[i] += feature[i];
    }
}

/* Sets the features of a position's cells, and the inputs of its regions and of the board. */
REGIONS_INLINE void judge_cells(const Tile *tile, int position, bool is_rounded) {
    const PositionInput *input = tile->inputs[position];
    RegionsScratch *scratch = tile->scratch;
    PassLayers *numbers = &scratch->numbers;
    float sum[REGIONS_COUNT][REGIONS_CHANNELS] = {{0}}, board[REGIONS_CHANNELS] = {0};
    for (int c = 0; c < input->cell_count; c++) {
        const PositionCell *cell = &input->cells[c];
        judge_cell(tile->floats, cell, is_rounded, scratch->feature[position][c],
                   sum[cell->region]);
    }
    memset(scratch->feature[position][input->cell_count], 0, sizeof scratch->feature[0][0]);
    for (int r = 0; r < REGIONS_COUNT; r++) {
        float *to = region_numbers(numbers->region_input[0][0], REGIONS_CHANNELS, position, r);
        for (int i = 0; i < REGIONS_CHANNELS; i++) {
            board[i] += sum[r][i];
            to[i] = sum[r][i] / (1 << REGIONS_SUM_SHIFT);
        }
        limit_numbers(to, REGIONS_CHANNELS, is_rounded);
    }
    for (int i = 0; i < REGIONS_CHANNELS; i++)
        numbers->input[position][i] = board[i] / (1 << REGIONS_BOARD_SHIFT);
    limit_numbers(numbers->input[position], REGIONS_CHANNELS, is_rounded);
}

/* ---- Value ----------------------------------------------------------------------------------- */

REGIONS_INLINE void judge_regions(const Tile *tile, bool is_rounded) {
    const RegionsLayers *with = &tile->floats->layers;
    PassLayers *numbers = &tile->scratch->numbers;
    for (int kind = 0; kind < REGIONS_KINDS; kind++) {
        int rows = KIND_SIZE[kind] * tile->count;
        float *to = numbers->region[kind][0];
        for (int r = 0; r < rows; r++)
            memcpy(to + r * REGIONS_PART, with->region_bias[kind], REGIONS_PART * sizeof *to);
        matrix_forward(to, numbers->region_input[kind][0], with->region[kind][0], rows,
                       REGIONS_CHANNELS, REGIONS_PART);
        limit_numbers(to, rows * REGIONS_PART, is_rounded);
    }
    for (int p = 0; p < tile->count; p++)
        for (int q = 0; q < REGIONS_QUADRANTS; q++) {
            float *to = numbers->quadrant_input[REGIONS_QUADRANTS * p + q];
            memset(to, 0, REGIONS_PART * sizeof *to);
            for (int k = 0; k < 4; k++)
                add_scaled(to,
                           region_numbers(numbers->region[0][0], REGIONS_PART, p, QUADRANT[q][k]),
                           0.25f, REGIONS_PART);
            limit_numbers(to, REGIONS_PART, is_rounded);
        }
}

REGIONS_INLINE void judge_quadrants(const Tile *tile, bool is_rounded) {
    const RegionsLayers *with = &tile->floats->layers;
    PassLayers *numbers = &tile->scratch->numbers;
    int rows = REGIONS_QUADRANTS * tile->count;
    for (int r = 0; r < rows; r++)
        memcpy(numbers->quadrant[r], with->quadrant_bias, sizeof with->quadrant_bias);
    matrix_forward(numbers->quadrant[0], numbers->quadrant_input[0], with->quadrant[0], rows,
                   REGIONS_PART, REGIONS_PART);
    limit_numbers(numbers->quadrant[0], rows * REGIONS_PART, is_rounded);
    for (int p = 0; p < tile->count; p++) {
        float *mean = numbers->input[p] + REGIONS_CHANNELS, *greatest = mean + REGIONS_PART;
        memset(mean, 0, 2 * REGIONS_PART * sizeof *mean);
        for (int q = 0; q < REGIONS_QUADRANTS; q++) {
            const float *of = numbers->quadrant[REGIONS_QUADRANTS * p + q];
            add_scaled(mean, of, 0.25f, REGIONS_PART);
            for (int i = 0; i < REGIONS_PART; i++)
                greatest[i] = of[i] > greatest[i] ? of[i] : greatest[i];
        }
        limit_numbers(mean, REGIONS_PART, is_rounded);
    }
}

REGIONS_INLINE void judge_value(const Tile *tile, bool is_rounded) {
    const RegionsLayers *with = &tile->floats->layers;
    PassLayers *numbers = &tile->scratch->numbers;
    for (int p = 0; p < tile->count; p++) {
        const PositionInput *input = tile->inputs[p];
        const float *threat = tile->floats->threat[input->head.threat];
        for (int i = 0; i < REGIONS_HIDDEN; i++)
            numbers->hidden[p][i] = with->first_bias[input->stage][i] + threat[i];
        memcpy(numbers->second[p], with->second_bias[input->stage], sizeof numbers->second[p]);
    }
    matrix_forward(numbers->hidden[0], numbers->input[0], with->first[0], tile->count,
                   REGIONS_INPUTS, REGIONS_HIDDEN);
    limit_numbers(numbers->hidden[0], tile->count * REGIONS_HIDDEN, is_rounded);
    matrix_forward(numbers->second[0], numbers->hidden[0], with->second[0], tile->count,
                   REGIONS_HIDDEN, REGIONS_SECOND);
    limit_numbers(numbers->second[0], tile->count * REGIONS_SECOND, is_rounded);
    for (int p = 0; p < tile->count; p++) {
        const PositionInput *input = tile->inputs[p];
        float half = with->table_share[input->stage] * input->head.table / 2;
        for (int o = 0; o < REGIONS_OUTCOMES; o++)
            numbers->outcome[p][o] =
                with->outcome_bias[input->stage][o] + (float)(1 - o) * half +
                dot(with->outcome[input->stage][o], numbers->second[p], REGIONS_SECOND);
    }
}

/* ---- Order ----------------------------------------------------------------------------------- */

/* Makes the weights of the order of all positions. */
REGIONS_INLINE void judge_pools(const Tile *tile, bool is_rounded) {
    const RegionsLayers *with = &tile->floats->layers;
    PassLayers *numbers = &tile->scratch->numbers;
    for (int p = 0; p < tile->count; p++) {
        memcpy(numbers->pool[p], with->pool_bias[tile->inputs[p]->stage], sizeof numbers->pool[p]);
        memcpy(numbers->mixed[p], with->mixer_bias, sizeof numbers->mixed[p]);
    }
    matrix_add(numbers->pool[0], REGIONS_POOL, matrix_rows(numbers->input[0], REGIONS_INPUTS),
               with->pool[0], REGIONS_POOL, tile->count, REGIONS_CHANNELS, REGIONS_POOL);
    limit_numbers(numbers->pool[0], tile->count * REGIONS_POOL, is_rounded);
    matrix_forward(numbers->mixed[0], numbers->pool[0], with->mixer[0], tile->count, REGIONS_POOL,
                   REGIONS_MIXED);
    limit_mixed(numbers->mixed[0], tile->count * REGIONS_MIXED, is_rounded);
}

static const int SIDES[4] = {-PLACE_WIDTH, -1, 1, PLACE_WIDTH};
static const int CORNERS[4] = {-PLACE_WIDTH - 1, -PLACE_WIDTH + 1, PLACE_WIDTH - 1,
                               PLACE_WIDTH + 1};

REGIONS_INLINE void place_cells(const PositionInput *input, uint16_t *cell_at) {
    for (int i = 0; i < PLACES; i++)
        cell_at[i] = (uint16_t)input->cell_count;
    for (int c = 0; c < input->cell_count; c++)
        cell_at[input->cells[c].place] = (uint16_t)c;
}

/* Sets the numbers of a move from the features of its cell and of the neighbours. */
REGIONS_INLINE void judge_neighbours(const Tile *tile, int position, int move, bool is_rounded) {
    const RegionsLayers *with = &tile->floats->layers;
    const PositionInput *input = tile->inputs[position];
    RegionsScratch *scratch = tile->scratch;
    int cell = input->moves[move].cell, place = input->cells[cell].place;
    const float *own = scratch->feature[position][cell];
    float *side = scratch->around[move][0], *corner = scratch->around[move][1];
    memset(scratch->around[move], 0, sizeof scratch->around[move]);
    for (int k = 0; k < 4; k++) {
        const float *at_side = scratch->feature[position][scratch->cell_at[place + SIDES[k]]];
        const float *at_corner = scratch->feature[position][scratch->cell_at[place + CORNERS[k]]];
        for (int i = 0; i < REGIONS_SPATIAL; i++) {
            side[i] += at_side[i];
            corner[i] += at_corner[i];
        }
    }
    float *to = scratch->spatial[move];
    for (int i = 0; i < REGIONS_SPATIAL; i++)
        to[i] = with->neighbour_bias[i] + with->neighbour[0][i] * own[i] +
                with->neighbour[1][i] * side[i] + with->neighbour[2][i] * corner[i];
    limit_numbers(to, REGIONS_SPATIAL, is_rounded);
}

/* Sets the order of all moves of a position and their probabilities. Returns the loss. */
REGIONS_INLINE double judge_moves(const Tile *tile, int position, bool is_rounded) {
    const RegionsLayers *with = &tile->floats->layers;
    const PositionInput *input = tile->inputs[position];
    RegionsScratch *scratch = tile->scratch;
    const float *mixed = scratch->numbers.mixed[position];
    float *order = scratch->order[position], most = -HUGE_VALF;
    int count = input->head.move_count;
    place_cells(input, scratch->cell_at);
    for (int m = 0; m < count; m++) {
        judge_neighbours(tile, position, m, is_rounded);
        memcpy(scratch->units[m], mixed + REGIONS_SPATIAL * REGIONS_UNITS,
               sizeof scratch->units[m]);
    }
    matrix_forward(scratch->units[0], scratch->spatial[0], mixed, count, REGIONS_SPATIAL,
                   REGIONS_UNITS);
    limit_numbers(scratch->units[0], count * REGIONS_UNITS, is_rounded);
    for (int m = 0; m < count; m++) {
        order[m] = with->order_table_share[input->stage] * input->moves[m].table +
                   dot(with->worth, scratch->units[m], REGIONS_UNITS);
        most = order[m] > most ? order[m] : most;
    }
    double sum = 0;
    for (int m = 0; m < count; m++) {
        scratch->chance[m] = expf(order[m] - most);
        sum += (double)scratch->chance[m];
    }
    for (int m = 0; m < count; m++)
        scratch->chance[m] = (float)((double)scratch->chance[m] / sum);
    return log(sum) - (double)(order[input->head.best] - most);
}

#endif
