/* avx2.c: the kernels for AVX2. */
#include <string.h>

#include "base/x86.h"
#include "eval/network/state.h"

#if KANAME_X86
#define KERNEL AVX2 __attribute__((always_inline)) static inline
#define ENTRY AVX2 static
#define KERNELS NETWORK_AVX2

typedef struct FeatureSums {
    __m256i of[2];
} FeatureSums;

KERNEL FeatureSums sums_load(const FeatureSum *sum) {
    const __m256i *from = (const __m256i *)(const void *)sum->of;
    return (FeatureSums){{_mm256_load_si256(from), _mm256_load_si256(from + 1)}};
}

KERNEL void sums_store(const FeatureSums *sums, FeatureSum *sum) {
    _mm256_store_si256((__m256i *)(void *)sum->of, sums->of[0]);
    _mm256_store_si256((__m256i *)(void *)sum->of + 1, sums->of[1]);
}

KERNEL void sums_leave(FeatureSums *sums, const uint8_t *features) {
    const __m128i *from = (const __m128i *)(const void *)features;
    for (int i = 0; i < 2; i++)
        sums->of[i] = _mm256_sub_epi16(sums->of[i], _mm256_cvtepu8_epi16(_mm_load_si128(from + i)));
}

KERNEL __m256i load_row(const int16_t *row) {
    return _mm256_loadu_si256((const __m256i *)(const void *)row);
}

/* Returns the first (0) or second (1) half of a view after the change, limited. */
KERNEL __m256i change_half(const Change *change, int view, int half) {
    int at = half * NETWORK_HALF;
    __m256i changed = _mm256_add_epi16(_mm256_sub_epi16(load_row(change->former->of[view] + at),
                                                        load_row(change->before.of[view] + at)),
                                       load_row(change->after.of[view] + at));
    _mm256_store_si256((__m256i *)(void *)(change->changed->of[view] + at), changed);
    return _mm256_min_epi16(_mm256_max_epi16(changed, _mm256_setzero_si256()),
                            _mm256_set1_epi16(NETWORK_LIMIT));
}

/* mulhrs gives (64 a * b + (1 << 14)) >> 15, which is the feature of a and b. */
KERNEL __m256i change_view(const Change *change, int view) {
    enum { SCALE = 15 - NETWORK_FEATURE_SHIFT };
    return _mm256_mulhrs_epi16(_mm256_slli_epi16(change_half(change, view, 0), SCALE),
                               change_half(change, view, 1));
}

KERNEL void replace_rows(const Change *change, FeatureSums *sums) {
    __m256i black = change_view(change, BLACK), white = change_view(change, WHITE);
    const __m128i *former = (const __m128i *)(const void *)change->features->of;
    sums->of[0] = _mm256_sub_epi16(_mm256_add_epi16(sums->of[0], black),
                                   _mm256_cvtepu8_epi16(_mm_load_si128(former)));
    sums->of[1] = _mm256_sub_epi16(_mm256_add_epi16(sums->of[1], white),
                                   _mm256_cvtepu8_epi16(_mm_load_si128(former + 1)));
    _mm256_store_si256((__m256i *)(void *)change->features->of,
                       _mm256_permute4x64_epi64(_mm256_packus_epi16(black, white), 0xD8));
}

KERNEL void sum_linked(const NetworkState *state, const CellSet *cells, int words,
                       FeatureSum *sum) {
    __m256i low = _mm256_setzero_si256(), high = low;
    for (int i = 0; i < words; i++)
        for (uint64_t bits = cells->word[i]; bits != 0; bits &= bits - 1) {
            const __m128i *feature =
                (const __m128i *)(const void *)state->features[i * 64 + __builtin_ctzll(bits)].of;
            low = _mm256_add_epi16(low, _mm256_cvtepu8_epi16(_mm_load_si128(feature)));
            high = _mm256_add_epi16(high, _mm256_cvtepu8_epi16(_mm_load_si128(feature + 1)));
        }
    _mm256_store_si256((__m256i *)(void *)sum->of, low);
    _mm256_store_si256((__m256i *)(void *)(sum->of + NETWORK_HALF), high);
}

/* If all pairs are unrolled, GCC adds them up in a tree that does not fit the registers. */
KERNEL void add_layer(const int16_t *inputs, int pairs, const int16_t *weights, int outputs,
                      int32_t *sums) {
    __m256i sum[4];
    for (int j = 0; j < outputs / 8; j++)
        sum[j] = _mm256_load_si256((const __m256i *)(void *)(sums + 8 * j));
#pragma GCC unroll 2
    for (int pair = 0; pair < pairs; pair++, weights += 2 * outputs) {
        int32_t both;
        memcpy(&both, inputs + 2 * pair, sizeof both);
        __m256i input = _mm256_set1_epi32(both);
        for (int j = 0; j < outputs / 8; j++)
            sum[j] = _mm256_add_epi32(
                sum[j],
                _mm256_madd_epi16(
                    input, _mm256_load_si256((const __m256i *)(const void *)(weights + 16 * j))));
    }
    for (int j = 0; j < outputs / 8; j++)
        _mm256_store_si256((__m256i *)(void *)(sums + 8 * j), sum[j]);
}

KERNEL int32_t dot(const int16_t *worth, const uint8_t *features) {
    const __m128i *feature = (const __m128i *)(const void *)features;
    const __m256i *by = (const __m256i *)(const void *)worth;
    __m256i low =
        _mm256_madd_epi16(_mm256_load_si256(by), _mm256_cvtepu8_epi16(_mm_load_si128(feature)));
    __m256i high = _mm256_madd_epi16(_mm256_load_si256(by + 1),
                                     _mm256_cvtepu8_epi16(_mm_load_si128(feature + 1)));
    __m256i lanes = _mm256_add_epi32(low, high);
    __m128i four = _mm_add_epi32(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    __m128i two = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4E));
    return _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32(two, 0xB1)));
}

/* Uses the definitions above. */
#include "eval/network/arch/kernels_body.h"
#else
typedef int NoVectors; /* a file must not be empty */
#endif
