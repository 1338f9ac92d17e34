/* plain.c: the kernels for any processor. */
#include "eval/regions/lanes_plain.h"
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

const RegionsKernels REGIONS_PLAIN = {add_stone, judge, order};
