/* The targets of a fit and the scale of scores, from results, chance and probes. */
#include <check.h>
#include <math.h>

#include "engine/train/scores.h"
#include "engine/train/support.h"
#include "eval/table/table.h"
#include "support/harness.h"
#include "support/position.h"
#include "train/objective.h"

static double odds_of(double score) {
    return 1 / (1 + exp(-score / UNITS));
}

/* With a weight of one nat for the right to move, and no other, the mean target can be told from
 * the loss: it is log(1 + e) - target. */
START_TEST(targets_look_ahead_as_far_as_lambda_says) {
    static const double LAMBDAS[] = {0, 0.5, 1};
    double lambda = LAMBDAS[_i];
    /* h8, m3 (searched), c12 (by chance), c3 (searched); Black wins. */
    Game game = {.rule = RULE_FREESTYLE,
                 .width = 15,
                 .height = 15,
                 .result = GAME_BLACK_WON,
                 .opening_count = 1,
                 .move_count = 4,
                 .moves = {7 * 15 + 7, 12 * 15 + 12, 3 * 15 + 2, 12 * 15 + 2},
                 .scores = {SCORE_NONE, 100, GAME_BY_CHANCE, -200}};
    /* White's view. What comes after the move by chance is no part of the first target. */
    double last = lambda * 0 + (1 - lambda) * odds_of(-200);
    double first = odds_of(100);
    Dataset data;
    Objective objective;
    Model model;
    uint32_t number = 0;
    dataset_init(&data);
    expect(dataset_add(&data, &game));
    expect(objective_init(&objective, &data, test_tables(RULE_FREESTYLE), 1));
    expect(model_init(&model, MODEL_VALUE, RULE_FREESTYLE));
    objective.lambda = lambda;
    set_scale(&objective);
    for (int late = 0; late < 2; late++)
        model.weights[AT_TERM + 2 * TERM_TO_MOVE + late] = 1;
    Losses losses = objective_run(&objective, &model, &number, 1, NULL);
    ck_assert_int_eq((int)losses.samples, 2);
    ck_assert_double_eq_tol(log1p(exp(1)) - losses.loss, (first + last) / 2, 1e-9);
    model_release(&model);
    objective_release(&objective);
    dataset_release(&data);
}
END_TEST

/* The loss a step away differs by the step times the gradient. */
/* Without a move by chance, the first target looks as far as the result. */
START_TEST(targets_look_on_to_the_result_without_chance) {
    double targets[CELLS_MAX + 1];
    Objective objective = {.lambda = 0.5};
    Game game = {.rule = RULE_FREESTYLE,
                 .width = 15,
                 .height = 15,
                 .result = GAME_BLACK_WON,
                 .opening_count = 1,
                 .move_count = 3,
                 .moves = {1, 2, 3},
                 .scores = {SCORE_NONE, 100, 50}};
    set_scale(&objective);
    objective_targets(&objective, &game, targets);
    double last = 0.5 * 1 + 0.5 * odds_of(50);
    ck_assert_double_eq_tol(targets[2], last, 1e-9);
    ck_assert_double_eq_tol(targets[1], 0.5 * last + 0.5 * (1 - odds_of(100)), 1e-9);
}
END_TEST

/* Random games of which one move is drawn by chance: other scores and another result behind it
 * change no target and no share of a draw before it, and they do change the targets behind it. */
START_TEST(no_target_before_chance_depends_on_what_comes_after) {
    uint64_t rng = 2400;
    int changed = 0;
    for (int i = 0; i < 1000; i++) {
        double targets[CELLS_MAX + 1], others[CELLS_MAX + 1];
        double draws[CELLS_MAX + 1], other_draws[CELLS_MAX + 1];
        Objective objective = {.lambda = (double)rng_below(&rng, 101) / 100};
        Game game = {.rule = RULE_FREESTYLE, .width = 15, .height = 15};
        game.opening_count = (int)rng_below(&rng, 5);
        game.move_count = game.opening_count + 3 + (int)rng_below(&rng, 40);
        game.result = (GameResult)rng_below(&rng, 3);
        for (int move = 0; move < game.move_count; move++)
            game.scores[move] = (int16_t)((int)rng_below(&rng, 2001) - 1000);
        int chance = game.opening_count +
                     (int)rng_below(&rng, (uint32_t)(game.move_count - game.opening_count));
        game.scores[chance] = GAME_BY_CHANCE;
        set_scale(&objective);
        objective_targets(&objective, &game, targets);
        objective_draws(&objective, &game, draws);
        game.result = (GameResult)((game.result + 1) % 3);
        for (int move = chance + 1; move < game.move_count; move++)
            game.scores[move] = (int16_t)((int)rng_below(&rng, 2001) - 1000);
        objective_targets(&objective, &game, others);
        objective_draws(&objective, &game, other_draws);
        for (int move = 0; move < chance; move++) {
            ck_assert_double_eq(targets[move], others[move]);
            ck_assert_double_eq(draws[move], other_draws[move]);
        }
        changed += targets[chance + 1] != others[chance + 1];
    }
    expect(changed > 900);
}
END_TEST

/* Adds a game of one more stone than `stones`, scored by score_last_move(). */
static void add_scored_game(Dataset *data, int stones, double scale, int probes, uint64_t *rng) {
    Game *game = calloc(1, sizeof *game);
    expect(game != NULL);
    game->width = game->height = 15;
    game->opening_count = stones;
    game->move_count = stones + 1;
    for (int j = 0; j <= stones; j++)
        game->moves[j] = (Cell)j;
    score_last_move(game, scale, rng);
    game->probe_count = probes;
    game->probes[0] =
        (GameProbe){.root = stones, .count = 1, .moves = {200}, .best = 201, .score = 400};
    expect(dataset_add(data, game));
    free(game);
}

static void expect_near(double found, double scale) {
    ck_assert_double_gt(found, 0.82 * scale);
    ck_assert_double_lt(found, 1.22 * scale);
}

/* Games of EARLY + 1 or LATE + 1 stones, where scores promise more or less. */
START_TEST(the_scale_of_scores_is_found_from_results_by_stage) {
    enum { GAMES = 8000, EARLY = 16, LATE = 48, EARLY_SCALE = 250, LATE_SCALE = 800 };
    uint64_t rng = 21;
    uint32_t *games = malloc(GAMES * sizeof *games);
    Dataset data;
    Objective objective;
    expect(games != NULL);
    dataset_init(&data);
    for (uint32_t i = 0; i < GAMES; i++) {
        add_scored_game(&data, i % 2 == 0 ? EARLY : LATE, i % 2 == 0 ? EARLY_SCALE : LATE_SCALE, 0,
                        &rng);
        games[i] = i;
    }
    expect(objective_init(&objective, &data, test_tables(RULE_FREESTYLE), 1));
    expect(objective_measure_scale(&objective, games, GAMES));
    /* Stages without positions take those of the nearest ones: the middle one has two of these. */
    const int MIDDLE = (EARLY + LATE) / 2 / STAGE_STONES;
    for (int i = 0; i < MIDDLE; i++)
        expect_near(objective.win_scale[i], EARLY_SCALE);
    expect(objective.win_scale[MIDDLE] > 1.2 * EARLY_SCALE &&
           objective.win_scale[MIDDLE] < 0.8 * LATE_SCALE);
    for (int i = MIDDLE + 1; i < STAGES; i++)
        expect_near(objective.win_scale[i], LATE_SCALE);
    expect(objective.mean_scale > EARLY_SCALE && objective.mean_scale < LATE_SCALE);
    objective_release(&objective);
    dataset_release(&data);
    free(games);
}
END_TEST

/* The target of a probe of 400 units, with that number of stones on the board. */
static double target_of_a_probe(const Objective *objective, int stones) {
    GameProbe probe = {.root = stones, .count = 1, .moves = {200}, .best = 201, .score = 400};
    Board *board = malloc(sizeof *board);
    expect(board != NULL);
    board_init(board, test_tables(RULE_FREESTYLE), 15, 15, NULL, ISA_SCALAR);
    Sample sample = {.board = board, .index = stones, .probe = &probe};
    double target = objective_target_of(objective, &sample, NULL);
    free(board);
    return target;
}

/* Games with probes may come from other weights, whose scores promise something else. */
START_TEST(games_with_probes_have_a_scale_of_their_own) {
    enum { GAMES = 8000, STONES = 20, SCALE = 250, PROBED_SCALE = 800 };
    uint64_t rng = 22;
    uint32_t *games = malloc(GAMES * sizeof *games);
    Dataset data;
    Objective objective;
    expect(games != NULL);
    dataset_init(&data);
    for (uint32_t i = 0; i < GAMES; i++) {
        add_scored_game(&data, STONES, i % 2 == 0 ? SCALE : PROBED_SCALE, (int)(i % 2), &rng);
        games[i] = i;
    }
    expect(objective_init(&objective, &data, test_tables(RULE_FREESTYLE), 1));
    expect(objective_measure_scale(&objective, games, GAMES));
    double *of_all = objective.win_scale, *of_probed = objective.probed_scale;
    for (int i = 0; i < STAGES; i++) {
        expect_near(of_probed[i], PROBED_SCALE);
        expect(of_all[i] > 1.1 * SCALE && of_all[i] < 0.8 * PROBED_SCALE);
    }
    double target = target_of_a_probe(&objective, STONES);
    expect(fabs(target - 1 / (1 + exp(-400 / objective.mean_scale))) < 1e-9);
    expect(fabs(target - 1 / (1 + exp(-400 / of_probed[STONES / STAGE_STONES]))) > 0.02);
    objective_release(&objective);
    dataset_release(&data);
    free(games);
}
END_TEST

/* Probes have the mean scale, or that of their stage where the tables have an opening scale. */
START_TEST(probes_may_have_the_scale_of_their_stage) {
    enum { GAMES = 8000, EARLY = 16, LATE = 48, EARLY_SCALE = 250, LATE_SCALE = 1500 };
    const int STONES[2] = {EARLY, LATE};
    uint64_t rng = 23;
    uint32_t *games = malloc(GAMES * sizeof *games);
    Dataset data;
    Objective objective;
    expect(games != NULL);
    dataset_init(&data);
    for (uint32_t i = 0; i < GAMES; i++) {
        add_scored_game(&data, STONES[i % 2], i % 2 == 0 ? EARLY_SCALE : LATE_SCALE, 1, &rng);
        games[i] = i;
    }
    expect(objective_init(&objective, &data, test_tables(RULE_FREESTYLE), 1));
    for (int by_stage = 0; by_stage < 2; by_stage++) {
        objective.has_probes_by_stage = by_stage == 1;
        expect(objective_measure_scale(&objective, games, GAMES));
        expect(objective.mean_scale > 1.3 * EARLY_SCALE && objective.mean_scale < LATE_SCALE);
        for (int i = 0; i < 2; i++) {
            double scale =
                by_stage ? objective.win_scale[STONES[i] / STAGE_STONES] : objective.mean_scale;
            ck_assert_double_eq_tol(target_of_a_probe(&objective, STONES[i]),
                                    1 / (1 + exp(-400 / scale)), 1e-9);
        }
    }
    objective_release(&objective);
    dataset_release(&data);
    free(games);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fit_targets");
    TCase *fits = tcase_create("fits");
    tcase_set_timeout(fits, 240);
    tcase_add_loop_test(fits, targets_look_ahead_as_far_as_lambda_says, 0, 3);
    tcase_add_test(fits, targets_look_on_to_the_result_without_chance);
    tcase_add_test(fits, no_target_before_chance_depends_on_what_comes_after);
    tcase_add_test(fits, the_scale_of_scores_is_found_from_results_by_stage);
    tcase_add_test(fits, games_with_probes_have_a_scale_of_their_own);
    tcase_add_test(fits, probes_may_have_the_scale_of_their_stage);
    suite_add_tcase(suite, fits);
    return run_suite(suite);
}
