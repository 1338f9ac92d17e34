/* Ratings against BayesElo's figures, closed forms and made-up truths. */
#include "stats/rating.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "game/random.h"
#include "stats/elo.h"
#include "stats/summary.h"
#include "support/harness.h"

static void expect_near(double value, double wanted, double tolerance) {
    ck_assert_msg(fabs(value - wanted) <= tolerance, "%.4f, not %.4f", value, wanted);
}

static void add(Ratings *ratings, int black, int white, int wins, int draws, int losses) {
    ratings_add(ratings, black, white, 2, wins);
    ratings_add(ratings, black, white, 1, draws);
    ratings_add(ratings, black, white, 0, losses);
}

/* 840 made-up games of five players: first mover, second, then won, drawn, lost by the first. */
static Ratings *five_players(void) {
    static const int games[][5] = {{0, 1, 31, 9, 20},  {1, 0, 24, 8, 28},  {0, 2, 40, 5, 15},
                                   {2, 0, 18, 10, 32}, {1, 2, 33, 6, 21},  {2, 1, 22, 7, 31},
                                   {0, 3, 52, 2, 6},   {3, 0, 5, 4, 51},   {2, 3, 35, 12, 13},
                                   {3, 2, 17, 6, 37},  {3, 4, 30, 10, 20}, {4, 3, 19, 9, 32},
                                   {1, 4, 57, 3, 0},   {4, 1, 1, 2, 57}};
    Ratings *ratings = ratings_new(5);
    ck_assert_ptr_nonnull(ratings);
    for (size_t i = 0; i < sizeof(games) / sizeof(games[0]); i++)
        add(ratings, games[i][0], games[i][1], games[i][2], games[i][3], games[i][4]);
    return ratings;
}

/* BayesElo prints strengths scaled so that small ones are Elo between equal engines. */
static double bayeselo(const Ratings *ratings, int engine) {
    double x = pow(10, -ratings_draw_elo(ratings) / 400);
    return ratings_strength(ratings, engine) * 4 * x / ((1 + x) * (1 + x));
}

/* What BayesElo 0057 makes of the same games: `prior 0`, `mm 1 1`, then `covariance` and `ratings`;
 * it prints whole Elo. */
START_TEST(strengths_without_prior_are_bayeselos) {
    const double elo[] = {188, 150, 48, -139, -248}, error[] = {33, 33, 31, 33, 44};
    const int draws[] = {11, 10, 13, 12, 10};
    Ratings *ratings = five_players();
    ck_assert(ratings_solve(ratings, 0));
    for (int i = 0; i < 5; i++) {
        const Rating *rating = ratings_get(ratings, i);
        expect_near(bayeselo(ratings, i), elo[i], 0.6);
        expect_near(rating->error, error[i], 1);
        expect_near(100 * rating->draw_share, draws[i], 0.6);
        ck_assert_int_eq(rating->games, i == 4 ? 240 : 360);
    }
    /* Player 5 met player 2 in 60 games of each colour, and player 4 too. */
    double met = (ratings_get(ratings, 1)->elo + ratings_get(ratings, 3)->elo) / 2;
    expect_near(ratings_get(ratings, 4)->opponent_elo, met, 1);
    expect_near(ratings_advantage(ratings), 11.1862, 0.01);
    expect_near(ratings_draw_elo(ratings), 52.0018, 0.01);
    ratings_free(ratings);
}
END_TEST

static double score_of(double elo) {
    return 1 / (1 + pow(10, -elo / 400));
}

/* The points that the shown ratings expect of each player are those that it has. */
START_TEST(shown_ratings_predict_the_points_of_every_engine) {
    const int games[5][5] = {{0, 120, 120, 120, 0},
                             {120, 0, 120, 0, 120},
                             {120, 120, 0, 120, 0},
                             {120, 0, 120, 0, 120},
                             {0, 120, 0, 120, 0}};
    Ratings *ratings = five_players();
    ck_assert(ratings_solve(ratings, 0));
    for (int i = 0; i < 5; i++) {
        double points = 0;
        for (int j = 0; j < 5; j++)
            points +=
                games[i][j] * score_of(ratings_get(ratings, i)->elo - ratings_get(ratings, j)->elo);
        expect_near(points, ratings_get(ratings, i)->points, 0.01);
    }
    ratings_free(ratings);
}
END_TEST

static const double advantages[] = {0, 30, 100, 250, 450}, draw_elos[] = {0, 20, 120, 400};
enum {
    ADVANTAGES = sizeof advantages / sizeof advantages[0],
    DRAW_ELOS = sizeof draw_elos / sizeof draw_elos[0],
    SHARE_GAMES = 1000000
};

/* Adds games of a with Black against b as the model expects them. Returns a's score. */
static double add_expected(Ratings *ratings, int a, int b, double gap, int games, int test) {
    double advantage = advantages[test % ADVANTAGES], draw = draw_elos[test / ADVANTAGES];
    int wins = (int)lround(games * score_of(gap + advantage - draw));
    int losses = (int)lround(games * score_of(-gap - advantage - draw));
    add(ratings, a, b, wins, games - wins - losses, losses);
    return (wins + (games - wins - losses) / 2.0) / games;
}

/* Two engines at every advantage of Black and share of draws, with level colours and with nine of
 * ten games in one colour: the shown gap predicts the score with level colours. */
START_TEST(shown_elo_is_that_of_the_score_whatever_colors_and_draws_decide) {
    for (int level = 0; level < 2; level++)
        for (double gap = -300; gap <= 300; gap += 75) {
            Ratings *ratings = ratings_new(2);
            int black = level == 1 ? SHARE_GAMES / 2 : SHARE_GAMES / 10 * 9;
            double as_black = add_expected(ratings, 0, 1, gap, black, _i);
            double as_white = 1 - add_expected(ratings, 1, 0, -gap, SHARE_GAMES - black, _i);
            ck_assert(ratings_solve(ratings, 0));
            double shown = ratings_get(ratings, 0)->elo - ratings_get(ratings, 1)->elo;
            expect_near(score_of(shown), (as_black + as_white) / 2, level == 1 ? 1e-7 : 2e-3);
            ratings_free(ratings);
        }
}
END_TEST

/* 53.0%, Black wins 93%: the table said 84 Elo, the line of the match 21. */
START_TEST(table_and_match_show_the_same_elo) {
    Ratings *ratings = ratings_new(2);
    add(ratings, 0, 1, 480, 0, 20);
    add(ratings, 1, 0, 450, 0, 50);
    ck_assert(ratings_solve(ratings, RATINGS_PRIOR_DRAWS));
    Wdl wdl = {530, 0, 470};
    double shown = ratings_get(ratings, 0)->elo - ratings_get(ratings, 1)->elo;
    expect_near(shown, wdl_elo_with_prior(&wdl, RATINGS_PRIOR_DRAWS), 0.01);
    /* Wins of one colour against those of the other carry less noise than single games. */
    ck_assert(2 * ratings_get(ratings, 0)->error < wdl_elo(&wdl).error);
    ratings_free(ratings);
}
END_TEST

START_TEST(the_prior_pulls_a_little_to_the_mean) {
    Ratings *plain = five_players(), *prior = five_players();
    ck_assert(ratings_solve(plain, 0) && ratings_solve(prior, RATINGS_PRIOR_DRAWS));
    for (int i = 0; i < 5; i++) {
        double without = fabs(ratings_get(plain, i)->elo), with = fabs(ratings_get(prior, i)->elo);
        ck_assert_msg(with < without && with > without - 4, "%.2f and %.2f", with, without);
    }
    ratings_free(plain);
    ratings_free(prior);
}
END_TEST

/* Two virtual draws between two engines: the score of one that won all N games is N + 1 of N + 2.
 */
START_TEST(a_match_won_outright_has_the_elo_of_its_score_with_the_prior) {
    for (int games = 2; games <= 2000; games *= 10) {
        Ratings *ratings = ratings_new(2);
        add(ratings, 0, 1, games / 2, 0, 0);
        add(ratings, 1, 0, 0, 0, games / 2);
        ck_assert(ratings_solve(ratings, RATINGS_PRIOR_DRAWS));
        double gap = ratings_get(ratings, 0)->elo - ratings_get(ratings, 1)->elo;
        expect_near(gap, 400 * log10(games + 1), 0.5);
        ck_assert(isfinite(ratings_get(ratings, 0)->error));
        ratings_free(ratings);
    }
}
END_TEST

/* One draw more must not lower the winner far: it lost nothing still. */
START_TEST(a_draw_in_a_match_won_outright_changes_little) {
    Ratings *ratings = ratings_new(2);
    add(ratings, 0, 1, 50, 0, 0);
    add(ratings, 1, 0, 0, 1, 49);
    ck_assert(ratings_solve(ratings, RATINGS_PRIOR_DRAWS));
    double gap = ratings_get(ratings, 0)->elo - ratings_get(ratings, 1)->elo;
    ck_assert_msg(gap > 600 && gap < 400 * log10(101), "%.1f", gap);
    ratings_free(ratings);
}
END_TEST

START_TEST(an_anchor_shifts_all_ratings) {
    Ratings *free = five_players(), *anchored = five_players();
    double elo;
    ck_assert_int_eq(ratings_get_anchor(free, NULL), -1);
    ratings_anchor(anchored, 2, 1900);
    ck_assert_int_eq(ratings_get_anchor(anchored, &elo), 2);
    ck_assert_double_eq(elo, 1900);
    for (int round = 0; round < 2; round++) { /* solved again, they stay */
        ck_assert(ratings_solve(free, RATINGS_PRIOR_DRAWS));
        ck_assert(ratings_solve(anchored, RATINGS_PRIOR_DRAWS));
        double shift = 1900 - ratings_get(free, 2)->elo;
        for (int i = 0; i < 5; i++) {
            const Rating *before = ratings_get(free, i), *after = ratings_get(anchored, i);
            expect_near(after->elo, before->elo + shift, 1e-9);
            expect_near(after->opponent_elo, before->opponent_elo + shift, 1e-9);
        }
    }
    ratings_free(free);
    ratings_free(anchored);
}
END_TEST

/* The gap between two engines is twice the distance of each to the mean. */
START_TEST(errors_are_those_of_the_distance_to_the_anchor) {
    Ratings *free = ratings_new(2), *anchored = ratings_new(2);
    add(free, 0, 1, 75, 0, 25);
    add(anchored, 0, 1, 75, 0, 25);
    ratings_anchor(anchored, 1, 2000);
    ck_assert(ratings_solve(free, RATINGS_PRIOR_DRAWS));
    ck_assert(ratings_solve(anchored, RATINGS_PRIOR_DRAWS));
    expect_near(ratings_get(anchored, 0)->error, 2 * ratings_get(free, 0)->error, 1e-6);
    expect_near(ratings_get(anchored, 1)->error, 0, 0);
    ratings_free(free);
    ratings_free(anchored);
}
END_TEST

/* Half of the 95% interval of the Elo of the mean of two scores, one with each colour, that have
 * these variances. */
static double half_interval(double as_black, double as_white, double black, double white) {
    double score = (as_black + as_white) / 2, deviation = sqrt(black + white) / 2;
    return 1.959964 * deviation * 173.7178 / (score * (1 - score)) / 2;
}

/* Wins and losses of an engine with Black, then with White. */
static const int one_sided[][4] = {
    {19, 0, 11, 8}, {100, 0, 40, 60}, {1900, 100, 850, 1150}, {90, 10, 5, 15}, {300, 0, 20, 180}};
enum { ONE_SIDED = sizeof one_sided / sizeof one_sided[0] };

/* Where Black nearly always wins, the advantage and so the strengths are hardly known, yet the
 * scores are: their intervals are those of the binomial distribution. */
START_TEST(errors_of_two_engines_are_those_of_their_scores) {
    const int *games = one_sided[_i / 2];
    Ratings *ratings = ratings_new(2);
    add(ratings, 0, 1, games[0], 0, games[1]);
    add(ratings, 1, 0, games[3], 0, games[2]);
    if (_i % 2 == 1)
        ratings_anchor(ratings, 1, 2000);
    ck_assert(ratings_solve(ratings, RATINGS_PRIOR_DRAWS));
    /* The prior adds a game with each colour, half won and half lost. */
    double black = games[0] + games[1] + 1, as_black = (games[0] + 0.5) / black;
    double white = games[2] + games[3] + 1, as_white = (games[2] + 0.5) / white;
    double wanted = half_interval(as_black, as_white, as_black * (1 - as_black) / black,
                                  as_white * (1 - as_white) / white);
    expect_near(ratings_get(ratings, 0)->error / wanted, _i % 2 == 1 ? 2 : 1, 0.002);
    expect_near(ratings_get(ratings, 1)->error / wanted, _i % 2 == 1 ? 0 : 1, 0.002);
    ratings_free(ratings);
}
END_TEST

/* Variance of a game's score by the model, `edge` from Black's view. */
static double variance_of(double edge, double draw) {
    double win = score_of(edge - draw), loss = score_of(-edge - draw), mean = (1 + win - loss) / 2;
    return win + (1 - win - loss) / 4 - mean * mean;
}

/* One D for both colours makes the model a little surer than the scores are. */
START_TEST(errors_with_draws_are_those_of_the_scores) {
    enum { GAMES = 2000 };
    double advantage = advantages[_i % ADVANTAGES], draw = draw_elos[_i / ADVANTAGES];
    for (double gap = -150; gap <= 300; gap += 75) {
        Ratings *ratings = ratings_new(2);
        double as_black = add_expected(ratings, 0, 1, gap, GAMES, _i);
        double as_white = 1 - add_expected(ratings, 1, 0, -gap, GAMES, _i);
        ck_assert(ratings_solve(ratings, RATINGS_PRIOR_DRAWS));
        double wanted =
            half_interval(as_black, as_white, variance_of(gap + advantage, draw) / GAMES,
                          variance_of(-gap + advantage, draw) / GAMES);
        expect_near(ratings_get(ratings, 0)->error / wanted, 1, 0.05);
        ratings_free(ratings);
    }
}
END_TEST

/* Plays a game by the model with draws of 80. */
static void play_game(Ratings *ratings, int black, int white, double edge, uint64_t *seed) {
    double chance = random_unit(seed), win = score_of(edge - 80), loss = score_of(-edge - 80);
    ratings_add(ratings, black, white, chance < win ? 2 : chance < win + loss ? 0 : 1, 1);
}

START_TEST(errors_to_an_anchor_are_the_spread_of_repetitions) {
    enum { ENGINES = 4, REPETITIONS = 1000, GAMES = 60 };
    static const double truth[ENGINES] = {0, 200, -100, 40}, advantage[] = {60, 400};
    double sum[ENGINES] = {0}, squares[ENGINES] = {0}, stated[ENGINES] = {0};
    uint64_t seed = 11;
    for (int repetition = 0; repetition < REPETITIONS; repetition++) {
        Ratings *ratings = ratings_new(ENGINES);
        for (int i = 0; i < ENGINES; i++)
            for (int j = 0; j < ENGINES; j++)
                for (int game = 0; i != j && game < GAMES; game++)
                    play_game(ratings, i, j, truth[i] - truth[j] + advantage[_i], &seed);
        ratings_anchor(ratings, 0, 2000);
        ck_assert(ratings_solve(ratings, RATINGS_PRIOR_DRAWS));
        for (int i = 0; i < ENGINES; i++) {
            double elo = ratings_get(ratings, i)->elo;
            sum[i] += elo / REPETITIONS;
            squares[i] += elo * elo / REPETITIONS;
            stated[i] += ratings_get(ratings, i)->error / REPETITIONS;
        }
        ratings_free(ratings);
    }
    for (int i = 1; i < ENGINES; i++) {
        double spread = 1.959964 * sqrt(squares[i] - sum[i] * sum[i]);
        expect_near(stated[i] / spread, 1, 0.08);
    }
}
END_TEST

START_TEST(an_anchor_compares_with_its_group_only) {
    Ratings *ratings = ratings_new(4);
    add(ratings, 0, 1, 60, 10, 30);
    add(ratings, 1, 0, 40, 10, 50);
    add(ratings, 2, 3, 30, 10, 60);
    ratings_anchor(ratings, 0, 2000);
    ck_assert(ratings_solve(ratings, RATINGS_PRIOR_DRAWS));
    ck_assert(ratings_get(ratings, 1)->error < 200);
    ck_assert(isinf(ratings_get(ratings, 2)->error) && isinf(ratings_get(ratings, 3)->error));
    ratings_free(ratings);
}
END_TEST

/* Two engines, no draws, colours even: 3 points of 4 are 400 log10(3) Elo. */
START_TEST(two_engines_have_the_closed_form) {
    Ratings *ratings = ratings_new(2);
    add(ratings, 0, 1, 75, 0, 25);
    add(ratings, 1, 0, 25, 0, 75);
    ck_assert(ratings_solve(ratings, 0));
    double gap = ratings_get(ratings, 0)->elo - ratings_get(ratings, 1)->elo;
    expect_near(gap, 190.848, 0.05);
    expect_near(ratings_advantage(ratings), 0, 0.01);
    /* Information of a game: p (1 - p) / 173.7178^2; the gap's deviation is twice a rating's. */
    expect_near(ratings_get(ratings, 0)->error, 1.959964 * 173.7178 / sqrt(200 * 0.1875) / 2, 0.05);
    ratings_free(ratings);
}
END_TEST

START_TEST(moving_first_is_told_apart_from_strength) {
    Ratings *ratings = ratings_new(2);
    add(ratings, 0, 1, 75, 0, 25);
    add(ratings, 1, 0, 75, 0, 25);
    ck_assert(ratings_solve(ratings, 0));
    expect_near(ratings_get(ratings, 0)->elo, 0, 0.01);
    expect_near(ratings_advantage(ratings), 190.848, 1);
    ratings_free(ratings);
}
END_TEST

START_TEST(winning_everything_stays_finite) {
    Ratings *ratings = ratings_new(3);
    add(ratings, 0, 1, 50, 0, 0);
    add(ratings, 1, 0, 0, 0, 50);
    add(ratings, 1, 2, 30, 10, 20);
    ck_assert(ratings_solve(ratings, RATINGS_PRIOR_DRAWS));
    double best = ratings_get(ratings, 0)->elo;
    ck_assert(best > 300 && best < 2000);
    ck_assert(isfinite(ratings_get(ratings, 0)->error));
    ratings_free(ratings);
}
END_TEST

START_TEST(nothing_but_draws_is_even) {
    Ratings *ratings = ratings_new(2);
    add(ratings, 0, 1, 0, 40, 0);
    ck_assert(ratings_solve(ratings, RATINGS_PRIOR_DRAWS));
    expect_near(ratings_get(ratings, 0)->elo, 0, 0.01);
    ck_assert(isfinite(ratings_draw_elo(ratings)));
    ratings_free(ratings);
}
END_TEST

START_TEST(engine_without_games_has_no_rating) {
    Ratings *ratings = ratings_new(3);
    add(ratings, 0, 1, 12, 2, 10);
    ck_assert(ratings_solve(ratings, RATINGS_PRIOR_DRAWS));
    ck_assert(isinf(ratings_get(ratings, 2)->error));
    ck_assert(ratings_get(ratings, 2)->games == 0);
    ratings_free(ratings);
    Ratings *none = ratings_new(2);
    ck_assert(ratings_solve(none, RATINGS_PRIOR_DRAWS));
    expect_near(ratings_get(none, 0)->elo, 0, 0);
    ratings_free(none);
}
END_TEST

START_TEST(groups_that_never_met_are_not_compared) {
    Ratings *ratings = ratings_new(4);
    add(ratings, 0, 1, 60, 10, 30);
    add(ratings, 2, 3, 30, 10, 60);
    ck_assert(ratings_solve(ratings, RATINGS_PRIOR_DRAWS));
    ck_assert(isinf(ratings_get(ratings, 0)->error));
    ck_assert(isfinite(ratings_get(ratings, 0)->elo));
    ratings_free(ratings);
}
END_TEST

START_TEST(only_sensible_counts_of_engines_are_taken) {
    ck_assert_ptr_null(ratings_new(0));
    ck_assert_ptr_null(ratings_new(-1));
    ck_assert_ptr_null(ratings_new(RATING_ENGINES_MAX + 1));
    ratings_free(NULL);
}
END_TEST

/* 50 engines, 100,000 games played by the model itself: found again within their errors. */
START_TEST(truth_of_a_hundred_thousand_games_is_found) {
    enum { ENGINES = 50, GAMES = 100000 };
    double truth[ENGINES], mean = 0;
    uint64_t seed = 7;
    Ratings *ratings = ratings_new(ENGINES);
    for (int i = 0; i < ENGINES; i++) {
        truth[i] = 1000 * random_unit(&seed);
        mean += truth[i] / ENGINES;
    }
    clock_t start = clock();
    for (int game = 0; game < GAMES; game++) {
        int black = (int)random_below(&seed, ENGINES);
        int white = (black + 1 + (int)random_below(&seed, ENGINES - 1)) % ENGINES;
        double edge = truth[black] - truth[white] + 60;
        double win = 1 / (1 + pow(10, (80 - edge) / 400));
        double loss = 1 / (1 + pow(10, (80 + edge) / 400));
        double draw = random_unit(&seed);
        ratings_add(ratings, black, white, draw < win ? 2 : draw < win + loss ? 0 : 1, 1);
    }
    ck_assert(ratings_solve(ratings, RATINGS_PRIOR_DRAWS));
    printf("%d games of %d engines: %.3f s\n", GAMES, ENGINES,
           (double)(clock() - start) / CLOCKS_PER_SEC);
    int outside = 0;
    double x = pow(10, -80.0 / 400), scale = 4 * x / ((1 + x) * (1 + x));
    for (int i = 0; i < ENGINES; i++) {
        const Rating *rating = ratings_get(ratings, i);
        ck_assert(rating->error > 3 && rating->error < 30);
        outside += fabs(rating->elo - scale * (truth[i] - mean)) > rating->error;
    }
    ck_assert_msg(outside <= 7, "%d of 50 lie outside their 95%% intervals", outside);
    expect_near(ratings_advantage(ratings), 60, 5);
    expect_near(ratings_draw_elo(ratings), 80, 5);
    ratings_free(ratings);
}
END_TEST

/* The first engine wins a gauntlet of pairs outright: rounding makes the others' ratings differ. */
START_TEST(engines_with_the_same_results_are_listed_as_in_the_run) {
    enum { ENGINES = 25 };
    static StoreEngine engines[ENGINES];
    const StoreRun about = {.settings = "", .engine_count = ENGINES, .engines = engines};
    Summary summary;
    ck_assert(summary_init(&summary, &about));
    for (int i = 0; i < 2 * (ENGINES - 1); i++) {
        GameRecord game;
        game_record_init(&game);
        game.number = i + 1;
        game.pair = i / 2 + 1;
        game.engine[i % 2] = 0;
        game.engine[1 - i % 2] = 1 + i / 2;
        game.result = i % 2 == 0 ? GAME_BLACK_WINS : GAME_WHITE_WINS;
        ck_assert(summary_add(&summary, &game));
    }
    ck_assert(summary_finish(&summary));
    int *order = summary_order(&summary);
    ck_assert_ptr_nonnull(order);
    for (int i = 0; i < ENGINES; i++)
        ck_assert_int_eq(order[i], i);
    free(order);
    summary_release(&summary);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("rating");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, strengths_without_prior_are_bayeselos);
    tcase_add_test(tests, shown_ratings_predict_the_points_of_every_engine);
    tcase_add_loop_test(tests, shown_elo_is_that_of_the_score_whatever_colors_and_draws_decide, 0,
                        ADVANTAGES * DRAW_ELOS);
    tcase_add_test(tests, table_and_match_show_the_same_elo);
    tcase_add_test(tests, the_prior_pulls_a_little_to_the_mean);
    tcase_add_test(tests, a_match_won_outright_has_the_elo_of_its_score_with_the_prior);
    tcase_add_test(tests, a_draw_in_a_match_won_outright_changes_little);
    tcase_add_test(tests, an_anchor_shifts_all_ratings);
    tcase_add_test(tests, errors_are_those_of_the_distance_to_the_anchor);
    tcase_add_loop_test(tests, errors_of_two_engines_are_those_of_their_scores, 0, 2 * ONE_SIDED);
    tcase_add_loop_test(tests, errors_with_draws_are_those_of_the_scores, 0,
                        ADVANTAGES * DRAW_ELOS);
    tcase_add_loop_test(tests, errors_to_an_anchor_are_the_spread_of_repetitions, 0, 2);
    tcase_add_test(tests, an_anchor_compares_with_its_group_only);
    tcase_add_test(tests, two_engines_have_the_closed_form);
    tcase_add_test(tests, moving_first_is_told_apart_from_strength);
    tcase_add_test(tests, winning_everything_stays_finite);
    tcase_add_test(tests, nothing_but_draws_is_even);
    tcase_add_test(tests, engine_without_games_has_no_rating);
    tcase_add_test(tests, groups_that_never_met_are_not_compared);
    tcase_add_test(tests, only_sensible_counts_of_engines_are_taken);
    tcase_add_test(tests, engines_with_the_same_results_are_listed_as_in_the_run);
    tcase_add_test(tests, truth_of_a_hundred_thousand_games_is_found);
    Suite *suite = suite_create("rating");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
