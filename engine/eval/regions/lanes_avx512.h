/* lanes_avx512.h: the vectors of kernels_body.h by AVX-512 with VNNI, whose instruction adds the
 * products of a group of inputs: see lanes_plain.h. Only where KANAME_X86 is 1. */
#ifndef KANAME_EVAL_REGIONS_LANES_AVX512_H
#define KANAME_EVAL_REGIONS_LANES_AVX512_H

#include <string.h>

#include "base/x86.h"
#include "eval/regions/layers.h"

#if KANAME_X86
#define KERNEL AVX512 __attribute__((always_inline)) static inline
#define ENTRY AVX512 static
#define KERNELS REGIONS_AVX512

enum {
    LANES = 32,
    WIDE = 16,                           /* numbers of 32 bits in a vector */
    GROUPS_BYTES = WIDE * REGIONS_GROUP, /* of weights in a vector */
    CHAINS = 2                           /* sums of an output, which do not wait for one another */
};

typedef __m512i Lanes;

KERNEL Lanes lanes_zero(void) {
    return _mm512_setzero_si512();
}

KERNEL Lanes lanes_load(const int16_t *from) {
    return _mm512_load_si512(from);
}

KERNEL void lanes_store(int16_t *to, Lanes lanes) {
    _mm512_store_si512(to, lanes);
}

KERNEL Lanes lanes_of_bytes(const uint8_t *from) {
    return _mm512_cvtepu8_epi16(_mm256_load_si256((const __m256i *)(const void *)from));
}

KERNEL Lanes lanes_of_signed(const int8_t *from) {
    return _mm512_cvtepi8_epi16(_mm256_load_si256((const __m256i *)(const void *)from));
}

KERNEL Lanes lanes_add(Lanes a, Lanes b) {
    return _mm512_add_epi16(a, b);
}

KERNEL Lanes lanes_sub(Lanes a, Lanes b) {
    return _mm512_sub_epi16(a, b);
}

KERNEL Lanes lanes_add_limited(Lanes a, Lanes b) {
    return _mm512_adds_epi16(a, b);
}

KERNEL Lanes lanes_times(Lanes a, Lanes b) {
    return _mm512_mullo_epi16(a, b);
}

/* mulhrs gives (a * b + (1 << 14)) >> 15. */
KERNEL Lanes lanes_shifted(Lanes a, int shift) {
    return _mm512_mulhrs_epi16(a, _mm512_set1_epi16((int16_t)(1 << (15 - shift))));
}

KERNEL Lanes lanes_max(Lanes a, Lanes b) {
    return _mm512_max_epi16(a, b);
}

KERNEL Lanes lanes_limited(Lanes a) {
    return _mm512_min_epi16(_mm512_max_epi16(a, _mm512_setzero_si512()),
                            _mm512_set1_epi16(REGIONS_MOST));
}

KERNEL void lanes_store_bytes(uint8_t *to, Lanes lanes) {
    _mm256_store_si256((__m256i *)(void *)to, _mm512_cvtepi16_epi8(lanes_limited(lanes)));
}

/* ---- Layers ---------------------------------------------------------------------------------- */

KERNEL __m512i add_products(__m512i sum, const uint8_t *from, const int8_t *weights) {
    int32_t four;
    memcpy(&four, from, sizeof four);
    return _mm512_dpbusd_epi32(sum, _mm512_set1_epi32(four), _mm512_load_si512(weights));
}

/* Sets sums of `outputs` of a layer's `stride` outputs. */
KERNEL void add_layer(const uint8_t *from, int inputs, const int8_t *weights, int stride,
                      const int32_t *bias, int outputs, __m512i *sum) {
    const int next = stride * REGIONS_GROUP;
    __m512i other[REGIONS_HIDDEN / WIDE];
    for (int j = 0; j < outputs / WIDE; j++) {
        sum[j] = _mm512_load_si512(bias + WIDE * j);
        other[j] = _mm512_setzero_si512();
    }
    for (int i = 0; i < inputs; i += CHAINS * REGIONS_GROUP, weights += CHAINS * next)
        for (int j = 0; j < outputs / WIDE; j++) {
            sum[j] = add_products(sum[j], from + i, weights + GROUPS_BYTES * j);
            other[j] =
                add_products(other[j], from + i + REGIONS_GROUP, weights + next + GROUPS_BYTES * j);
        }
    for (int j = 0; j < outputs / WIDE; j++)
        sum[j] = _mm512_add_epi32(sum[j], other[j]);
}

/* Shifts sums and limits them to bytes. */
KERNEL __m128i narrowed(__m512i sum, unsigned shift) {
    __m512i positive = _mm512_max_epi32(_mm512_srai_epi32(sum, shift), _mm512_setzero_si512());
    return _mm_min_epu8(_mm512_cvtusepi32_epi8(positive), _mm_set1_epi8(REGIONS_MOST));
}

KERNEL __m128i narrowed_signed(__m512i sum, unsigned shift) {
    return _mm_max_epi8(_mm512_cvtsepi32_epi8(_mm512_srai_epi32(sum, shift)),
                        _mm_set1_epi8(-REGIONS_MOST));
}

KERNEL void run_layer(const uint8_t *from, int inputs, const int8_t *weights, const int32_t *bias,
                      int outputs, uint8_t *to) {
    __m512i sum[REGIONS_HIDDEN / WIDE];
    add_layer(from, inputs, weights, outputs, bias, outputs, sum);
    for (int j = 0; j < outputs / WIDE; j++)
        _mm_store_si128((__m128i *)(void *)(to + WIDE * j), narrowed(sum[j], REGIONS_WEIGHT_SHIFT));
}

KERNEL void run_mixer(const RegionsLayers *layers, const uint8_t *pool, MixedWeights *mixed) {
    enum { PIECE = 3 * WIDE };
    _Static_assert(REGIONS_MIXED % PIECE == 0, "whole pieces");
    int8_t *to = (int8_t *)mixed;
    __m512i sum[PIECE / WIDE];
#pragma GCC unroll 1
    for (int j = 0; j < REGIONS_MIXED; j += PIECE) {
        add_layer(pool, REGIONS_POOL, layers->mixer + j * REGIONS_GROUP, REGIONS_MIXED,
                  layers->mixer_bias + j, PIECE, sum);
        for (int k = 0; k < PIECE / WIDE; k++)
            _mm_store_si128((__m128i *)(void *)(to + j + WIDE * k),
                            narrowed_signed(sum[k], REGIONS_MIXER_SHIFT));
    }
}

KERNEL int32_t outcome_of(const uint8_t *number, const int16_t *weight) {
    return _mm512_reduce_add_epi32(_mm512_madd_epi16(lanes_of_bytes(number), lanes_load(weight)));
}

KERNEL void orders_of_units(const uint8_t spatial[REGIONS_AT_ONCE][REGIONS_SPATIAL],
                            const MixedWeights *mixed, const int32_t *bias, const int8_t *worth,
                            int32_t order[REGIONS_AT_ONCE]) {
    const __m512i places = _mm512_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
    const __m512i worths = _mm512_permutexvar_epi32(
        places, _mm512_castsi128_si512(_mm_load_si128((const __m128i *)(const void *)worth)));
    const int8_t *weights = mixed->weight[0][0];
    __m512i sum[REGIONS_AT_ONCE];
    for (int c = 0; c < REGIONS_AT_ONCE; c++)
        sum[c] = _mm512_load_si512(bias);
    for (int i = 0; i < REGIONS_SPATIAL; i += REGIONS_GROUP)
        for (int c = 0; c < REGIONS_AT_ONCE; c++)
            sum[c] = add_products(sum[c], spatial[c] + i, weights + REGIONS_UNITS * i);
    for (int c = 0; c < REGIONS_AT_ONCE; c++)
        sum[c] = _mm512_srai_epi32(sum[c], REGIONS_WEIGHT_SHIFT);
    /* Each quarter holds four units of each cell. */
    __m512i bytes = _mm512_min_epu8(
        _mm512_packus_epi16(_mm512_packs_epi32(sum[0], sum[1]), _mm512_packs_epi32(sum[2], sum[3])),
        _mm512_set1_epi8(REGIONS_MOST));
    __m512i fours = _mm512_dpbusd_epi32(_mm512_setzero_si512(), bytes, worths);
    __m256i eights =
        _mm256_add_epi32(_mm512_castsi512_si256(fours), _mm512_extracti64x4_epi64(fours, 1));
    _mm_storeu_si128((__m128i *)(void *)order, _mm_add_epi32(_mm256_castsi256_si128(eights),
                                                             _mm256_extracti128_si256(eights, 1)));
}
#endif

#endif
