/* kernels.h: the hot loops of the network, one file an instruction set: scalar.c, avx2.c,
 * simd128.c. Each compiles kernels_body.h with vectors of its own. All give the same results. */
#ifndef KANAME_EVAL_NETWORK_ARCH_KERNELS_H
#define KANAME_EVAL_NETWORK_ARCH_KERNELS_H

#include "eval/eval.h"
#include "eval/network/layers.h"
#include "eval/network/state.h"

typedef struct NetworkKernels {
    /* Updates `level` for the stone board_move(board, index). On entry its sum is that of the level
     * before it. */
    void (*add_stone)(const NetworkRows *rows, NetworkState *state, const Board *board, int index,
                      Level *level);
    /* Returns the score of the position for the side to move, given that of the tables; not yet
     * limited. */
    int (*score)(const Following *at, Score table);
    /* Sets state->order of these empty cells. */
    void (*order)(const Following *at, const CellSet *cells, const MoveOrder *table_order);
} NetworkKernels;

extern const NetworkKernels NETWORK_SCALAR, NETWORK_AVX2, NETWORK_SIMD128;

#endif
