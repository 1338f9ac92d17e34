/* The gradient of a network of regions is the slope of its loss, the same for every instruction
 * set; rounded, it is what the engine computes; the board's symmetries change nothing. */
#include <check.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "engine/train/drawn_games.h"
#include "support/harness.h"
#include "support/regions.h"
#include "support/regions_reference.h"
#include "train/regions/block.h"
#include "train/regions/integers.h"
#include "train/regions/step.h"

enum { GAMES = 6, UNITS = 500 };

/* A network with numbers of every kind, and all that a batch needs. */
typedef struct Fixture {
    Dataset data;
    uint32_t games[GAMES];
    OrderWeights order_weights[GAMES];
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
        fixture->order_weights[i] =
            (OrderWeights){block_order_weight(i % 2 == 0 ? 2500 : 20000, 10000), 1};
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

/* ---- Weights -------------------------------------------------------------------------------- */

/* A game with a probe one move beside its first searched position. */
START_TEST(moves_and_probes_have_weights_of_their_own) {
    Fixture *fixture = fixture_new(RULE_FREESTYLE);
    const OrderWeights weights = {.move = 0.25f, .probe = 0.75f};
    const uint32_t first = 0;
    BlockSource source = {&fixture->objective, &fixture->reader, &weights, 1};
    Objective objective;
    Dataset data;
    PositionPool pool = {0};
    PositionInput *input = malloc(sizeof *input);
    PositionRows *rows = malloc(sizeof *rows);
    Game *game = malloc(sizeof *game);
    expect(input != NULL && rows != NULL && game != NULL);
    dataset_get(&fixture->data, 0, game);
    int root = game->opening_count;
    game->probe_count = 1;
    game->probes[0] = (GameProbe){.root = root, .count = 1, .moves = {0}, .best = 1, .score = 40};
    expect(game_check(game) == NULL);
    dataset_init(&data);
    expect(dataset_add(&data, game));
    expect(objective_init(&objective, &data, fixture->table->tables, 1));
    source.objective = &objective;
    expect(block_fill(&source, &first, 1, &pool));
    position_rows_init(rows);
    int probes = 0;
    for (size_t i = 0; i < pool.count; i++) {
        position_read(&pool, i, rows, input);
        bool is_probe = input->head.goal.order_weight == weights.probe;
        expect(is_probe || input->head.goal.order_weight == weights.move);
        expect(!is_probe || input->head.stones == root + 1);
        probes += is_probe;
    }
    expect_equal(probes, 1);
    expect(pool.count > 5);
    position_pool_release(&pool);
    objective_release(&objective);
    dataset_release(&data);
    free(game);
    free(rows);
    free(input);
    fixture_free(fixture);
}
END_TEST

/* ---- Proofs --------------------------------------------------------------------------------- */

/* Black's closed three F8, G8, H8, and either I9 and I10, with which I8 wins by fours, or stones
 * far away. The score of the one searched move, I8, is a proof. */
static Game proof_game(bool has_win_by_fours, int score) {
    enum { STONES = 10, SIZE = 15 };
    static const struct {
        Cell x, y;
    } MOVES[STONES + 1] = {{5, 7}, {4, 7},  {6, 7}, {0, 0},  {7, 7}, {2, 0},
                           {8, 6}, {4, 14}, {8, 5}, {14, 2}, {8, 7}},
                     AWAY[2] = {{14, 12}, {11, 14}};
    Game game = {.rule = RULE_FREESTYLE,
                 .width = SIZE,
                 .height = SIZE,
                 .opening_count = STONES,
                 .move_count = STONES + 1,
                 .result = score > 0 ? GAME_BLACK_WON : GAME_WHITE_WON};
    for (int i = 0; i <= STONES; i++)
        game.moves[i] = (Cell)(MOVES[i].y * SIZE + MOVES[i].x);
    for (int i = 0; i < 2 && !has_win_by_fours; i++)
        game.moves[6 + 2 * i] = (Cell)(AWAY[i].y * SIZE + AWAY[i].x);
    game.scores[STONES] = (int16_t)score;
    return game;
}

START_TEST(proofs_teach_what_leaves_do_not_see) {
    static const struct {
        bool has_win_by_fours;
        int score, positions;
    } CASES[] = {{true, SCORE_WIN - 7, 0}, {false, SCORE_WIN - 9, 1}, {false, 8 - SCORE_WIN, 1}};
    Fixture *fixture = fixture_new(RULE_FREESTYLE);
    const OrderWeights weights = {.move = 1, .probe = 1};
    const uint32_t first = 0;
    PositionInput *input = malloc(sizeof *input);
    PositionRows *rows = malloc(sizeof *rows);
    expect(input != NULL && rows != NULL);
    position_rows_init(rows);
    for (int i = 0; i < 3; i++) {
        Game game = proof_game(CASES[i].has_win_by_fours, CASES[i].score);
        Objective objective;
        Dataset data;
        PositionPool pool = {0};
        expect(game_check(&game) == NULL);
        dataset_init(&data);
        expect(dataset_add(&data, &game));
        expect(objective_init(&objective, &data, fixture->table->tables, 1));
        BlockSource source = {&objective, &fixture->reader, &weights, 1};
        expect(block_fill(&source, &first, 1, &pool));
        expect_equal(pool.count, CASES[i].positions);
        if (pool.count > 0) {
            bool is_won = CASES[i].score > 0;
            position_read(&pool, 0, rows, input);
            expect(fabs(input->head.goal.target - (is_won ? 1 : 0)) < 0.001);
            expect((input->head.move_count > 0) == is_won);
        }
        position_pool_release(&pool);
        objective_release(&objective);
        dataset_release(&data);
    }
    free(rows);
    free(input);
    fixture_free(fixture);
}
END_TEST

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

/* ---- Instruction sets, symmetries ------------------------------------------------------------ */

START_TEST(gradients_are_the_same_for_every_instruction_set) {
    Fixture *fixture = fixture_new(RULE_RENJU);
    size_t bytes = (size_t)fixture->model.roles * sizeof(RegionsGradient);
    RegionsGradient *scalar[REGIONS_HEAPS];
    fixture->model.is_rounded = _i != 0;
    regions_model_compose_layers(&fixture->model);
    for (int isa = ISA_SCALAR; isa < ISAS; isa++) {
        if (!isa_available((Isa)isa))
            continue;
        fixture->batch.isa = (Isa)isa;
        (void)regions_batch_teach(&fixture->batch, &fixture->pool, fixture->positions,
                                  fixture->pool.count);
        for (int heap = 0; heap < REGIONS_HEAPS; heap++) {
            RegionsGradient *gradient = fixture->batch.gradients[heap];
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
    for (int heap = 0; heap < REGIONS_HEAPS; heap++)
        free(scalar[heap]);
    fixture_free(fixture);
}
END_TEST

/* ---- The engine's arithmetic ----------------------------------------------------------------- */

/* The model's integers, and the positions of the games as boards. */
typedef struct Comparison {
    const Fixture *fixture;
    RegionsNumbers numbers[COLORS];
    RegionsRows rows;
    RegionsFeatures features;
    RegionsMixed mixed;
    float (*orders)[CELLS_MAX]; /* of the model, by position */
    RegionsResult *results;
    PositionHead *heads;
    size_t next; /* position of the pool */
    int positions, moves;
} Comparison;

static void keep_result(void *context, size_t index, const PositionInput *input,
                        const RegionsResult *result, const float *order) {
    Comparison *comparison = context;
    comparison->results[index] = *result;
    comparison->heads[index] = input->head;
    memcpy(comparison->orders[index], order, input->head.move_count * sizeof *order);
}

static void compare_orders(Comparison *comparison, const RegionsNumbers *numbers, Board *board,
                           EvalState *table) {
    const float *model = comparison->orders[comparison->next];
    CellSet set;
    Cell cells[CELLS_MAX];
    objective_candidates(board, &set);
    MoveOrder order = eval_order(table, &set);
    int count = cellset_list(&set, cells);
    expect_equal(count, comparison->heads[comparison->next].move_count);
    regions_mix(numbers, regions_stage(board_stones(board)), &comparison->features,
                &comparison->mixed);
    for (int i = 0; i < count; i++) {
        int32_t logit = regions_order(numbers, board, &comparison->features, &comparison->mixed,
                                      cells[i], order_of(&order, board, cells[i]));
        if (fabs((double)logit / REGIONS_LOGIT - (double)model[i]) > 1e-4)
            ck_abort_msg("order %d of %d: engine %d, model %g", i, count, logit,
                         (double)model[i] * REGIONS_LOGIT);
        comparison->moves++;
    }
}

static void compare(void *context, const Sample *sample) {
    Comparison *comparison = context;
    const Fixture *fixture = comparison->fixture;
    Board *board = sample->board;
    Color us = board_to_move(board);
    const RegionsNumbers *numbers = &comparison->numbers[fixture->model.roles == 2 ? (int)us : 0];
    EvalState table = {fixture->table, board, NULL};
    Score score = eval_score(&table);
    if (score <= REGIONS_TABLE_MAX && score >= -REGIONS_TABLE_MAX) {
        regions_features(numbers, &comparison->rows, board, &comparison->features);
        RegionsVerdict verdict = regions_judge(numbers, board, &comparison->features, score);
        double nats = (double)regions_nats(verdict) / REGIONS_NAT;
        double model = (double)comparison->results[comparison->next].lead;
        if (fabs(nats - model) > 1e-3)
            ck_abort_msg("position %zu: engine %g, model %g", comparison->next, nats, model);
        if (comparison->heads[comparison->next].move_count > 0)
            compare_orders(comparison, numbers, board, &table);
        comparison->positions++;
    }
    comparison->next++;
}

START_TEST(the_engine_s_arithmetic_is_that_of_the_rounded_model) {
    Rule rule = _i == 0 ? RULE_FREESTYLE : RULE_RENJU;
    Fixture *fixture = fixture_new(rule);
    Comparison *comparison = calloc(1, sizeof *comparison);
    Board *board = test_board_new();
    Game *game = malloc(sizeof *game);
    expect(comparison != NULL && game != NULL);
    comparison->fixture = fixture;
    comparison->orders = malloc(fixture->pool.count * sizeof *comparison->orders);
    comparison->results = malloc(fixture->pool.count * sizeof *comparison->results);
    comparison->heads = malloc(fixture->pool.count * sizeof *comparison->heads);
    expect(comparison->orders != NULL && comparison->results != NULL && comparison->heads != NULL);
    fixture->model.is_rounded = true;
    regions_model_compose_layers(&fixture->model);
    regions_batch_judge(&fixture->batch, &fixture->pool, keep_result, comparison);

    /* Through a file. */
    Weights weights;
    RegionsFile file;
    unsigned char *bytes = malloc(regions_bytes_max());
    expect(bytes != NULL);
    for (int role = 0; role < fixture->model.roles; role++)
        regions_model_export(&fixture->model, role, &comparison->numbers[role]);
    weights_embedded(&weights, rule);
    size_t size = regions_write(bytes, &weights, comparison->numbers, 522, UNITS, "for a test");
    memset(comparison->numbers, 1, sizeof comparison->numbers);
    expect_equal(regions_file_read(&file, bytes, size), KANAME_OK);
    expect(file.rule == rule && file.win_scale == 522 && file.units == UNITS);
    for (int role = 0; role < file.roles; role++)
        expect(regions_numbers_read(&file, role, &comparison->numbers[role]));
    free(bytes);

    regions_rows_init(&comparison->rows);
    for (size_t i = 0; i < GAMES; i++) {
        dataset_get(&fixture->data, i, game);
        game_samples(game, fixture->table->tables, board, compare, comparison);
    }
    expect_equal((int)comparison->next, (int)fixture->pool.count);
    expect(comparison->positions > 50 && comparison->moves > 1000);
    free(comparison->orders);
    free(comparison->results);
    free(comparison->heads);
    free(comparison);
    free(board);
    free(game);
    fixture_free(fixture);
}
END_TEST

/* Numbers of the file become floats and the same numbers again. */
START_TEST(rounding_twice_is_rounding_once) {
    RegionsDraw draw = {6, _i != 0};
    RegionsNumbers *once = calloc(2, sizeof *once), *twice = once + 1;
    RegionsLayers *layers = aligned_alloc(64, sizeof *layers);
    expect(once != NULL && layers != NULL);
    regions_draw(once, &draw);
    memcpy(twice->row, once->row, sizeof once->row); /* no part of the layers */
    memcpy(twice->threat_bias, once->threat_bias, sizeof once->threat_bias);
    regions_to_layers(once, UNITS, layers);
    regions_from_layers(layers, UNITS, twice);
    expect(memcmp(once, twice, sizeof *once) == 0);
    free(layers);
    free(once);
}
END_TEST

/* A board turned and mirrored in all eight ways is judged alike, its moves in their new places. */
typedef struct Turns {
    const Fixture *fixture;
    PositionPool pool;
    Board *board;
} Turns;

static Cell turned_cell(int size, Cell cell, int turn) {
    int x = cell % size, y = cell / size;
    if ((turn & 1) != 0)
        x = size - 1 - x;
    if ((turn & 2) != 0)
        y = size - 1 - y;
    return (Cell)((turn & 4) != 0 ? x * size + y : y * size + x);
}

static void add_turns(void *context, const Sample *sample) {
    Turns *turns = context;
    const Board *board = sample->board;
    PositionGoal goal = {.target = 0.5f, .weight = 1, .order_weight = 1};
    for (int turn = 0; turn < 8; turn++) {
        board_init(turns->board, board->tables, board->width, board->height, NULL, isa_best());
        for (int i = 0; i < board_stones(board); i++)
            board_play(turns->board, turned_cell(board->width, board_move(board, i), turn));
        Sample turned = *sample;
        turned.board = turns->board;
        turned.best = turned_cell(board->width, sample->best, turn);
        expect(position_add(&turns->pool, &turns->fixture->reader, &turned, &goal));
    }
}

typedef struct First {
    double lead, order_loss;
    int positions;
} First;

static void compare_turn(void *context, size_t index, const PositionInput *input,
                         const RegionsResult *result, const float *order) {
    First *first = context;
    (void)input;
    (void)order;
    if (index % 8 == 0) {
        first->lead = (double)result->lead;
        first->order_loss = result->order_loss;
    }
    expect(fabs((double)result->lead - first->lead) < 1e-4);
    expect(fabs(result->order_loss - first->order_loss) < 1e-4);
    first->positions++;
}

START_TEST(turns_of_the_board_change_nothing) {
    Fixture *fixture = fixture_new(RULE_FREESTYLE);
    Turns turns = {.fixture = fixture, .board = test_board_new()};
    Board *board = test_board_new();
    Game *game = malloc(sizeof *game);
    First first = {0};
    expect(game != NULL);
    dataset_get(&fixture->data, 0, game);
    game_samples(game, fixture->table->tables, board, add_turns, &turns);
    regions_batch_judge(&fixture->batch, &turns.pool, compare_turn, &first);
    expect(first.positions >= 8 * 5);
    position_pool_release(&turns.pool);
    free(turns.board);
    free(board);
    free(game);
    fixture_free(fixture);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("regions_pass");
    TCase *tests = tcase_create("pass");
    tcase_set_timeout(tests, 300);
    tcase_add_loop_test(tests, gradients_of_every_kind_are_slopes, 0, 2);
    tcase_add_loop_test(tests, gradients_are_the_same_for_every_instruction_set, 0, 2);
    tcase_add_loop_test(tests, the_engine_s_arithmetic_is_that_of_the_rounded_model, 0, 2);
    tcase_add_loop_test(tests, rounding_twice_is_rounding_once, 0, 2);
    tcase_add_test(tests, proofs_teach_what_leaves_do_not_see);
    tcase_add_test(tests, moves_and_probes_have_weights_of_their_own);
    tcase_add_test(tests, turns_of_the_board_change_nothing);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
