/* lanes_plain.h: the vectors of kernels_body.h as the compiler's own extension, for any processor:
 * 16 bytes, or the instructions that replace them. */
#ifndef KANAME_EVAL_REGIONS_LANES_PLAIN_H
#define KANAME_EVAL_REGIONS_LANES_PLAIN_H

#include <stdint.h>
#include <string.h>

#include "eval/regions/layers.h"

#define KERNEL __attribute__((always_inline)) static inline
#define ENTRY static
#define KERNELS REGIONS_PLAIN

enum { LANES = 8 };
typedef int16_t Lanes __attribute__((vector_size(2 * LANES), may_alias));
typedef uint16_t LanesUnsigned __attribute__((vector_size(2 * LANES)));
typedef uint8_t LaneBytes __attribute__((vector_size(LANES)));
typedef int8_t LaneSigned __attribute__((vector_size(LANES)));

KERNEL Lanes lanes_zero(void) {
    return (Lanes){0};
}

/* The address is a multiple of the vector's size. */
KERNEL Lanes lanes_load(const int16_t *from) {
    return *(const Lanes *)(const void *)from;
}

KERNEL void lanes_store(int16_t *to, Lanes lanes) {
    *(Lanes *)(void *)to = lanes;
}

KERNEL Lanes lanes_of_bytes(const uint8_t *from) {
    LaneBytes bytes;
    memcpy(&bytes, from, sizeof bytes);
    return __builtin_convertvector(bytes, Lanes);
}

KERNEL Lanes lanes_of_signed(const int8_t *from) {
    LaneSigned bytes;
    memcpy(&bytes, from, sizeof bytes);
    return __builtin_convertvector(bytes, Lanes);
}

KERNEL Lanes lanes_chosen(Lanes is_first, Lanes first, Lanes second) {
    return (first & is_first) | (second & ~is_first);
}

KERNEL Lanes lanes_add(Lanes a, Lanes b) {
    return a + b;
}

KERNEL Lanes lanes_sub(Lanes a, Lanes b) {
    return a - b;
}

/* Adds numbers from 0 on; a sum is at most INT16_MAX. */
KERNEL Lanes lanes_add_limited(Lanes a, Lanes b) {
    Lanes sum = (Lanes)((LanesUnsigned)a + (LanesUnsigned)b);
    return lanes_chosen(sum < 0, lanes_zero() + INT16_MAX, sum);
}

KERNEL Lanes lanes_times(Lanes a, Lanes b) {
    return a * b;
}

/* Divides by a power of two and rounds halves up. */
KERNEL Lanes lanes_shifted(Lanes a, int shift) {
    return (a >> shift) + (a >> (shift - 1) & 1);
}

KERNEL Lanes lanes_max(Lanes a, Lanes b) {
    return lanes_chosen(a > b, a, b);
}

/* Limits to 0..REGIONS_MOST. */
KERNEL Lanes lanes_limited(Lanes a) {
    Lanes most = lanes_zero() + REGIONS_MOST;
    return lanes_max(lanes_chosen(a < most, a, most), lanes_zero());
}

/* Stores numbers, limited, as LANES bytes. */
KERNEL void lanes_store_bytes(uint8_t *to, Lanes lanes) {
    LaneBytes bytes = __builtin_convertvector(lanes_limited(lanes), LaneBytes);
    memcpy(to, &bytes, sizeof bytes);
}

/* ---- Layers ---------------------------------------------------------------------------------- */

/* sum[j] = bias[j] + sum of from[i] * weights, laid out as in layers.h. */
KERNEL void add_layer(const uint8_t *from, int inputs, const int8_t *weights, const int32_t *bias,
                      int outputs, int32_t *sum) {
    memcpy(sum, bias, (size_t)outputs * sizeof *sum);
    for (int i = 0; i < inputs; i += REGIONS_GROUP, weights += outputs * REGIONS_GROUP)
        for (int j = 0; j < outputs; j++)
            for (int k = 0; k < REGIONS_GROUP; k++)
                sum[j] += from[i + k] * weights[j * REGIONS_GROUP + k];
}

/* A layer of up to REGIONS_HIDDEN outputs, a multiple of 32. */
KERNEL void run_layer(const uint8_t *from, int inputs, const int8_t *weights, const int32_t *bias,
                      int outputs, uint8_t *to) {
    int32_t sum[REGIONS_HIDDEN];
    add_layer(from, inputs, weights, bias, outputs, sum);
    for (int j = 0; j < outputs; j++) {
        int32_t number = sum[j] >> REGIONS_WEIGHT_SHIFT;
        to[j] = (uint8_t)(number < 0 ? 0 : number > REGIONS_MOST ? REGIONS_MOST : number);
    }
}

KERNEL void run_mixer(const RegionsLayers *layers, const uint8_t *pool, MixedWeights *mixed) {
    int32_t sum[REGIONS_MIXED];
    int8_t *to = (int8_t *)mixed;
    add_layer(pool, REGIONS_POOL, layers->mixer, layers->mixer_bias, REGIONS_MIXED, sum);
    for (int j = 0; j < REGIONS_MIXED; j++) {
        int32_t weight = sum[j] >> REGIONS_MIXER_SHIFT;
        to[j] = (int8_t)(weight > REGIONS_MOST    ? REGIONS_MOST
                         : weight < -REGIONS_MOST ? -REGIONS_MOST
                                                  : weight);
    }
}

/* Returns the sum of numbers times weights. */
KERNEL int32_t outcome_of(const uint8_t *number, const int16_t *weight) {
    int32_t sum = 0;
    for (int i = 0; i < REGIONS_SECOND; i++)
        sum += number[i] * weight[i];
    return sum;
}

/* Sets the orders of cells by their units. `spatial`: numbers of each cell. `bias`: of the units,
 * rounding halves included. */
KERNEL void orders_of_units(const uint8_t spatial[REGIONS_AT_ONCE][REGIONS_SPATIAL],
                            const MixedWeights *mixed, const int32_t *bias, const int8_t *worth,
                            int32_t order[REGIONS_AT_ONCE]) {
    for (int c = 0; c < REGIONS_AT_ONCE; c++) {
        int32_t sum[REGIONS_UNITS];
        add_layer(spatial[c], REGIONS_SPATIAL, mixed->weight[0][0], bias, REGIONS_UNITS, sum);
        order[c] = 0;
        for (int j = 0; j < REGIONS_UNITS; j++) {
            int32_t unit = sum[j] >> REGIONS_WEIGHT_SHIFT;
            order[c] += (unit < 0 ? 0 : unit > REGIONS_MOST ? REGIONS_MOST : unit) * worth[j];
        }
    }
}

#endif
