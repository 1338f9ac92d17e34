/* The gradient of a network's loss is its slope, the same for every instruction set, and the
 * rounded network says what the engine says. */
#include <check.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "engine/train/drawn_games.h"
#include "eval/network/network.h"
#include "support/harness.h"
#include "train/network/batch.h"
#include "train/network/integers.h"
#include "train/network/step.h"

enum { GAMES = 6, UNITS = 700 };

/* A network with numbers of every kind, and all that a batch needs. */
typedef struct Fixture {
    Dataset data;
    uint32_t games[GAMES];
    Evaluator *table;
    Objective objective;
    InputReader reader;
    NetworkModel model;
    Batch batch;
} Fixture;

static void draw(float *numbers, size_t count, double most, uint64_t *rng) {
    for (size_t i = 0; i < count; i++)
        numbers[i] += (float)(most * (rng_below(rng, 2001) / 1000.0 - 1));
}

#define DRAW(array, most) draw((float *)(array), sizeof(array) / sizeof(float), most, &rng)

static Fixture *fixture_new(Rule rule) {
    Fixture *fixture = calloc(1, sizeof *fixture);
    uint64_t rng = 5;
    expect(fixture != NULL);
    dataset_init(&fixture->data);
    draw_games(&fixture->data, rule, GAMES, 31);
    for (uint32_t i = 0; i < GAMES; i++)
        fixture->games[i] = i;
    fixture->table = table_evaluator_embedded(rule);
    expect(fixture->table != NULL);
    expect(objective_init(&fixture->objective, &fixture->data, fixture->table->tables, 1));
    fixture->objective.lambda = 0.5;
    expect(input_reader_init(&fixture->reader, fixture->table, UNITS));
    expect(network_model_init(&fixture->model, rule, UNITS, 3));
    for (int role = 0; role < fixture->model.roles; role++) {
        ModelParams *params = &fixture->model.params[role];
        DRAW(params->own, 0.05);
        DRAW(params->layers.threat_bias, 0.2);
        DRAW(params->layers.output, 0.4);
        DRAW(params->layers.output_bias, 0.1);
        DRAW(params->layers.table_share, 0.1);
        DRAW(params->layers.order, 0.5);
        DRAW(params->layers.order_bias, 1.0);
    }
    network_model_compose(&fixture->model);
    expect(batch_init(&fixture->batch, &fixture->objective, &fixture->reader, &fixture->model, 1));
    return fixture;
}

static void fixture_free(Fixture *fixture) {
    batch_release(&fixture->batch);
    network_model_release(&fixture->model);
    input_reader_release(&fixture->reader);
    objective_release(&fixture->objective);
    evaluator_free(fixture->table);
    dataset_release(&fixture->data);
    free(fixture);
}

/* ---- Slopes --------------------------------------------------------------------------------- */

typedef struct Kind {
    const char *name;
    size_t offset, bytes; /* in ModelParams */
    float step;
} Kind;

#define PARAMS(field, step_) \
    { #field, offsetof(ModelParams, field), sizeof(((ModelParams *)NULL)->field), step_ }

static const Kind KINDS[] = {
    PARAMS(own, 0.002f),
    PARAMS(inner, 0.001f),
    PARAMS(pair, 0.001f),
    PARAMS(layers.first, 0.002f),
    PARAMS(layers.first_bias, 0.002f),
    PARAMS(layers.threat_bias, 0.002f),
    PARAMS(layers.second, 0.002f),
    PARAMS(layers.second_bias, 0.002f),
    PARAMS(layers.output, 0.01f),
    PARAMS(layers.output_bias, 0.02f),
    PARAMS(layers.table_share, 0.02f),
    PARAMS(layers.order, 0.01f),
    PARAMS(layers.order_bias, 0.01f),
    PARAMS(layers.order_table_share, 0.02f),
};

enum { KIND_COUNT = sizeof KINDS / sizeof KINDS[0] };

static double mean_loss(Fixture *fixture) {
    network_model_compose(&fixture->model);
    BatchLosses losses = batch_run(&fixture->batch, fixture->games, GAMES, false);
    return (losses.all.value + PASS_ORDER_SHARE * losses.all.order) / losses.all.weight;
}

/* Compares the greatest slopes of a kind of parameters with the changes of the loss. */
static void check_kind(Fixture *fixture, const Kind *kind, int role) {
    enum { CHECKED = 4 };
    float *params = (float *)(void *)((char *)&fixture->model.params[role] + kind->offset);
    const float *slopes =
        (const float *)(void *)((char *)&fixture->model.gradient[role] + kind->offset);
    size_t count = kind->bytes / sizeof(float);
    bool is_checked[1 << 18] = {false};
    expect(count <= sizeof is_checked);
    for (int i = 0; i < CHECKED && i < (int)count; i++) {
        size_t at = 0;
        float greatest = -1;
        for (size_t j = 0; j < count; j++)
            if (!is_checked[j] && fabsf(slopes[j]) > greatest) {
                at = j;
                greatest = fabsf(slopes[j]);
            }
        is_checked[at] = true;
        expect(i > 0 || greatest > 1e-4f);
        float kept = params[at];
        params[at] = kept + kind->step;
        double above = mean_loss(fixture);
        params[at] = kept - kind->step;
        double below = mean_loss(fixture);
        params[at] = kept;
        double slope = (above - below) / (2 * (double)kind->step);
        if (fabs(slope - (double)slopes[at]) > 0.03 * fabs((double)slopes[at]) + 2e-5)
            ck_abort_msg("%s[%zu]: slope %g, gradient %g", kind->name, at, slope,
                         (double)slopes[at]);
    }
}

/* A step of length zero leaves the gradient by the parameters behind. */
START_TEST(gradients_of_every_kind_are_slopes) {
    Fixture *fixture = fixture_new(_i == 0 ? RULE_FREESTYLE : RULE_RENJU);
    BatchLosses losses = batch_run(&fixture->batch, fixture->games, GAMES, true);
    expect(losses.positions > 50 && losses.all.moves > 20);
    network_step(&fixture->model, fixture->batch.gradients, BATCH_HEAPS, losses.all.weight, 0, 1);
    for (int role = 0; role < fixture->model.roles; role++)
        for (int kind = 0; kind < KIND_COUNT; kind++)
            check_kind(fixture, &KINDS[kind], role);
    fixture_free(fixture);
}
END_TEST

START_TEST(gradients_are_the_same_for_every_instruction_set) {
    Fixture *fixture = fixture_new(RULE_RENJU);
    size_t bytes = (size_t)fixture->model.roles * sizeof(PassGradient);
    PassGradient *scalar[BATCH_HEAPS];
    fixture->model.is_rounded = _i != 0;
    network_model_compose(&fixture->model);
    for (int isa = ISA_SCALAR; isa < ISAS; isa++) {
        if (!isa_available((Isa)isa))
            continue;
        fixture->batch.isa = (Isa)isa;
        (void)batch_run(&fixture->batch, fixture->games, GAMES, true);
        for (int heap = 0; heap < BATCH_HEAPS; heap++) {
            PassGradient *gradient = fixture->batch.gradients[heap];
            if (isa == ISA_SCALAR) {
                scalar[heap] = malloc(bytes);
                expect(scalar[heap] != NULL);
                memcpy(scalar[heap], gradient, bytes);
            } else if (memcmp(scalar[heap], gradient, bytes) != 0) {
                ck_abort_msg("%s differs from scalar", isa_name((Isa)isa));
            }
            memset(gradient, 0, bytes);
        }
    }
    for (int heap = 0; heap < BATCH_HEAPS; heap++)
        free(scalar[heap]);
    fixture_free(fixture);
}
END_TEST

/* ---- Rounding ------------------------------------------------------------------------------- */

/* The differences between a model and the engine's network, in evaluation units. */
typedef struct Comparison {
    const Fixture *fixture;
    const Evaluator *network;
    void *memory;
    NetworkInput input;
    PassScratch scratch;
    double sum, most, order_most;
    int positions, moves;
} Comparison;

static void compare_orders(Comparison *comparison, EvalState *state) {
    const NetworkInput *input = &comparison->input;
    CellSet cells;
    Cell listed[CELLS_MAX];
    Board *board = (Board *)(uintptr_t)state->board;
    objective_candidates(board, &cells);
    MoveOrder order = eval_order(state, &cells);
    expect_equal(cellset_list(&cells, listed), input->move_count);
    for (int i = 1; i < input->move_count; i++) {
        double difference = order_of(&order, board, listed[i]) - order_of(&order, board, listed[0]);
        double nats =
            log((double)comparison->scratch.order[i]) - log((double)comparison->scratch.order[0]);
        comparison->order_most =
            fmax(comparison->order_most, fabs(difference - ORDER_UNITS * nats));
        comparison->moves++;
    }
}

static void compare(void *context, const Sample *sample) {
    Comparison *comparison = context;
    const Fixture *fixture = comparison->fixture;
    EvalState state;
    input_read(&fixture->reader, sample, &comparison->input);
    comparison->input.target = 0.5;
    comparison->input.weight = 1;
    double nats = (double)network_pass(&fixture->model, &comparison->input, isa_best(),
                                       &comparison->scratch, NULL)
                      .nats;
    eval_begin(&state, comparison->network, sample->board, comparison->memory);
    double difference = fabs(nats * UNITS - eval_score(&state));
    comparison->sum += difference;
    comparison->most = fmax(comparison->most, difference);
    comparison->positions++;
    if (comparison->input.move_count > 0)
        compare_orders(comparison, &state);
}

static Comparison *compare_all(const Fixture *fixture, const Evaluator *network) {
    Comparison *comparison = aligned_alloc(64, (sizeof *comparison + 63) / 64 * 64);
    Board *board = test_board_new();
    Game game;
    expect(comparison != NULL);
    memset(comparison, 0, sizeof *comparison);
    comparison->fixture = fixture;
    comparison->network = network;
    comparison->memory = aligned_alloc(64, (network->state_bytes + 63) / 64 * 64);
    expect(comparison->memory != NULL);
    for (size_t i = 0; i < GAMES; i++) {
        dataset_get(&fixture->data, i, &game);
        game_samples(&game, network->tables, board, compare, comparison);
    }
    free(comparison->memory);
    free(board);
    return comparison;
}

/* Writes the rounded model as a file and loads it into the engine. */
static Evaluator *network_of(Fixture *fixture, Rule rule) {
    Weights weights;
    Evaluator *network;
    unsigned char *bytes = malloc(NETWORK_BYTES_MAX);
    expect(bytes != NULL);
    fixture->model.is_rounded = true;
    network_model_compose(&fixture->model);
    weights_embedded(&weights, rule);
    size_t size = network_write(bytes, &weights, fixture->model.integers, 400, "a test");
    expect_equal(network_evaluator_load(&network, bytes, size), KANAME_OK);
    free(bytes);
    return network;
}

START_TEST(the_engine_scores_as_the_model) {
    Rule rule = (Rule)_i;
    Fixture *fixture = fixture_new(rule);
    Evaluator *network = network_of(fixture, rule);
    Comparison *rounded = compare_all(fixture, network);
    expect(rounded->positions > 50 && rounded->moves > 200);
    /* The rest is what floats lose. */
    if (rounded->sum / rounded->positions > 1 || rounded->most > 12 || rounded->order_most > 4)
        ck_abort_msg("rounded: mean %g, most %g, order %g", rounded->sum / rounded->positions,
                     rounded->most, rounded->order_most);
    fixture->model.is_rounded = false;
    network_model_compose(&fixture->model);
    Comparison *exact = compare_all(fixture, network);
    if (exact->sum / exact->positions > 20 || exact->most > 80)
        ck_abort_msg("mean %g, most %g", exact->sum / exact->positions, exact->most);
    expect(exact->sum > rounded->sum);
    free(exact);
    free(rounded);
    evaluator_free(network);
    fixture_free(fixture);
}
END_TEST

/* Numbers go to integers and back. */
START_TEST(rounding_twice_is_rounding_once) {
    Fixture *fixture = fixture_new(RULE_FREESTYLE);
    NetworkNumbers *once = malloc(sizeof *once);
    expect(once != NULL);
    fixture->model.is_rounded = true;
    network_model_compose(&fixture->model);
    *once = *fixture->model.integers;
    network_model_import(&fixture->model, once, 1);
    expect(memcmp(once, fixture->model.integers, sizeof *once) == 0);
    free(once);
    fixture_free(fixture);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("network_pass");
    TCase *slopes = tcase_create("slopes");
    tcase_add_loop_test(slopes, gradients_of_every_kind_are_slopes, 0, 2);
    tcase_add_loop_test(slopes, gradients_are_the_same_for_every_instruction_set, 0, 2);
    suite_add_tcase(suite, slopes);
    TCase *rounding = tcase_create("rounding");
    tcase_add_loop_test(rounding, the_engine_scores_as_the_model, 0, RULES);
    tcase_add_test(rounding, rounding_twice_is_rounding_once);
    suite_add_tcase(suite, rounding);
    return run_suite(suite);
}
