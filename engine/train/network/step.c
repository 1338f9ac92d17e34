#include "train/network/step.h"

#include <math.h>
#include <string.h>

#include "train/floats.h"
#include "train/parallel.h"

/* Pieces of each phase, for any number of threads; floats are processed in blocks. */
enum { PIECES = 16, BLOCK = FLOATS_BLOCK };

static const float MOMENTUM_SHARE = 0.1f, VARIANCE_SHARE = 0.001f, LEAST_DEVIATION = 1e-8f;

typedef struct Step {
    NetworkModel *model;
    PassGradient *const *gradients;
    int count;
    float inverse_weight;
    double squares[2][PIECES]; /* of the gradient: own rows and layers; shared rows */
    float shortened;           /* share of the gradient to use */
    float rate, momentum_scale, variance_scale;
} Step;

typedef struct Range {
    int first, end;
} Range;

static Range range_of(int piece, int count) {
    return (Range){count * piece / PIECES, count * (piece + 1) / PIECES};
}

/* ---- Phases ---------------------------------------------------------------------------------- */

static void take_row(const Step *step, int role, int row) {
    float sum[NETWORK_VIEW] = {0};
    for (int h = 0; h < step->count; h++) {
        PassGradient *from = &step->gradients[h][role];
        if (!from->is_touched[row])
            continue;
        for (int i = 0; i < NETWORK_VIEW; i++)
            sum[i] += from->numbers.row[row][i];
        memset(from->numbers.row[row], 0, sizeof from->numbers.row[row]);
        from->is_touched[row] = false;
    }
    float *to = step->model->gradient[role].own[row];
    for (int i = 0; i < NETWORK_VIEW; i++)
        to[i] = sum[i] * step->inverse_weight;
}

static void take_layers(const Step *step, int role, Range range) {
    float *to = (float *)&step->model->gradient[role].layers;
    size_t bytes = (size_t)(range.end - range.first) * sizeof *to;
    memset(to + range.first, 0, bytes);
    for (int h = 0; h < step->count; h++) {
        float *from = (float *)&step->gradients[h][role].numbers.layers;
        for (int i = range.first; i < range.end; i++)
            to[i] += from[i];
        memset(from + range.first, 0, bytes);
    }
    for (int i = range.first; i < range.end; i++)
        to[i] *= step->inverse_weight;
}

/* Phase 1: the slopes by own rows and layers. */
static void take_gradients(void *context, int piece) {
    Step *step = context;
    Range rows = range_of(piece, NETWORK_ROWS);
    Range blocks = range_of(piece, MODEL_LAYER_FLOATS / BLOCK);
    Range floats = {blocks.first * BLOCK, blocks.end * BLOCK};
    double squares = 0;
    for (int role = 0; role < step->model->roles; role++) {
        const ModelParams *gradient = &step->model->gradient[role];
        for (int row = rows.first; row < rows.end; row++)
            take_row(step, role, row);
        take_layers(step, role, floats);
        squares +=
            floats_squares(gradient->own[rows.first], (rows.end - rows.first) * NETWORK_VIEW);
        squares += floats_squares((const float *)&gradient->layers + floats.first,
                                  floats.end - floats.first);
    }
    step->squares[0][piece] = squares;
}

static double share_rows(ModelParams *gradient, const ModelGroups *groups,
                         float (*to)[NETWORK_VIEW], Range range) {
    for (int of = range.first; of < range.end; of++) {
        float sum[NETWORK_VIEW] = {0};
        for (int at = groups->start[of]; at < groups->start[of + 1]; at++)
            for (int i = 0; i < NETWORK_VIEW; i++)
                sum[i] += gradient->own[groups->rows[at]][i];
        memcpy(to[of], sum, sizeof sum);
    }
    return floats_squares(to[range.first], (range.end - range.first) * NETWORK_VIEW);
}

/* Phase 2: the slopes by the rows that others share. */
static void share_gradients(void *context, int piece) {
    Step *step = context;
    double squares = 0;
    for (int role = 0; role < step->model->roles; role++) {
        ModelParams *gradient = &step->model->gradient[role];
        squares += share_rows(gradient, &step->model->inners[role], gradient->inner,
                              range_of(piece, MODEL_INNERS));
        squares += share_rows(gradient, &step->model->pairs[role], gradient->pair,
                              range_of(piece, MODEL_PAIRS));
    }
    step->squares[1][piece] = squares;
}

/* Phase 3: the parameters. */
static void change_params(void *context, int piece) {
    const Step *step = context;
    Range blocks = range_of(piece, MODEL_PARAMS / BLOCK);
    for (int role = 0; role < step->model->roles; role++) {
        float *restrict params = (float *)&step->model->params[role];
        float *restrict momentum = (float *)&step->model->momentum[role];
        float *restrict variance = (float *)&step->model->variance[role];
        const float *restrict gradient = (const float *)&step->model->gradient[role];
        for (int i = blocks.first * BLOCK; i < blocks.end * BLOCK; i++) {
            float slope = gradient[i] * step->shortened;
            momentum[i] += MOMENTUM_SHARE * (slope - momentum[i]);
            variance[i] += VARIANCE_SHARE * (slope * slope - variance[i]);
            float deviation = sqrtf(variance[i] * step->variance_scale) + LEAST_DEVIATION;
            params[i] -= step->rate * (momentum[i] * step->momentum_scale) / deviation;
        }
    }
}

/* Phase 4: the numbers. */
static void compose(void *context, int piece) {
    const Step *step = context;
    Range rows = range_of(piece, NETWORK_ROWS);
    network_model_compose_rows(step->model, rows.first, rows.end);
    if (piece == 0)
        network_model_compose_layers(step->model);
}

/* ---- The step -------------------------------------------------------------------------------- */

static float share_used(const Step *step) {
    double squares = 0;
    for (int piece = 0; piece < PIECES; piece++)
        squares += step->squares[0][piece] + step->squares[1][piece];
    double length = sqrt(squares);
    return length > STEP_GRADIENT_MAX ? (float)(STEP_GRADIENT_MAX / length) : 1;
}

void network_step(NetworkModel *model, PassGradient *const *gradients, int count, double weight,
                  double rate, int threads) {
    Step step = {.model = model,
                 .gradients = gradients,
                 .count = count,
                 .inverse_weight = (float)(1 / weight),
                 .rate = (float)rate};
    double steps = (double)++model->steps;
    step.momentum_scale = (float)(1 / (1 - pow(1 - (double)MOMENTUM_SHARE, steps)));
    step.variance_scale = (float)(1 / (1 - pow(1 - (double)VARIANCE_SHARE, steps)));
    parallel_run(threads, PIECES, take_gradients, &step);
    parallel_run(threads, PIECES, share_gradients, &step);
    step.shortened = share_used(&step);
    parallel_run(threads, PIECES, change_params, &step);
    parallel_run(threads, PIECES, compose, &step);
}
