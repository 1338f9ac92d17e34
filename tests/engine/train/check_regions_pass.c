/* The gradient of a network of regions is the slope of its loss, the same for every instruction
 * set; packed positions are those of the games; the board's symmetries change nothing. */
#include <check.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "engine/train/drawn_games.h"
#include "support/harness.h"
#include "train/regions/block.h"
#include "train/regions/integers.h"
#include "train/regions/step.h"

enum { GAMES = 6, UNITS = 500 };

/* A network with numbers of every kind, and all that a batch needs. */
typedef struct Fixture {
    Dataset data;
    uint32_t games[GAMES];
    float order_weights[GAMES];
    Evaluator *table;
    Objective objective;
    PositionReader reader;
    PositionPool pool;
    uint32_t *positions;
    RegionsModel model;
    RegionsBatch batch;
    RegionsStepper stepper;
} Fixture;

static void draw_numbers(float *numbers, size_t count, double most, uint64_t *rng) {
    for (size_t i = 0; i < count; i++)
        numbers[i] += (float)(most * (rng_below(rng, 2001) / 1000.0 - 1));
}

#define DRAW(array, most) draw_numbers((float *)(array), sizeof(array) / sizeof(float), most, &rng)

static void draw_params(RegionsParams *params) {
    uint64_t rng = 5;
    DRAW(params->own, 0.05);
    DRAW(params->threat, 0.1);
    DRAW(params->dense.layers.outcome, 0.4);
    DRAW(params->dense.layers.outcome_bias, 0.1);
    DRAW(params->dense.layers.table_share, 0.1);
    DRAW(params->dense.layers.order_table_share, 0.1);
    DRAW(params->dense.layers.region_bias, 0.1);
    DRAW(params->dense.layers.quadrant_bias, 0.1);
    DRAW(params->dense.layers.worth, 0.4);
    DRAW(params->dense.layers.neighbour_bias, 0.1);
}

static Fixture *fixture_new(Rule rule) {
    Fixture *fixture = calloc(1, sizeof *fixture);
    expect(fixture != NULL);
    dataset_init(&fixture->data);
    draw_games(&fixture->data, rule, GAMES, 31);
    for (uint32_t i = 0; i < GAMES; i++) {
        fixture->games[i] = i;
        fixture->order_weights[i] = block_order_weight(i % 2 == 0 ? 2500 : 20000);
    }
    fixture->table = table_evaluator_embedded(rule);
    expect(fixture->table != NULL);
    expect(objective_init(&fixture->objective, &fixture->data, fixture->table->tables, 1));
    fixture->objective.lambda = 0.5;
    fixture->reader = (PositionReader){fixture->table, UNITS};
    BlockSource source = {&fixture->objective, &fixture->reader, fixture->order_weights, 1};
    expect(block_fill(&source, fixture->games, GAMES, &fixture->pool));
    fixture->positions = malloc(fixture->pool.count * sizeof *fixture->positions);
    expect(fixture->positions != NULL);
    for (uint32_t i = 0; i < fixture->pool.count; i++)
        fixture->positions[i] = i;
    expect(regions_model_init(&fixture->model, rule, UNITS, 3));
    for (int role = 0; role < fixture->model.roles; role++)
        draw_params(&fixture->model.params[role]);
    regions_model_compose_layers(&fixture->model);
    expect(regions_batch_init(&fixture->batch, &fixture->model, 1));
    expect(regions_stepper_init(&fixture->stepper, fixture->model.roles));
    return fixture;
}

static void fixture_free(Fixture *fixture) {
    regions_stepper_release(&fixture->stepper);
    regions_batch_release(&fixture->batch);
    regions_model_release(&fixture->model);
    position_pool_release(&fixture->pool);
    objective_release(&fixture->objective);
    evaluator_free(fixture->table);
    dataset_release(&fixture->data);
    free(fixture->positions);
    free(fixture);
}

/* ---- Slopes --------------------------------------------------------------------------------- */

/* Adds the losses of a position as pass.h defines them. */
static void add_loss(void *context, size_t index, const PositionInput *input,
                     const RegionsResult *result, const float *order) {
    double *sum = context, mean = 0;
    (void)index;
    int count = input->head.move_count;
    for (int i = 0; i < count; i++)
        mean += (double)order[i] / count;
    *sum += (double)input->head.goal.weight * result->loss +
            (double)input->head.goal.order_weight *
                ((double)PASS_REGIONS_ORDER_SHARE * result->order_loss +
                 (double)PASS_LEVEL_SHARE * mean * mean);
}

static double mean_loss(Fixture *fixture) {
    double sum = 0;
    regions_model_compose_layers(&fixture->model);
    RegionsLosses losses = regions_batch_judge(&fixture->batch, &fixture->pool, add_loss, &sum);
    return sum / losses.all.weight;
}

/* Checks the greatest slopes of an array of parameters against the changes of the loss. */
static void check_slopes(Fixture *fixture, const char *name, float *params, const float *slopes,
                         size_t count, float step) {
    enum { CHECKED = 4 };
    bool *is_checked = calloc(count, sizeof *is_checked);
    expect(is_checked != NULL);
    for (int i = 0; i < CHECKED && i < (int)count; i++) {
        size_t at = 0;
        float greatest = -1;
        for (size_t j = 0; j < count; j++)
            if (!is_checked[j] && fabsf(slopes[j]) > greatest) {
                at = j;
                greatest = fabsf(slopes[j]);
            }
        is_checked[at] = true;
        if (i == 0 && greatest < 1e-5f)
            ck_abort_msg("%s has no slopes", name);
        float kept = params[at];
        params[at] = kept + step;
        double above = mean_loss(fixture);
        params[at] = kept - step;
        double below = mean_loss(fixture);
        params[at] = kept;
        double slope = (above - below) / (2 * (double)step);
        if (fabs(slope - (double)slopes[at]) > 0.04 * fabs((double)slopes[at]) + 5e-5)
            ck_abort_msg("%s[%zu]: slope %g, gradient %g", name, at, slope, (double)slopes[at]);
    }
    free(is_checked);
}

typedef struct Kind {
    const char *name;
    size_t offset, bytes; /* in DenseParams */
    float step;
} Kind;

#define PARAMS(field, step_) \
    { #field, offsetof(DenseParams, field), sizeof(((DenseParams *)NULL)->field), step_ }

static const Kind KINDS[] = {
    PARAMS(generator.input, 0.001f),
    PARAMS(generator.input_bias, 0.001f),
    PARAMS(generator.middle, 0.001f),
    PARAMS(generator.middle_bias, 0.001f),
    PARAMS(generator.output, 0.001f),
    PARAMS(generator.output_bias, 0.001f),
    PARAMS(layers.region, 0.002f),
    PARAMS(layers.region_bias, 0.002f),
    PARAMS(layers.quadrant, 0.002f),
    PARAMS(layers.quadrant_bias, 0.002f),
    PARAMS(layers.first, 0.002f),
    PARAMS(layers.first_bias, 0.002f),
    PARAMS(layers.second, 0.002f),
    PARAMS(layers.second_bias, 0.002f),
    PARAMS(layers.outcome, 0.01f),
    PARAMS(layers.outcome_bias, 0.02f),
    PARAMS(layers.table_share, 0.02f),
    PARAMS(layers.neighbour[0], 0.002f),
    PARAMS(layers.neighbour[1], 0.002f),
    PARAMS(layers.neighbour[2], 0.002f),
    PARAMS(layers.neighbour_bias, 0.0001f),
    PARAMS(layers.pool, 0.002f),
    PARAMS(layers.pool_bias, 0.002f),
    PARAMS(layers.mixer, 0.002f),
    PARAMS(layers.mixer_bias, 0.002f),
    PARAMS(layers.worth, 0.005f),
    PARAMS(layers.order_table_share, 0.02f),
};

enum { KIND_COUNT = sizeof KINDS / sizeof KINDS[0] };

/* The slopes by the own rows and by the threats, from what a batch left behind. */
typedef struct SparseSlopes {
    float own[REGIONS_ROWS][REGIONS_CHANNELS];
    float threat[THREAT_STATES][REGIONS_HIDDEN];
} SparseSlopes;

static void take_sparse(const Fixture *fixture, int role, double weight, SparseSlopes *slopes) {
    memset(slopes, 0, sizeof *slopes);
    for (int heap = 0; heap < REGIONS_HEAPS; heap++) {
        const RegionsGradient *gradient = &fixture->batch.gradients[heap][role];
        const float *rows = (const float *)gradient->row,
                    *threats = (const float *)gradient->threat;
        float *own = (float *)slopes->own, *threat = (float *)slopes->threat;
        for (int i = 0; i < REGIONS_ROWS * REGIONS_CHANNELS; i++)
            own[i] += rows[i] / (float)weight;
        for (int i = 0; i < THREAT_STATES * REGIONS_HIDDEN; i++)
            threat[i] += threats[i] / (float)weight;
    }
}

/* A step of length zero leaves the gradient of the dense parameters behind. */
START_TEST(gradients_of_every_kind_are_slopes) {
    Fixture *fixture = fixture_new(_i == 0 ? RULE_FREESTYLE : RULE_RENJU);
    SparseSlopes *sparse = calloc(COLORS, sizeof *sparse);
    expect(sparse != NULL);
    RegionsLosses losses = regions_batch_teach(&fixture->batch, &fixture->pool, fixture->positions,
                                               fixture->pool.count);
    expect(losses.positions > 50 && losses.all.moves > 20);
    for (int role = 0; role < fixture->model.roles; role++)
        take_sparse(fixture, role, losses.all.weight, &sparse[role]);
    regions_step(&fixture->stepper, &fixture->batch, losses.all.weight, 0);
    for (int role = 0; role < fixture->model.roles; role++) {
        RegionsParams *params = &fixture->model.params[role];
        for (int k = 0; k < KIND_COUNT; k++) {
            const Kind *kind = &KINDS[k];
            const char *slopes = (const char *)&fixture->stepper.dense[role] + kind->offset;
            check_slopes(
                fixture, kind->name, (float *)(void *)((char *)&params->dense + kind->offset),
                (const float *)(const void *)slopes, kind->bytes / sizeof(float), kind->step);
        }
        check_slopes(fixture, "own", (float *)params->own, (float *)sparse[role].own,
                     REGIONS_ROWS * REGIONS_CHANNELS, 0.0001f);
        check_slopes(fixture, "threat", (float *)params->threat, (float *)sparse[role].threat,
                     THREAT_STATES * REGIONS_HIDDEN, 0.002f);
    }
    free(sparse);
    fixture_free(fixture);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("regions_pass");
    TCase *tests = tcase_create("pass");
    tcase_set_timeout(tests, 300);
    tcase_add_loop_test(tests, gradients_of_every_kind_are_slopes, 0, 2);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
