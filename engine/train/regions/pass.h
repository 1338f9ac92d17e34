/* pass.h: evaluates positions by a network of regions in training and accumulates the gradient of
 * their losses.
 *
 * The loss of a position is the cross-entropy of win, draw and loss against its goal, times its
 * weight; plus PASS_REGIONS_ORDER_SHARE times that of the searched move among the candidates after
 * a softmax of their order, times its own weight. PASS_LEVEL_SHARE times the squared mean of the
 * candidates' orders keeps the level of the orders near zero, so that orders of different positions
 * are comparable.
 *
 * With rounded numbers (model.h), sums, features and layers are rounded as in play too: the network
 * equals that of the file to the last bit, except for the tables' share. Derivatives ignore the
 * rounding (straight-through estimator: Bengio, Leonard, Courville, "Estimating or Propagating
 * Gradients Through Stochastic Neurons for Conditional Computation", 2013).
 *
 * Floats are added in a fixed order without fused products: results are equal for every instruction
 * set. Positions of one role are evaluated in tiles. */
#ifndef KANAME_TRAIN_REGIONS_PASS_H
#define KANAME_TRAIN_REGIONS_PASS_H

#include "base/isa.h"
#include "train/regions/tile.h"

/* Evaluates `count` positions of one role, 1..PASS_TILE. `gradient`: accumulates the gradient of
 * the loss for that role; NULL: evaluates only. */
void regions_pass(const RegionsModel *model, int role, const PositionInput *const *inputs,
                  int count, Isa isa, RegionsScratch *scratch, RegionsGradient *gradient,
                  RegionsResult *results);

#endif
