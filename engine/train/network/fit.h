/* fit.h: fits a network of one rule to games. The network corrects the tables' score and order. */
#ifndef KANAME_TRAIN_NETWORK_FIT_H
#define KANAME_TRAIN_NETWORK_FIT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/types.h"

typedef struct FitNetworkOptions {
    Rule rule;
    char *const *paths; /* files or folders of games */
    int path_count;
    const char *out;      /* the network file to write */
    const char *start;    /* weights of the tables to correct; NULL: built in */
    const char *from;     /* network to begin with; NULL: small random numbers */
    const char *csv;      /* loss curve; NULL: none */
    const char *svg;      /* its picture; NULL: none */
    const char *state;    /* state file of an interrupted fit; NULL: none */
    int save_seconds;     /* between two saves of the state; 0: after each step */
    double lambda;        /* see objective.h */
    double rate;          /* of the first full step of Adam */
    double units;         /* evaluation units of a nat */
    int epochs;           /* passes over the games */
    int batch;            /* games of one step */
    int heldout_permille; /* of the games */
    int threads;
    uint64_t seed;
    bool is_quiet; /* no progress on standard error */
} FitNetworkOptions;

FitNetworkOptions fit_network_defaults(void);
/* Fits the network; prints losses to standard output, progress and errors to standard error.
 * Returns the process's exit status. */
int fit_network_run(const FitNetworkOptions *options);

#endif
