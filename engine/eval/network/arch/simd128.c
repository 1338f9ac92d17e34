/* simd128.c: the kernels in vectors of 128 bits, for WebAssembly. */
#include "eval/network/state.h"

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>

#define KERNEL __attribute__((always_inline)) static inline
#define ENTRY static
#define KERNELS NETWORK_SIMD128

enum { LANES16 = 8 /* 16-bit numbers of a vector */, HALF_VECTORS = NETWORK_HALF / LANES16 };

/* Sums of the features of all cells, kept in registers. */
typedef struct FeatureSums {
    v128_t of[2 * HALF_VECTORS];
} FeatureSums;

/* Returns eight numbers of a view, from number `at` on, after the change, limited. */
KERNEL v128_t change_numbers(const Change *change, int view, int at) {
    v128_t changed = wasm_i16x8_add(wasm_i16x8_sub(wasm_v128_load(change->former->of[view] + at),
                                                   wasm_v128_load(change->before.of[view] + at)),
                                    wasm_v128_load(change->after.of[view] + at));
    wasm_v128_store(change->changed->of[view] + at, changed);
    return wasm_i16x8_min(wasm_i16x8_max(changed, wasm_i16x8_const_splat(0)),
                          wasm_i16x8_const_splat(NETWORK_LIMIT));
}

/* Returns eight features of a view, from feature `at` on, after the change. */
KERNEL v128_t change_features(const Change *change, int view, int at) {
    v128_t product = wasm_i16x8_mul(change_numbers(change, view, at),
                                    change_numbers(change, view, NETWORK_HALF + at));
    return wasm_u16x8_shr(wasm_i16x8_add(product, wasm_i16x8_const_splat(NETWORK_FEATURE_HALF)),
                          NETWORK_FEATURE_SHIFT);
}

KERNEL FeatureSums sums_load(const FeatureSum *sum) {
    FeatureSums sums;
    for (int i = 0; i < 2 * HALF_VECTORS; i++)
        sums.of[i] = wasm_v128_load(sum->of + LANES16 * i);
    return sums;
}

KERNEL void sums_store(const FeatureSums *sums, FeatureSum *sum) {
    for (int i = 0; i < 2 * HALF_VECTORS; i++)
        wasm_v128_store(sum->of + LANES16 * i, sums->of[i]);
}

KERNEL void sums_leave(FeatureSums *sums, const uint8_t *features) {
    for (int i = 0; i < 2 * HALF_VECTORS; i++)
        sums->of[i] = wasm_i16x8_sub(sums->of[i], wasm_u16x8_load8x8(features + LANES16 * i));
}

KERNEL void replace_rows(const Change *change, FeatureSums *sums) {
    for (int view = 0; view < COLORS; view++) {
        v128_t fresh[HALF_VECTORS];
        uint8_t *feature = change->features->of + view * NETWORK_HALF;
        v128_t former = wasm_v128_load(feature);
        for (int i = 0; i < HALF_VECTORS; i++)
            fresh[i] = change_features(change, view, LANES16 * i);
        v128_t *at = sums->of + view * HALF_VECTORS;
        at[0] =
            wasm_i16x8_sub(wasm_i16x8_add(at[0], fresh[0]), wasm_u16x8_extend_low_u8x16(former));
        at[1] =
            wasm_i16x8_sub(wasm_i16x8_add(at[1], fresh[1]), wasm_u16x8_extend_high_u8x16(former));
        wasm_v128_store(feature, wasm_u8x16_narrow_i16x8(fresh[0], fresh[1]));
    }
}

KERNEL void sum_linked(const NetworkState *state, const CellSet *cells, int words,
                       FeatureSum *sum) {
    FeatureSums sums = {{wasm_i16x8_const_splat(0)}};
    for (int i = 0; i < words; i++)
        for (uint64_t bits = cells->word[i]; bits != 0; bits &= bits - 1) {
            const uint8_t *feature = state->features[i * 64 + __builtin_ctzll(bits)].of;
            for (int at = 0; at < 2 * HALF_VECTORS; at++)
                sums.of[at] =
                    wasm_i16x8_add(sums.of[at], wasm_u16x8_load8x8(feature + LANES16 * at));
        }
    for (int at = 0; at < 2 * HALF_VECTORS; at++)
        wasm_v128_store(sum->of + LANES16 * at, sums.of[at]);
}

KERNEL void add_layer(const int16_t *inputs, int pairs, const int16_t *weights, int outputs,
                      int32_t *sums) {
    v128_t sum[8];
    for (int j = 0; j < outputs / 4; j++)
        sum[j] = wasm_v128_load(sums + 4 * j);
    for (int pair = 0; pair < pairs; pair++, weights += 2 * outputs) {
        v128_t input = wasm_v128_load32_splat(inputs + 2 * pair);
        for (int j = 0; j < outputs / 4; j++)
            sum[j] = wasm_i32x4_add(
                sum[j], wasm_i32x4_dot_i16x8(input, wasm_v128_load(weights + LANES16 * j)));
    }
    for (int j = 0; j < outputs / 4; j++)
        wasm_v128_store(sums + 4 * j, sum[j]);
}

KERNEL int32_t dot(const int16_t *worth, const uint8_t *features) {
    v128_t sum = wasm_i32x4_const_splat(0);
    for (int i = 0; i < NETWORK_FEATURES; i += LANES16)
        sum = wasm_i32x4_add(
            sum, wasm_i32x4_dot_i16x8(wasm_v128_load(worth + i), wasm_u16x8_load8x8(features + i)));
    return wasm_i32x4_extract_lane(sum, 0) + wasm_i32x4_extract_lane(sum, 1) +
           wasm_i32x4_extract_lane(sum, 2) + wasm_i32x4_extract_lane(sum, 3);
}

/* Uses the definitions above. */
#include "eval/network/arch/kernels_body.h"
#else
typedef int NoVectors; /* a file must not be empty */
#endif
