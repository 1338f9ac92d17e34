/* pass.h: judges positions by a network of regions in training, and adds up the gradient of their
 * losses.
 *
 * The loss of a position is the cross-entropy of win, draw and loss against its goal, times its
 * weight; plus PASS_REGIONS_ORDER_SHARE times that of the searched move among the candidates after
 * a softmax of their order, times its own weight. PASS_LEVEL_SHARE times the squared mean of the
 * candidates' orders keeps the level of the orders near zero, so that they mean something as
 * numbers.
 *
 * With rounded numbers (model.h), sums, features and layers are rounded as in play too: the network
 * is that of the file to the last bit but for the tables' share. Their slopes are those without
 * rounding (straight-through estimator: see train/network/pass.h).
 *
 * Sums of floats are added in a fixed order and products are not fused: results are the same for
 * every instruction set. Tiles of positions of one role are judged together. */
#ifndef KANAME_TRAIN_REGIONS_PASS_H
#define KANAME_TRAIN_REGIONS_PASS_H

#include "base/isa.h"
#include "train/regions/tile.h"

/* Judges `count` positions of one role, 1..PASS_TILE. `gradient`: adds the slopes of the loss by
 * the numbers of that role; NULL: only judges. */
void regions_pass(const RegionsModel *model, int role, const PositionInput *const *inputs,
                  int count, Isa isa, RegionsScratch *scratch, RegionsGradient *gradient,
                  RegionsResult *results);

#endif
