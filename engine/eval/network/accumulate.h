/* accumulate.h: adds windows to and removes them from the accumulator of a cell. The hot loop of
 * the network, with one version per instruction set; all give identical results. Private to
 * network.c. */
#ifndef KANAME_EVAL_NETWORK_ACCUMULATE_H
#define KANAME_EVAL_NETWORK_ACCUMULATE_H

#include "base/x86.h"
#include "eval/network/numbers.h"

/* The sums of the rows of a cell, in Black's view and in White's. */
typedef struct Accumulator {
    _Alignas(64) int16_t of[COLORS][NETWORK_VIEW];
} Accumulator;

/* The features of a cell, Black's view first. */
typedef struct Features {
    _Alignas(32) uint8_t of[NETWORK_FEATURES];
} Features;

/* The sum of the features of all empty cells. Sums of up to 484 cells fit. */
typedef struct FeatureSum {
    _Alignas(64) uint16_t of[NETWORK_FEATURES];
} FeatureSum;

/* The rows of one window in both views. */
typedef struct WindowRows {
    const int16_t *of[COLORS];
} WindowRows;

/* One window of an empty cell, changed by a stone. */
typedef struct Change {
    const Accumulator *former;
    Accumulator *changed;
    Features *features; /* of the cell */
    WindowRows before, after;
} Change;

static inline unsigned limited(int number) {
    return number < 0 ? 0 : number > NETWORK_LIMIT ? NETWORK_LIMIT : (unsigned)number;
}

/* Sets the features from the accumulator, and adds their changes to the sum. */
static inline void refresh_features(const Accumulator *accumulator, Features *features,
                                    FeatureSum *sum) {
    for (int view = 0; view < COLORS; view++)
        for (int i = 0; i < NETWORK_HALF; i++) {
            const int16_t *number = accumulator->of[view];
            unsigned product = limited(number[i]) * limited(number[NETWORK_HALF + i]);
            int at = view * NETWORK_HALF + i;
            unsigned feature = (product + NETWORK_FEATURE_HALF) >> NETWORK_FEATURE_SHIFT;
            sum->of[at] = (uint16_t)(sum->of[at] + feature - features->of[at]);
            features->of[at] = (uint8_t)feature;
        }
}

static inline void replace_rows_scalar(const Change *change, FeatureSum *sum) {
    for (int view = 0; view < COLORS; view++)
        for (int i = 0; i < NETWORK_VIEW; i++)
            change->changed->of[view][i] =
                (int16_t)(change->former->of[view][i] - change->before.of[view][i] +
                          change->after.of[view][i]);
    refresh_features(change->changed, change->features, sum);
}

#if KANAME_X86
AVX2 static inline __m256i load_row(const int16_t *row) {
    return _mm256_loadu_si256((const __m256i *)(const void *)row);
}

/* Returns the first (0) or second (1) half of a view after the change, limited. */
AVX2 static inline __m256i change_half_avx2(const Change *change, int view, int half) {
    int at = half * NETWORK_HALF;
    __m256i changed = _mm256_add_epi16(_mm256_sub_epi16(load_row(change->former->of[view] + at),
                                                        load_row(change->before.of[view] + at)),
                                       load_row(change->after.of[view] + at));
    _mm256_store_si256((__m256i *)(void *)(change->changed->of[view] + at), changed);
    return _mm256_min_epi16(_mm256_max_epi16(changed, _mm256_setzero_si256()),
                            _mm256_set1_epi16(NETWORK_LIMIT));
}

/* mulhrs gives (64 a * b + (1 << 14)) >> 15, which is the feature of a and b. */
AVX2 static inline __m256i change_view_avx2(const Change *change, int view) {
    enum { SCALE = 15 - NETWORK_FEATURE_SHIFT };
    return _mm256_mulhrs_epi16(_mm256_slli_epi16(change_half_avx2(change, view, 0), SCALE),
                               change_half_avx2(change, view, 1));
}

/* The sum as two vectors. */
AVX2 static inline void replace_rows_avx2(const Change *change, __m256i sum[2]) {
    __m256i black = change_view_avx2(change, BLACK), white = change_view_avx2(change, WHITE);
    const __m128i *former = (const __m128i *)(const void *)change->features->of;
    sum[0] = _mm256_sub_epi16(_mm256_add_epi16(sum[0], black),
                              _mm256_cvtepu8_epi16(_mm_load_si128(former)));
    sum[1] = _mm256_sub_epi16(_mm256_add_epi16(sum[1], white),
                              _mm256_cvtepu8_epi16(_mm_load_si128(former + 1)));
    _mm256_store_si256((__m256i *)(void *)change->features->of,
                       _mm256_permute4x64_epi64(_mm256_packus_epi16(black, white), 0xD8));
}
#endif

#endif
