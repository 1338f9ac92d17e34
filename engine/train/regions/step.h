/* step.h: one step of gradient descent for a network of regions.
 *
 * Adam: Kingma, Ba, "Adam: A Method for Stochastic Optimization", 2015. Gradients longer than
 * STEP_LENGTHS times the usual length are scaled down to that (Pascanu, Mikolov, Bengio, "On the
 * Difficulty of Training Recurrent Neural Networks", 2013). A step changes only the rows and threat
 * biases that its batch contains: for rare ones momentum would be noise. */
#ifndef KANAME_TRAIN_REGIONS_STEP_H
#define KANAME_TRAIN_REGIONS_STEP_H

#include "train/regions/batch.h"

#define STEP_LENGTHS 3.0

/* Memory of the steps. */
typedef struct RegionsStepper {
    DenseParams *dense;                     /* of each role: the gradient */
    GeneratorParams *pieces[REGIONS_HEAPS]; /* of each role: slopes of a piece of the codes */
} RegionsStepper;

/* Returns false if out of memory; call regions_stepper_release() in any case. */
bool regions_stepper_init(RegionsStepper *stepper, int roles);
void regions_stepper_release(RegionsStepper *stepper);

/* Sums the gradients of the batch in order, divides by `weight`, clears them, takes a step and
 * composes the layers. The result does not depend on the number of threads. */
void regions_step(RegionsStepper *stepper, RegionsBatch *batch, double weight, double rate);

#endif
