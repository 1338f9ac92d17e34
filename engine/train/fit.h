/* fit.h: fits the weights of one rule to games. */
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
    const char *start; /* baseline weights, which also supply the parts that are not fitted; NULL:
                          built in */
    const char *csv;   /* loss curve; NULL: none */
    double lambda;     /* see objective.h */
    double rate; /* first step of the values in nats; that of the order is ten times as large */
    double value_units,
        order_units;      /* evaluation units of a nat; 0: measured on the start weights */
    int epochs, patience; /* passes at most; epochs without progress before the fit stops */
    int batch;            /* games of one step */
    int heldout_permille;
    int threads;
    uint64_t seed;
    bool skips_value, skips_order; /* keep those of `start` */
} FitOptions;

FitOptions fit_defaults(void);
/* Fits the weights; prints losses to standard output and errors to standard error. Returns the
 * process's exit status. */
int fit_run(const FitOptions *options);

#endif
