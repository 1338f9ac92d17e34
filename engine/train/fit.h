/* fit.h: weights from games. */
#ifndef KANAME_TRAIN_FIT_H
#define KANAME_TRAIN_FIT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/types.h"

typedef struct FitOptions {
    Rule rule;
    char *const *paths; /* files or folders of games */
    int path_count;
    const char *out;   /* the weights file to write */
    const char *start; /* weights to compare with and to keep what is not fitted; NULL: built in */
    const char *csv;   /* loss curve; NULL: none */
    double lambda;     /* see objective.h */
    double rate;       /* of the first step of the value, nats; the order has ten times as much */
    double value_units, order_units; /* a nat; 0: as the start weights have it, measured */
    int epochs, patience;            /* at most; without progress */
    int batch;                       /* games a step */
    int heldout_permille;
    int threads;
    uint64_t seed;
    bool skips_value, skips_order; /* keep the start's */
} FitOptions;

FitOptions fit_defaults(void);
/* Process exit status; the loss curve on standard output, errors on standard error. */
int fit_run(const FitOptions *options);

#endif
