/* step.h: one step of the descent.
 *
 * Adam: Kingma, Ba, "Adam: A Method for Stochastic Optimization", 2015. A gradient whose length is
 * above STEP_GRADIENT_MAX is shortened to it (Pascanu, Mikolov, Bengio, "On the Difficulty of
 * Training Recurrent Neural Networks", 2013). */
#ifndef KANAME_TRAIN_NETWORK_STEP_H
#define KANAME_TRAIN_NETWORK_STEP_H

#include "train/network/pass.h"

#define STEP_GRADIENT_MAX 1.0

/* Adds `count` gradients up in their order, divides them by `weight`, clears them, takes a step
 * against them and composes the numbers. The result does not depend on the number of threads. */
void network_step(NetworkModel *model, PassGradient *const *gradients, int count, double weight,
                  double rate, int threads);

#endif
