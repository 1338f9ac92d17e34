/* What `kaname-train results` says of an evaluator, and the odds that it fits. */
#include <check.h>
#include <math.h>

#include "base/block.h"
#include "engine/train/support.h"
#include "eval/eval.h"
#include "support/harness.h"
#include "train/dataset.h"
#include "train/nats.h"
#include "train/odds.h"
#include "train/results.h"

enum { GAMES = 60, MOVES = 60, MOST = GAMES * MOVES };

static char folder[TEST_PATH_BYTES], path[TEST_PATH_BYTES];
static Game games[GAMES];

static void set_up(void) {
    make_folder(folder);
    path_in(path, folder, "games.kgm");
}

/* ---- Odds ----------------------------------------------------------------------------------- */

START_TEST(odds_are_found_whatever_the_units) {
    static const double slopes[] = {-0.004, 0.0001, 0.002, 0.5}, offsets[] = {-2, 0, 0.3, 1};
    for (int i = 0; i < 4; i++) {
        double scores[200], targets[200];
        uint64_t seed = 7;
        for (int k = 0; k < 200; k++) {
            scores[k] = ((double)rng_below(&seed, 4001) - 2000) / (slopes[i] > 0.1 ? 500 : 1);
            targets[k] = sigmoid(slopes[i] * scores[k] + offsets[i]);
        }
        Odds odds = odds_fit(scores, targets, sizeof *scores, 200);
        ck_assert_msg(fabs(odds.slope / slopes[i] - 1) < 1e-4, "slope %g", odds.slope);
        ck_assert_msg(fabs(odds.offset - offsets[i]) < 1e-4, "offset %g", odds.offset);
        expect(fabs(odds_loss(odds, scores[0], 1) + log(targets[0])) < 1e-4);
    }
}
END_TEST

START_TEST(equal_scores_say_nothing) {
    const double scores[] = {250, 250, 250, 250}, targets[] = {1, 1, 1, 0};
    Odds odds = odds_fit(scores, targets, sizeof *scores, 4);
    expect(fabs(odds_loss(odds, 250, 1) + log(0.75)) < 1e-6);
}
END_TEST

/* ---- Results -------------------------------------------------------------------------------- */

/* Random games, some with moves by chance, proofs and probes; `is_drawn`: all are drawn. */
static void write_games(bool is_drawn) {
    GameWriter writer;
    uint64_t seed = 20;
    expect(game_writer_create(&writer, path, "test"));
    for (int i = 0; i < GAMES; i++) {
        Game *game = &games[i];
        bool is_taken[CELLS_MAX] = {false};
        *game = (Game){.rule = RULE_FREESTYLE,
                       .width = 15,
                       .height = 15,
                       .number = (uint32_t)i,
                       .result = is_drawn ? GAME_DRAWN : (GameResult)rng_below(&seed, 3),
                       .opening_count = 3};
        while (game->move_count < MOVES) {
            Cell cell = (Cell)rng_below(&seed, 225);
            if (is_taken[cell])
                continue;
            is_taken[cell] = true;
            uint64_t kind = rng_below(&seed, 20);
            game->scores[game->move_count] = (int16_t)(kind == 0   ? GAME_BY_CHANCE
                                                       : kind == 1 ? win_in(7)
                                                                   : 20);
            game->moves[game->move_count++] = cell;
        }
        add_random_probes(game, &seed);
        expect(game_writer_add(&writer, game));
    }
    expect(game_writer_close(&writer));
}

static ResultsOptions options;
static int status;

static void judge(void) {
    status = results_run(&options);
}

static void output_of(bool is_table, char *text, size_t size, int threads) {
    static char *paths[1];
    paths[0] = path;
    options = results_defaults();
    options.paths = paths;
    options.path_count = 1;
    options.is_table = is_table;
    options.threads = threads;
    capture_output(judge, text, size);
    expect_equal(status, 0);
}

/* The positions of one game after the other; each is evaluated anew. */
typedef struct Seen {
    const Evaluator *evaluator;
    Block memory;
    int game, count, of_game[GAMES];
    double scores[MOST], results[MOST];
    int games[MOST];
} Seen;

static void see(void *context, const Sample *sample) {
    Seen *seen = context;
    int left = games[seen->game].move_count - sample->index;
    if (sample->probe != NULL || left < 5 || left > 44)
        return;
    EvalState state;
    eval_begin(&state, seen->evaluator, sample->board, seen->memory.begin);
    seen->scores[seen->count] = eval_score(&state);
    seen->results[seen->count] = sample->result;
    seen->games[seen->count++] = seen->game;
    seen->of_game[seen->game]++;
}

/* Each number is computed here too, game by game: for the network and for the tables. */
START_TEST(losses_and_errors_are_those_of_the_positions) {
    char text[4096];
    static Seen seen;
    static double losses[MOST];
    Board *board = malloc(sizeof *board);
    Evaluator *evaluator = evaluator_embedded(RULE_FREESTYLE, _i == 0);
    expect(board != NULL && evaluator != NULL);
    write_games(false);
    output_of(_i == 1, text, sizeof text, 1);
    seen = (Seen){.evaluator = evaluator};
    expect(evaluator->state_bytes == 0 || block_init(&seen.memory, evaluator->state_bytes));
    for (seen.game = 0; seen.game < GAMES; seen.game++)
        game_samples(&games[seen.game], evaluator->tables, board, see, &seen);
    Odds odds = odds_fit(seen.scores, seen.results, sizeof *seen.scores, (size_t)seen.count);
    double mean = 0, squares = 0;
    int with_positions = 0;
    for (int i = 0; i < seen.count; i++)
        mean += losses[i] = odds_loss(odds, seen.scores[i], seen.results[i]);
    mean /= seen.count;
    for (int game = 0; game < GAMES; game++) {
        double beyond = 0;
        for (int i = 0; i < seen.count; i++)
            beyond += seen.games[i] == game ? losses[i] - mean : 0;
        squares += beyond * beyond;
        with_positions += seen.of_game[game] > 0;
    }
    ck_assert_msg(seen.count > 500, "%d positions", seen.count);
    ck_assert_msg(fabs(number_after(text, "loss ") - mean) < 0.00006, "%f in %s", mean, text);
    ck_assert_msg(fabs(number_after(text, "+-") - 1.96 * sqrt(squares) / seen.count) < 0.00006,
                  "%s", text);
    expect_equal((int)number_after(text, "  "), seen.count);
    expect_equal((int)number_after(text, "positions of "), with_positions);
    expect_equal((int)number_after(text, " 5-8  stones before the end") +
                     (int)number_after(text, " 9-14 stones before the end") +
                     (int)number_after(text, "15-24 stones before the end") +
                     (int)number_after(text, "25-44 stones before the end"),
                 seen.count);
    block_release(&seen.memory);
    evaluator_free(evaluator);
    free(board);
}
END_TEST

START_TEST(threads_change_no_figure) {
    char one[4096], three[4096];
    write_games(false);
    output_of(false, one, sizeof one, 1);
    output_of(false, three, sizeof three, 3);
    ck_assert_str_eq(one, three);
}
END_TEST

/* The game of freestyle is too short to count. */
START_TEST(a_rule_without_positions_hides_no_other) {
    char text[4096];
    static char *paths[1], both[TEST_PATH_BYTES];
    GameWriter writer;
    Game game = {.rule = RULE_FREESTYLE, .width = 15, .height = 15, .move_count = 2};
    game.moves[1] = 1;
    write_games(false);
    path_in(both, folder, "both.kgm");
    expect(game_writer_create(&writer, both, "test") && game_writer_add(&writer, &game));
    for (int i = 0; i < GAMES; i++) {
        games[i].rule = RULE_STANDARD;
        expect(game_writer_add(&writer, &games[i]));
    }
    expect(game_writer_close(&writer));
    paths[0] = both;
    options = results_defaults();
    options.paths = paths;
    options.path_count = 1;
    capture_output(judge, text, sizeof text);
    expect_equal(status, 1);
    ck_assert_msg(strstr(text, "standard") != NULL, "%s", text);
}
END_TEST

/* Nothing predicts draws; and no evaluator is better at it than another. */
START_TEST(drawn_games_cost_even_odds) {
    char text[4096];
    write_games(true);
    output_of(true, text, sizeof text, 1);
    expect(strstr(text, "loss 0.6931 +-0.0000") != NULL);
    expect(strstr(text, "the built-in one 0.6931: +0.0000 +-0.0000") != NULL ||
           strstr(text, "the built-in one 0.6931: -0.0000 +-0.0000") != NULL);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("game_results");
    TCase *odds = tcase_create("odds"), *results = tcase_create("results");
    tcase_add_test(odds, odds_are_found_whatever_the_units);
    tcase_add_test(odds, equal_scores_say_nothing);
    suite_add_tcase(suite, odds);
    tcase_add_checked_fixture(results, set_up, NULL);
    tcase_add_loop_test(results, losses_and_errors_are_those_of_the_positions, 0, 2);
    tcase_add_test(results, threads_change_no_figure);
    tcase_add_test(results, a_rule_without_positions_hides_no_other);
    tcase_add_test(results, drawn_games_cost_even_odds);
    suite_add_tcase(suite, results);
    return run_suite(suite);
}
