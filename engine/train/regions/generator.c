#include "train/regions/generator.h"

#include <stdlib.h>
#include <string.h>

#include "base/x86.h"
#include "train/regions/integers.h"
#include "train/regions/matrix.h"

enum { TILE = 32 /* codes at a time: their numbers stay in the nearest cache */ };

bool generator_init(GeneratorScratch *scratch) {
    *scratch = (GeneratorScratch){
        .input = regions_zeros(2 * REGIONS_ROWS * sizeof *scratch->input),
        .ends = regions_zeros(2 * REGIONS_ROWS * sizeof *scratch->ends),
        .joined = regions_zeros(REGIONS_ROWS * sizeof *scratch->joined),
        .middle = regions_zeros(REGIONS_ROWS * sizeof *scratch->middle),
    };
    return scratch->input != NULL && scratch->ends != NULL && scratch->joined != NULL &&
           scratch->middle != NULL;
}

void generator_release(GeneratorScratch *scratch) {
    free(scratch->input);
    free(scratch->ends);
    free(scratch->joined);
    free(scratch->middle);
}

REGIONS_INLINE void set_all(float *restrict to, const float *restrict bias, int rows, int width) {
    for (int r = 0; r < rows; r++)
        memcpy(to + r * width, bias, (size_t)width * sizeof *to);
}

REGIONS_INLINE void drop_negatives(float *numbers, int count) {
    for (int i = 0; i < count; i++)
        numbers[i] = numbers[i] > 0 ? numbers[i] : 0;
}

/* Slopes pass where the number is above 0. */
REGIONS_INLINE void hold_back(float *restrict slopes, const float *restrict numbers, int count) {
    for (int i = 0; i < count; i++)
        slopes[i] = numbers[i] > 0 ? slopes[i] : 0;
}

REGIONS_INLINE void add_columns(float *restrict to, const float *restrict from, int rows,
                                int width) {
    for (int r = 0; r < rows; r++)
        for (int i = 0; i < width; i++)
            to[i] += from[r * width + i];
}

/* ---- Forward --------------------------------------------------------------------------------- */

REGIONS_INLINE void run_tile(RegionsModel *model, int role, const uint16_t *codes, int first,
                             int count, GeneratorScratch *scratch) {
    const RegionsParams *params = &model->params[role];
    const GeneratorParams *generator = &params->dense.generator;
    float(*input)[GENERATOR_INPUTS] = scratch->input + 2 * first;
    float(*ends)[GENERATOR_WIDTH] = scratch->ends + 2 * first;
    float(*joined)[GENERATOR_WIDTH] = scratch->joined + first;
    float(*middle)[GENERATOR_WIDTH] = scratch->middle + first;
    float rows[TILE][REGIONS_CHANNELS];
    for (int i = 0; i < count; i++)
        memcpy(input[2 * i], model->inputs[codes[first + i]], sizeof model->inputs[0]);
    set_all(ends[0], generator->input_bias, 2 * count, GENERATOR_WIDTH);
    matrix_forward(ends[0], input[0], generator->input[0], 2 * count, GENERATOR_INPUTS,
                   GENERATOR_WIDTH);
    drop_negatives(ends[0], 2 * count * GENERATOR_WIDTH);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < GENERATOR_WIDTH; j++)
            joined[i][j] = ends[2 * i][j] + ends[2 * i + 1][j];
    set_all(middle[0], generator->middle_bias, count, GENERATOR_WIDTH);
    matrix_forward(middle[0], joined[0], generator->middle[0], count, GENERATOR_WIDTH,
                   GENERATOR_WIDTH);
    drop_negatives(middle[0], count * GENERATOR_WIDTH);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < REGIONS_CHANNELS; j++)
            rows[i][j] = params->own[codes[first + i]][j] + generator->output_bias[j];
    matrix_forward(rows[0], middle[0], generator->output[0], count, GENERATOR_WIDTH,
                   REGIONS_CHANNELS);
    if (model->is_rounded)
        regions_round_rows(rows[0], count);
    for (int i = 0; i < count; i++)
        memcpy(model->floats[role].row[codes[first + i]], rows[i], sizeof rows[i]);
}

REGIONS_INLINE void run_body(RegionsModel *model, int role, const uint16_t *codes, int first,
                             int end, GeneratorScratch *scratch) {
    for (int at = first; at < end; at += TILE)
        run_tile(model, role, codes, at, end - at < TILE ? end - at : TILE, scratch);
}

/* ---- Back ------------------------------------------------------------------------------------ */

REGIONS_INLINE void teach_tile(const RegionsModel *model, int role, int first, int count,
                               const float (*slopes)[REGIONS_CHANNELS],
                               const GeneratorScratch *scratch, GeneratorParams *gradient) {
    const RegionsTurned *turned = &model->turned[role];
    const float(*input)[GENERATOR_INPUTS] = scratch->input + 2 * first;
    const float(*ends)[GENERATOR_WIDTH] = scratch->ends + 2 * first;
    const float(*joined)[GENERATOR_WIDTH] = scratch->joined + first;
    const float(*middle)[GENERATOR_WIDTH] = scratch->middle + first;
    float by_middle[TILE][GENERATOR_WIDTH] = {{0}}, by_joined[TILE][GENERATOR_WIDTH] = {{0}};
    float by_ends[2 * TILE][GENERATOR_WIDTH];
    add_columns(gradient->output_bias, slopes[first], count, REGIONS_CHANNELS);
    matrix_teach(gradient->output[0], middle[0], slopes[first], count, GENERATOR_WIDTH,
                 REGIONS_CHANNELS);
    matrix_forward(by_middle[0], slopes[first], turned->generator_output[0], count,
                   REGIONS_CHANNELS, GENERATOR_WIDTH);
    hold_back(by_middle[0], middle[0], count * GENERATOR_WIDTH);
    add_columns(gradient->middle_bias, by_middle[0], count, GENERATOR_WIDTH);
    matrix_teach(gradient->middle[0], joined[0], by_middle[0], count, GENERATOR_WIDTH,
                 GENERATOR_WIDTH);
    matrix_forward(by_joined[0], by_middle[0], turned->generator_middle[0], count, GENERATOR_WIDTH,
                   GENERATOR_WIDTH);
    for (int i = 0; i < count; i++) {
        memcpy(by_ends[2 * i], by_joined[i], sizeof by_joined[i]);
        memcpy(by_ends[2 * i + 1], by_joined[i], sizeof by_joined[i]);
    }
    hold_back(by_ends[0], ends[0], 2 * count * GENERATOR_WIDTH);
    add_columns(gradient->input_bias, by_ends[0], 2 * count, GENERATOR_WIDTH);
    matrix_teach(gradient->input[0], input[0], by_ends[0], 2 * count, GENERATOR_INPUTS,
                 GENERATOR_WIDTH);
}

REGIONS_INLINE void teach_body(const RegionsModel *model, int role, int first, int end,
                               const float (*slopes)[REGIONS_CHANNELS],
                               const GeneratorScratch *scratch, GeneratorParams *gradient) {
    for (int at = first; at < end; at += TILE)
        teach_tile(model, role, at, end - at < TILE ? end - at : TILE, slopes, scratch, gradient);
}

/* ---- Instruction sets ------------------------------------------------------------------------ */

#define RUN_PARAMS                                                            \
    RegionsModel *model, int role, const uint16_t *codes, int first, int end, \
        GeneratorScratch *scratch
#define TEACH_PARAMS                                                             \
    const RegionsModel *model, int role, int first, int end,                     \
        const float(*slopes)[REGIONS_CHANNELS], const GeneratorScratch *scratch, \
        GeneratorParams *gradient

static void run_scalar(RUN_PARAMS) {
    run_body(model, role, codes, first, end, scratch);
}

static void teach_scalar(TEACH_PARAMS) {
    teach_body(model, role, first, end, slopes, scratch, gradient);
}

#if KANAME_X86
AVX2 static void run_avx2(RUN_PARAMS) {
    run_body(model, role, codes, first, end, scratch);
}

AVX2 static void teach_avx2(TEACH_PARAMS) {
    teach_body(model, role, first, end, slopes, scratch, gradient);
}
#endif

void generator_run(RegionsModel *model, int role, const uint16_t *codes, int first, int end,
                   Isa isa, GeneratorScratch *scratch) {
#if KANAME_X86
    if (isa == ISA_AVX2 || isa == ISA_AVX512) {
        run_avx2(model, role, codes, first, end, scratch);
        return;
    }
#endif
    (void)isa;
    run_scalar(model, role, codes, first, end, scratch);
}

void generator_teach(const RegionsModel *model, int role, int first, int end,
                     const float (*slopes)[REGIONS_CHANNELS], Isa isa,
                     const GeneratorScratch *scratch, GeneratorParams *gradient) {
#if KANAME_X86
    if (isa == ISA_AVX2 || isa == ISA_AVX512) {
        teach_avx2(model, role, first, end, slopes, scratch, gradient);
        return;
    }
#endif
    (void)isa;
    teach_scalar(model, role, first, end, slopes, scratch, gradient);
}
