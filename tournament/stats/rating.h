/* rating.h: ratings of many engines at once, by maximum likelihood.
 *
 * The model is BayesElo's (R. Coulom): with d = black's rating - white's + advantage, Black wins
 * with chance f(d - draw_elo), White with f(-d - draw_elo), the rest are draws; f(x) = 1 /
 * (1 + 10^(-x/400)). Ratings, the advantage of moving first and draw_elo are fitted together; the
 * ratings' mean is 0. Errors come from the curvature of the likelihood at its top. As BayesElo
 * does, ratings and errors are told scaled by 4x / (1 + x)^2, x = 10^(-draw_elo/400): then small
 * gaps mean the scores that Elo's own formula gives, however many draws there are.
 *
 * Cost grows with engines squared a game added (nothing) and cubed a solution: 50 engines take
 * milliseconds whatever the number of games. */
#ifndef TOURNAMENT_STATS_RATING_H
#define TOURNAMENT_STATS_RATING_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Ratings Ratings;

enum { RATING_ENGINES_MAX = 1000 };

typedef struct Rating {
    double elo;   /* relative to the mean of all */
    double error; /* half the width of the 95% interval; INFINITY: its games tell nothing */
    int64_t games;
    double points;       /* a draw is half a point */
    double opponent_elo; /* mean over its games; 0 without games */
    double draw_share;   /* 0..1 */
} Rating;

/* NULL: no memory, or not 1 <= engines <= RATING_ENGINES_MAX. */
Ratings *ratings_new(int engines);
void ratings_free(Ratings *ratings); /* NULL is fine */

/* Adds games of two different engines by what Black got: 2 won, 1 drawn, 0 lost. */
void ratings_add(Ratings *ratings, int black, int white, int half_points, int64_t games);

/* BayesElo's default: each engine is given about this many draws more, spread over its opponents.
 * It keeps an engine that won (or lost) everything finite, and hardly touches one with many games.
 */
#define RATINGS_PRIOR_DRAWS 2.0

/* Finds the ratings; `prior_draws` 0 is plain maximum likelihood. False: no memory. */
bool ratings_solve(Ratings *ratings, double prior_draws);
/* After ratings_solve(). */
const Rating *ratings_get(const Ratings *ratings, int engine);
double ratings_advantage(const Ratings *ratings); /* Elo that moving first is worth */
double ratings_draw_elo(const Ratings *ratings);  /* 0: no game was drawn */
/* Chance that `engine` is stronger than `other`, 0..1. */
double ratings_superiority(const Ratings *ratings, int engine, int other);

#endif
