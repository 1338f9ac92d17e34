/* likelihood.h: the likeliest distribution of results under a hypothesis about their mean.
 *
 * The outcomes of a game or of a pair are evenly spaced: outcome i of n has the value i / (n - 1),
 * 0 to 1. Every outcome needs a frequency above 0, or no distribution may have the wanted mean; the
 * frequencies sum to 1. Pure functions. */
#ifndef TOURNAMENT_STATS_LIKELIHOOD_H
#define TOURNAMENT_STATS_LIKELIHOOD_H

#include <stdbool.h>

enum { OUTCOMES_MAX = 5 };

/* Finds the distribution `p` that maximises the sum of frequency[i] * log(p[i]) among those whose
 * mean divided by 1 - mean is `odds`, above 0. Returns false if it found none. */
bool likeliest_with_odds(const double *frequency, int outcomes, double odds, double *p);

/* Does the same for five outcomes among the distributions whose mean lies `t` of their own standard
 * deviations above one half. */
bool likeliest_with_deviations(const double *frequency, double t, double *p);

#endif
