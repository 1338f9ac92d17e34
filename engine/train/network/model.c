#include "train/network/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "base/rule.h"
#include "board/line.h"
#include "train/network/integers.h"

/* ---- What rows share ------------------------------------------------------------------------- */

enum { OUTER_CELLS = 3 | 3 << (4 * NETWORK_REACH - 2) }; /* of a window key, the two farthest */

/* Returns the key in a window of the rule's reach. Cells beyond are unknown: takes walls behind a
 * wall, else empty cells. */
static uint32_t widen(uint32_t key, int reach) {
    if (reach == NETWORK_REACH)
        return key;
    uint32_t low = (key & 3) == CELL_WALL ? CELL_WALL : CELL_EMPTY;
    uint32_t far_cell = key >> (4 * NETWORK_REACH - 2);
    uint32_t high = far_cell == CELL_WALL ? CELL_WALL : CELL_EMPTY;
    return low | key << 2 | high << (4 * NETWORK_REACH + 2);
}

static uint8_t pair_of(const RuleTables *tables, uint32_t key, Color color) {
    ShapePair pair = tables->shapes[widen(key, tables->reach)];
    return (uint8_t)(shape_of(pair, color) | shape_of(pair, opponent(color)) << 4);
}

static void list_sharing(const RuleTables *tables, Color color, ModelSharing *sharing) {
    uint16_t inner_of[NETWORK_ROWS]; /* by the row of the window whose outer cells are walls */
    uint16_t inner_count = 0;
    memset(inner_of, 0xFF, sizeof inner_of);
    for (uint32_t key = 0; key < NETWORK_WINDOW_KEYS; key++) {
        int row = network_row(key, color);
        if (row == NETWORK_EMPTY_ROW || sharing[row].is_real)
            continue;
        uint16_t *inner = &inner_of[network_row(key | OUTER_CELLS, color)];
        if (*inner == UINT16_MAX)
            *inner = inner_count++;
        sharing[row] = (ModelSharing){true, pair_of(tables, key, color), *inner};
    }
}

static void group(const ModelSharing *sharing, bool by_pair, ModelGroups *groups) {
    int count = 0, last = by_pair ? MODEL_PAIRS : MODEL_INNERS;
    for (int of = 0; of < last; of++) {
        groups->start[of] = count;
        for (int row = 0; row < NETWORK_ROWS; row++)
            if (sharing[row].is_real && (by_pair ? sharing[row].pair : sharing[row].inner) == of)
                groups->rows[count++] = (uint16_t)row;
    }
    groups->start[last] = count;
}

/* ---- Lifecycle ------------------------------------------------------------------------------- */

/* Returns a number of an approximately normal distribution. */
static float draw(uint64_t *rng, double deviation) {
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += (double)(rng_next(rng) >> 11) * 0x1p-53;
    return (float)(deviation * sum);
}

static void draw_layers(ModelLayers *layers, uint64_t *rng) {
    const float BIAS = 0.3f; /* most of the numbers begin above 0, where they can learn */
    for (int i = 0; i < NETWORK_INPUTS; i++)
        for (int j = 0; j < NETWORK_HIDDEN; j++)
            layers->first[i][j] = draw(rng, 0.7 / sqrt(NETWORK_INPUTS));
    for (int i = 0; i < NETWORK_HIDDEN; i++)
        for (int j = 0; j < NETWORK_SECOND; j++)
            layers->second[0][i][j] = draw(rng, 1 / sqrt(NETWORK_HIDDEN));
    for (int stage = 0; stage < NETWORK_STAGES; stage++) {
        memcpy(layers->second[stage], layers->second[0], sizeof layers->second[0]);
        for (int j = 0; j < NETWORK_HIDDEN; j++)
            layers->first_bias[stage][j] = BIAS;
        for (int j = 0; j < NETWORK_SECOND; j++)
            layers->second_bias[stage][j] = BIAS;
        layers->table_share[stage] = 1;
    }
    layers->order_table_share = 1;
}

static void draw_params(ModelParams *params, uint64_t *rng) {
    const float PAIR_MEAN = 0.04f; /* more than half of the features begin above 0 */
    for (int i = 0; i < MODEL_INNERS; i++)
        for (int j = 0; j < NETWORK_VIEW; j++)
            params->inner[i][j] = draw(rng, 0.06);
    for (int i = 0; i < MODEL_PAIRS; i++)
        for (int j = 0; j < NETWORK_VIEW; j++)
            params->pair[i][j] = draw(rng, 0.12) + PAIR_MEAN;
    draw_layers(&params->layers, rng);
}

/* Returns zeroed memory on a cache line, or NULL. */
static void *aligned_zeros(size_t size) {
    size_t whole = (size + 63) / 64 * 64;
    void *memory = aligned_alloc(64, whole);
    if (memory != NULL)
        memset(memory, 0, whole);
    return memory;
}

static bool allocate(NetworkModel *model) {
    size_t roles = (size_t)model->roles;
    model->params = aligned_zeros(roles * sizeof *model->params);
    model->momentum = aligned_zeros(roles * sizeof *model->momentum);
    model->variance = aligned_zeros(roles * sizeof *model->variance);
    model->gradient = aligned_zeros(roles * sizeof *model->gradient);
    model->numbers = aligned_zeros(roles * sizeof *model->numbers);
    model->transposed = aligned_zeros(roles * sizeof *model->transposed);
    model->integers = aligned_zeros(roles * sizeof *model->integers);
    model->sharing = calloc(roles, sizeof *model->sharing);
    model->inners = calloc(roles, sizeof *model->inners);
    model->pairs = calloc(roles, sizeof *model->pairs);
    return model->params != NULL && model->momentum != NULL && model->variance != NULL &&
           model->gradient != NULL && model->numbers != NULL && model->transposed != NULL &&
           model->integers != NULL && model->sharing != NULL && model->inners != NULL &&
           model->pairs != NULL;
}

bool network_model_init(NetworkModel *model, Rule rule, double units, uint64_t seed) {
    *model = (NetworkModel){.rule = rule, .roles = rule_roles(rule), .units = units};
    RuleTables *tables = rule_tables_new(rule, NULL);
    bool is_made = tables != NULL && allocate(model);
    for (int role = 0; is_made && role < model->roles; role++) {
        uint64_t rng = seed;
        list_sharing(tables, (Color)role, model->sharing[role]);
        group(model->sharing[role], false, &model->inners[role]);
        group(model->sharing[role], true, &model->pairs[role]);
        draw_params(&model->params[role], &rng);
    }
    rule_tables_free(tables);
    if (is_made)
        network_model_compose(model);
    return is_made;
}

void network_model_release(NetworkModel *model) {
    free(model->params);
    free(model->momentum);
    free(model->variance);
    free(model->gradient);
    free(model->numbers);
    free(model->transposed);
    free(model->integers);
    free(model->sharing);
    free(model->inners);
    free(model->pairs);
}

void network_model_import(NetworkModel *model, const NetworkNumbers *numbers, int roles) {
    for (int role = 0; role < model->roles; role++) {
        ModelParams *params = &model->params[role];
        const NetworkNumbers *from = &numbers[role < roles ? role : 0];
        memset(params->inner, 0, sizeof params->inner);
        memset(params->pair, 0, sizeof params->pair);
        integers_to_rows(from, 0, NETWORK_ROWS, params->own);
        integers_to_layers(from, model->units, &params->layers);
    }
    network_model_compose(model);
}

/* ---- Composing ------------------------------------------------------------------------------- */

void network_model_compose_rows(NetworkModel *model, int first_row, int end_row) {
    for (int role = 0; role < model->roles; role++) {
        const ModelParams *params = &model->params[role];
        ModelNumbers *numbers = &model->numbers[role];
        for (int row = first_row; row < end_row; row++) {
            ModelSharing sharing = model->sharing[role][row];
            const float *inner = params->inner[sharing.inner], *pair = params->pair[sharing.pair];
            for (int i = 0; i < NETWORK_VIEW && sharing.is_real; i++)
                numbers->row[row][i] = params->own[row][i] + inner[i] + pair[i];
        }
        if (model->is_rounded) {
            integers_from_rows(numbers->row, first_row, end_row, &model->integers[role]);
            integers_to_rows(&model->integers[role], first_row, end_row, numbers->row);
        }
    }
}

static void transpose(const float *from, int inputs, int outputs, float *to) {
    for (int i = 0; i < inputs; i++)
        for (int j = 0; j < outputs; j++)
            to[j * inputs + i] = from[i * outputs + j];
}

void network_model_compose_layers(NetworkModel *model) {
    for (int role = 0; role < model->roles; role++) {
        ModelLayers *layers = &model->numbers[role].layers;
        ModelTransposed *transposed = &model->transposed[role];
        *layers = model->params[role].layers;
        if (model->is_rounded) {
            integers_from_layers(layers, model->units, &model->integers[role]);
            integers_to_layers(&model->integers[role], model->units, layers);
        }
        transpose(layers->first[0], NETWORK_INPUTS, NETWORK_HIDDEN, transposed->first[0]);
        for (int stage = 0; stage < NETWORK_STAGES; stage++)
            transpose(layers->second[stage][0], NETWORK_HIDDEN, NETWORK_SECOND,
                      transposed->second[stage][0]);
    }
}

void network_model_compose(NetworkModel *model) {
    network_model_compose_rows(model, 0, NETWORK_ROWS);
    network_model_compose_layers(model);
}
