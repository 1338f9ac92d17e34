#include "search/reduction.h"

/* Returns the binary logarithm of n >= 1 in sixteenths, linear between powers of two. */
static int log2_16ths(int n) {
    int power = 31 - __builtin_clz((unsigned)n);
    return 16 * power + ((n - (1 << power)) * 16 >> power);
}

/* Returns the reduction of a late four, at least one ply. The reply to a four is forced and takes
 * no depth, so fours that lead nowhere, and all that lies behind them, would be most of the search
 * of a crowded board. Fours that make a three too are searched in full. Worth of the reduction by
 * depth and number: +49 +-43 Elo (230 games; +56 +-57 of 132 at 400,000 nodes). */
static int late_four_reduction(const Params *params, Class class_, int move_number, int depth) {
    if (!is_lone_four(class_))
        return 0;
    int divisor = class_ == CLASS_FOUR ? params->lmr_four_divisor : params->lmr_four_plus_divisor;
    int reduction = log2_16ths(depth) * log2_16ths(move_number) / divisor;
    if (reduction > depth - 1)
        reduction = depth - 1;
    return reduction > 1 ? reduction : 1;
}

/* Returns the binary logarithm of the move's number in sixteenths, corrected by how far its order
 * lies below that of the best move: a move that follows many equals is not as late as its number
 * says. */
static int lateness(const Params *params, int gap, int move_number) {
    enum { FURTHER_MAX = 64 };
    int further = (gap - params->lmr_gap_zero) * params->lmr_gap / 256;
    int late = log2_16ths(move_number) + (further < FURTHER_MAX ? further : FURTHER_MAX);
    return late > 0 ? late : 0;
}

int late_move_reduction(const Worker *worker, const Parent *parent, Cell move, int move_number) {
    const Params *params = worker->search->params;
    const Board *board = &worker->board;
    int depth = parent->depth;
    if (depth < params->lmr_depth || move_number <= params->lmr_moves)
        return 0;
    Class class_ = board_class(board, board_to_move(board), move);
    if (is_four(class_))
        return late_four_reduction(params, class_, move_number, depth);
    int reduction =
        log2_16ths(depth) * lateness(params, parent->gap, move_number) / params->lmr_divisor;
    reduction += parent->is_cut_node;
    reduction -= parent->is_pv;
    reduction -= !is_quiet(class_);
    reduction -= history_score(&worker->history, board_to_move(board), move) / params->lmr_history;
    if (reduction > depth - 1)
        reduction = depth - 1;
    return reduction > 0 ? reduction : 0;
}
