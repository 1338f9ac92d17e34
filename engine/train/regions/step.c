#include "train/regions/step.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "train/floats.h"
#include "train/parallel.h"
#include "train/regions/adam.h"
#include "train/regions/integers.h"

/* Floats come in blocks. */
enum { PIECES = REGIONS_HEAPS, BLOCK = FLOATS_BLOCK };

static const double USUAL_SHARE = 0.01; /* of a gradient's length in the running mean */

_Static_assert(DENSE_FLOATS % BLOCK == 0 && GENERATOR_FLOATS % BLOCK == 0, "whole blocks");

typedef struct Step {
    RegionsStepper *stepper;
    RegionsBatch *batch;
    float inverse_weight;
    double squares[PIECES]; /* of the gradient */
    float shortened;        /* share of the gradient to use */
    AdamStep adam;
} Step;

bool regions_stepper_init(RegionsStepper *stepper, int roles) {
    size_t count = (size_t)roles;
    *stepper = (RegionsStepper){.dense = regions_zeros(count * sizeof *stepper->dense)};
    bool is_made = stepper->dense != NULL;
    for (int i = 0; i < PIECES; i++) {
        stepper->pieces[i] = regions_zeros(count * sizeof *stepper->pieces[i]);
        is_made &= stepper->pieces[i] != NULL;
    }
    return is_made;
}

void regions_stepper_release(RegionsStepper *stepper) {
    for (int i = 0; i < PIECES; i++)
        free(stepper->pieces[i]);
    free(stepper->dense);
}

/* to += from; clears from. */
static void move_floats(float *restrict to, float *restrict from, int count) {
    for (int i = 0; i < count; i++) {
        to[i] += from[i];
        from[i] = 0;
    }
}

static void scale_floats(float *numbers, int count, float scale) {
    for (int i = 0; i < count; i++)
        numbers[i] *= scale;
}

/* ---- Phases ---------------------------------------------------------------------------------- */

/* Phase 1: the gradient of the rows of a piece of the codes, and of the generator. */
static void take_rows(void *context, int piece) {
    const Step *step = context;
    RegionsBatch *batch = step->batch;
    for (int role = 0; role < batch->model->roles; role++) {
        RegionsCodes *codes = &batch->codes[role];
        int first = codes->count * piece / PIECES, end = codes->count * (piece + 1) / PIECES;
        for (int i = first; i < end; i++) {
            float *to = codes->slopes[i];
            int code = codes->codes[i];
            memset(to, 0, sizeof codes->slopes[i]);
            for (int h = 0; h < REGIONS_HEAPS; h++) {
                RegionsGradient *from = &batch->gradients[h][role];
                if (from->is_row_touched[code])
                    move_floats(to, from->row[code], REGIONS_CHANNELS);
                from->is_row_touched[code] = false;
            }
            scale_floats(to, REGIONS_CHANNELS, step->inverse_weight);
        }
        generator_teach(batch->model, role, first, end,
                        (const float(*)[REGIONS_CHANNELS])codes->slopes, batch->isa,
                        &codes->generator, &step->stepper->pieces[piece][role]);
    }
}

typedef struct Range {
    int first, end;
} Range;

static Range blocks_of(int piece, int floats) {
    int blocks = floats / BLOCK;
    return (Range){blocks * piece / PIECES * BLOCK, blocks * (piece + 1) / PIECES * BLOCK};
}

/* Phase 2: the gradient of the parameters that all positions use, and its length. */
static void take_dense(void *context, int piece) {
    Step *step = context;
    RegionsBatch *batch = step->batch;
    double squares = 0;
    for (int role = 0; role < batch->model->roles; role++) {
        DenseParams *to = &step->stepper->dense[role];
        float *generator = (float *)&to->generator, *layers = (float *)&to->layers;
        Range of_generator = blocks_of(piece, GENERATOR_FLOATS);
        Range of_layers = blocks_of(piece, REGIONS_LAYER_FLOATS);
        int generator_count = of_generator.end - of_generator.first;
        int layer_count = of_layers.end - of_layers.first;
        memset(generator + of_generator.first, 0, (size_t)generator_count * sizeof(float));
        memset(layers + of_layers.first, 0, (size_t)layer_count * sizeof(float));
        for (int h = 0; h < REGIONS_HEAPS; h++) {
            move_floats(generator + of_generator.first,
                        (float *)&step->stepper->pieces[h][role] + of_generator.first,
                        generator_count);
            move_floats(layers + of_layers.first,
                        (float *)&batch->gradients[h][role].layers + of_layers.first, layer_count);
        }
        scale_floats(layers + of_layers.first, layer_count, step->inverse_weight);
        squares += floats_squares(generator + of_generator.first, generator_count);
        squares += floats_squares(layers + of_layers.first, layer_count);
        const RegionsCodes *codes = &batch->codes[role];
        int first = codes->count * piece / PIECES, end = codes->count * (piece + 1) / PIECES;
        squares += floats_squares(codes->slopes[first], (end - first) * REGIONS_CHANNELS);
    }
    step->squares[piece] = squares;
}

/* Moves parameters against their gradient. */
static void change(const Step *step, float *restrict params, float *restrict momentum,
                   float *restrict variance, const float *restrict slopes, int count) {
    adam_change(&step->adam, step->shortened, params, momentum, variance, slopes, count);
}

static void change_threats(const Step *step, int role, int piece) {
    RegionsModel *model = step->batch->model;
    RegionsParams *params = &model->params[role], *momentum = &model->momentum[role],
                  *variance = &model->variance[role];
    for (int state = piece; state < THREAT_STATES; state += PIECES) {
        float slopes[REGIONS_HIDDEN] = {0};
        bool is_touched = false;
        for (int h = 0; h < REGIONS_HEAPS; h++) {
            RegionsGradient *from = &step->batch->gradients[h][role];
            if (!from->is_threat_touched[state])
                continue;
            is_touched = true;
            move_floats(slopes, from->threat[state], REGIONS_HIDDEN);
            from->is_threat_touched[state] = false;
        }
        scale_floats(slopes, REGIONS_HIDDEN, step->inverse_weight);
        if (is_touched)
            change(step, params->threat[state], momentum->threat[state], variance->threat[state],
                   slopes, REGIONS_HIDDEN);
    }
}

/* Phase 3: the parameters. */
static void change_params(void *context, int piece) {
    const Step *step = context;
    RegionsModel *model = step->batch->model;
    Range of_dense = blocks_of(piece, DENSE_FLOATS);
    for (int role = 0; role < model->roles; role++) {
        RegionsParams *params = &model->params[role], *momentum = &model->momentum[role],
                      *variance = &model->variance[role];
        change(step, (float *)&params->dense + of_dense.first,
               (float *)&momentum->dense + of_dense.first,
               (float *)&variance->dense + of_dense.first,
               (const float *)&step->stepper->dense[role] + of_dense.first,
               of_dense.end - of_dense.first);
        const RegionsCodes *codes = &step->batch->codes[role];
        int first = codes->count * piece / PIECES, end = codes->count * (piece + 1) / PIECES;
        for (int i = first; i < end; i++) {
            int code = codes->codes[i];
            change(step, params->own[code], momentum->own[code], variance->own[code],
                   codes->slopes[i], REGIONS_CHANNELS);
        }
        change_threats(step, role, piece);
    }
}

/* ---- The step -------------------------------------------------------------------------------- */

/* Returns the share of the gradient to use; updates the running mean of its length. */
static float share_used(Step *step) {
    RegionsModel *model = step->batch->model;
    double squares = 0;
    for (int piece = 0; piece < PIECES; piece++)
        squares += step->squares[piece];
    double length = sqrt(squares);
    if (model->usual_length <= 0)
        model->usual_length = length;
    double limit = STEP_LENGTHS * model->usual_length;
    double share = length > limit ? limit / length : 1;
    model->usual_length += USUAL_SHARE * (length * share - model->usual_length);
    return (float)share;
}

void regions_step(RegionsStepper *stepper, RegionsBatch *batch, double weight, double rate) {
    RegionsModel *model = batch->model;
    Step step = {.stepper = stepper,
                 .batch = batch,
                 .inverse_weight = (float)(1 / weight),
                 .adam = adam_step(++model->steps, rate)};
    parallel_run(batch->threads, PIECES, take_rows, &step);
    parallel_run(batch->threads, PIECES, take_dense, &step);
    step.shortened = share_used(&step);
    parallel_run(batch->threads, PIECES, change_params, &step);
    for (int role = 0; role < model->roles; role++)
        regions_limit_layers(&model->params[role].dense.layers);
    regions_model_compose_layers(model);
}
