/* The fit finds what is in the games, the same on every run. */
#include <check.h>
#include <math.h>

#include "engine/train/scores.h"
#include "engine/train/support.h"
#include "eval/table/table.h"
#include "shared/status/failure.h"
#include "support/harness.h"
#include "support/position.h"
#include "train/fit.h"
#include "train/objective.h"
#include "train/start.h"

/* Weights in which shapes, threats, numbers of cells, their links and the move count, and nothing
 * that the model cannot say. */
static Weights *known_weights(Rule rule) {
    Weights *weights = calloc(1, sizeof *weights);
    expect(weights != NULL);
    weights->rule = rule;
    weights->win_scale = UNITS;
    for (int color = 0; color < COLORS; color++) {
        RoleWeights *role = &weights->role[color];
        for (int combo = 1; combo < COMBOS; combo++) {
            ShapeKey key = key_of_combo(combo);
            int sum = 0, greatest = 0;
            for (int i = 0; i < 4; i++) {
                int shape = key >> (4 * i) & 15;
                sum += shape;
                greatest = shape > greatest ? shape : greatest;
            }
            role->value[combo] = (int16_t)(sum + 2 * greatest + (rule == RULE_RENJU ? color : 0));
            role->make[combo] = (int16_t)(30 * greatest);
            role->deny[combo] = (int16_t)(4 * sum);
        }
        for (int stage = 0; stage < STAGES; stage++)
            role->share[stage] = (int16_t)(SHARE_UNIT - 60 * stage);
        role->term[TERM_TO_MOVE] = (Tapered){40, 10};
        for (int state = 0; state < THREAT_STATES; state++)
            role->term[TERM_THREAT + state].early = role->term[TERM_THREAT + state].late =
                (int16_t)((state & 16) != 0 ? 60 : 0);
        for (int count = 0; count < COUNTS; count++) { /* the third one adds nothing */
            int worth = 10 * (count < 2 ? count : 2);
            role->term[TERM_COUNT + CLASS_SLEEPING_THREE * COUNTS + count] =
                (Tapered){(int16_t)worth, (int16_t)(2 * worth)};
        }
        for (int i = 0; i < LINKED_CLASSES * LINKED_ATTACKS * LINKED_BUILDERS; i++)
            role->term[TERM_LINKED + i] = (Tapered){(int16_t)(5 * (i % LINKED_BUILDERS)),
                                                    (int16_t)(5 * (i % LINKED_BUILDERS))};
    }
    return weights;
}

static Cell first_choice(const Evaluator *evaluator, const Board *board) {
    Cell best = CELL_NONE;
    for (Cell cell = cellset_first(&board->empty); cell != CELL_NONE;
         cell = cellset_next(&board->empty, cell))
        if (best == CELL_NONE ||
            order_by(evaluator, board, cell) > order_by(evaluator, board, best))
            best = cell;
    return best;
}

/* A game of mostly random moves near the stones, in which the scores are those of the weights. */
static Game known_game(const Evaluator *evaluator, Board *board, uint64_t *rng) {
    enum { SIZE = 11, MOVES = 40 };
    Game game = {
        .rule = evaluator->tables->rule, .width = SIZE, .height = SIZE, .opening_count = 2};
    board_init(board, evaluator->tables, SIZE, SIZE, NULL, isa_best());
    while (game.move_count < MOVES) {
        Cell cell = first_choice(evaluator, board);
        if (game.move_count < 2 || rng_below(rng, 3) > 0)
            do
                cell = (Cell)rng_below(rng, SIZE * SIZE);
            while (!board_is_empty(board, cell));
        game.scores[game.move_count] = (int16_t)score_by(evaluator, board);
        game.moves[game.move_count++] = cell;
        board_play(board, cell);
    }
    double odds = 1 / (1 + exp(-(double)score_by(evaluator, board) / UNITS));
    bool wins = rng_below(rng, 1000) < 1000 * odds;
    game.result = wins == (board_to_move(board) == BLACK) ? GAME_BLACK_WON : GAME_WHITE_WON;
    return game;
}

static void fill_games(Dataset *data, const Weights *weights, int count, uint64_t seed) {
    Board *board = test_board_new();
    Evaluator *evaluator = table_evaluator_new(weights);
    for (int i = 0; i < count; i++) {
        Game game = known_game(evaluator, board, &seed);
        expect(dataset_add(data, &game));
    }
    evaluator_free(evaluator);
    free(board);
}

/* Mean error and mean deviation from zero of the made weights' scores, on other games. */
static void compare_scores(const Weights *known, const Weights *made, double *error, double *size) {
    uint64_t rng = 99;
    Board *board = test_board_new(), *other = test_board_new();
    Evaluator *by_known = table_evaluator_new(known), *by_made = table_evaluator_new(made);
    double count = 0;
    *error = *size = 0;
    for (int i = 0; i < 40; i++) {
        Game game = known_game(by_known, board, &rng);
        board_init(other, by_made->tables, game.width, game.height, NULL, isa_best());
        for (int move = 0; move < game.move_count; move++) {
            if (abs(game.scores[move]) < 3 * UNITS) { /* beyond, hardly anything is lost */
                *error += abs(score_by(by_made, other) - game.scores[move]);
                *size += abs(game.scores[move]);
                count++;
            }
            board_play(other, game.moves[move]);
        }
    }
    *error /= count;
    *size /= count;
    evaluator_free(by_known);
    evaluator_free(by_made);
    free(other);
    free(board);
}

START_TEST(known_values_are_found_again) {
    Rule rule = _i == 0 ? RULE_FREESTYLE : RULE_RENJU;
    enum { GAMES = 200, STEPS = 600 };
    Weights *known = known_weights(rule), *made = calloc(1, sizeof *made);
    Dataset data;
    Objective objective;
    Model model;
    uint32_t games[GAMES];
    dataset_init(&data);
    fill_games(&data, known, GAMES, 17);
    for (uint32_t i = 0; i < GAMES; i++)
        games[i] = i;
    expect(objective_init(&objective, &data, test_tables(rule), 2));
    expect(model_init(&model, MODEL_VALUE, rule));
    objective.lambda = 0;
    set_scale(&objective);
    float *gradient = calloc((size_t)model.weight_count, sizeof *gradient);
    double first = 0, last = 0;
    for (int step = 0; step < STEPS; step++) {
        last = objective_run(&objective, &model, games, GAMES, gradient).loss;
        first = step == 0 ? last : first;
        model_step(&model, gradient, step < STEPS / 2 ? 0.03f : 0.01f, 1e6);
    }
    made->rule = rule;
    model_export(&model, UNITS, made);
    model_import(&model, UNITS, known);
    double least = objective_run(&objective, &model, games, GAMES, NULL).loss;
    expect(first - least > 0.01);
    expect(last - least < 0.02 * (first - least));

    double error, size;
    compare_scores(known, made, &error, &size);
    expect(size > 20);
    if (error > 0.25 * size)
        ck_abort_msg("mean error %.1f of %.1f", error, size);
    free(gradient);
    model_release(&model);
    objective_release(&objective);
    dataset_release(&data);
    free(made);
    free(known);
}
END_TEST

/* The positions of a game, each of them taken for a game, lie on the side of the game,
 * however the board lies and whatever the order of the first moves. */
START_TEST(positions_of_one_game_are_not_parted) {
    enum { GAMES = 200, MOVES = 20, FIRST = 6 };
    uint64_t rng = 2600;
    Dataset data;
    GameParts parts;
    dataset_init(&data);
    for (int i = 0; i < GAMES; i++) {
        Game game = {.rule = RULE_FREESTYLE, .width = 15, .height = 15};
        for (int move = 0; move < MOVES; move++) {
            game.moves[move] = (Cell)(10 * move + (int)rng_below(&rng, 10));
            game.scores[move] = SCORE_NONE;
            game.move_count = move + 1;
            game.opening_count = move;
            Game turned = turned_game(&game, move % 8);
            if (move + 1 >= FIRST) {
                swap_moves(&turned, 0, 2 * (move % 3));
                expect(dataset_add(&data, &turned));
            }
        }
    }
    expect(game_parts_init(&parts, &data, 200));
    const int of_each = MOVES - FIRST + 1;
    int held[GAMES] = {0};
    for (size_t i = 0; i < parts.heldout_count; i++)
        held[parts.heldout[i] / (uint32_t)of_each]++;
    for (int i = 0; i < GAMES; i++)
        expect(held[i] == 0 || held[i] == of_each);
    expect(parts.heldout_count > 0 && parts.train_count > parts.heldout_count);
    game_parts_release(&parts);
    dataset_release(&data);
}
END_TEST

START_TEST(gradients_are_slopes) {
    enum { GAMES = 20 };
    Rule rule = RULE_RENJU;
    ModelKind kind = _i == 0 ? MODEL_VALUE : MODEL_ORDER;
    Weights *known = known_weights(rule);
    Dataset data;
    Objective objective;
    Model model;
    uint32_t games[GAMES];
    uint64_t rng = 3;
    dataset_init(&data);
    fill_games(&data, known, GAMES, 18);
    for (uint32_t i = 0; i < GAMES; i++)
        games[i] = i;
    expect(objective_init(&objective, &data, test_tables(rule), 1));
    expect(model_init(&model, kind, rule));
    objective.lambda = 0.5;
    set_scale(&objective);
    float *gradient = calloc((size_t)model.weight_count, sizeof *gradient);
    for (int i = 0; i < model.weight_count; i++)
        model.weights[i] = (float)rng_below(&rng, 100) / 500.0f;
    (void)objective_run(&objective, &model, games, GAMES, gradient);
    int checked = 0;
    for (int i = 0; i < model.weight_count; i++) {
        if (fabsf(gradient[i]) < 0.01f)
            continue;
        float kept = model.weights[i], step = 0.01f;
        model.weights[i] = kept + step;
        double above = objective_run(&objective, &model, games, GAMES, NULL).loss;
        model.weights[i] = kept - step;
        double below = objective_run(&objective, &model, games, GAMES, NULL).loss;
        model.weights[i] = kept;
        double slope = (above - below) / (2 * (double)step);
        if (fabs(slope - (double)gradient[i]) > 0.02 * fabs((double)gradient[i]) + 1e-4)
            ck_abort_msg("weight %d: slope %g, gradient %g", i, slope, (double)gradient[i]);
        checked++;
    }
    ck_assert_int_gt(checked, 10);
    free(gradient);
    model_release(&model);
    objective_release(&objective);
    dataset_release(&data);
    free(known);
}
END_TEST

static void write_dataset(const Dataset *data, const char *path) {
    GameWriter writer;
    Game game;
    expect(game_writer_create(&writer, path, "for a test"));
    for (size_t i = 0; i < data->count; i++) {
        dataset_get(data, i, &game);
        expect(game_writer_add(&writer, &game));
    }
    expect(game_writer_close(&writer));
}

/* Files of a fit in a folder of their own, and its options. */
typedef struct FitPlace {
    char in[TEST_PATH_BYTES], out[TEST_PATH_BYTES], csv[TEST_PATH_BYTES];
    char *paths[1];
    FitOptions options;
} FitPlace;

static void fit_place_init(FitPlace *place) {
    char folder[TEST_PATH_BYTES];
    make_folder(folder);
    path_in(place->in, folder, "games");
    path_in(place->out, folder, "weights");
    path_in(place->csv, folder, "csv");
    place->paths[0] = place->in;
    place->options = fit_defaults();
    place->options.paths = place->paths;
    place->options.path_count = 1;
    place->options.out = place->out;
    place->options.csv = place->csv;
    place->options.heldout_permille = 200;
}

START_TEST(a_fit_is_the_same_on_every_run_and_for_any_threads) {
    FitPlace place;
    Dataset data;
    size_t sizes[3];
    unsigned char *made[3];
    Weights *known = known_weights(RULE_FREESTYLE), *read = malloc(sizeof *read);
    fit_place_init(&place);
    dataset_init(&data);
    fill_games(&data, known, 200, 19);
    write_dataset(&data, place.in);
    FitOptions *options = &place.options;
    options->epochs = 3;
    for (int run = 0; run < 3; run++) {
        options->threads = run + 1;
        expect_equal(fit_run(options), 0);
        made[run] = read_whole(place.out, &sizes[run]);
        expect(sizes[run] == sizes[0] && memcmp(made[run], made[0], sizes[0]) == 0);
    }
    expect_equal(weights_read(read, made[0], sizes[0]), KANAME_OK);
    expect_equal(read->rule, RULE_FREESTYLE);
    options->seed++;
    expect_equal(fit_run(options), 0);
    size_t size;
    unsigned char *other = read_whole(place.out, &size);
    expect(size == sizes[0] && memcmp(other, made[0], size) != 0);
    free(other);
    for (int run = 0; run < 3; run++)
        free(made[run]);
    dataset_release(&data);
    free(read);
    free(known);
}
END_TEST

/* The rates of each model's epochs fall along half a cosine wave from the one asked for. */
START_TEST(the_curve_holds_the_rate_of_each_epoch) {
    enum { EPOCHS = 4 };
    FitPlace place;
    Dataset data;
    size_t size;
    int rows = 0;
    Weights *known = known_weights(RULE_FREESTYLE);
    fit_place_init(&place);
    dataset_init(&data);
    fill_games(&data, known, 60, 20);
    write_dataset(&data, place.in);
    FitOptions *options = &place.options;
    options->epochs = options->patience = EPOCHS;
    expect_equal(fit_run(options), 0);
    char *text = (char *)read_whole(place.csv, &size);
    text[size] = '\0';
    for (char *line = strchr(text, '\n'); line != NULL && line[1] != '\0';
         line = strchr(line + 1, '\n')) {
        int epoch;
        double rate, full = options->rate * (line[1] == 'v' ? 1 : 10);
        expect_equal(sscanf(line + 1, "%*[a-z],%d,%lf,", &epoch, &rate), 2);
        ck_assert_double_eq_tol(rate / full, 0.51 + 0.5 * cos((epoch - 1) * acos(-1) / EPOCHS),
                                1e-4);
        rows++;
    }
    expect_equal(rows, 2 * EPOCHS);
    free(text);
    dataset_release(&data);
    free(known);
}
END_TEST

/* Games that differ in weight: the mean over two parts is the weighted mean of their means. */
START_TEST(losses_of_parts_add_up_by_their_weights) {
    enum { GAMES = 40, FIRST = 13 };
    uint32_t games[GAMES];
    Dataset data;
    Objective objective;
    Model model;
    Weights *known = known_weights(RULE_FREESTYLE);
    dataset_init(&data);
    fill_games(&data, known, GAMES, 21);
    for (uint32_t i = 0; i < GAMES; i++)
        games[i] = i;
    expect(objective_init(&objective, &data, test_tables(RULE_FREESTYLE), 1));
    expect(model_init(&model, MODEL_VALUE, RULE_FREESTYLE));
    set_scale(&objective);
    for (int i = 0; i < STAGES; i++) /* so that positions weigh more the later they are */
        objective.win_scale[i] = UNITS * (0.5 + 0.1 * i);
    model_import(&model, UNITS, known);
    Losses all = objective_run(&objective, &model, games, GAMES, NULL);
    Losses some = objective_run(&objective, &model, games, FIRST, NULL);
    Losses rest = objective_run(&objective, &model, games + FIRST, GAMES - FIRST, NULL);
    ck_assert_double_eq_tol(all.weight, some.weight + rest.weight, 1e-9 * all.weight);
    ck_assert_double_eq_tol(all.loss,
                            (some.loss * some.weight + rest.loss * rest.weight) / all.weight, 1e-9);
    expect(fabs(all.weight - (double)all.samples) > 0.05 * (double)all.samples);
    model_release(&model);
    objective_release(&objective);
    dataset_release(&data);
    free(known);
}
END_TEST

/* Games of one position each: early or late, where scores promise less, so that late ones weigh
 * more. */
static void write_early_and_late_games(const char *path) {
    enum { GAMES = 9000, EARLY = 16, LATE = 48, EARLY_SCALE = 250, LATE_SCALE = 800 };
    uint64_t rng = 23;
    Dataset data;
    dataset_init(&data);
    for (int i = 0; i < GAMES; i++) {
        int stones = i % 2 == 0 ? EARLY : LATE;
        Game game = {.width = 15, .height = 15, .opening_count = stones, .move_count = stones + 1};
        for (int j = 0; j <= stones; j++) /* rows of two and two */
            game.moves[j] = (Cell)((j / 15 * 3 + i / 15 % 3) * 15 + (j / 15 + j % 15 * 2 + i) % 15);
        score_last_move(&game, i % 2 == 0 ? EARLY_SCALE : LATE_SCALE, &rng);
        expect(dataset_add(&data, &game));
    }
    write_dataset(&data, path);
    dataset_release(&data);
}

/* Returns the mean weight of the positions that a fit to these games trains on. */
static double mean_weight_of(char *path, int heldout_permille) {
    Dataset data;
    GameParts parts;
    Objective objective;
    Model model;
    Failure failure;
    dataset_init(&data);
    expect(dataset_load(&data, &path, 1, (LoadFilter){.rule = RULE_FREESTYLE}, &failure));
    expect(game_parts_init(&parts, &data, heldout_permille));
    expect(objective_init(&objective, &data, test_tables(RULE_FREESTYLE), 1));
    expect(model_init(&model, MODEL_VALUE, RULE_FREESTYLE));
    expect(objective_measure_scale(&objective, parts.train, parts.train_count));
    Losses losses = objective_run(&objective, &model, parts.train, parts.train_count, NULL);
    model_release(&model);
    objective_release(&objective);
    game_parts_release(&parts);
    dataset_release(&data);
    return losses.weight / (double)losses.samples;
}

/* Without a step, a model that knows nothing loses log(2) on each position, whatever it weighs. */
START_TEST(the_training_loss_is_weighted_over_batches) {
    static const int batches[] = {8, 100000};
    FitPlace place;
    fit_place_init(&place);
    write_early_and_late_games(place.in);
    FitOptions *options = &place.options;
    options->epochs = 1;
    options->rate = 0;
    options->value_units = UNITS;
    options->skips_order = true;
    expect(fabs(mean_weight_of(place.in, options->heldout_permille) - 1) > 0.01);
    for (int run = 0; run < 2; run++) {
        size_t size;
        double told;
        options->batch = batches[run];
        expect_equal(fit_run(options), 0);
        char *text = (char *)read_whole(place.csv, &size);
        text[size] = '\0';
        const char *line = strchr(text, '\n');
        expect(line != NULL);
        expect_equal(sscanf(line, " value,1,%*f,%lf,", &told), 1);
        ck_assert_double_eq_tol(told, log(2), 1e-6);
        free(text);
    }
}
END_TEST

START_TEST(a_fit_without_games_of_the_rule_writes_nothing) {
    FitPlace place;
    Dataset data;
    Weights *known = known_weights(RULE_FREESTYLE);
    fit_place_init(&place);
    dataset_init(&data);
    fill_games(&data, known, 30, 20);
    write_dataset(&data, place.in);
    FitOptions *options = &place.options;
    options->rule = RULE_STANDARD;
    ck_assert_int_ne(fit_run(options), 0);
    expect(access(place.out, F_OK) != 0);
    options->rule = RULE_FREESTYLE;
    options->start = place.in; /* no weights */
    ck_assert_int_ne(fit_run(options), 0);
    expect(access(place.out, F_OK) != 0);
    dataset_release(&data);
    free(known);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fit");
    TCase *fits = tcase_create("fits");
    tcase_set_timeout(fits, 240);
    tcase_add_loop_test(fits, known_values_are_found_again, 0, 2);
    tcase_add_loop_test(fits, gradients_are_slopes, 0, 2);
    tcase_add_test(fits, positions_of_one_game_are_not_parted);
    tcase_add_test(fits, a_fit_is_the_same_on_every_run_and_for_any_threads);
    tcase_add_test(fits, the_curve_holds_the_rate_of_each_epoch);
    tcase_add_test(fits, losses_of_parts_add_up_by_their_weights);
    tcase_add_test(fits, the_training_loss_is_weighted_over_batches);
    tcase_add_test(fits, a_fit_without_games_of_the_rule_writes_nothing);
    suite_add_tcase(suite, fits);
    return run_suite(suite);
}
