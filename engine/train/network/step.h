/* step.h: one step of gradient descent.
 *
 * Adam: Kingma, Ba, "Adam: A Method for Stochastic Optimization", 2015. Gradients longer than
 * STEP_GRADIENT_MAX are scaled down to it (Pascanu, Mikolov, Bengio, "On the Difficulty of Training
 * Recurrent Neural Networks", 2013). */
#ifndef KANAME_TRAIN_NETWORK_STEP_H
#define KANAME_TRAIN_NETWORK_STEP_H

#include "train/network/pass.h"

#define STEP_GRADIENT_MAX 1.0

/* Sums `count` gradients in order, divides by `weight`, clears them, takes a step and composes the
 * numbers. The result does not depend on the number of threads. */
void network_step(NetworkModel *model, PassGradient *const *gradients, int count, double weight,
                  double rate, int threads);

#endif
