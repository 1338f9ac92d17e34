/* step.h: one step of the descent of a network of regions.
 *
 * Adam, as in train/network/step.h. A gradient more than STEP_LENGTHS times as long as usual is
 * shortened to that. Rows and biases by threats take part only in the steps whose batch has them:
 * momentum that moved rare ones on would be noise. */
#ifndef KANAME_TRAIN_REGIONS_STEP_H
#define KANAME_TRAIN_REGIONS_STEP_H

#include "train/regions/batch.h"

#define STEP_LENGTHS 3.0

/* What a step works with. */
typedef struct RegionsStepper {
    DenseParams *dense;                     /* of each role: the gradient */
    GeneratorParams *pieces[REGIONS_HEAPS]; /* of each role: slopes of a piece of the codes */
} RegionsStepper;

/* Returns false if out of memory; call regions_stepper_release() all the same. */
bool regions_stepper_init(RegionsStepper *stepper, int roles);
void regions_stepper_release(RegionsStepper *stepper);

/* Adds the gradients of the batch up in their order, divides them by `weight`, clears them, takes a
 * step against them and composes the layers. The result does not depend on the number of threads.
 */
void regions_step(RegionsStepper *stepper, RegionsBatch *batch, double weight, double rate);

#endif
