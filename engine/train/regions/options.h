/* options.h: the options of a fit of a network of regions. Plain values. */
#ifndef KANAME_TRAIN_REGIONS_OPTIONS_H
#define KANAME_TRAIN_REGIONS_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/types.h"

enum { REGIONS_FIT_BATCH_MAX = 2048 }; /* positions of a step */

typedef struct FitRegionsOptions {
    Rule rule;
    char *const *paths; /* files or folders of games */
    int path_count;
    const char *out;       /* the file to write */
    const char *start;     /* weights of the tables to correct; NULL: built in */
    const char *from;      /* state of a fit, or network file, whose parameters to begin with;
                              NULL: random ones */
    const char *yardstick; /* file of positions with deep labels (labels.h); NULL: none */
    const char *csv;       /* loss curve; NULL: none */
    const char *svg;       /* its picture; NULL: none */
    const char *state;     /* state file of an interrupted fit; NULL: none */
    int save_seconds;      /* between two saves of the state; 0: after each step */
    double lambda;         /* see objective.h */
    double rate;           /* of the first full step of Adam */
    double units;          /* evaluation units of a nat */
    int warm_up;           /* steps in which the rate grows to the full one */
    int epochs;            /* passes over the games */
    int row_epochs;        /* of the generator over the rows of a network file to begin with */
    int batch;             /* positions of a step at first */
    int last_batch;        /* and at the end; grows geometrically */
    int points;            /* of the loss curve, in an epoch */
    int block;             /* positions in memory at a time, in thousands */
    uint64_t nodes;        /* of labels whose file does not say them */
    uint64_t order_nodes;  /* of labels whose order counts in full; those of fewer count less */
    int heldout_permille;  /* of the games */
    int threads;
    uint64_t seed;
    bool is_quiet; /* no progress on standard error */
} FitRegionsOptions;

#endif
