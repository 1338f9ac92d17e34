/* generator.h: computes the rows of window codes in training, and the gradient of its own
 * parameters. */
#ifndef KANAME_TRAIN_REGIONS_GENERATOR_H
#define KANAME_TRAIN_REGIONS_GENERATOR_H

#include "base/isa.h"
#include "train/regions/model.h"

/* Intermediate values of the codes of a list, in order, for the backward pass. */
typedef struct GeneratorScratch {
    float (*input)[GENERATOR_INPUTS]; /* of both ends: two of each code */
    float (*ends)[GENERATOR_WIDTH];   /* likewise, after the layer */
    float (*joined)[GENERATOR_WIDTH];
    float (*middle)[GENERATOR_WIDTH];
} GeneratorScratch;

/* Returns false if out of memory; call generator_release() in any case. */
bool generator_init(GeneratorScratch *scratch);
void generator_release(GeneratorScratch *scratch);

/* Sets the rows of the codes codes[first] .. codes[end - 1]. Threads may share a list. */
void generator_run(RegionsModel *model, int role, const uint16_t *codes, int first, int end,
                   Isa isa, GeneratorScratch *scratch);
/* Adds the gradient of the generator's parameters. `slopes`: the gradient of the rows of the codes,
 * in the order of the list. Call generator_run() for them first. */
void generator_teach(const RegionsModel *model, int role, int first, int end,
                     const float (*slopes)[REGIONS_CHANNELS], Isa isa,
                     const GeneratorScratch *scratch, GeneratorParams *gradient);

#endif
