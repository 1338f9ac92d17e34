/* sse2.c: the kernels for SSE2. */
#include "eval/regions/lanes_sse2.h"

#if KANAME_SSE2
/* After the vectors that it uses. */
#include "eval/regions/kernels_body.h"

static void add_stone(RegionsView *view, const ViewRows *rows, const Board *board, int index) {
    add_stone_body(view, rows, board, index);
}

static RegionsVerdict judge(const RegionsFollowing *at, Score table) {
    return judge_body(at, table);
}

static void order(const RegionsFollowing *at, const CellSet *cells, const MoveOrder *table_order) {
    order_body(at, cells, table_order);
}

const RegionsKernels REGIONS_SSE2 = {add_stone, judge, order};
#endif
