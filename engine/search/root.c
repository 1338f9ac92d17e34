#include "search/root.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "board/foul.h"
#include "search/line.h"
#include "search/node.h"
#include "search/root_moves.h"
#include "threat/reply.h"

/* Answers at once by a five, an open four that no reply stops, or a win by fours. */
static bool threats_decide(Worker *worker) {
    Board *board = &worker->board;
    Color us = board_to_move(board);
    for (int i = 0; i < worker->root_count; i++)
        if (board_wins_at(board, us, worker->root[i].move)) {
            root_decide(worker, &worker->root[i], win_in(1), &worker->root[i].move, 1);
            return true;
        }
    if (board_count(board, us, CLASS_FIVE) > 0)
        return false; /* the five is excluded: search the other moves */
    VcfLimits limits = {.max_moves = VCF_MOVES_MAX,
                        .max_nodes = (uint64_t)worker->search->params->root_vcf_nodes,
                        .shorten = true,
                        .poll = worker_vcf_poll,
                        .context = worker};
    uint64_t left = worker_nodes_left(worker);
    if (limits.max_nodes > left)
        limits.max_nodes = left;
    VcfResult *result = &worker->vcf_result;
    vcf_search(worker->vcf, board, &limits, result);
    worker->nodes += result->nodes;
    RootMove *move = result->verdict == VCF_WIN ? root_find(worker, result->line[0]) : NULL;
    if (move == NULL)
        return false;
    root_decide(worker, move, win_in(result->plies), result->line, result->line_count);
    return true;
}

/* The share of all nodes that searches for wins by threes of one side may take. */
typedef struct ThreesShare {
    int permille;
    uint64_t nodes; /* spent so far */
} ThreesShare;

/* The state that one iteration passes to the next. */
typedef struct Progress {
    Cell best;
    Score score;
    TimeSigns signs;
    bool wants_threes;        /* search wins by threes */
    ThreesShare ours, theirs; /* of the side to move, and of the opponent if he were to move */
    bool has_no_threes;       /* proven: we have no win by threes */
    bool is_answering;        /* only moves against the opponent's win are left */
} Progress;

/* ---- Wins by threes ------------------------------------------------------------------------- */

/* Continues the search for a win of the side to move, as far as the share allows. */
static VctVerdict search_threes(Worker *worker, ThreesShare *share) {
    uint64_t allowed = worker->nodes / 1000 * (uint64_t)share->permille;
    uint64_t left = worker_nodes_left(worker);
    uint64_t least = (uint64_t)worker->search->params->vct_nodes_min;
    VctLimits limits = {.threats = VCT_ANY,
                        .max_nodes = allowed > share->nodes ? allowed - share->nodes : 0,
                        .nodes_in_all = left,
                        .poll = worker_vcf_poll,
                        .context = worker};
    if (limits.max_nodes > left)
        limits.max_nodes = left;
    if (limits.max_nodes < least)
        return VCT_UNKNOWN;
    vct_search(worker->vct, &worker->board, &limits, &worker->vct_result);
    worker->nodes += worker->vct_result.nodes;
    share->nodes += worker->vct_result.nodes;
    return worker->vct_result.verdict;
}

/* Between two iterations: searches a win by fours and threes, and plays it if found. */
static bool threes_decide(Worker *worker, Progress *progress) {
    const VctResult *result = &worker->vct_result;
    if (progress->has_no_threes)
        return false;
    VctVerdict verdict = search_threes(worker, &progress->ours);
    progress->has_no_threes = verdict == VCT_NONE;
    RootMove *move = verdict == VCT_WIN ? root_find(worker, result->line[0]) : NULL;
    if (move == NULL)
        return false;
    root_decide(worker, move, win_in(result->plies), result->line, result->line_count);
    return true;
}

/* If the opponent threatens a win by fours and threes, keeps only the moves that may break it. */
static void answer_threes(Worker *worker, Progress *progress) {
    enum { SPOILERS_NODES = 10000 };
    Board *board = &worker->board;
    Color us = board_to_move(board);
    if (progress->is_answering || board_count(board, opponent(us), CLASS_FIVE) > 0)
        return;
    board_pass(board);
    CellSet spoilers;
    if (search_threes(worker, &progress->theirs) == VCT_WIN && worker_nodes_left(worker) > 0) {
        VctLimits limits = {.threats = VCT_ANY,
                            .max_nodes = 2 * worker->vct_result.nodes + SPOILERS_NODES,
                            .nodes_in_all = worker_nodes_left(worker),
                            .poll = worker_vcf_poll,
                            .context = worker};
        uint64_t nodes;
        progress->is_answering = vct_spoilers(worker->vct, board, &limits, &spoilers, &nodes);
        worker->nodes += nodes;
        progress->theirs.nodes += nodes;
    }
    board_undo_pass(board);
    if (!progress->is_answering)
        return;
    reply_add_fours(board, us, &spoilers);
    root_keep_moves(worker, &spoilers);
}

/* ---- One iteration -------------------------------------------------------------------------- */

static int score_key(const Worker *worker, const RootMove *move) {
    (void)worker;
    return move->score;
}

static int balance_key(const Worker *worker, const RootMove *move) {
    if (move->score == -SCORE_INFINITE)
        return INT_MIN; /* not searched */
    return -abs(move->score - worker->search->limits->balance_score);
}

/* One pass over the root moves. */
typedef struct Pass {
    int line; /* the line it searches; better lines hold the moves root[0..line - 1] */
    int depth;
    Score alpha, beta; /* alpha rises with the best score */
} Pass;

/* A score outside of the window comes with no line, or with a part of one: a longer line that the
 * move had before is kept then. */
static void note_root_line(const Worker *worker, RootMove *move, bool is_exact) {
    if (!is_exact && worker->pv_count[0] < move->pv_count)
        return;
    move->pv_count = worker->pv_count[0];
    memcpy(move->pv, worker->pv[0], (size_t)move->pv_count * sizeof *move->pv);
}

static void note_root_score(Worker *worker, const Pass *pass, RootMove *move, int move_number,
                            Score score) {
    if (is_loss(score) && !move->is_lost) {
        move->is_lost = true;
        root_tell_event(worker, KANAME_ROOT_LOST, move->move);
    } else if (!is_loss(score)) {
        move->is_lost = false;
    }
    if (move_number > 1 && score <= pass->alpha) {
        move->score = -SCORE_INFINITE;
        return;
    }
    move->score = score;
    move->seldepth = worker->seldepth;
    worker_update_pv(worker, 0, move->move);
    note_root_line(worker, move, score > pass->alpha && score < pass->beta);
    /* A first move below the window is not chosen again before the others are searched. */
    if (pass->line == 0 && score > pass->alpha) {
        root_choose(worker, move, pass->depth);
        if (move_number > 1)
            root_tell_event(worker, KANAME_ROOT_BEST, move->move);
    }
}

static Score search_root_move(Worker *worker, const Pass *pass, Cell move, int move_number) {
    const Board *board = &worker->board;
    if (worker_must_stop(worker))
        return 0;
    root_tell_event(worker, KANAME_ROOT_START, move);
    worker->seldepth = 1; /* the move itself */
    worker->pv_count[1] = 0;
    if (board_wins_at(board, board_to_move(board), move)) {
        worker->nodes++;
        return win_in(1);
    }
    Parent parent = {
        .depth = pass->depth - 1, .alpha = pass->alpha, .beta = pass->beta, .is_pv = true};
    int reduction = late_move_reduction(worker, &parent, move, move_number);
    return search_move(worker, &parent, move, move_number, reduction);
}

/* Searches root[line..] with one window and sorts them by the results. */
static Score search_window(Worker *worker, Pass pass) {
    Score best = -SCORE_INFINITE;
    for (int i = pass.line; i < worker->root_count; i++)
        worker->root[i].score = -SCORE_INFINITE;
    for (int i = pass.line; i < worker->root_count && best < pass.beta; i++) {
        RootMove *move = &worker->root[i];
        int move_number = i - pass.line + 1;
        Score score = search_root_move(worker, &pass, move->move, move_number);
        if (worker->aborted)
            break;
        note_root_score(worker, &pass, move, move_number, score);
        root_tell_event(worker, KANAME_ROOT_DONE, move->move);
        if (score > best)
            best = score;
        if (score > pass.alpha)
            pass.alpha = score;
    }
    root_sort(worker->root + pass.line, worker->root_count - pass.line, score_key, worker);
    return best;
}

/* Aspiration: searches with growing windows around the score of the last iteration. Returns false
 * if the search was aborted. */
static bool search_line(Worker *worker, int line, int depth) {
    const Params *params = worker->search->params;
    Score previous = worker->root[line].previous;
    int delta = params->aspiration_delta;
    Pass pass = {.line = line, .depth = depth, .alpha = -SCORE_INFINITE, .beta = SCORE_INFINITE};
    if (depth >= params->aspiration_depth && abs(previous) < SCORE_EVAL_MAX) {
        pass.alpha = previous - delta;
        pass.beta = previous + delta;
    }
    for (;;) {
        Score score = search_window(worker, pass);
        if (worker->aborted)
            return false;
        if (score > pass.alpha && score < pass.beta)
            return true;
        if (score <= pass.alpha)
            pass.alpha = score - delta;
        else
            pass.beta = score + delta;
        delta *= 3;
        if (pass.alpha < -SCORE_EVAL_MAX)
            pass.alpha = -SCORE_INFINITE;
        if (pass.beta > SCORE_EVAL_MAX)
            pass.beta = SCORE_INFINITE;
    }
}

static int lines_wanted(const Worker *worker) {
    int lines = worker->search->limits->lines;
    if (lines > worker->root_count)
        lines = worker->root_count;
    return lines > 1 ? lines : 1;
}

static int score_of_last_iteration(const Worker *worker, const RootMove *move) {
    (void)worker;
    return move->previous;
}

/* Completes the line of a move to report. */
static void complete_line(Worker *worker, RootMove *move) {
    if (worker->index == 0)
        line_complete(worker, move->pv, &move->pv_count, &move->score);
}

/* Reports the lines that an aborted iteration did not reach, as the one before left them. The
 * deeper search found none of them better than the last line it finished. */
static void tell_older_lines(Worker *worker, int done, int lines, int depth) {
    RootMove *root = worker->root;
    root_sort(root + done, worker->root_count - done, score_of_last_iteration, worker);
    for (int i = done; i < lines && root[i].previous > -SCORE_INFINITE; i++) {
        root[i].score = root[i].previous < root[i - 1].score ? root[i].previous : root[i - 1].score;
        complete_line(worker, &root[i]);
        root_tell_line(worker, i, depth - 1, &root[i]);
    }
}

/* Searches all lines, then sorts and reports them together: a later line may turn out better than
 * one before it. */
static void search_lines(Worker *worker, int depth) {
    int lines = lines_wanted(worker), done = 0;
    while (done < lines && search_line(worker, done, depth))
        done++;
    /* The first line's search was cut off, but it had chosen the best move so far. */
    if (done == 0 && worker->best.depth == depth) {
        RootMove *best = root_find(worker, worker->best.move);
        best->score = worker->best.score;
        root_sort(worker->root, worker->root_count, score_key, worker);
        done = 1;
    }
    if (done == 0)
        return;
    for (int i = 0; i < done; i++)
        complete_line(worker, &worker->root[i]);
    root_sort(worker->root, done, score_key, worker);
    /* A first move that falls below the window is not chosen during the pass: choose it now. */
    root_choose(worker, &worker->root[0], depth);
    for (int i = 0; i < done; i++)
        root_tell_line(worker, i, depth, &worker->root[i]);
    if (done < lines)
        tell_older_lines(worker, done, lines, depth);
}

/* Searches for the move whose score is nearest to balance_score instead of the best one. Each
 * window only decides whether the move is nearer than the nearest one so far. */
static void search_balance(Worker *worker, int depth) {
    Score target = worker->search->limits->balance_score, distance = 2 * SCORE_INFINITE;
    for (int i = 0; i < worker->root_count; i++)
        worker->root[i].score = -SCORE_INFINITE;
    for (int i = 0; i < worker->root_count && distance > 0; i++) {
        RootMove *move = &worker->root[i];
        Score alpha = target - distance, beta = target + distance;
        Pass pass = {.depth = depth,
                     .alpha = alpha > -SCORE_INFINITE ? alpha : -SCORE_INFINITE,
                     .beta = beta < SCORE_INFINITE ? beta : SCORE_INFINITE};
        Score score = search_root_move(worker, &pass, move->move, 1);
        if (worker->aborted)
            return;
        if (score > pass.alpha && score < pass.beta) {
            distance = abs(score - target);
            note_root_score(worker, &pass, move, 1, score);
            root_tell_event(worker, KANAME_ROOT_BEST, move->move);
        }
        root_tell_event(worker, KANAME_ROOT_DONE, move->move);
    }
    root_sort(worker->root, worker->root_count, balance_key, worker);
    complete_line(worker, &worker->root[0]);
    root_choose(worker, &worker->root[0], depth);
    root_tell_line(worker, 0, depth, &worker->root[0]);
}

/* ---- Deepening ------------------------------------------------------------------------------ */

/* If all near moves lose, adds the distant moves, once. Returns whether there are any. */
static bool looks_farther(Worker *worker) {
    return !worker->root_covers_all && root_all_lose(worker) && root_add_distant(worker);
}

static bool is_only_move(const Worker *worker) {
    int holding = 0;
    for (int i = 0; i < worker->root_count; i++)
        holding += !worker->root[i].is_lost;
    return holding == 1 && !worker->root[0].is_lost;
}

/* Returns whether more depth changes nothing: all lines to report are decided, and losses are
 * searched to their last ply. */
static bool is_settled(const Worker *worker, int depth) {
    if (worker->search->limits->is_balanced)
        return false;
    int lines = lines_wanted(worker);
    for (int i = 0; i < lines; i++) {
        Score score = worker->root[i].score;
        if (!is_win(score) && !(is_loss(score) && depth >= SCORE_WIN + score))
            return false;
    }
    return true;
}

static bool iteration_is_last(Worker *worker, Progress *progress, int depth) {
    const RootMove *best = &worker->root[0];
    bool is_same = progress->best == best->move;
    progress->signs.stable_iterations = is_same ? progress->signs.stable_iterations + 1 : 0;
    progress->signs.score_drop = depth > 1 ? progress->score - best->score : 0;
    progress->signs.only_move = is_only_move(worker);
    progress->best = best->move;
    progress->score = best->score;
    return is_settled(worker, depth) ||
           (worker->index == 0 &&
            timeman_is_enough(worker->search->timeman, clock_ms(), &progress->signs));
}

static void iterate(Worker *worker, int depth) {
    for (int i = 0; i < worker->root_count; i++)
        worker->root[i].previous = worker->root[i].score;
    if (worker->search->limits->is_balanced)
        search_balance(worker, depth);
    else
        search_lines(worker, depth);
}

static void deepen(Worker *worker, Progress *progress) {
    const KanameLimits *limits = worker->search->limits;
    int max_depth = PLY_MAX - 1;
    if (limits->max_depth > 0 && limits->max_depth < max_depth)
        max_depth = limits->max_depth;
    int first = limits->start_depth > 1 ? limits->start_depth : 1;
    first = first < max_depth ? first : max_depth;
    /* Workers begin at different depths, so that they search different trees. */
    for (int depth = first + worker->index % 2; depth <= max_depth; depth++) {
        do
            iterate(worker, depth);
        while (!worker->aborted && looks_farther(worker));
        if (worker->aborted || iteration_is_last(worker, progress, depth))
            return;
        if (!progress->wants_threes)
            continue;
        if (threes_decide(worker, progress) || depth == max_depth)
            return; /* no iteration is left for the answers */
        answer_threes(worker, progress);
        if (worker_must_stop(worker))
            return; /* the threats have taken the last nodes */
    }
}

/* By convention the first stone goes to the centre without a search, unless the search is to use
 * all of its time: then it is an analysis. */
static bool is_opening_stone(const Worker *worker) {
    return board_stones(&worker->board) == 0 && worker->root_count == 1 &&
           !worker->search->limits->exact_time;
}

bool root_search(Worker *worker) {
    if (!root_collect(worker))
        return false;
    root_choose(worker, &worker->root[0], 0);
    worker->best.score = eval_score(&worker->eval);
    worker->frames[0] =
        (Frame){.move = board_last(&worker->board), .static_eval = worker->best.score};
    if (is_opening_stone(worker) || worker_must_stop(worker))
        return true;
    /* Only forbidden moves are left. */
    if (is_forbidden(&worker->board, board_to_move(&worker->board), worker->root[0].move)) {
        for (int i = 0; i < worker->root_count; i++)
            worker->root[i].is_lost = true;
        if (worker->index == 0)
            root_decide(worker, &worker->root[0], loss_in(2), &worker->root[0].move, 1);
        return true;
    }
    const KanameLimits *limits = worker->search->limits;
    bool wants_best = limits->lines <= 1 && !limits->is_balanced &&
                      !blocked_concerns(worker->search->blocked, &worker->board);
    if (worker->index == 0 && wants_best && threats_decide(worker))
        return true;
    Progress progress = {.best = CELL_NONE,
                         .wants_threes = worker->index == 0 && wants_best,
                         .ours.permille = worker->search->params->vct_permille,
                         .theirs.permille = worker->search->params->vct_against_permille};
    if (!worker_must_stop(worker))
        deepen(worker, &progress);
    return true;
}
