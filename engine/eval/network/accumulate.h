/* accumulate.h: the sums of a cell's rows, its features, and how a stone changes them. Private to
 * network/. */
#ifndef KANAME_EVAL_NETWORK_ACCUMULATE_H
#define KANAME_EVAL_NETWORK_ACCUMULATE_H

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

#endif
