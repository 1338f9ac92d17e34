/* lanes_neon.h: the vectors of kernels_body.h by the vectors of 64-bit ARM: see lanes_plain.h. Only
 * where KANAME_NEON is 1. */
#ifndef KANAME_EVAL_REGIONS_LANES_NEON_H
#define KANAME_EVAL_REGIONS_LANES_NEON_H

#include <string.h>

#include "eval/regions/kernels.h"

#if KANAME_NEON
#include <arm_neon.h>

#define KERNEL __attribute__((always_inline)) static inline
#define ENTRY static
#define KERNELS REGIONS_NEON

enum { LANES = 8 };
typedef int16x8_t Lanes;

KERNEL Lanes lanes_zero(void) {
    return vdupq_n_s16(0);
}

KERNEL Lanes lanes_load(const int16_t *from) {
    return vld1q_s16(from);
}

KERNEL void lanes_store(int16_t *to, Lanes lanes) {
    vst1q_s16(to, lanes);
}

KERNEL Lanes lanes_of_bytes(const uint8_t *from) {
    return vreinterpretq_s16_u16(vmovl_u8(vld1_u8(from)));
}

KERNEL Lanes lanes_of_signed(const int8_t *from) {
    return vmovl_s8(vld1_s8(from));
}

KERNEL Lanes lanes_add(Lanes a, Lanes b) {
    return vaddq_s16(a, b);
}

KERNEL Lanes lanes_sub(Lanes a, Lanes b) {
    return vsubq_s16(a, b);
}

KERNEL Lanes lanes_add_limited(Lanes a, Lanes b) {
    return vqaddq_s16(a, b);
}

KERNEL Lanes lanes_times(Lanes a, Lanes b) {
    return vmulq_s16(a, b);
}

/* A shift to the left by less than 0 is one to the right, here with rounding. */
KERNEL Lanes lanes_shifted(Lanes a, int shift) {
    return vrshlq_s16(a, vdupq_n_s16((int16_t)-shift));
}

KERNEL Lanes lanes_max(Lanes a, Lanes b) {
    return vmaxq_s16(a, b);
}

KERNEL Lanes lanes_limited(Lanes a) {
    return vminq_s16(vmaxq_s16(a, lanes_zero()), vdupq_n_s16(REGIONS_MOST));
}

KERNEL void lanes_store_bytes(uint8_t *to, Lanes lanes) {
    vst1_u8(to, vmin_u8(vqmovun_s16(lanes), vdup_n_u8(REGIONS_MOST)));
}

/* ---- Layers ---------------------------------------------------------------------------------- */

enum {
    WIDE = 4,  /* numbers of 32 bits in a vector */
    PIECE = 16 /* outputs whose sums fit the registers */
};

/* Sets PIECE sums of a layer's `stride` outputs. Inputs have 7 bits, so they are signed bytes too.
 */
KERNEL void add_piece(const uint8_t *from, int inputs, const int8_t *weights, int stride,
                      const int32_t *bias, int32x4_t sum[PIECE / WIDE]) {
    int32x4_t part[PIECE / 2];
    for (int j = 0; j < PIECE / 2; j++)
        part[j] = vdupq_n_s32(0);
    for (int i = 0; i < inputs; i += REGIONS_GROUP, weights += stride * REGIONS_GROUP) {
        int32_t four;
        memcpy(&four, from + i, sizeof four);
        int8x8_t input = vreinterpret_s8_s32(vdup_n_s32(four));
        for (int j = 0; j < PIECE / WIDE; j++) {
            int8x16_t bytes = vld1q_s8(weights + WIDE * REGIONS_GROUP * j);
            part[2 * j] = vpadalq_s16(part[2 * j], vmull_s8(input, vget_low_s8(bytes)));
            part[2 * j + 1] = vpadalq_s16(part[2 * j + 1], vmull_s8(input, vget_high_s8(bytes)));
        }
    }
    for (int j = 0; j < PIECE / WIDE; j++)
        sum[j] = vaddq_s32(vpaddq_s32(part[2 * j], part[2 * j + 1]), vld1q_s32(bias + WIDE * j));
}

/* Shifts PIECE sums and packs them to 16 bits. */
KERNEL void pack_piece(const int32x4_t sum[PIECE / WIDE], int shift, Lanes *low, Lanes *high) {
    int32x4_t by = vdupq_n_s32(-shift);
    *low = vcombine_s16(vqmovn_s32(vshlq_s32(sum[0], by)), vqmovn_s32(vshlq_s32(sum[1], by)));
    *high = vcombine_s16(vqmovn_s32(vshlq_s32(sum[2], by)), vqmovn_s32(vshlq_s32(sum[3], by)));
}

KERNEL void run_layer(const uint8_t *from, int inputs, const int8_t *weights, const int32_t *bias,
                      int outputs, uint8_t *to) {
    for (int j = 0; j < outputs; j += PIECE) {
        int32x4_t sum[PIECE / WIDE];
        Lanes low, high;
        add_piece(from, inputs, weights + j * REGIONS_GROUP, outputs, bias + j, sum);
        pack_piece(sum, REGIONS_WEIGHT_SHIFT, &low, &high);
        lanes_store_bytes(to + j, low);
        lanes_store_bytes(to + j + LANES, high);
    }
}

KERNEL void run_mixer(const RegionsLayers *layers, const uint8_t *pool, MixedWeights *mixed) {
    int8_t *to = (int8_t *)mixed;
    const int8x16_t least = vdupq_n_s8(-REGIONS_MOST);
    for (int j = 0; j < REGIONS_MIXED; j += PIECE) {
        int32x4_t sum[PIECE / WIDE];
        Lanes low, high;
        add_piece(pool, REGIONS_POOL, layers->mixer + j * REGIONS_GROUP, REGIONS_MIXED,
                  layers->mixer_bias + j, sum);
        pack_piece(sum, REGIONS_MIXER_SHIFT, &low, &high);
        vst1q_s8(to + j, vmaxq_s8(vcombine_s8(vqmovn_s16(low), vqmovn_s16(high)), least));
    }
}

/* Returns the sum of the products of LANES numbers. */
KERNEL int32x4_t products(int32x4_t sum, Lanes a, Lanes b) {
    sum = vmlal_s16(sum, vget_low_s16(a), vget_low_s16(b));
    return vmlal_s16(sum, vget_high_s16(a), vget_high_s16(b));
}

KERNEL int32_t outcome_of(const uint8_t *number, const int16_t *weight) {
    int32x4_t sum = vdupq_n_s32(0);
    for (int i = 0; i < REGIONS_SECOND; i += LANES)
        sum = products(sum, lanes_of_bytes(number + i), lanes_load(weight + i));
    return vaddvq_s32(sum);
}

KERNEL void orders_of_units(const uint8_t spatial[REGIONS_AT_ONCE][REGIONS_SPATIAL],
                            const MixedWeights *mixed, const int32_t *bias, const int8_t *worth,
                            int32_t order[REGIONS_AT_ONCE]) {
    const Lanes first = lanes_of_signed(worth), second = lanes_of_signed(worth + LANES);
    for (int c = 0; c < REGIONS_AT_ONCE; c++) {
        int32x4_t sum[PIECE / WIDE];
        Lanes low, high;
        add_piece(spatial[c], REGIONS_SPATIAL, mixed->weight[0][0], REGIONS_UNITS, bias, sum);
        pack_piece(sum, REGIONS_WEIGHT_SHIFT, &low, &high);
        int32x4_t of_low = products(vdupq_n_s32(0), lanes_limited(low), first);
        order[c] = vaddvq_s32(products(of_low, lanes_limited(high), second));
    }
}
#endif

#endif
