/* yardstick.h: how well an evaluator's static scores and orders agree with deep labels (labels.h).
 *
 * value: the logistic loss of the score, in nats, against the label's probability: that of its
 * score at a fixed scale, 1 or 0 if a five is proven. The evaluator's own scale and offset, those
 * of least loss over all positions of the rule, turn its scores into odds, so that units do not
 * matter. order: the cross-entropy of the label's best move among the candidates, in nats.
 * Positions whose best move is no candidate, or the only one, are left out. temperature: the factor
 * by which the odds of the moves fit best; below 1 the order is too sure of itself. */
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
/* Prints the losses in all, by stage and by source, for each rule. With a file of weights only its
 * rule counts. Returns the process's exit status; reports errors on standard error. */
int yardstick_run(const YardstickOptions *options);

#endif
