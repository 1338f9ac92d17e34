/* odds.h: the odds that fit scores to targets best, by logistic regression. */
#ifndef KANAME_TRAIN_ODDS_H
#define KANAME_TRAIN_ODDS_H

#include <stddef.h>

/* A score as odds in nats: slope * score + offset. */
typedef struct Odds {
    double slope, offset;
} Odds;

/* Returns the odds of least mean loss. `targets`: probabilities. Without scores, or with equal
 * ones, the slope is 0. */
Odds odds_fit(const double *scores, const double *targets, size_t count);
/* Returns the logistic loss of a score against a target, in nats. */
double odds_loss(Odds odds, double score, double target);

#endif
