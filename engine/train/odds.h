/* odds.h: the odds that fit scores to targets best, by logistic regression. */
#ifndef KANAME_TRAIN_ODDS_H
#define KANAME_TRAIN_ODDS_H

#include <stddef.h>

/* A score as odds in nats: slope * score + offset. */
typedef struct Odds {
    double slope, offset;
} Odds;

/* Returns the odds of least mean loss of `count` scores against targets, which are probabilities.
 * `score`, `target`: the first ones; the next lie `stride` bytes further. */
Odds odds_fit(const double *score, const double *target, size_t stride, size_t count);
/* Returns the logistic loss of a score against a target, in nats. */
double odds_loss(Odds odds, double score, double target);

#endif
