/* yardstick.h: how well an evaluator's static scores and orders agree with deep labels (labels.h).
 *
 * Value: the logistic loss of the score, in nats, against the label's probability: that of its
 * score at a fixed scale, 1 or 0 if a five is proven. The evaluator's own scale and offset, those
 * of least loss over all positions of the rule, turn its scores into odds, which makes the loss
 * independent of units.
 *
 * Order: the cross-entropy of the label's best move among the candidates, in nats. Skips positions
 * whose best move is no candidate or the only one.
 *
 * Temperature: the factor of least loss for the odds of the moves; below 1 the order is
 * overconfident. */
#ifndef KANAME_TRAIN_YARDSTICK_H
#define KANAME_TRAIN_YARDSTICK_H

#include <stdbool.h>

typedef struct YardstickOptions {
    char *const *paths; /* files of labels */
    int path_count;
    const char *weights; /* a file of weights or a network; NULL: the built-in ones */
    bool is_table;       /* the built-in tables instead of the built-in network */
    double units;        /* of a label's score that are one nat */
    int threads;
} YardstickOptions;

YardstickOptions yardstick_defaults(void);
/* Prints the total losses, and those by stage and by source, for each rule; with a file of weights,
 * only for its rule. Returns the process's exit status; reports errors on standard error. */
int yardstick_run(const YardstickOptions *options);

#endif
