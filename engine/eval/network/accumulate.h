/* accumulate.h: adds windows to and removes them from the accumulator of a cell. The hot loop of
 * the network, with one version per instruction set; all give identical results. Private to
 * network.c. */
#ifndef KANAME_EVAL_NETWORK_ACCUMULATE_H
#define KANAME_EVAL_NETWORK_ACCUMULATE_H

#include "base/x86.h"
#include "eval/network/numbers.h"

/* What the network knows of an empty cell: both views, Black's first. */
typedef struct CellNumbers {
    _Alignas(32) int16_t accumulator[2][NETWORK_VIEW];
    uint8_t feature[NETWORK_FEATURES];
} CellNumbers;

/* The sum of the features of all empty cells. Sums of up to 484 cells fit. */
typedef struct FeatureSum {
    _Alignas(64) uint16_t of[NETWORK_FEATURES];
} FeatureSum;

/* The rows of one window in both views. */
typedef struct WindowRows {
    const int16_t *of[2];
} WindowRows;

static inline unsigned limited(int number) {
    return number < 0 ? 0 : number > NETWORK_LIMIT ? NETWORK_LIMIT : (unsigned)number;
}

/* Sets the features from the accumulator, and adds their changes to the sum. */
static inline void refresh_features(CellNumbers *numbers, FeatureSum *sum) {
    for (int view = 0; view < 2; view++)
        for (int i = 0; i < NETWORK_HALF; i++) {
            const int16_t *accumulator = numbers->accumulator[view];
            unsigned product = limited(accumulator[i]) * limited(accumulator[NETWORK_HALF + i]);
            int at = view * NETWORK_HALF + i;
            unsigned feature = (product + NETWORK_FEATURE_HALF) >> NETWORK_FEATURE_SHIFT;
            sum->of[at] = (uint16_t)(sum->of[at] + feature - numbers->feature[at]);
            numbers->feature[at] = (uint8_t)feature;
        }
}

/* Keeps the cell's numbers in `kept` and replaces the rows of one of its windows by others. */
static inline void replace_rows_scalar(CellNumbers *numbers, CellNumbers *kept, FeatureSum *sum,
                                       WindowRows before, WindowRows after) {
    *kept = *numbers;
    for (int view = 0; view < 2; view++)
        for (int i = 0; i < NETWORK_VIEW; i++)
            numbers->accumulator[view][i] =
                (int16_t)(numbers->accumulator[view][i] - before.of[view][i] + after.of[view][i]);
    refresh_features(numbers, sum);
}

#if KANAME_X86
AVX2 static inline __m256i load_row(const int16_t *row) {
    return _mm256_loadu_si256((const __m256i *)(const void *)row);
}

/* Returns the first or second half of a view after the change, limited. */
AVX2 static inline __m256i change_half_avx2(int16_t *accumulator, int16_t *kept,
                                            const int16_t *before, const int16_t *after) {
    __m256i former = _mm256_load_si256((const __m256i *)(void *)accumulator);
    __m256i changed = _mm256_add_epi16(_mm256_sub_epi16(former, load_row(before)), load_row(after));
    _mm256_store_si256((__m256i *)(void *)kept, former);
    _mm256_store_si256((__m256i *)(void *)accumulator, changed);
    return _mm256_min_epi16(_mm256_max_epi16(changed, _mm256_setzero_si256()),
                            _mm256_set1_epi16(NETWORK_LIMIT));
}

AVX2 static inline __m256i change_view_avx2(int16_t *accumulator, int16_t *kept,
                                            const int16_t *before, const int16_t *after) {
    __m256i a = change_half_avx2(accumulator, kept, before, after);
    __m256i b = change_half_avx2(accumulator + NETWORK_HALF, kept + NETWORK_HALF,
                                 before + NETWORK_HALF, after + NETWORK_HALF);
    __m256i product =
        _mm256_add_epi16(_mm256_mullo_epi16(a, b), _mm256_set1_epi16(NETWORK_FEATURE_HALF));
    return _mm256_srli_epi16(product, NETWORK_FEATURE_SHIFT);
}

/* The sum as two vectors. */
AVX2 static inline void replace_rows_avx2(CellNumbers *numbers, CellNumbers *kept, __m256i sum[2],
                                          WindowRows before, WindowRows after) {
    __m256i black =
        change_view_avx2(numbers->accumulator[0], kept->accumulator[0], before.of[0], after.of[0]);
    __m256i white =
        change_view_avx2(numbers->accumulator[1], kept->accumulator[1], before.of[1], after.of[1]);
    __m256i former = _mm256_load_si256((const __m256i *)(void *)numbers->feature);
    sum[0] = _mm256_sub_epi16(_mm256_add_epi16(sum[0], black),
                              _mm256_cvtepu8_epi16(_mm256_castsi256_si128(former)));
    sum[1] = _mm256_sub_epi16(_mm256_add_epi16(sum[1], white),
                              _mm256_cvtepu8_epi16(_mm256_extracti128_si256(former, 1)));
    __m256i packed = _mm256_permute4x64_epi64(_mm256_packus_epi16(black, white), 0xD8);
    _mm256_store_si256((__m256i *)(void *)kept->feature, former);
    _mm256_store_si256((__m256i *)(void *)numbers->feature, packed);
}
#endif

#endif
