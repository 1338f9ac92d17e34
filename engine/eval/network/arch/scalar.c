/* scalar.c: the kernels for any processor. */
#include <string.h>

#include "eval/network/state.h"

#define KERNEL __attribute__((always_inline)) static inline
#define ENTRY static
#define KERNELS NETWORK_SCALAR

/* In memory: no vector holds it. */
typedef struct FeatureSums {
    FeatureSum *of;
} FeatureSums;

KERNEL FeatureSums sums_load(FeatureSum *sum) {
    return (FeatureSums){sum};
}

KERNEL void sums_store(const FeatureSums *sums, FeatureSum *sum) {
    (void)sums, (void)sum;
}

KERNEL void sums_leave(FeatureSums *sums, const uint8_t *features) {
    for (int at = 0; at < NETWORK_FEATURES; at++)
        sums->of->of[at] = (uint16_t)(sums->of->of[at] - features[at]);
}

KERNEL void replace_rows(const Change *change, FeatureSums *sums) {
    for (int view = 0; view < COLORS; view++)
        for (int i = 0; i < NETWORK_VIEW; i++)
            change->changed->of[view][i] =
                (int16_t)(change->former->of[view][i] - change->before.of[view][i] +
                          change->after.of[view][i]);
    refresh_features(change->changed, change->features, sums->of);
}

KERNEL void sum_linked(const NetworkState *state, const CellSet *cells, int words,
                       FeatureSum *sum) {
    memset(sum, 0, sizeof *sum);
    for (int i = 0; i < words; i++)
        for (uint64_t bits = cells->word[i]; bits != 0; bits &= bits - 1) {
            const uint8_t *feature = state->features[i * 64 + __builtin_ctzll(bits)].of;
            for (int at = 0; at < NETWORK_FEATURES; at++)
                sum->of[at] = (uint16_t)(sum->of[at] + feature[at]);
        }
}

KERNEL void add_layer(const int16_t *inputs, int pairs, const int16_t *weights, int outputs,
                      int32_t *sums) {
    for (int pair = 0; pair < pairs; pair++, inputs += 2, weights += 2 * outputs)
        for (int j = 0; j < outputs; j++)
            sums[j] += inputs[0] * weights[2 * j] + inputs[1] * weights[2 * j + 1];
}

KERNEL int32_t dot(const int16_t *worth, const uint8_t *features) {
    int32_t sum = 0;
    for (int i = 0; i < NETWORK_FEATURES; i++)
        sum += worth[i] * features[i];
    return sum;
}

/* Uses the definitions above. */
#include "eval/network/arch/kernels_body.h"
