/* pass.h: evaluates one position by a network in training and accumulates the gradient of its loss.
 *
 * The loss is that of the value, the logistic loss against the target times the position's weight,
 * plus PASS_ORDER_SHARE times that of the order, the cross-entropy of the searched move among the
 * candidates after a softmax of their order.
 *
 * With rounded numbers (model.h), features and layers are rounded as in play too, and the score
 * equals that of play up to a fraction of a unit. Derivatives ignore the rounding (straight-through
 * estimator: Bengio, Leonard, Courville, "Estimating or Propagating Gradients Through Stochastic
 * Neurons for Conditional Computation", 2013).
 *
 * Floats are added in a fixed order, in eight, sixteen or more parallel sums, without fused
 * products: results are equal for every instruction set and compiler. */
#ifndef KANAME_TRAIN_NETWORK_PASS_H
#define KANAME_TRAIN_NETWORK_PASS_H

#include "base/isa.h"
#include "train/network/input.h"
#include "train/network/model.h"

#define PASS_ORDER_SHARE 0.3

/* Sums of gradients of one role. Rows that are not touched are zero. */
typedef struct PassGradient {
    ModelNumbers numbers;
    bool is_touched[NETWORK_ROWS];
} PassGradient;

/* Scratch of one thread. */
typedef struct PassScratch {
    _Alignas(64) float accumulator[CELLS_MAX][2 * NETWORK_VIEW]; /* the own view first */
    float feature[CELLS_MAX][NETWORK_FEATURES];
    float order[CELLS_MAX]; /* of each move, in nats; then its probability */
    float slope[CELLS_MAX]; /* of the loss, by the order of each cell */
} PassScratch;

typedef struct PassResult {
    float nats;        /* the score */
    double value_loss; /* without the weight */
    double order_loss; /* 0 if the input has no moves */
} PassResult;

/* `gradient`, of each role: accumulates the gradient of the loss; NULL: evaluates only. */
PassResult network_pass(const NetworkModel *model, const NetworkInput *input, Isa isa,
                        PassScratch *scratch, PassGradient *gradient);

#endif
