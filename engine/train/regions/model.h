/* model.h: the parameters of a network of regions in training, and the numbers composed from them.
 *
 * The row of a window code is the output of a generator for the window's cells plus a row of its
 * own, so rare codes share what frequent ones have learnt. The generator reads three numbers a cell
 * (own stone, other stone, wall), through a layer of 128, once from either end; both add up, and
 * layers of 128 and REGIONS_CHANNELS follow (generator.h). All other numbers are parameters
 * themselves.
 *
 * A model belongs to one thread; any number may read it while none writes. */
#ifndef KANAME_TRAIN_REGIONS_MODEL_H
#define KANAME_TRAIN_REGIONS_MODEL_H

#include "shared/status/failure.h"
#include "train/regions/layers.h"

enum {
    GENERATOR_INPUTS = 3 * 2 * REGIONS_REACH,
    GENERATOR_WIDTH = 128 /* of its two hidden layers */
};

/* By input, then by output. */
typedef struct GeneratorParams {
    _Alignas(64) float input[GENERATOR_INPUTS][GENERATOR_WIDTH];
    float input_bias[GENERATOR_WIDTH];
    float middle[GENERATOR_WIDTH][GENERATOR_WIDTH];
    float middle_bias[GENERATOR_WIDTH];
    float output[GENERATOR_WIDTH][REGIONS_CHANNELS];
    float output_bias[REGIONS_CHANNELS];
} GeneratorParams;

/* The parameters that every position uses: only floats, so that a step can treat them as one array.
 */
typedef struct DenseParams {
    GeneratorParams generator;
    RegionsLayers layers;
} DenseParams;

/* The parameters of one role: floats alone. */
typedef struct RegionsParams {
    DenseParams dense;
    float own[REGIONS_ROWS][REGIONS_CHANNELS];
    float threat[THREAT_STATES][REGIONS_HIDDEN];
} RegionsParams;

enum {
    GENERATOR_FLOATS = (int)(sizeof(GeneratorParams) / sizeof(float)),
    DENSE_FLOATS = (int)(sizeof(DenseParams) / sizeof(float)),
    REGIONS_PARAMS = (int)(sizeof(RegionsParams) / sizeof(float))
};

/* The numbers of one role, used by the forward pass. */
typedef struct RegionsFloats {
    _Alignas(64) float row[REGIONS_ROWS][REGIONS_CHANNELS];
    float threat[THREAT_STATES][REGIONS_HIDDEN];
    RegionsLayers layers;
} RegionsFloats;

/* The weights by output and then by input, for the backward pass. */
typedef struct RegionsTurned {
    _Alignas(64) float region[REGIONS_KINDS][REGIONS_PART][REGIONS_CHANNELS];
    float quadrant[REGIONS_PART][REGIONS_PART];
    float first[REGIONS_HIDDEN][REGIONS_INPUTS];
    float second[REGIONS_SECOND][REGIONS_HIDDEN];
    float pool[REGIONS_POOL][REGIONS_CHANNELS];
    float mixer[REGIONS_MIXED][REGIONS_POOL];
    float generator_middle[GENERATOR_WIDTH][GENERATOR_WIDTH];
    float generator_output[REGIONS_CHANNELS][GENERATOR_WIDTH];
} RegionsTurned;

typedef struct RegionsModel {
    Rule rule;
    int roles;
    double units;    /* evaluation units of a nat */
    bool is_rounded; /* the numbers are rounded as in the file */
    uint64_t steps;
    uint64_t mean_count; /* count of the parameter sets that `mean` averages */
    double usual_length; /* running mean of the gradient's length; 0: there was none */
    /* Arrays by role. */
    RegionsParams *params, *momentum, *variance, *mean;
    RegionsFloats *floats;
    RegionsTurned *turned;
    /* The generator's input for each code, from either end. */
    float (*inputs)[2][GENERATOR_INPUTS];
} RegionsModel;

/* Sets the parameters to small random numbers of the seed; the initial order is that of the tables.
 * Returns false if out of memory; call regions_model_release() in any case. */
bool regions_model_init(RegionsModel *model, Rule rule, double units, uint64_t seed);
void regions_model_release(RegionsModel *model);

/* Returns whether numbers of so many roles, those of a file, serve the model's: as many, or one for
 * both colours. */
bool regions_model_check_roles(const RegionsModel *model, size_t roles, const char *path,
                               Failure *failure);

/* Returns zeroed memory on a cache line, or NULL. The caller frees it. */
void *regions_zeros(size_t size);

/* Sets layers and biases by threats of all roles from the parameters. */
void regions_model_compose_layers(RegionsModel *model);
/* Add the parameters to their mean; replace the parameters by the mean if there is one. */
void regions_model_add_to_mean(RegionsModel *model);
void regions_model_take_mean(RegionsModel *model);

/* Sets the integers of one role, rows included; all rows must be composed. */
void regions_model_export(const RegionsModel *model, int role, RegionsNumbers *numbers);

#endif
