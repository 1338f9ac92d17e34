/* lanes_sse2.h: the vectors of kernels_body.h by SSE2: see lanes_plain.h. Only where KANAME_SSE2 is
 * 1: on all x86-64, and for WebAssembly with vectors, whose compiler translates them. */
#ifndef KANAME_EVAL_REGIONS_LANES_SSE2_H
#define KANAME_EVAL_REGIONS_LANES_SSE2_H

#include <string.h>

#include "eval/regions/kernels.h"

#if KANAME_SSE2
#include <emmintrin.h>

#define KERNEL __attribute__((always_inline)) static inline
#define ENTRY static
#define KERNELS REGIONS_SSE2

enum { LANES = 8 };
typedef __m128i Lanes;

KERNEL Lanes lanes_zero(void) {
    return _mm_setzero_si128();
}

KERNEL Lanes lanes_load(const int16_t *from) {
    return _mm_load_si128((const __m128i *)(const void *)from);
}

KERNEL void lanes_store(int16_t *to, Lanes lanes) {
    _mm_store_si128((__m128i *)(void *)to, lanes);
}

KERNEL Lanes lanes_of_bytes(const uint8_t *from) {
    return _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)(const void *)from), lanes_zero());
}

/* Each byte becomes the high one of a number, which is then shifted down with its sign. */
KERNEL Lanes lanes_of_signed(const int8_t *from) {
    __m128i bytes = _mm_loadl_epi64((const __m128i *)(const void *)from);
    return _mm_srai_epi16(_mm_unpacklo_epi8(bytes, bytes), 8);
}

KERNEL Lanes lanes_add(Lanes a, Lanes b) {
    return _mm_add_epi16(a, b);
}

KERNEL Lanes lanes_sub(Lanes a, Lanes b) {
    return _mm_sub_epi16(a, b);
}

KERNEL Lanes lanes_add_limited(Lanes a, Lanes b) {
    return _mm_adds_epi16(a, b);
}

KERNEL Lanes lanes_times(Lanes a, Lanes b) {
    return _mm_mullo_epi16(a, b);
}

KERNEL Lanes lanes_shifted(Lanes a, int shift) {
    return _mm_srai_epi16(_mm_add_epi16(_mm_srai_epi16(a, shift - 1), _mm_set1_epi16(1)), 1);
}

KERNEL Lanes lanes_max(Lanes a, Lanes b) {
    return _mm_max_epi16(a, b);
}

KERNEL Lanes lanes_limited(Lanes a) {
    return _mm_min_epi16(_mm_max_epi16(a, lanes_zero()), _mm_set1_epi16(REGIONS_MOST));
}

KERNEL void lanes_store_bytes(uint8_t *to, Lanes lanes) {
    _mm_storel_epi64((__m128i *)(void *)to,
                     _mm_min_epu8(_mm_packus_epi16(lanes, lanes), _mm_set1_epi8(REGIONS_MOST)));
}

/* ---- Layers ---------------------------------------------------------------------------------- */

enum {
    WIDE = 4,  /* numbers of 32 bits in a vector */
    PIECE = 16 /* outputs whose sums fit the registers */
};

/* Sets PIECE sums of a layer's `stride` outputs. A weight becomes the high byte of a number of 16
 * bits, so that the sums are 256 times too large until the end; they still fit. */
KERNEL void add_piece(const uint8_t *from, int inputs, const int8_t *weights, int stride,
                      const int32_t *bias, __m128i sum[PIECE / WIDE]) {
    __m128i part[PIECE / 2];
    for (int j = 0; j < PIECE / 2; j++)
        part[j] = lanes_zero();
#pragma GCC unroll 1
    for (int i = 0; i < inputs; i += REGIONS_GROUP, weights += stride * REGIONS_GROUP) {
        int32_t four;
        memcpy(&four, from + i, sizeof four);
        __m128i input = _mm_unpacklo_epi8(_mm_set1_epi32(four), lanes_zero());
        const __m128i *of_output = (const __m128i *)(const void *)weights;
        for (int j = 0; j < PIECE / WIDE; j++) {
            __m128i bytes = _mm_load_si128(of_output + j);
            __m128i low = _mm_unpacklo_epi8(lanes_zero(), bytes);
            __m128i high = _mm_unpackhi_epi8(lanes_zero(), bytes);
            part[2 * j] = _mm_add_epi32(part[2 * j], _mm_madd_epi16(input, low));
            part[2 * j + 1] = _mm_add_epi32(part[2 * j + 1], _mm_madd_epi16(input, high));
        }
    }
    for (int j = 0; j < PIECE / WIDE; j++) {
        __m128 low = _mm_castsi128_ps(part[2 * j]), high = _mm_castsi128_ps(part[2 * j + 1]);
        __m128i both = _mm_add_epi32(_mm_castps_si128(_mm_shuffle_ps(low, high, 0x88)),
                                     _mm_castps_si128(_mm_shuffle_ps(low, high, 0xDD)));
        __m128i of_bias = _mm_load_si128((const __m128i *)(const void *)(bias + WIDE * j));
        sum[j] = _mm_add_epi32(_mm_srai_epi32(both, 8), of_bias);
    }
}

/* Shifts PIECE sums and packs them to 16 bits. */
KERNEL void pack_piece(const __m128i sum[PIECE / WIDE], int shift, Lanes *low, Lanes *high) {
    *low = _mm_packs_epi32(_mm_srai_epi32(sum[0], shift), _mm_srai_epi32(sum[1], shift));
    *high = _mm_packs_epi32(_mm_srai_epi32(sum[2], shift), _mm_srai_epi32(sum[3], shift));
}

KERNEL void run_layer(const uint8_t *from, int inputs, const int8_t *weights, const int32_t *bias,
                      int outputs, uint8_t *to) {
#pragma GCC unroll 1
    for (int j = 0; j < outputs; j += PIECE) {
        __m128i sum[PIECE / WIDE];
        Lanes low, high;
        add_piece(from, inputs, weights + j * REGIONS_GROUP, outputs, bias + j, sum);
        pack_piece(sum, REGIONS_WEIGHT_SHIFT, &low, &high);
        lanes_store_bytes(to + j, low);
        lanes_store_bytes(to + j + LANES, high);
    }
}

KERNEL void run_mixer(const RegionsLayers *layers, const uint8_t *pool, MixedWeights *mixed) {
    int8_t *to = (int8_t *)mixed;
    const __m128i most = _mm_set1_epi16(REGIONS_MOST), least = _mm_set1_epi16(-REGIONS_MOST);
#pragma GCC unroll 1
    for (int j = 0; j < REGIONS_MIXED; j += PIECE) {
        __m128i sum[PIECE / WIDE];
        Lanes low, high;
        add_piece(pool, REGIONS_POOL, layers->mixer + j * REGIONS_GROUP, REGIONS_MIXED,
                  layers->mixer_bias + j, sum);
        pack_piece(sum, REGIONS_MIXER_SHIFT, &low, &high);
        low = _mm_max_epi16(_mm_min_epi16(low, most), least);
        high = _mm_max_epi16(_mm_min_epi16(high, most), least);
        _mm_store_si128((__m128i *)(void *)(to + j), _mm_packs_epi16(low, high));
    }
}

KERNEL int32_t sum_of_lanes(__m128i four) {
    __m128i two = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4E));
    return _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32(two, 0xB1)));
}

KERNEL int32_t outcome_of(const uint8_t *number, const int16_t *weight) {
    __m128i sum = lanes_zero();
    for (int i = 0; i < REGIONS_SECOND; i += LANES)
        sum =
            _mm_add_epi32(sum, _mm_madd_epi16(lanes_of_bytes(number + i), lanes_load(weight + i)));
    return sum_of_lanes(sum);
}

KERNEL void orders_of_units(const uint8_t spatial[REGIONS_AT_ONCE][REGIONS_SPATIAL],
                            const MixedWeights *mixed, const int32_t *bias, const int8_t *worth,
                            int32_t order[REGIONS_AT_ONCE]) {
    const Lanes first = lanes_of_signed(worth), second = lanes_of_signed(worth + LANES);
    for (int c = 0; c < REGIONS_AT_ONCE; c++) {
        __m128i sum[PIECE / WIDE];
        Lanes low, high;
        add_piece(spatial[c], REGIONS_SPATIAL, mixed->weight[0][0], REGIONS_UNITS, bias, sum);
        pack_piece(sum, REGIONS_WEIGHT_SHIFT, &low, &high);
        order[c] = sum_of_lanes(_mm_add_epi32(_mm_madd_epi16(lanes_limited(low), first),
                                              _mm_madd_epi16(lanes_limited(high), second)));
    }
}
#endif

#endif
