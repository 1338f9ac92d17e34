/* rating.h: ratings of many engines at once, by maximum likelihood.
 *
 * The model is BayesElo's (R. Coulom): with d = Black's strength - White's + advantage, Black wins
 * with probability f(d - draw_elo), White with f(-d - draw_elo), and the rest are draws; f(x) = 1 /
 * (1 + 10^(-x/400)). Strengths, the advantage of having Black and draw_elo are fitted together.
 * Errors come from the curvature of the likelihood by all of them at its maximum.
 *
 * Strengths are no Elo where colours or draws decide many games: between engines 84 apart the
 * stronger one scores 53% if Black wins 93%. The ratings that are shown are Elo: f of their
 * differences predicts for every engine the score that it has, or would have, by the model, if all
 * opponents had met with each colour equally often. Their mean is 0.
 *
 * ratings_add() takes constant time, ratings_solve() cubic time in the number of engines: 50
 * engines take milliseconds for any number of games. */
#ifndef TOURNAMENT_STATS_RATING_H
#define TOURNAMENT_STATS_RATING_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Ratings Ratings;

enum { RATING_ENGINES_MAX = 1000 };

typedef struct Rating {
    double elo;   /* relative to the mean of all, or to the anchor */
    double error; /* half the width of the 95% interval of elo; INFINITY: unknown; anchor: 0 */
    int64_t games;
    double points;       /* a draw is half a point */
    double opponent_elo; /* mean over its games, in the same way; 0 without games */
    double draw_share;   /* 0..1 */
} Rating;

/* Returns NULL if out of memory or if `engines` is outside 1..RATING_ENGINES_MAX. */
Ratings *ratings_new(int engines);
void ratings_free(Ratings *ratings); /* ignores NULL */

/* Adds games of two different engines with the same result: half points of Black, 2 won, 1 drawn,
 * 0 lost. */
void ratings_add(Ratings *ratings, int black, int white, int half_points, int64_t games);

/* Shifts the ratings of later solutions so that the engine has this one. Errors become those of the
 * distances to it. */
void ratings_anchor(Ratings *ratings, int engine, double elo);
/* Returns the anchor, -1 if there is none, and sets its rating unless `elo` is NULL. */
int ratings_get_anchor(const Ratings *ratings, double *elo);

/* The prior: each engine gets about this many virtual draws, spread over its opponents. The number
 * is BayesElo's default; here each counts as half a win and half a loss. It keeps the rating of an
 * engine that won or lost everything finite (100-0 between two is +802 Elo, the score 101 of 102)
 * and hardly changes one with many games. */
#define RATINGS_PRIOR_DRAWS 2.0

/* Computes the ratings; prior_draws 0 is plain maximum likelihood. Returns false if out of memory.
 */
bool ratings_solve(Ratings *ratings, double prior_draws);
/* Call these after ratings_solve(). */
const Rating *ratings_get(const Ratings *ratings, int engine);
/* Returns the model's strength, relative to the mean of all. */
double ratings_strength(const Ratings *ratings, int engine);
double ratings_advantage(const Ratings *ratings); /* of Black, in the unit of strengths */
double ratings_draw_elo(const Ratings *ratings);  /* in it too; 0 if no game was drawn */

#endif
