/* kernels.h: the hot loops of a network of regions, one file an instruction set: plain.c, sse2.c,
 * avx2.c, avx512.c, neon.c. Each compiles kernels_body.h with vectors of its own. All give the same
 * results, to the bit; tests compare them with plain loops. */
#ifndef KANAME_EVAL_REGIONS_KERNELS_H
#define KANAME_EVAL_REGIONS_KERNELS_H

#include "base/x86.h"
#include "eval/eval.h"
#include "eval/regions/layers.h"
#include "eval/regions/state.h"
#include "eval/regions/verdict.h"

/* A position that the view of the side to move has caught up with. */
typedef struct RegionsFollowing {
    const RegionsLayers *layers; /* of the role of the side to move */
    const Board *board;
    RegionsState *state;
    const RegionsLevel *level;
} RegionsFollowing;

typedef struct RegionsKernels {
    /* Sets the sums and accumulators of the view's last level from the one before it and the stone
     * board_move(board, index). */
    void (*add_stone)(RegionsView *view, const ViewRows *rows, const Board *board, int index);
    /* Evaluates the position. `table`: the score of the tables, within +-REGIONS_TABLE_MAX. */
    RegionsVerdict (*judge)(const RegionsFollowing *at, Score table);
    /* Sets state->order of these empty cells, for order_of(). */
    void (*order)(const RegionsFollowing *at, const CellSet *cells, const MoveOrder *table_order);
} RegionsKernels;

#if defined(__SSE2__)
#define KANAME_SSE2 1
#else
#define KANAME_SSE2 0
#endif

#if defined(__aarch64__) && defined(__ARM_NEON)
#define KANAME_NEON 1
#else
#define KANAME_NEON 0
#endif

extern const RegionsKernels REGIONS_PLAIN;
#if KANAME_NEON
extern const RegionsKernels REGIONS_NEON;
#endif
#if KANAME_SSE2
extern const RegionsKernels REGIONS_SSE2;
#endif
#if KANAME_X86
extern const RegionsKernels REGIONS_AVX2;
extern const RegionsKernels REGIONS_AVX512;
#endif

/* Returns the kernels of an instruction set. Those of ISA_SCALAR use vectors that every processor
 * of the build has. */
static inline const RegionsKernels *regions_kernels(Isa isa) {
#if KANAME_X86
    if (isa != ISA_SCALAR)
        return isa == ISA_AVX512 ? &REGIONS_AVX512 : &REGIONS_AVX2;
#endif
    (void)isa;
#if KANAME_SSE2
    return &REGIONS_SSE2;
#elif KANAME_NEON
    return &REGIONS_NEON;
#else
    return &REGIONS_PLAIN;
#endif
}

/* Returns the feature of a number of an accumulator. */
static inline int16_t regions_feature(int16_t number) {
    int feature = 2 * number;
    return (int16_t)(feature < 0 ? 0 : feature > REGIONS_MOST ? REGIONS_MOST : feature);
}

enum {
    REGIONS_ORDER_SHIFT = 8, /* from REGIONS_LOGIT to 32 units a nat */
    REGIONS_ORDER_MOST = (1 << 16) - 1
};

_Static_assert(REGIONS_LOGIT >> REGIONS_ORDER_SHIFT == 32, "units of the order");

/* Returns the order of a logit, for order_of(). */
static inline int32_t regions_order_of_logit(int32_t logit) {
    int32_t units = (logit + (1 << (REGIONS_ORDER_SHIFT - 1))) >> REGIONS_ORDER_SHIFT;
    return units > REGIONS_ORDER_MOST    ? REGIONS_ORDER_MOST
           : units < -REGIONS_ORDER_MOST ? -REGIONS_ORDER_MOST
                                         : units;
}

#endif
