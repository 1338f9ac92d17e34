/* nats.h: odds in nats (natural logarithms) as probabilities, and their logistic loss. */
#ifndef KANAME_TRAIN_NATS_H
#define KANAME_TRAIN_NATS_H

#include <math.h>

static inline double sigmoid(double nats) {
    return 1 / (1 + exp(-nats));
}

/* -log(sigmoid(nats)), for any nats. */
static inline double softplus_of_minus(double nats) {
    return nats > 0 ? log1p(exp(-nats)) : -nats + log1p(exp(nats));
}

/* Returns the loss of nats against a probability. */
static inline double logistic_loss(double nats, double target) {
    return target * softplus_of_minus(nats) + (1 - target) * softplus_of_minus(-nats);
}

#endif
