/* elo.h: Elo, superiority and sequential tests for a match of two engines. Pure functions.
 *
 * All values are for the first engine. Elo is logistic: an engine d Elo stronger has the expected
 * score 1 / (1 + 10^(-d/400)). Games come in pairs (the same opening with sides swapped); pairs
 * have less noise than single games, because the bias of the opening cancels. */
#ifndef TOURNAMENT_STATS_ELO_H
#define TOURNAMENT_STATS_ELO_H

#include <stdbool.h>
#include <stdint.h>

#include "store/sprt.h"

typedef struct Wdl {
    int64_t wins, draws, losses;
} Wdl;

/* Numbers of pairs of games in which the first engine scored 0, 0.5, 1, 1.5 and 2 points. */
typedef struct Pairs {
    int64_t count[5];
} Pairs;

typedef struct EloEstimate {
    double elo;   /* +-infinity if all games were won or lost; NAN without games */
    double error; /* half the width of the 95% interval; NAN or infinity if unknown */
} EloEstimate;

int64_t wdl_games(const Wdl *wdl);
int64_t pairs_count(const Pairs *pairs);
double wdl_score(const Wdl *wdl); /* 0..1, NAN without games */

/* Add one game (2 won, 1 drawn, 0 lost) or one pair (0..4 half points). */
void wdl_add(Wdl *wdl, int half_points);
void pairs_add(Pairs *pairs, int half_points);

double elo_from_score(double score); /* +-infinity at 0 and 1 */

EloEstimate wdl_elo(const Wdl *wdl);
/* Returns the Elo of the score with `virtual_draws` draws added, which keep it finite if one engine
 * won all games. Equals the difference of the two ratings of rating.h if both had each colour
 * equally often. */
double wdl_elo_with_prior(const Wdl *wdl, double virtual_draws);
EloEstimate pairs_elo(const Pairs *pairs);
/* Returns the Elo of a match: of its complete pairs if there are two or more, else of all games. */
EloEstimate elo_of_match(const Wdl *wdl, const Pairs *pairs);

/* Return normalised Elo: the distance of the score from one half in standard deviations of one
 * game's result, times 800 / ln 10. It does not depend on the share of draws or the bias of
 * openings. */
EloEstimate wdl_normalised_elo(const Wdl *wdl);
EloEstimate pairs_normalised_elo(const Pairs *pairs);

/* Return the likelihood of superiority: the probability that the first engine is stronger, 0..1;
 * 0.5 without games. */
double wdl_los(const Wdl *wdl);
double pairs_los(const Pairs *pairs);

/* ---- Sequential test ---------------------------------------------------------------------- */

typedef enum { SPRT_CONTINUE, SPRT_ACCEPT_H0, SPRT_ACCEPT_H1 } SprtVerdict;

double sprt_lower_bound(const Sprt *sprt); /* H0 is accepted at or below: ln(beta / (1 - alpha)) */
double sprt_upper_bound(const Sprt *sprt); /* H1 at or above: ln((1 - beta) / alpha) */

/* Returns the log-likelihood ratio of H1 over H0: how much likelier the likeliest results with
 * elo1 make the counts than those with elo0. The trinomial model reads `wdl`, the others `pairs`;
 * the argument that is not read may be NULL. Returns 0 without counts, and NAN, on which no
 * hypothesis is accepted, if the computation does not converge.
 *
 * The ratio compares only the scores of elo0 and elo1. A match won outright is about equally
 * unlikely under both, so it adds little: 50 pairs won at [0, 5] give 50 ln(0.5072 / 0.5) = 0.71.
 */
double sprt_llr(const Sprt *sprt, const Wdl *wdl, const Pairs *pairs);
SprtVerdict sprt_verdict(const Sprt *sprt, double llr);

#endif
