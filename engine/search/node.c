#include "search/node.h"

#include <assert.h>
#include <string.h>

#include "board/candidates.h"
#include "board/foul.h"
#include "search/picker.h"
#include "search/skip.h"
#include "threat/reply.h"

static Score node_search(Worker *worker, int ply, Score alpha, Score beta, int depth,
                         bool is_cut_node);

/* ---- Small helpers ------------------------------------------------------------------------- */

static void set_pv(Worker *worker, int ply, const Cell *line, int count) {
    if (count > PLY_MAX)
        count = PLY_MAX;
    memcpy(worker->pv[ply], line, (size_t)count * sizeof *line);
    worker->pv_count[ply] = count;
}

static void store(Worker *worker, const Node *node, Score score, Bound bound, Cell move) {
    TtEntry entry = {.move = move,
                     .score = score,
                     .eval = node->is_exact_eval ? node->static_eval : SCORE_NONE,
                     .depth = node->depth > 0 ? node->depth : 0,
                     .bound = bound};
    tt_store(worker->search->tt, node->key, node->ply, &entry);
}

/* ---- The steps ----------------------------------------------------------------------------- */

/* Step 1. Terminal cases other than stones. A full board is a draw; a line of PLY_MAX ends
 * with the static score. No result is better than a five by the next stone or worse than a five by
 * the stone after: a window beyond these ends the node. */
static bool is_at_end(Worker *worker, Node *node, Score *score) {
    const Board *board = &worker->board;
    if (board_empty_count(board) == 0) {
        *score = 0;
        return true;
    }
    if (node->ply >= PLY_MAX - 1) {
        *score = eval_score(&worker->eval);
        return true;
    }
    if (node->alpha < loss_in(node->ply + 2))
        node->alpha = loss_in(node->ply + 2);
    if (node->beta > win_in(node->ply + 1))
        node->beta = win_in(node->ply + 1);
    *score = node->alpha;
    return node->alpha >= node->beta;
}

/* Step 2. Fives. Ours wins. Against theirs only the cells that stop it remain; without any, we
 * lose. */
static bool fives_decide(Worker *worker, Node *node, Score *score) {
    const Board *board = &worker->board;
    if (board_count(board, node->us, CLASS_FIVE) > 0) {
        Cell five = cellset_first(board_cells(board, node->us, CLASS_FIVE));
        set_pv(worker, node->ply, &five, 1);
        *score = win_in(node->ply + 1);
        return true;
    }
    if (board_count(board, opponent(node->us), CLASS_FIVE) == 0)
        return false;
    node->threat_plies = 2;
    node->covers_all = true;
    reply_to_five(board, opponent(node->us), node->moves);
    for (Cell cell = cellset_first(node->moves); cell != CELL_NONE;
         cell = cellset_next(node->moves, cell))
        if (!is_forbidden(board, node->us, cell))
            return false;
    *score = loss_in(node->ply + 2);
    return true;
}

/* Step 3. Open fours, and fours whose only reply is forbidden. Ours win, since no five is
 * threatened. Against the opponent's open four only the cells that stop it and our own fours
 * remain; without any, we lose. Worth of the forbidden replies in renju: +33 +-46 Elo, 200 games.
 */
static bool open_fours_decide(Worker *worker, Node *node, Score *score) {
    Board *board = &worker->board;
    Cell gain = reply_winning_open_four(board);
    if (gain == CELL_NONE)
        gain = reply_winning_foul_four(board);
    if (gain != CELL_NONE) {
        set_pv(worker, node->ply, &gain, 1);
        *score = win_in(node->ply + 3);
        return true;
    }
    if (!reply_to_open_four(board, node->moves))
        return false;
    node->threat_plies = 4;
    node->covers_all = true;
    *node->answers = *node->moves;
    reply_add_fours(board, node->us, node->moves);
    *score = loss_in(node->ply + 4);
    return cellset_first(node->moves) == CELL_NONE;
}

/* Step 4. Transposition table. A proof holds at any depth; any other result holds at its own depth
 * or less, and not on the principal line, which would end there. A proven win may not be the
 * shortest. No match of the step alone. */
static bool table_decides(Worker *worker, Node *node, Score *score) {
    TtEntry *entry = &node->table;
    if (!tt_probe(worker->search->tt, node->key, node->ply, entry))
        return false;
    /* Guards against a move of another position with the same key. */
    const Board *board = &worker->board;
    if (entry->move >= board->cell_count || !board_is_empty(board, entry->move))
        entry->move = CELL_NONE;
    *score = entry->score;
    bool is_at_least = entry->bound != BOUND_UPPER, is_at_most = entry->bound != BOUND_LOWER;
    bool is_proof = (is_at_least && is_win(*score)) || (is_at_most && is_loss(*score));
    if (node->is_pv) {
        if (is_proof && entry->move != CELL_NONE)
            set_pv(worker, node->ply, &entry->move, 1);
        return is_proof;
    }
    bool cuts = (is_at_least && *score >= node->beta) || (is_at_most && *score <= node->alpha);
    return cuts && (is_proof || entry->depth >= node->depth);
}

/* Offers a newly evaluated position to the sample of probes, unless a null move led to it. */
static void offer_probe(const Worker *worker, const Node *node) {
    if (worker->search->probes != NULL && worker->index == 0 && node->is_exact_eval &&
        board_stones(&worker->board) - board_stones(worker->search->board) == node->ply)
        probes_offer(worker->search->probes, &worker->board, node->ply, node->static_eval);
}

/* Returns the static score, or the score of a search of the position that was less deep than this
 * one, if its bound excludes the static score. */
static Score refined_eval(const Node *node) {
    const TtEntry *entry = &node->table;
    bool is_below = node->static_eval < entry->score && entry->bound != BOUND_UPPER;
    bool is_above = node->static_eval > entry->score && entry->bound != BOUND_LOWER;
    bool is_known = entry->bound != BOUND_NONE && !is_decided(entry->score);
    return is_known && (is_below || is_above) ? entry->score : node->static_eval;
}

/* Step 5. Static score, whether it rises, and what the steps below take for it. Near the leaves an
 * estimate far outside the window suffices: 1.6 times the nodes/s of a network evaluation at every
 * node. Worth of its margin, 700 against 500: +28 +-46 Elo (200 games); 250 against 500: -47 +-46
 * (200). */
static void evaluate(Worker *worker, Node *node) {
    const Params *params = worker->search->params;
    if (node->table.eval != SCORE_NONE) {
        node->static_eval = node->table.eval;
    } else {
        if (node->is_pv || node->depth > params->estimate_depth)
            node->static_eval = eval_score(&worker->eval);
        else
            node->static_eval =
                eval_score_within(&worker->eval, node->alpha - params->estimate_margin,
                                  node->beta + params->estimate_margin, &node->is_exact_eval);
        offer_probe(worker, node);
    }
    worker->frames[node->ply].static_eval = node->static_eval;
    node->eval = refined_eval(node);
    Score before = node->ply >= 2 ? worker->frames[node->ply - 2].static_eval : SCORE_NONE;
    node->is_improving = before == SCORE_NONE || node->static_eval > before;
}

/* Step 6. Leaves. A node is a leaf if no depth is left, or if it is so far below alpha that a
 * shallow search will not raise it (razoring); razoring has a lower depth limit where the opponent
 * threatens an open four. A leaf searches only a win by fours, unless the static score reaches
 * beta; other nodes leave that to their children. Worth: the quick win by fours at leaves alone,
 * +228 +-46 Elo (200 games, equal time); none at or above beta, +89 +-60 (120); razoring under such
 * a threat, +17 +-14 (2,150). */
static bool is_leaf(const Worker *worker, const Node *node) {
    const Params *params = worker->search->params;
    if (node->depth <= 0)
        return true;
    int deepest = is_threatened(node) ? params->razor_threat_depth : params->razor_depth;
    return !node->is_pv && !(is_threatened(node) && is_decided(node->alpha)) &&
           node->depth <= deepest && node->eval + params->razor_margin * node->depth < node->alpha;
}

static Score leaf_score(Worker *worker, const Node *node) {
    const Params *params = worker->search->params;
    if (!node->is_pv && !is_decided(node->beta) && node->eval >= node->beta)
        return node->eval;
    uint64_t left = worker_nodes_left(worker);
    VcfLimits limits = {.max_moves = params->leaf_vcf_moves,
                        .max_nodes = (uint64_t)params->leaf_vcf_nodes,
                        .quick = true};
    if (limits.max_nodes > left)
        limits.max_nodes = left;
    VcfResult *result = &worker->vcf_result;
    vcf_search(worker->vcf, &worker->board, &limits, result);
    worker->nodes += result->nodes;
    if (worker_must_stop(worker))
        return 0;
    if (result->verdict != VCF_WIN) {
        if (node->depth <= 0 && node->is_exact_eval && node->table.bound == BOUND_NONE)
            store(worker, node, node->static_eval, BOUND_EXACT, CELL_NONE);
        return node->eval;
    }
    Score score = win_in(node->ply + result->plies);
    set_pv(worker, node->ply, result->line, result->line_count);
    store(worker, node, score, BOUND_LOWER, result->line[0]);
    return score;
}

/* Returns whether the opponent could make a four whose only reply is forbidden if we passed. */
static bool threatens_foul_four(Board *board) {
    if (!rule_has_fouls(board->tables->rule, board_to_move(board)))
        return false;
    board_pass(board);
    Cell gain = reply_winning_foul_four(board);
    board_undo_pass(board);
    return gain != CELL_NONE;
}

/* Step 7. Reverse futility. Cuts a node so far above beta that the opponent will not recover in the
 * few plies left, unless he has threats that the static score misses. No match of the step alone;
 * narrower margins here, in razoring and in futility +26 +-60 Elo, 120 games. */
static bool reverse_futility_cuts(Worker *worker, const Node *node) {
    const Params *params = worker->search->params;
    Color them = opponent(node->us);
    return !node->is_pv && !is_threatened(node) && !is_decided(node->beta) &&
           node->depth <= params->reverse_futility_depth &&
           board_count(&worker->board, them, CLASS_FOUR_THREE) == 0 &&
           node->eval - params->reverse_futility_margin * (node->depth - node->is_improving) >=
               node->beta &&
           !threatens_foul_four(&worker->board);
}

/* Step 8. Null move. If passing still beats beta, a real move will too. Not if the opponent
 * threatens an open four or a five: passing would lose at once. Almost never cuts (0 to 1% of those
 * tried); no match of the step alone. */
static bool null_move_cuts(Worker *worker, Node *node, Score *score) {
    const Params *params = worker->search->params;
    if (node->is_pv || is_threatened(node) || node->depth < params->null_depth ||
        node->eval < node->beta || is_decided(node->beta) ||
        worker->frames[node->ply - 1].move == CELL_NONE)
        return false;
    int reduction = params->null_reduction + node->depth / params->null_depth_divisor;
    worker->frames[node->ply].move = CELL_NONE;
    worker->nodes++;
    board_pass(&worker->board);
    *score = -node_search(worker, node->ply + 1, -node->beta, -node->beta + 1,
                          node->depth - 1 - reduction, !node->is_cut_node);
    board_undo_pass(&worker->board);
    if (is_win(*score)) /* a win after passing is not a proof */
        *score = node->beta;
    return *score >= node->beta;
}

/* Step 9. Internal reduction. Without a table move the order is poor: search one ply less now; a
 * later visit finds a table move. Worth: +58 +-60 Elo at 400,000 nodes, 120 games. */
static void reduce_without_table_move(const Worker *worker, Node *node) {
    if (node->depth >= worker->search->params->iir_depth && node->table.move == CELL_NONE)
        node->depth--;
}

/* ---- Step 10. The moves -------------------------------------------------------------------- */

/* The worth of skipping moves is in skip.c, that of reducing them in reduction.c. */

Score search_move(Worker *worker, const Parent *parent, Cell move, int move_number, int reduction) {
    Board *board = &worker->board;
    int ply = parent->ply, depth = parent->depth;
    Score alpha = parent->alpha, beta = parent->beta;
    worker->frames[ply].move = move;
    worker->nodes++;
    tt_prefetch(worker->search->tt, board_key_after(board, move)); /* loads during the update */
    board_play(board, move);
    Score score;
    if (move_number == 1) {
        bool child_is_cut_node = beta - alpha == 1 && !parent->is_cut_node;
        score = -node_search(worker, ply + 1, -beta, -alpha, depth, child_is_cut_node);
    } else {
        score = -node_search(worker, ply + 1, -alpha - 1, -alpha, depth - reduction, true);
        if (score > alpha && reduction > 0)
            score = -node_search(worker, ply + 1, -alpha - 1, -alpha, depth, !parent->is_cut_node);
        if (score > alpha && score < beta && beta - alpha > 1)
            score = -node_search(worker, ply + 1, -beta, -alpha, depth, false);
    }
    board_undo(board);
    return score;
}

/* Removes all remaining moves that will be skipped. A skipped move stays skipped, because the move
 * number and the best score only rise. */
static void drop_skipped(const Worker *worker, const Node *node, Picker *picker, int move_number) {
    int kept = 0;
    for (int i = 0; i < picker->count; i++)
        if (!skip_move(worker, node, scored_cell(picker->moves[i]), move_number))
            picker->moves[kept++] = picker->moves[i];
    picker->count = kept;
}

/* Records the score of a searched move. Returns whether it refutes the node. A principal node that
 * fails low still records its best move: the reply to a root move above the window. */
static bool note_score(Worker *worker, Node *node, Cell move, Score score) {
    if (score <= node->best)
        return false;
    node->best = score;
    bool raises = score > node->alpha;
    if (node->is_pv && (raises || (node->best_move == CELL_NONE && !is_decided(score))))
        worker_update_pv(worker, node->ply, move);
    if (raises) {
        node->alpha = score;
        node->best_move = move;
    }
    return score >= node->beta;
}

/* If all near moves lose and depth suffices for a proof, sets `cells` to the empty cells that have
 * not been searched and returns true. */
static bool distant_cells(const Worker *worker, const Node *node, CellSet *cells) {
    if (node->covers_all || node->is_guarded || !is_loss(node->best) ||
        (node->best > -SCORE_INFINITE && node->depth < worker->search->params->proof_depth))
        return false;
    for (int i = 0; i < SET_WORDS; i++)
        cells->word[i] = worker->board.empty.word[i] & ~node->moves->word[i];
    return true;
}

/* Returns the score of a node without a legal move. The opponent's threat succeeds. Without a
 * threat, Black has only fouls left, cannot pass, and loses with the next stone. No proof if moves
 * are blocked. */
static Score score_without_moves(const Node *node) {
    if (node->is_guarded)
        return 0;
    return loss_in(node->ply + (is_threatened(node) ? node->threat_plies : 2));
}

/* Returns the next move to search, as number `move_number`; CELL_NONE if none is left. */
static Cell next_move(const Worker *worker, Node *node, Picker *picker, int move_number) {
    for (;;) {
        Cell move = picker_next(picker);
        if (move == CELL_NONE) {
            CellSet distant;
            if (!distant_cells(worker, node, &distant))
                return CELL_NONE;
            picker_extend(picker, &distant);
            node->covers_all = true;
            continue;
        }
        if (is_forbidden(&worker->board, node->us, move) ||
            (node->is_guarded && blocked_has(worker->search->blocked, node->key, move)))
            continue;
        if (!skip_move(worker, node, move, move_number))
            return move;
        drop_skipped(worker, node, picker, move_number);
    }
}

/* Searches one move. A guarded node has skipped the check for fives, since one may be blocked. */
static Score search_next(Worker *worker, const Node *node, Cell move, int move_number, int depth,
                         int gap) {
    Parent parent = {.ply = node->ply,
                     .depth = depth,
                     .alpha = node->alpha,
                     .beta = node->beta,
                     .is_pv = node->is_pv,
                     .is_cut_node = node->is_cut_node,
                     .gap = gap};
    if (node->is_guarded && board_wins_at(&worker->board, node->us, move)) {
        worker->pv_count[node->ply + 1] = 0;
        return win_in(node->ply + 1);
    }
    int reduction = node->is_guarded ? 0 : late_move_reduction(worker, &parent, move, move_number);
    return search_move(worker, &parent, move, move_number, reduction);
}

enum { TRIED_MAX = 64 };

static Score search_moves(Worker *worker, Node *node) {
    const Params *params = worker->search->params;
    const Board *board = &worker->board;
    Cell previous = worker->frames[node->ply - 1].move;
    Cell tried[TRIED_MAX];
    int tried_count = 0, move_number = 0;
    if (!node->covers_all)
        candidates_near(board, params->near_square, params->near_star, node->moves);
    Picker picker;
    picker_init(&picker, &worker->eval, &worker->history, node->moves, node->table.move, previous,
                node->ply);
    bool is_forced = node->threat_plies == 2;
    int depth = node->depth - (is_forced ? 0 : 1);
    for (Cell move; (move = next_move(worker, node, &picker, move_number + 1)) != CELL_NONE;) {
        Score score = search_next(worker, node, move, ++move_number, depth, picker.gap);
        if (worker->aborted)
            return 0;
        if (note_score(worker, node, move, score)) {
            if (!is_forced && !node->is_guarded)
                history_reward(&worker->history, node->us, node->ply, depth, move, previous, tried,
                               tried_count);
            break;
        }
        if (tried_count < TRIED_MAX)
            tried[tried_count++] = move;
    }
    return move_number > 0 ? node->best : score_without_moves(node);
}

/* Step 11. Stores the result. A loss is not a proof if distant cells were left untried. */
static Score conclude(Worker *worker, const Node *node, Score alpha, Score score) {
    if (node->is_guarded)
        return is_loss(score) ? -SCORE_UNPROVEN : score;
    if (is_loss(score) && !node->covers_all) {
        if (alpha < -SCORE_UNPROVEN)
            return -SCORE_UNPROVEN;
        score = -SCORE_UNPROVEN;
    }
    Bound bound = score >= node->beta ? BOUND_LOWER : score > alpha ? BOUND_EXACT : BOUND_UPPER;
    store(worker, node, score, bound, node->best_move);
    return score;
}

/* Steps 2 to 9, which may decide the node before any move is searched. */
static bool shortcuts_decide(Worker *worker, Node *node, Score *score) {
    if (fives_decide(worker, node, score) ||
        (!is_threatened(node) && open_fours_decide(worker, node, score)) ||
        table_decides(worker, node, score))
        return true;
    if (node->threat_plies == 2)
        return false;
    if (node->depth <= 0)
        vcf_prefetch_quick(worker->vcf, &worker->board); /* loads during the evaluation */
    evaluate(worker, node);
    if (is_leaf(worker, node)) {
        *score = leaf_score(worker, node);
        return true;
    }
    if (reverse_futility_cuts(worker, node)) {
        *score = node->eval;
        return true;
    }
    if (null_move_cuts(worker, node, score) || worker->aborted)
        return true;
    reduce_without_table_move(worker, node);
    return false;
}

static Score node_search(Worker *worker, int ply, Score alpha, Score beta, int depth,
                         bool is_cut_node) {
    assert(alpha < beta && ply >= 1);
    worker->pv_count[ply] = 0;
    if (worker_must_stop(worker))
        return 0;
    if (ply > worker->seldepth)
        worker->seldepth = ply;
    uint64_t key = board_key(&worker->board);
    CellSet moves, answers;
    Node node = {.ply = ply,
                 .depth = depth,
                 .moves = &moves,
                 .answers = &answers,
                 .alpha = alpha,
                 .beta = beta,
                 .is_pv = beta - alpha > 1,
                 .is_cut_node = is_cut_node,
                 .us = board_to_move(&worker->board),
                 .key = key,
                 .is_guarded = blocked_concerns(worker->search->blocked, &worker->board),
                 .table = {.move = CELL_NONE, .eval = SCORE_NONE},
                 .static_eval = SCORE_NONE,
                 .is_exact_eval = true,
                 .eval = SCORE_NONE,
                 .is_improving = true,
                 .best = -SCORE_INFINITE,
                 .best_move = CELL_NONE};
    worker->frames[ply].static_eval = SCORE_NONE;
    Score score;
    if (is_at_end(worker, &node, &score))
        return score;
    if (!node.is_guarded && shortcuts_decide(worker, &node, &score))
        return worker->aborted ? 0 : score;
    Score window_alpha = node.alpha;
    score = search_moves(worker, &node);
    return worker->aborted ? 0 : conclude(worker, &node, window_alpha, score);
}

Score search_position(Worker *worker, int ply, int depth) {
    return node_search(worker, ply, -SCORE_INFINITE, SCORE_INFINITE, depth, false);
}
