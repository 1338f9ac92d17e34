/* avx2.c: the kernels for AVX2. */
#include "eval/regions/lanes_avx2.h"

#if KANAME_X86
/* After the vectors that it uses. */
#include "eval/regions/kernels_body.h"

AVX2 static void add_stone(RegionsView *view, const ViewRows *rows, const Board *board, int index) {
    add_stone_body(view, rows, board, index);
}

AVX2 static RegionsVerdict judge(const RegionsFollowing *at, Score table) {
    return judge_body(at, table);
}

AVX2 static void order(const RegionsFollowing *at, const CellSet *cells,
                       const MoveOrder *table_order) {
    order_body(at, cells, table_order);
}

const RegionsKernels REGIONS_AVX2 = {add_stone, judge, order};
#endif
