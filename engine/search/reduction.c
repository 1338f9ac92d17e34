#include "search/reduction.h"

/* Returns the binary logarithm of n >= 1 in sixteenths, linear between powers of two. */
static int log2_16ths(int n) {
    int power = 31 - __builtin_clz((unsigned)n);
    return 16 * power + ((n - (1 << power)) * 16 >> power);
}

int late_move_reduction(const Worker *worker, const Parent *parent, Cell move, int move_number) {
    const Params *params = worker->search->params;
    const Board *board = &worker->board;
    int depth = parent->depth;
    if (depth < params->lmr_depth || move_number <= params->lmr_moves)
        return 0;
    Class class_ = board_class(board, board_to_move(board), move);
    if (is_four(class_)) /* its reply is free, so a four without a further threat costs a ply */
        return class_ <= CLASS_FOUR_PLUS ? 1 : 0;
    int reduction = log2_16ths(depth) * log2_16ths(move_number) / params->lmr_divisor;
    reduction += parent->is_cut_node;
    reduction += !parent->is_improving;
    reduction -= parent->is_pv;
    reduction -= !is_quiet(class_);
    reduction -= history_score(&worker->history, board_to_move(board), move) / params->lmr_history;
    if (reduction > depth - 1)
        reduction = depth - 1;
    return reduction > 0 ? reduction : 0;
}
