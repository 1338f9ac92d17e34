#include "search/skip.h"

#include "search/reduction.h"

/* Worth in Elo: late lone threes skipped +53 +-60 (120 games), plain fours reduced and skipped late
 * +41 +-60 (120). All figures: results.tsv, as printed by .ci/results. */

/* Returns whether too many moves came before this one. Quiet moves, lone threes and simple fours
 * have limits of their own; other moves have none. */
static bool comes_late(const Params *params, const Node *node, Class class_, int move_number) {
    int depth = node->depth, usual = params->late_move_base + depth * depth;
    if (is_quiet(class_) && depth <= params->late_move_depth)
        return move_number > (node->is_improving ? usual : usual / 2);
    if (class_ < CLASS_DOUBLE_THREE)
        return depth <= params->late_three_depth && move_number > usual;
    return class_ == CLASS_FOUR && depth <= params->late_four_depth &&
           move_number > params->late_four_base + depth;
}

/* Returns whether a four only delays: it makes nothing else and does not stop the opponent's open
 * three. Once a move may hold, shallow nodes skip it. */
static bool only_delays(const Params *params, const Node *node, Cell move, Class class_) {
    return node->threat_plies == 4 && class_ == CLASS_FOUR && node->depth <= params->delay_depth &&
           node->best > -SCORE_UNPROVEN && !cellset_has(node->answers, move);
}

bool skip_move(const Worker *worker, const Node *node, Cell move, int move_number) {
    const Params *params = worker->search->params;
    if (node->is_pv || node->is_guarded || is_loss(node->best))
        return false;
    Class class_ = board_class(&worker->board, node->us, move);
    if (node->covers_all)
        return only_delays(params, node, move, class_);
    if (comes_late(params, node, class_, move_number))
        return true;
    return is_quiet(class_) && node->depth <= params->futility_depth &&
           node->eval + params->futility_margin * (node->depth + 1) <= node->alpha;
}
