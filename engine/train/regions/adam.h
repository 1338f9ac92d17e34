/* adam.h: a step of Adam (Kingma and Ba, "Adam: a method for stochastic optimization", 2015). */
#ifndef KANAME_TRAIN_REGIONS_ADAM_H
#define KANAME_TRAIN_REGIONS_ADAM_H

#include <math.h>
#include <stdint.h>

#define ADAM_MOMENTUM_SHARE 0.1f   /* 1 - beta1 */
#define ADAM_VARIANCE_SHARE 0.001f /* 1 - beta2 */
#define ADAM_LEAST_DEVIATION 1e-8f /* epsilon */

typedef struct AdamStep {
    float rate, momentum_scale, variance_scale; /* scales: both means begin at 0 */
} AdamStep;

/* `number`: of the step, from 1. */
static inline AdamStep adam_step(uint64_t number, double rate) {
    return (AdamStep){
        .rate = (float)rate,
        .momentum_scale = (float)(1 / (1 - pow(1 - (double)ADAM_MOMENTUM_SHARE, (double)number))),
        .variance_scale = (float)(1 / (1 - pow(1 - (double)ADAM_VARIANCE_SHARE, (double)number)))};
}

/* Moves parameters against `share` of their gradient, `slopes`. */
static inline void adam_change(const AdamStep *step, float share, float *restrict params,
                               float *restrict momentum, float *restrict variance,
                               const float *restrict slopes, int count) {
    for (int i = 0; i < count; i++) {
        float slope = slopes[i] * share;
        momentum[i] += ADAM_MOMENTUM_SHARE * (slope - momentum[i]);
        variance[i] += ADAM_VARIANCE_SHARE * (slope * slope - variance[i]);
        float deviation = sqrtf(variance[i] * step->variance_scale) + ADAM_LEAST_DEVIATION;
        params[i] -= step->rate * (momentum[i] * step->momentum_scale) / deviation;
    }
}

#endif
