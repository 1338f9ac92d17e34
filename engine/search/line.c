#include "search/line.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "board/candidates.h"
#include "board/foul.h"
#include "search/node.h"
#include "search/picker.h"
#include "threat/reply.h"

/* ---- Moves ----------------------------------------------------------------------------------- */

/* A move of the table may come from another position with the same key. */
static bool is_playable(const Worker *worker, Cell move) {
    const Board *board = &worker->board;
    return move < board->cell_count && board_is_empty(board, move) &&
           !is_forbidden(board, board_to_move(board), move) &&
           !blocked_has(worker->search->blocked, board_key(board), move);
}

/* Returns the first playable cell of the set; CELL_NONE if there is none. */
static Cell first_playable(const Worker *worker, const CellSet *cells) {
    for (Cell cell = cellset_first(cells); cell != CELL_NONE; cell = cellset_next(cells, cell))
        if (is_playable(worker, cell))
            return cell;
    return CELL_NONE;
}

/* Returns the playable cell nearest to the last stone; CELL_NONE if there is none. */
static Cell nearest_playable(const Worker *worker) {
    const Board *board = &worker->board;
    Cell nearest = CELL_NONE;
    for (Cell cell = cellset_first(&board->empty); cell != CELL_NONE;
         cell = cellset_next(&board->empty, cell))
        if (reply_is_nearer(board, cell, nearest) && is_playable(worker, cell))
            nearest = cell;
    return nearest;
}

/* ---- Proven lines ---------------------------------------------------------------------------- */

/* The proof that is being completed. The moves of the line are on the board. */
typedef struct Proof {
    Worker *worker;
    Color winner;
    int plies;  /* from the root to the five, as the search found it */
    int rounds; /* of searches for the rest of the line; each may take more nodes than the last */
    int length; /* of the line that was completed */
    int count;  /* of its moves on the board */
    Cell *line;
} Proof;

typedef enum { PROOF_GOES_ON, PROOF_IS_WHOLE, PROOF_IS_LOST } ProofState;

static ProofState add_move(Proof *proof, Cell move) {
    Board *board = &proof->worker->board;
    if (move == CELL_NONE || proof->count == PLY_MAX)
        return PROOF_IS_LOST;
    Color us = board_to_move(board);
    bool wins = board_wins_at(board, us, move);
    proof->line[proof->count++] = move;
    board_play(board, move);
    if (!wins)
        return PROOF_GOES_ON;
    return us == proof->winner ? PROOF_IS_WHOLE : PROOF_IS_LOST;
}

/* Returns the plies from the root to the five of the winner, who is to move in the position with
 * this key after `played` moves, by the table; 0 if it knows no win there. */
static int known_plies(const Proof *proof, uint64_t key, int played, TtEntry *entry) {
    bool is_known = tt_probe(proof->worker->search->tt, key, played, entry) &&
                    entry->bound != BOUND_UPPER && is_win(entry->score);
    return is_known ? SCORE_WIN - entry->score : 0;
}

/* Returns the winner's move by the table if it wins within plies_max; else CELL_NONE. */
static Cell known_win(const Proof *proof, int plies_max) {
    TtEntry entry;
    int plies = known_plies(proof, board_key(&proof->worker->board), proof->count, &entry);
    bool is_good = plies > 0 && plies <= plies_max && is_playable(proof->worker, entry.move);
    return is_good ? entry.move : CELL_NONE;
}

static bool must_end(void *context) {
    const Search *search = ((const Worker *)context)->search;
    return atomic_load_explicit(search->user_stop, memory_order_relaxed) ||
           timeman_is_over(search->timeman, clock_ms());
}

/* Returns the nodes that a search for the rest of a line may take in a round: a part of those that
 * all threads have searched, whatever share the system gave to each, four times as many in each
 * further round, within the limit. */
static uint64_t nodes_allowed(const Worker *worker, int round) {
    enum { LEAST = 4000, PART = 4 };
    uint64_t allowed = (LEAST + worker_nodes_used(worker) / PART) << 2 * round;
    uint64_t left = worker_nodes_left(worker);
    return allowed < left ? allowed : left;
}

/* Finds a win by fours, or by threats, of the winner, who is to move. Returns false if none is
 * found. */
static bool find_threats(Proof *proof, uint64_t max_nodes, const Cell **line, int *count) {
    Worker *worker = proof->worker;
    VcfLimits fours = {.max_moves = VCF_MOVES_MAX,
                       .max_nodes = max_nodes,
                       .shorten = true,
                       .poll = must_end,
                       .context = worker};
    vcf_search(worker->vcf, &worker->board, &fours, &worker->vcf_result);
    worker->nodes += worker->vcf_result.nodes;
    *line = worker->vcf_result.line;
    *count = worker->vcf_result.line_count;
    if (worker->vcf_result.verdict == VCF_WIN)
        return true;
    uint64_t left = worker_nodes_left(worker);
    if (worker->vct == NULL || left == 0)
        return false;
    VctLimits threats = {.threats = VCT_ANY,
                         .max_nodes = max_nodes < left ? max_nodes : left,
                         .nodes_in_all = left,
                         .poll = must_end,
                         .context = worker};
    vct_search(worker->vct, &worker->board, &threats, &worker->vct_result);
    worker->nodes += worker->vct_result.nodes;
    *line = worker->vct_result.line;
    *count = worker->vct_result.line_count;
    return worker->vct_result.verdict == VCT_WIN;
}

/* Searches the position deeper and deeper, from `depth` on, until the score shows the winner's win.
 * Returns false if that takes more than `max_nodes`, after which the last search still ends, or if
 * a limit is reached. */
static bool find_deeper(Proof *proof, uint64_t max_nodes, int *depth, const Cell **line,
                        int *count) {
    Worker *worker = proof->worker;
    int ply = proof->count;
    bool is_winners = board_to_move(&worker->board) == proof->winner;
    uint64_t begin = worker->nodes;
    worker->frames[ply - 1] = (Frame){.move = proof->line[ply - 1], .static_eval = SCORE_NONE};
    if (ply >= 2)
        worker->frames[ply - 2].static_eval = SCORE_NONE;
    *line = worker->pv[ply];
    while (*depth < PLY_MAX - ply && worker->nodes - begin < max_nodes) {
        Score score = search_position(worker, ply, (*depth)++);
        if (worker->aborted)
            return false;
        *count = worker->pv_count[ply];
        if (is_winners ? is_win(score) : is_loss(score))
            return *count > 0;
    }
    return false;
}

static ProofState add_line(Proof *proof, const Cell *line, int count) {
    ProofState state = PROOF_GOES_ON;
    for (int i = 0; i < count && state == PROOF_GOES_ON; i++)
        state = is_playable(proof->worker, line[i]) ? add_move(proof, line[i]) : PROOF_IS_LOST;
    return state;
}

/* Searches on where the table does not know a win as short as the score says. The first round
 * searches threats alone, which most wins end with; the others do not rely on that. */
static ProofState add_found_win(Proof *proof) {
    const Cell *line;
    int count, depth = 1;
    for (int round = 0; round < proof->rounds; round++) {
        uint64_t allowed = nodes_allowed(proof->worker, round);
        if (find_threats(proof, allowed, &line, &count) ||
            (round > 0 && find_deeper(proof, allowed, &depth, &line, &count)))
            return add_line(proof, line, count);
        Cell move = known_win(proof, SCORE_WIN);
        if (move != CELL_NONE)
            return add_move(proof, move);
        if (must_end(proof->worker) || worker_nodes_left(proof->worker) == 0)
            break;
    }
    return PROOF_IS_LOST;
}

static ProofState add_attack(Proof *proof) {
    const Worker *worker = proof->worker;
    const Board *board = &worker->board;
    if (board_count(board, proof->winner, CLASS_FIVE) > 0)
        return add_move(proof,
                        first_playable(worker, board_cells(board, proof->winner, CLASS_FIVE)));
    Cell move = known_win(proof, proof->plies);
    return move != CELL_NONE ? add_move(proof, move) : add_found_win(proof);
}

/* Returns the playable cell of the set after which the table knows the latest win; the first
 * playable one if it knows none. */
static Cell longest_defence(const Proof *proof, const CellSet *cells) {
    const Worker *worker = proof->worker;
    Cell longest = CELL_NONE;
    int longest_plies = 0;
    for (Cell cell = cellset_first(cells); cell != CELL_NONE; cell = cellset_next(cells, cell)) {
        TtEntry entry;
        uint64_t key = board_key_after(&worker->board, cell);
        int plies = known_plies(proof, key, proof->count + 1, &entry);
        if ((longest == CELL_NONE || plies > longest_plies) && is_playable(worker, cell)) {
            longest = cell;
            longest_plies = plies;
        }
    }
    return longest;
}

/* Sets `cells` to the replies to the opponent's threat: of a five or an open four; else to the near
 * cells. */
static void find_replies(Worker *worker, CellSet *cells) {
    Board *board = &worker->board;
    Color us = board_to_move(board);
    if (board_count(board, opponent(us), CLASS_FIVE) > 0)
        reply_to_five(board, opponent(us), cells);
    else if (reply_to_open_four(board, cells))
        reply_add_fours(board, us, cells);
    else
        candidates_near(board, worker->search->params->near_square,
                        worker->search->params->near_star, cells);
}

static ProofState add_defence(Proof *proof) {
    Worker *worker = proof->worker;
    const Board *board = &worker->board;
    if (board_count(board, opponent(proof->winner), CLASS_FIVE) > 0)
        return PROOF_IS_LOST;
    TtEntry entry;
    if (tt_probe(worker->search->tt, board_key(board), proof->count, &entry) &&
        entry.bound != BOUND_LOWER && is_loss(entry.score) && is_playable(worker, entry.move))
        return add_move(proof, entry.move);
    CellSet cells;
    find_replies(worker, &cells);
    Cell move = longest_defence(proof, &cells);
    if (move == CELL_NONE) /* no reply helps: the one that stops a five shows it best */
        move = first_playable(worker, board_cells(board, proof->winner, CLASS_FIVE));
    return add_move(proof, move != CELL_NONE ? move : nearest_playable(worker));
}

static void take_back(Proof *proof) {
    for (; proof->count > 0; proof->count--)
        board_undo(&proof->worker->board);
}

/* Completes the line, whose first `given` moves stay. */
static bool complete(Proof *proof, int given) {
    const Board *board = &proof->worker->board;
    ProofState state = PROOF_GOES_ON;
    while (state == PROOF_GOES_ON && proof->count < given)
        state = add_move(proof, proof->line[proof->count]);
    while (state == PROOF_GOES_ON)
        state = board_to_move(board) == proof->winner ? add_attack(proof) : add_defence(proof);
    proof->length = proof->count;
    take_back(proof);
    return state == PROOF_IS_WHOLE;
}

/* Searches the proof again behind the first move of the line, for which the score is proven, and
 * completes the line of that search. The moves that the line had may be of an earlier iteration;
 * other threads may have overwritten what the table knew. */
static bool complete_anew(Proof *proof) {
    enum { ROUND = 3, ROUNDS = 8 };
    Worker *worker = proof->worker;
    const Cell *found;
    int count, depth = 1;
    proof->rounds = ROUNDS;
    add_move(proof, proof->line[0]);
    if (!find_deeper(proof, nodes_allowed(worker, ROUND), &depth, &found, &count))
        count = 0;
    if (count > PLY_MAX - 1)
        count = PLY_MAX - 1;
    if (count > 0)
        memcpy(&proof->line[1], found, (size_t)count * sizeof *found);
    take_back(proof);
    return !must_end(worker) && complete(proof, 1 + count);
}

void line_complete(Worker *worker, Cell *line, int *count, Score *score) {
    int plies = SCORE_WIN - abs(*score);
    if (!is_decided(*score) || *count >= plies)
        return;
    Color us = board_to_move(&worker->board);
    Cell whole[PLY_MAX];
    memcpy(whole, line, (size_t)*count * sizeof *line);
    Proof proof = {.worker = worker,
                   .winner = is_win(*score) ? us : opponent(us),
                   .plies = plies,
                   .rounds = 1,
                   .line = whole};
    if (!complete(&proof, *count) && !complete_anew(&proof))
        return;
    *count = proof.length;
    memcpy(line, whole, (size_t)*count * sizeof *line);
    *score = is_win(*score) ? win_in(*count) : loss_in(*count);
}

/* ---- Other lines ----------------------------------------------------------------------------- */

/* Returns the reply that the order puts first; CELL_NONE if none is playable. */
static Cell likely_reply(Worker *worker, int ply) {
    const Board *board = &worker->board;
    Color us = board_to_move(board);
    if (board_count(board, us, CLASS_FIVE) > 0)
        return first_playable(worker, board_cells(board, us, CLASS_FIVE));
    CellSet cells;
    find_replies(worker, &cells);
    Picker picker;
    picker_init(&picker, &worker->eval, &worker->history, &cells, CELL_NONE, board_last(board),
                ply);
    Cell move = picker_next(&picker);
    while (move != CELL_NONE && !is_playable(worker, move))
        move = picker_next(&picker);
    return move;
}

/* Returns the move of the table. A move that was found better than its window when the search
 * ended may have no reply there: then the likely one. CELL_NONE: the line ends. */
static Cell next_of_line(Worker *worker, const RootBest *best, int ply) {
    TtEntry entry;
    if (tt_probe(worker->search->tt, board_key(&worker->board), ply, &entry) &&
        is_playable(worker, entry.move))
        return entry.move;
    return best->pv_count == 1 ? likely_reply(worker, ply) : CELL_NONE;
}

void line_extend(Worker *worker, RootBest *best) {
    Board *board = &worker->board;
    /* Moves that another search stored would not prove a score. */
    if (is_decided(best->score))
        return;
    int most = best->depth < PLY_MAX ? best->depth : PLY_MAX, played = 0;
    for (bool is_over = false; !is_over && played < most; played++) {
        if (played == best->pv_count) {
            Cell next = next_of_line(worker, best, played);
            if (next == CELL_NONE)
                break;
            best->pv[best->pv_count++] = next;
        }
        is_over = board_wins_at(board, board_to_move(board), best->pv[played]);
        board_play(board, best->pv[played]);
    }
    while (played-- > 0)
        board_undo(board);
}
