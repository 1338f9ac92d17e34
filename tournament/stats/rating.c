/* rating.c: Newton's method on BayesElo's likelihood, then on that of the shown ratings.
 *
 * With e = ln 10 / 400 as unit, s() the logistic function and D the draw parameter, a draw has the
 * probability (exp(2D) - 1) s(d - D) s(-d - D). So the log-likelihood is a sum of concave functions
 * of linear terms and has one maximum, which Newton's steps, halved when too long, reach. Without
 * draws, colours and D it is the likelihood of Elo's own formula, whose maximum expects of every
 * engine the points that it has. */
#include "stats/rating.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats/cholesky.h"

/* Elo per natural unit: 400 / ln 10. */
static const double elo_unit = 173.71779276130073;
static const double confidence_95 = 1.959963984540054;

/* Gaussians of this many Elo about 0, so weak that they matter only where the games give no
 * information: engines not connected by games, an engine that always had the same colour, only
 * draws. */
static const double rating_pin_elo = 100000;
static const double advantage_pin_elo = 2000;  /* D's too */
static const double unknown_error_elo = 20000; /* an error above it comes only from the pin */

enum { STEPS_MAX = 100, HALVINGS_MAX = 60 };

typedef struct Encounter { /* games of one engine with black against one with white */
    double wins, draws, losses;
} Encounter;

struct Ratings {
    int engines;
    Encounter *games; /* [black * engines + white] */
    double *x;        /* engines strengths, the advantage, D; natural units */
    double *shown;    /* engines ratings as shown, the unused advantage; natural units */
    double *gains;    /* [engine * (engines + 2) + unknown], see derive_points() */
    Rating *rating;
    int anchor; /* -1: none */
    double anchor_elo;
};

Ratings *ratings_new(int engines) {
    if (engines < 1 || engines > RATING_ENGINES_MAX)
        return NULL;
    size_t n = (size_t)engines;
    Ratings *ratings = calloc(1, sizeof(*ratings));
    if (ratings == NULL)
        return NULL;
    ratings->engines = engines;
    ratings->anchor = -1;
    ratings->games = calloc(n * n, sizeof(*ratings->games));
    ratings->x = calloc(n + 2, sizeof(*ratings->x));
    ratings->shown = calloc(n + 2, sizeof(*ratings->shown));
    ratings->gains = calloc(n * (n + 2), sizeof(*ratings->gains));
    ratings->rating = calloc(n, sizeof(*ratings->rating));
    if (ratings->games == NULL || ratings->x == NULL || ratings->shown == NULL ||
        ratings->gains == NULL || ratings->rating == NULL) {
        ratings_free(ratings);
        return NULL;
    }
    return ratings;
}

void ratings_free(Ratings *ratings) {
    if (ratings == NULL)
        return;
    free(ratings->games);
    free(ratings->x);
    free(ratings->shown);
    free(ratings->gains);
    free(ratings->rating);
    free(ratings);
}

static Encounter *encounter(const Ratings *ratings, int black, int white) {
    return &ratings->games[(size_t)black * (size_t)ratings->engines + (size_t)white];
}

static double encounter_games(const Encounter *games) {
    return games->wins + games->draws + games->losses;
}

void ratings_add(Ratings *ratings, int black, int white, int half_points, int64_t games) {
    assert(black >= 0 && black < ratings->engines && white >= 0 && white < ratings->engines);
    assert(black != white && half_points >= 0 && half_points <= 2 && games >= 0);
    Encounter *met = encounter(ratings, black, white);
    if (half_points == 2)
        met->wins += (double)games;
    else if (half_points == 1)
        met->draws += (double)games;
    else
        met->losses += (double)games;
}

/* ---- The problem ---------------------------------------------------------------------------- */

/* The problem for Newton's method: `size` unknowns. The last is D, which is left out (and 0) if no
 * game was drawn. */
typedef struct Problem {
    int engines, size;
    bool has_draws;
    Encounter *games; /* including the prior's */
    double *gradient; /* size */
    double *hessian;  /* size * size, of the negative logarithm: positive definite */
    double *step, *trial;
} Problem;

static void problem_release(Problem *problem) {
    free(problem->games);
    free(problem->gradient);
    free(problem->hessian);
    free(problem->step);
    free(problem->trial);
}

/* Half of an engine's virtual draws are its own, the other half come from its opponents. They are
 * distributed in proportion to the games between two engines, half with each colour. Each counts as
 * half a win and half a loss: as a draw it would let D grow without bound when an engine lost no
 * game. */
static void add_prior(Problem *problem, const Ratings *ratings, double prior_draws) {
    int n = problem->engines;
    for (int i = 0; i < n; i++) {
        double games = 0;
        for (int j = 0; j < n; j++)
            games += encounter_games(encounter(ratings, i, j)) +
                     encounter_games(encounter(ratings, j, i));
        for (int j = 0; j < n && games > 0; j++) {
            double met = encounter_games(encounter(ratings, i, j)) +
                         encounter_games(encounter(ratings, j, i));
            double draws = prior_draws / 2 * met / games;
            Encounter *const both[2] = {&problem->games[i * n + j], &problem->games[j * n + i]};
            for (int color = 0; color < 2; color++) {
                both[color]->wins += draws / 4;
                both[color]->losses += draws / 4;
            }
        }
    }
}

static bool problem_init(Problem *problem, const Ratings *ratings, double prior_draws) {
    size_t n = (size_t)ratings->engines;
    *problem = (Problem){.engines = ratings->engines};
    problem->games = malloc(n * n * sizeof(*problem->games));
    problem->gradient = calloc(n + 2, sizeof(double));
    problem->hessian = calloc((n + 2) * (n + 2), sizeof(double));
    problem->step = calloc(n + 2, sizeof(double));
    problem->trial = calloc(n + 2, sizeof(double));
    if (problem->games == NULL || problem->gradient == NULL || problem->hessian == NULL ||
        problem->step == NULL || problem->trial == NULL) {
        problem_release(problem);
        return false;
    }
    memcpy(problem->games, ratings->games, n * n * sizeof(*problem->games));
    add_prior(problem, ratings, prior_draws);
    for (size_t i = 0; i < n * n; i++)
        problem->has_draws |= problem->games[i].draws > 0;
    problem->size = ratings->engines + (problem->has_draws ? 2 : 1);
    return true;
}

/* ln(1 / (1 + exp(-x))) without overflow. */
static double log_logistic(double x) {
    return x > 0 ? -log1p(exp(-x)) : x - log1p(exp(x));
}

static double pin_weight(const Problem *problem, int unknown) {
    double elo = unknown < problem->engines ? rating_pin_elo : advantage_pin_elo;
    return elo_unit * elo_unit / (elo * elo);
}

/* Returns the negative log-likelihood; INFINITY if D is out of range. */
static double cost(const Problem *problem, const double *x) {
    int n = problem->engines;
    double d = problem->has_draws ? x[n + 1] : 0;
    if (problem->has_draws && d <= 0)
        return INFINITY;
    double sum = 0, draws = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const Encounter *met = &problem->games[i * n + j];
            double edge = x[i] - x[j] + x[n];
            if (encounter_games(met) > 0)
                sum -= (met->wins + met->draws) * log_logistic(edge - d) +
                       (met->losses + met->draws) * log_logistic(-edge - d);
            draws += met->draws;
        }
    if (problem->has_draws)
        sum -= draws * (2 * d + log(-expm1(-2 * d)));
    for (int i = 0; i < problem->size; i++)
        sum += pin_weight(problem, i) * x[i] * x[i] / 2;
    return sum;
}

/* Adds one encounter to the gradient and the Hessian. */
static void derive_encounter(Problem *problem, const double *x, int i, int j) {
    int n = problem->engines;
    size_t size = (size_t)problem->size;
    const Encounter *met = &problem->games[i * n + j];
    double d = problem->has_draws ? x[n + 1] : 0;
    double edge = x[i] - x[j] + x[n];
    double win = exp(log_logistic(edge - d)), loss = exp(log_logistic(-edge - d));
    double up = (met->wins + met->draws) * (1 - win);
    double down = (met->losses + met->draws) * (1 - loss);
    double edge2 = up * win + down * loss; /* second derivative by the edge, and by D */
    double mixed = down * loss - up * win; /* by the edge and D */
    const int unknown[3] = {i, j, n};
    const double sign[3] = {1, -1, 1};
    for (int a = 0; a < 3; a++) {
        double *row = &problem->hessian[(size_t)unknown[a] * size];
        problem->gradient[unknown[a]] += sign[a] * (down - up);
        for (int b = 0; b < 3; b++)
            row[unknown[b]] += sign[a] * sign[b] * edge2;
        if (problem->has_draws) {
            row[n + 1] += sign[a] * mixed;
            problem->hessian[(size_t)(n + 1) * size + (size_t)unknown[a]] += sign[a] * mixed;
        }
    }
    if (problem->has_draws) {
        double grown = expm1(2 * d);
        problem->gradient[n + 1] += up + down - met->draws * 2 * (grown + 1) / grown;
        problem->hessian[(size_t)(n + 1) * size + (size_t)(n + 1)] +=
            edge2 + met->draws * 4 * (grown + 1) / (grown * grown);
    }
}

static void derive(Problem *problem, const double *x) {
    int n = problem->engines;
    size_t size = (size_t)problem->size;
    memset(problem->gradient, 0, size * sizeof(double));
    memset(problem->hessian, 0, size * size * sizeof(double));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (encounter_games(&problem->games[i * n + j]) > 0)
                derive_encounter(problem, x, i, j);
    for (int i = 0; i < problem->size; i++) {
        problem->gradient[i] += pin_weight(problem, i) * x[i];
        problem->hessian[(size_t)i * size + (size_t)i] += pin_weight(problem, i);
    }
}

/* ---- Solution ------------------------------------------------------------------------------- */

/* Takes one Newton step, halved until it lowers the cost. Returns false if none does. */
static bool improve(Problem *problem, double *x) {
    derive(problem, x);
    memcpy(problem->step, problem->gradient, (size_t)problem->size * sizeof(double));
    cholesky(problem->hessian, problem->size);
    cholesky_solve(problem->hessian, problem->size, problem->step);
    double before = cost(problem, x), largest = 0, part = 1;
    for (int i = 0; i < problem->size; i++)
        largest = fmax(largest, fabs(problem->step[i]));
    if (!(largest > 1e-9))
        return false;
    for (int halving = 0; halving < HALVINGS_MAX; halving++, part /= 2) {
        for (int i = 0; i < problem->size; i++)
            problem->trial[i] = x[i] - part * problem->step[i];
        if (cost(problem, problem->trial) < before) {
            memcpy(x, problem->trial, (size_t)problem->size * sizeof(double));
            return true;
        }
    }
    return false;
}

static void minimise(Problem *problem, double *x) {
    for (int step = 0; step < STEPS_MAX && improve(problem, x); step++)
        continue;
}

static void centre(double *x, int count) {
    double mean = 0;
    for (int i = 0; i < count; i++)
        mean += x[i] / count;
    for (int i = 0; i < count; i++)
        x[i] -= mean;
}

/* ---- Shown ratings -------------------------------------------------------------------------- */

static double logistic(double x) {
    return exp(log_logistic(x));
}

static double logistic_slope(double x) {
    return logistic(x) * logistic(-x);
}

/* Returns the score that the model expects of i against j, who is `edge` away from Black's view. */
static double expected_score(const Ratings *ratings, double edge) {
    double d = ratings->x[ratings->engines + 1];
    return (1 + logistic(edge - d) - logistic(-edge - d)) / 2;
}

/* Returns the points that i would have had against j if both had had each colour in half of their
 * games: the points it had, corrected by what the model expects of the other colours. */
static double level_points(const Problem *problem, const Ratings *ratings, int i, int j) {
    int n = problem->engines;
    const Encounter *black = &problem->games[i * n + j], *white = &problem->games[j * n + i];
    double advantage = ratings->x[n], gap = ratings->x[i] - ratings->x[j];
    double as_black = encounter_games(black), as_white = encounter_games(white);
    double points = black->wins + white->losses + (black->draws + white->draws) / 2;
    double unlevel = (as_white - as_black) / 2; /* games missing with Black */
    points += unlevel * (expected_score(ratings, gap + advantage) -
                         (1 - expected_score(ratings, -gap + advantage)));
    return fmin(fmax(points, 0), as_black + as_white);
}

/* Replaces all games by as many without draws and colours: won and lost ones in proportion to the
 * points with level colours, each half with either colour. */
static void level_games(Problem *problem, const Ratings *ratings) {
    int n = problem->engines;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            Encounter *one = &problem->games[i * n + j], *other = &problem->games[j * n + i];
            double games = encounter_games(one) + encounter_games(other);
            double points = level_points(problem, ratings, i, j);
            *one = (Encounter){.wins = points / 2, .losses = (games - points) / 2};
            *other = (Encounter){.wins = one->losses, .losses = one->wins};
        }
    problem->has_draws = false;
    problem->size = n + 1;
}

/* ---- Errors --------------------------------------------------------------------------------- */

/* A change of the model's unknowns by dx changes the shown ratings by ds, L ds = M dx: M, the
 * gains, are the derivatives of the engines' expected points with level colours by the unknowns, L
 * is the levelled games' Hessian. So a difference u ds of shown ratings has the variance z H^-1 z,
 * with z = M^T L^-1 u and the model's Hessian H. The advantage must be among the unknowns: where
 * Black nearly always wins, the strengths depend on it, and their errors cancel in the points. */

/* Adds the gains of one engine against another. */
static void derive_pair(const Ratings *ratings, int i, int j, double games) {
    int n = ratings->engines;
    double *gains = &ratings->gains[(size_t)i * ((size_t)n + 2)];
    double gap = ratings->x[i] - ratings->x[j], d = ratings->x[n + 1];
    for (int sign = -1; sign <= 1; sign += 2) { /* with White, with Black */
        double edge = gap + sign * ratings->x[n];
        double win = logistic_slope(edge - d), loss = logistic_slope(edge + d);
        gains[i] += games / 4 * (win + loss);
        gains[j] -= games / 4 * (win + loss);
        gains[n] += games / 4 * sign * (win + loss);
        gains[n + 1] += games / 4 * (loss - win);
    }
}

static void derive_points(const Problem *level, const Ratings *ratings) {
    int n = ratings->engines;
    memset(ratings->gains, 0, (size_t)n * ((size_t)n + 2) * sizeof(double));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double games = 2 * encounter_games(&level->games[i * n + j]); /* of both colours */
            if (games > 0)
                derive_pair(ratings, i, j, games);
        }
}

/* Sets the problem's step to the distance whose error counts: the engine's to the mean of all, or
 * to the anchor. */
static void step_apart(Problem *problem, const Ratings *ratings, int engine) {
    int n = ratings->engines;
    memset(problem->step, 0, (size_t)problem->size * sizeof(double));
    for (int i = 0; i < n; i++)
        if (ratings->anchor < 0 || ratings->anchor == i)
            problem->step[i] = ratings->anchor < 0 ? -1.0 / n : -1;
    problem->step[engine] += 1;
}

/* Returns the standard error of the combination `step` of the problem's unknowns in Elo. Needs its
 * factorised Hessian. */
static double error_of_step(const Problem *problem) {
    double variance = 0;
    memcpy(problem->trial, problem->step, (size_t)problem->size * sizeof(double));
    cholesky_solve(problem->hessian, problem->size, problem->trial);
    for (int i = 0; i < problem->size; i++)
        variance += problem->step[i] * problem->trial[i];
    return sqrt(fmax(variance, 0)) * elo_unit;
}

/* Returns half the width of the interval: of the distance to the mean, or to the anchor. */
static double interval_of(Problem *model, Problem *level, const Ratings *ratings, int engine) {
    int n = ratings->engines;
    if (engine == ratings->anchor)
        return 0;
    step_apart(model, ratings, engine);
    if (error_of_step(model) > unknown_error_elo)
        return INFINITY;
    step_apart(level, ratings, engine);
    cholesky_solve(level->hessian, level->size, level->step);
    memset(model->step, 0, (size_t)model->size * sizeof(double));
    for (int i = 0; i < n; i++)
        for (int unknown = 0; unknown < model->size; unknown++)
            model->step[unknown] += ratings->gains[i * (n + 2) + unknown] * level->step[i];
    return confidence_95 * error_of_step(model);
}

static void describe(Ratings *ratings, int engine, double error) {
    Rating rating = {.elo = ratings->shown[engine] * elo_unit, .error = error};
    double games = 0, draws = 0, opponents = 0;
    for (int j = 0; j < ratings->engines; j++) {
        const Encounter *black = encounter(ratings, engine, j);
        const Encounter *white = encounter(ratings, j, engine);
        double met = encounter_games(black) + encounter_games(white);
        games += met;
        draws += black->draws + white->draws;
        rating.points += black->wins + white->losses + (black->draws + white->draws) / 2;
        opponents += met * ratings->shown[j] * elo_unit;
    }
    rating.games = (int64_t)games;
    rating.opponent_elo = games > 0 ? opponents / games : 0;
    rating.draw_share = games > 0 ? draws / games : 0;
    if (games == 0 && engine != ratings->anchor)
        rating.error = INFINITY;
    ratings->rating[engine] = rating;
}

/* ---- Anchor --------------------------------------------------------------------------------- */

void ratings_anchor(Ratings *ratings, int engine, double elo) {
    assert(engine >= 0 && engine < ratings->engines);
    ratings->anchor = engine;
    ratings->anchor_elo = elo;
}

int ratings_get_anchor(const Ratings *ratings, double *elo) {
    if (elo != NULL)
        *elo = ratings->anchor_elo;
    return ratings->anchor;
}

static void shift_to_anchor(Ratings *ratings) {
    if (ratings->anchor < 0)
        return;
    double shift = ratings->anchor_elo - ratings->rating[ratings->anchor].elo;
    for (int i = 0; i < ratings->engines; i++) {
        Rating *rating = &ratings->rating[i];
        rating->elo += shift;
        rating->opponent_elo += rating->games > 0 ? shift : 0;
    }
}

/* ---- Both steps ----------------------------------------------------------------------------- */

/* Finds the maximum and leaves the Hessian there factorised. */
static void fit(Problem *problem, double *x) {
    memset(x, 0, ((size_t)problem->engines + 2) * sizeof(double));
    if (problem->has_draws)
        x[problem->engines + 1] = 0.1;
    minimise(problem, x);
    derive(problem, x);
    cholesky(problem->hessian, problem->size);
    centre(x, problem->engines);
}

bool ratings_solve(Ratings *ratings, double prior_draws) {
    assert(prior_draws >= 0);
    Problem model, level;
    if (!problem_init(&model, ratings, prior_draws))
        return false;
    if (!problem_init(&level, ratings, prior_draws)) {
        problem_release(&model);
        return false;
    }
    fit(&model, ratings->x);
    level_games(&level, ratings);
    fit(&level, ratings->shown);
    derive_points(&level, ratings);
    for (int i = 0; i < ratings->engines; i++)
        describe(ratings, i, interval_of(&model, &level, ratings, i));
    shift_to_anchor(ratings);
    problem_release(&model);
    problem_release(&level);
    return true;
}

const Rating *ratings_get(const Ratings *ratings, int engine) {
    assert(engine >= 0 && engine < ratings->engines);
    return &ratings->rating[engine];
}

double ratings_strength(const Ratings *ratings, int engine) {
    assert(engine >= 0 && engine < ratings->engines);
    return ratings->x[engine] * elo_unit;
}
double ratings_advantage(const Ratings *ratings) {
    return ratings->x[ratings->engines] * elo_unit;
}
double ratings_draw_elo(const Ratings *ratings) {
    return ratings->x[ratings->engines + 1] * elo_unit;
}
