#include "train/regions/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "base/rule.h"
#include "board/line.h"
#include "train/regions/integers.h"
#include "train/regions/matrix.h"

/* ---- Inputs of the generator ----------------------------------------------------------------- */

/* `from_end`: the cell farthest ahead first. */
static void set_inputs(uint32_t key, bool from_end, float inputs[GENERATOR_INPUTS]) {
    enum { WINDOW = 2 * REGIONS_REACH };
    for (int i = 0; i < WINDOW; i++) {
        int at = from_end ? WINDOW - 1 - i : i;
        uint32_t content = key >> 2 * at & 3;
        for (uint32_t of = CELL_BLACK; of <= CELL_WALL; of++)
            inputs[3 * i + (int)of - 1] = content == of;
    }
}

/* Every cell behind a wall is a wall, whatever its key. */
static uint32_t behind_walls(uint32_t key) {
    bool is_wall = false;
    for (int at = REGIONS_REACH - 1; at >= 0; at--) {
        is_wall |= (key >> 2 * at & 3) == CELL_WALL;
        key |= is_wall ? (uint32_t)CELL_WALL << 2 * at : 0;
    }
    is_wall = false;
    for (int at = REGIONS_REACH; at < 2 * REGIONS_REACH; at++) {
        is_wall |= (key >> 2 * at & 3) == CELL_WALL;
        key |= is_wall ? (uint32_t)CELL_WALL << 2 * at : 0;
    }
    return key;
}

static void list_inputs(float (*inputs)[2][GENERATOR_INPUTS]) {
    bool is_set[REGIONS_ROWS] = {false};
    for (uint32_t key = 0; key < REGIONS_WINDOW_KEYS; key++) {
        int row = regions_row(key, BLACK);
        if (is_set[row])
            continue;
        is_set[row] = true;
        set_inputs(behind_walls(key), false, inputs[row][0]);
        set_inputs(behind_walls(key), true, inputs[row][1]);
    }
}

/* ---- Lifecycle ------------------------------------------------------------------------------- */

/* Sets numbers of a uniform distribution with this deviation. */
static void draw(float *numbers, size_t count, double deviation, uint64_t *rng) {
    for (size_t i = 0; i < count; i++) {
        double unit = (double)(rng_next(rng) >> 11) * 0x1p-53;
        numbers[i] = (float)(deviation * sqrt(3.0) * (2 * unit - 1));
    }
}

static void fill(float *numbers, size_t count, float number) {
    for (size_t i = 0; i < count; i++)
        numbers[i] = number;
}

#define COUNT_OF(array) (sizeof(array) / sizeof(float))
#define DRAW(array, deviation) draw((float *)(array), COUNT_OF(array), deviation, rng)
#define FILL(array, number) fill((float *)(array), COUNT_OF(array), number)

static void draw_generator(GeneratorParams *generator, uint64_t *rng) {
    DRAW(generator->input, 0.2);
    DRAW(generator->middle, 0.075);
    DRAW(generator->output, 0.1);
    FILL(generator->output_bias, 0.05f); /* more than half of the features begin above 0 */
}

static void draw_layers(RegionsLayers *layers, uint64_t *rng) {
    const float BIAS = 0.3f; /* most of the numbers begin above 0, where they can learn */
    DRAW(layers->region, 1 / sqrt(REGIONS_CHANNELS));
    DRAW(layers->quadrant, 1 / sqrt(REGIONS_PART));
    DRAW(layers->first, 1 / sqrt(REGIONS_INPUTS));
    DRAW(layers->second, 1 / sqrt(REGIONS_HIDDEN));
    FILL(layers->first_bias, BIAS);
    FILL(layers->second_bias, BIAS);
    DRAW(layers->neighbour, 0.06);
    FILL(layers->neighbour[0], 1);
    DRAW(layers->pool, 1 / sqrt(REGIONS_CHANNELS));
    FILL(layers->pool_bias, BIAS);
    DRAW(layers->mixer, 0.05);
    DRAW(layers->mixer_bias, 0.09);
    DRAW(layers->worth, 0.03);
    DRAW(layers->outcome, 0.3); /* without it, the features below take long to be of use */
    FILL(layers->table_share, 1);
    FILL(layers->order_table_share, 1);
}

void *regions_zeros(size_t size) {
    size_t whole = (size + 63) / 64 * 64;
    void *memory = aligned_alloc(64, whole);
    if (memory != NULL)
        memset(memory, 0, whole);
    return memory;
}

static bool allocate(RegionsModel *model) {
    size_t roles = (size_t)model->roles;
    model->params = regions_zeros(roles * sizeof *model->params);
    model->momentum = regions_zeros(roles * sizeof *model->momentum);
    model->variance = regions_zeros(roles * sizeof *model->variance);
    model->mean = regions_zeros(roles * sizeof *model->mean);
    model->floats = regions_zeros(roles * sizeof *model->floats);
    model->turned = regions_zeros(roles * sizeof *model->turned);
    model->inputs = regions_zeros(REGIONS_ROWS * sizeof *model->inputs);
    return model->params != NULL && model->momentum != NULL && model->variance != NULL &&
           model->mean != NULL && model->floats != NULL && model->turned != NULL &&
           model->inputs != NULL;
}

bool regions_model_init(RegionsModel *model, Rule rule, double units, uint64_t seed) {
    *model = (RegionsModel){.rule = rule, .roles = rule_roles(rule), .units = units};
    if (!allocate(model))
        return false;
    list_inputs(model->inputs);
    for (int role = 0; role < model->roles; role++) {
        uint64_t rng = seed;
        draw_generator(&model->params[role].dense.generator, &rng);
        draw_layers(&model->params[role].dense.layers, &rng);
    }
    regions_model_compose_layers(model);
    return true;
}

void regions_model_release(RegionsModel *model) {
    free(model->params);
    free(model->momentum);
    free(model->variance);
    free(model->mean);
    free(model->floats);
    free(model->turned);
    free(model->inputs);
}

bool regions_model_check_roles(const RegionsModel *model, size_t roles, const char *path,
                               Failure *failure) {
    return roles == 1 || roles == (size_t)model->roles ||
           failure_say(failure, STATUS_MISMATCH,
                       "%s: its colours have different numbers, those of this rule do not", path);
}

/* ---- Numbers --------------------------------------------------------------------------------- */

#define TURN(field, rows, columns) \
    matrix_turn((float *)turned->field, (const float *)layers->field, rows, columns)

static void turn(const RegionsLayers *layers, const GeneratorParams *generator,
                 RegionsTurned *turned) {
    for (int kind = 0; kind < REGIONS_KINDS; kind++)
        TURN(region[kind], REGIONS_CHANNELS, REGIONS_PART);
    TURN(quadrant, REGIONS_PART, REGIONS_PART);
    TURN(first, REGIONS_INPUTS, REGIONS_HIDDEN);
    TURN(second, REGIONS_HIDDEN, REGIONS_SECOND);
    TURN(pool, REGIONS_CHANNELS, REGIONS_POOL);
    TURN(mixer, REGIONS_POOL, REGIONS_MIXED);
    matrix_turn(turned->generator_middle[0], generator->middle[0], GENERATOR_WIDTH,
                GENERATOR_WIDTH);
    matrix_turn(turned->generator_output[0], generator->output[0], GENERATOR_WIDTH,
                REGIONS_CHANNELS);
}

static void round_layers(RegionsLayers *layers, double units) {
    static _Thread_local RegionsNumbers numbers;
    regions_from_layers(layers, units, &numbers);
    regions_to_layers(&numbers, units, layers);
}

void regions_model_compose_layers(RegionsModel *model) {
    for (int role = 0; role < model->roles; role++) {
        const RegionsParams *params = &model->params[role];
        RegionsFloats *floats = &model->floats[role];
        floats->layers = params->dense.layers;
        memcpy(floats->threat, params->threat, sizeof floats->threat);
        if (model->is_rounded) {
            round_layers(&floats->layers, model->units);
            regions_round_threats(floats->threat[0], THREAT_STATES);
        }
        turn(&floats->layers, &params->dense.generator, &model->turned[role]);
    }
}

void regions_model_add_to_mean(RegionsModel *model) {
    float share = 1 / (float)++model->mean_count;
    for (int role = 0; role < model->roles; role++) {
        const float *from = (const float *)&model->params[role];
        float *to = (float *)&model->mean[role];
        for (int i = 0; i < REGIONS_PARAMS; i++)
            to[i] += share * (from[i] - to[i]);
    }
}

void regions_model_take_mean(RegionsModel *model) {
    if (model->mean_count > 0)
        memcpy(model->params, model->mean, (size_t)model->roles * sizeof *model->params);
    regions_model_compose_layers(model);
}

void regions_model_export(const RegionsModel *model, int role, RegionsNumbers *numbers) {
    const RegionsFloats *floats = &model->floats[role];
    regions_from_layers(&floats->layers, model->units, numbers);
    regions_from_rows(floats->row[0], REGIONS_ROWS, numbers->row[0]);
    regions_from_threats(floats->threat[0], THREAT_STATES, numbers->threat_bias[0]);
}
