/* lanes_avx2.h: the vectors of kernels_body.h by AVX2: see lanes_plain.h. Only where KANAME_X86 is
 * 1. */
#ifndef KANAME_EVAL_REGIONS_LANES_AVX2_H
#define KANAME_EVAL_REGIONS_LANES_AVX2_H

#include <string.h>

#include "base/x86.h"
#include "eval/regions/layers.h"

#if KANAME_X86
#define KERNEL AVX2 __attribute__((always_inline)) static inline
#define ENTRY AVX2 static
#define KERNELS REGIONS_AVX2

enum {
    LANES = 16,
    WIDE = 8,                           /* numbers of 32 bits in a vector */
    GROUPS_BYTES = WIDE * REGIONS_GROUP /* of weights in a vector */
};
typedef __m256i Lanes;

KERNEL Lanes lanes_zero(void) {
    return _mm256_setzero_si256();
}

KERNEL Lanes lanes_load(const int16_t *from) {
    return _mm256_load_si256((const __m256i *)(const void *)from);
}

KERNEL void lanes_store(int16_t *to, Lanes lanes) {
    _mm256_store_si256((__m256i *)(void *)to, lanes);
}

KERNEL Lanes lanes_of_bytes(const uint8_t *from) {
    return _mm256_cvtepu8_epi16(_mm_load_si128((const __m128i *)(const void *)from));
}

KERNEL Lanes lanes_of_signed(const int8_t *from) {
    return _mm256_cvtepi8_epi16(_mm_load_si128((const __m128i *)(const void *)from));
}

KERNEL Lanes lanes_add(Lanes a, Lanes b) {
    return _mm256_add_epi16(a, b);
}

KERNEL Lanes lanes_sub(Lanes a, Lanes b) {
    return _mm256_sub_epi16(a, b);
}

KERNEL Lanes lanes_add_limited(Lanes a, Lanes b) {
    return _mm256_adds_epi16(a, b);
}

KERNEL Lanes lanes_times(Lanes a, Lanes b) {
    return _mm256_mullo_epi16(a, b);
}

/* mulhrs gives (a * b + (1 << 14)) >> 15. */
KERNEL Lanes lanes_shifted(Lanes a, int shift) {
    return _mm256_mulhrs_epi16(a, _mm256_set1_epi16((int16_t)(1 << (15 - shift))));
}

KERNEL Lanes lanes_max(Lanes a, Lanes b) {
    return _mm256_max_epi16(a, b);
}

KERNEL Lanes lanes_limited(Lanes a) {
    return _mm256_min_epi16(_mm256_max_epi16(a, _mm256_setzero_si256()),
                            _mm256_set1_epi16(REGIONS_MOST));
}

KERNEL void lanes_store_bytes(uint8_t *to, Lanes lanes) {
    __m128i bytes =
        _mm_packus_epi16(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    _mm_store_si128((__m128i *)(void *)to, _mm_min_epu8(bytes, _mm_set1_epi8(REGIONS_MOST)));
}

/* ---- Layers ---------------------------------------------------------------------------------- */

/* The sum of products of a group. Products of a byte of 7 bits and of weights fit 16 bits in pairs.
 */
KERNEL __m256i group_products(const uint8_t *from, const int8_t *weights) {
    int32_t four;
    memcpy(&four, from, sizeof four);
    __m256i pairs = _mm256_maddubs_epi16(_mm256_set1_epi32(four),
                                         _mm256_load_si256((const __m256i *)(const void *)weights));
    return _mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
}

/* Sets sums of `outputs` of a layer's `stride` outputs. */
KERNEL void add_layer(const uint8_t *from, int inputs, const int8_t *weights, int stride,
                      const int32_t *bias, int outputs, __m256i *sum) {
    for (int j = 0; j < outputs / WIDE; j++)
        sum[j] = _mm256_load_si256((const __m256i *)(const void *)(bias + WIDE * j));
#pragma GCC unroll 2
    for (int i = 0; i < inputs; i += REGIONS_GROUP, weights += stride * REGIONS_GROUP)
        for (int j = 0; j < outputs / WIDE; j++)
            sum[j] = _mm256_add_epi32(sum[j], group_products(from + i, weights + GROUPS_BYTES * j));
}

/* Shifts the sums of 32 outputs and limits them to signed bytes, in order. */
KERNEL __m256i narrowed(const __m256i *sum, int shift, bool is_signed) {
    __m256i low =
        _mm256_packs_epi32(_mm256_srai_epi32(sum[0], shift), _mm256_srai_epi32(sum[1], shift));
    __m256i high =
        _mm256_packs_epi32(_mm256_srai_epi32(sum[2], shift), _mm256_srai_epi32(sum[3], shift));
    __m256i bytes =
        is_signed ? _mm256_max_epi8(_mm256_packs_epi16(low, high), _mm256_set1_epi8(-REGIONS_MOST))
                  : _mm256_min_epu8(_mm256_packus_epi16(low, high), _mm256_set1_epi8(REGIONS_MOST));
    return _mm256_permutevar8x32_epi32(bytes, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
}

KERNEL void run_layer(const uint8_t *from, int inputs, const int8_t *weights, const int32_t *bias,
                      int outputs, uint8_t *to) {
    __m256i sum[REGIONS_HIDDEN / WIDE];
    add_layer(from, inputs, weights, outputs, bias, outputs, sum);
    for (int j = 0; j < outputs; j += 4 * WIDE)
        _mm256_store_si256((__m256i *)(void *)(to + j),
                           narrowed(sum + j / WIDE, REGIONS_WEIGHT_SHIFT, false));
}

/* The biases fill half a vector. */
KERNEL void run_mixer(const RegionsLayers *layers, const uint8_t *pool, MixedWeights *mixed) {
    enum { PIECE = 64, BIASES = REGIONS_MIXED - REGIONS_UNITS };
    int8_t *to = (int8_t *)mixed;
    __m256i sum[PIECE / WIDE];
#pragma GCC unroll 1
    for (int j = 0; j < BIASES; j += PIECE) {
        add_layer(pool, REGIONS_POOL, layers->mixer + j * REGIONS_GROUP, REGIONS_MIXED,
                  layers->mixer_bias + j, PIECE, sum);
        for (int k = 0; k < PIECE; k += 4 * WIDE)
            _mm256_store_si256((__m256i *)(void *)(to + j + k),
                               narrowed(sum + k / WIDE, REGIONS_MIXER_SHIFT, true));
    }
    add_layer(pool, REGIONS_POOL, layers->mixer + BIASES * REGIONS_GROUP, REGIONS_MIXED,
              layers->mixer_bias + BIASES, REGIONS_UNITS, sum);
    sum[2] = sum[3] = _mm256_setzero_si256();
    _mm_store_si128((__m128i *)(void *)mixed->bias,
                    _mm256_castsi256_si128(narrowed(sum, REGIONS_MIXER_SHIFT, true)));
}

KERNEL int32_t sum_of_lanes(__m256i lanes) {
    __m128i four = _mm_add_epi32(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    __m128i two = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4E));
    return _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32(two, 0xB1)));
}

KERNEL int32_t outcome_of(const uint8_t *number, const int16_t *weight) {
    return sum_of_lanes(_mm256_add_epi32(
        _mm256_madd_epi16(lanes_of_bytes(number), lanes_load(weight)),
        _mm256_madd_epi16(lanes_of_bytes(number + LANES), lanes_load(weight + LANES))));
}

KERNEL void orders_of_units(const uint8_t spatial[REGIONS_AT_ONCE][REGIONS_SPATIAL],
                            const MixedWeights *mixed, const int32_t *bias, const int8_t *worth,
                            int32_t order[REGIONS_AT_ONCE]) {
    const __m256i most = _mm256_set1_epi8(REGIONS_MOST), one = _mm256_set1_epi16(1);
    const __m256i worths = _mm256_permutevar8x32_epi32(
        _mm256_castsi128_si256(_mm_load_si128((const __m128i *)(const void *)worth)),
        _mm256_setr_epi32(0, 2, 0, 2, 1, 3, 1, 3));
    __m128i pair[REGIONS_AT_ONCE / 2]; /* two sums of each of two cells */
    for (int c = 0; c < REGIONS_AT_ONCE; c += 2) {
        __m256i sum[2][REGIONS_UNITS / WIDE], units[2];
        for (int k = 0; k < 2; k++) {
            add_layer(spatial[c + k], REGIONS_SPATIAL, mixed->weight[0][0], REGIONS_UNITS, bias,
                      REGIONS_UNITS, sum[k]);
            units[k] = _mm256_packs_epi32(_mm256_srai_epi32(sum[k][0], REGIONS_WEIGHT_SHIFT),
                                          _mm256_srai_epi32(sum[k][1], REGIONS_WEIGHT_SHIFT));
        }
        /* A half holds units 0 to 3 and 8 to 11 of each cell, the other half the others. */
        __m256i bytes = _mm256_min_epu8(_mm256_packus_epi16(units[0], units[1]), most);
        __m256i fours = _mm256_madd_epi16(_mm256_maddubs_epi16(bytes, worths), one);
        pair[c / 2] =
            _mm_add_epi32(_mm256_castsi256_si128(fours), _mm256_extracti128_si256(fours, 1));
    }
    _mm_storeu_si128((__m128i *)(void *)order, _mm_hadd_epi32(pair[0], pair[1]));
}
#endif

#endif
