#include "search/root_moves.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "board/candidates.h"
#include "board/foul.h"
#include "eval/eval.h"
#include "search/line.h"
#include "search/node.h"

/* ---- Callbacks ----------------------------------------------------------------------------- */

static KanamePoint point_of(const Worker *worker, Cell cell) {
    return (KanamePoint){worker->board.x[cell], worker->board.y[cell]};
}

void root_tell_event(const Worker *worker, KanameRootEvent event, Cell move) {
    const KanameCallbacks *callbacks = worker->search->callbacks;
    if (worker->index == 0 && callbacks != NULL && callbacks->on_root != NULL)
        callbacks->on_root(event, point_of(worker, move), callbacks->context);
}

/* Completes and sends a report of this line of play. */
static void tell(const Worker *worker, KanameReport *report, const Cell *pv, int pv_count) {
    const Search *search = worker->search;
    if (search->callbacks == NULL || search->callbacks->on_report == NULL)
        return;
    report->nodes = search_nodes(search);
    report->time_ms = clock_ms() - search->timeman->start_ms;
    report->pv_count = (size_t)pv_count;
    for (int i = 0; i < pv_count; i++)
        report->pv[i] = point_of(worker, pv[i]);
    search->callbacks->on_report(report, search->callbacks->context);
}

bool root_all_lose(const Worker *worker) {
    for (int i = 0; i < worker->root_count; i++)
        if (!worker->root[i].is_lost)
            return false;
    return true;
}

/* Returns the score of the position if that of its best root move is `score`: a loss is no proof
 * before every legal move is proven to lose. */
static Score known_score(const Worker *worker, Score score) {
    bool is_proof = worker->root_covers_all && root_all_lose(worker);
    return is_loss(score) && !is_proof ? -SCORE_UNPROVEN : score;
}

void root_tell_line(Worker *worker, int line, int depth, const RootMove *move) {
    if (worker->index != 0)
        return;
    atomic_store_explicit(&worker->published_nodes, worker->nodes, memory_order_relaxed);
    KanameReport report = {.line = line,
                           .depth = depth,
                           .seldepth = move->seldepth,
                           .score = line == 0 ? known_score(worker, move->score) : move->score};
    if (line == 0)
        worker->told = (Told){move->move, report.score, depth, move->pv_count};
    tell(worker, &report, move->pv, move->pv_count);
}

void root_tell_answer(const Worker *worker, RootBest *best) {
    const Told *told = &worker->told;
    if (best->depth < told->depth)
        best->depth = told->depth;
    bool is_whole = !is_decided(best->score) || told->pv_count == best->pv_count;
    if (best->depth == 0 || (told->move == best->move && told->score == best->score &&
                             told->depth == best->depth && is_whole))
        return;
    KanameReport report = {.depth = best->depth, .seldepth = best->seldepth, .score = best->score};
    tell(worker, &report, best->pv, best->pv_count);
}

/* ---- The moves ------------------------------------------------------------------------------ */

static bool is_offered(const Worker *worker, Cell cell) {
    return !cellset_has(worker->search->excluded, cell) &&
           !blocked_has(worker->search->blocked, board_key(&worker->board), cell);
}

static void add_move(Worker *worker, Cell cell) {
    worker->root[worker->root_count++] = (RootMove){.move = cell,
                                                    .score = -SCORE_INFINITE,
                                                    .previous = -SCORE_INFINITE,
                                                    .pv_count = 1,
                                                    .pv = {cell}};
}

static bool is_foul(const Worker *worker, Cell cell) {
    return is_forbidden(&worker->board, board_to_move(&worker->board), cell);
}

static void add_legal(Worker *worker, const CellSet *cells) {
    for (Cell cell = cellset_first(cells); cell != CELL_NONE; cell = cellset_next(cells, cell))
        if (is_offered(worker, cell) && !is_foul(worker, cell))
            add_move(worker, cell);
}

static void add_fouls(Worker *worker) {
    const CellSet *cells = &worker->board.empty;
    for (Cell cell = cellset_first(cells); cell != CELL_NONE; cell = cellset_next(cells, cell))
        if (is_offered(worker, cell) && is_foul(worker, cell))
            add_move(worker, cell);
}

RootMove *root_find(Worker *worker, Cell cell) {
    for (int i = 0; i < worker->root_count; i++)
        if (worker->root[i].move == cell)
            return &worker->root[i];
    return NULL;
}

/* Returns the empty cells that are no root moves. */
static CellSet other_cells(const Worker *worker) {
    CellSet cells = worker->board.empty;
    for (int i = 0; i < worker->root_count; i++)
        cellset_flip(&cells, worker->root[i].move);
    return cells;
}

static bool has_legal(const Worker *worker, const CellSet *cells) {
    for (Cell cell = cellset_first(cells); cell != CELL_NONE; cell = cellset_next(cells, cell))
        if (is_offered(worker, cell) && !is_foul(worker, cell))
            return true;
    return false;
}

bool root_add_distant(Worker *worker) {
    CellSet cells = other_cells(worker);
    int before = worker->root_count;
    add_legal(worker, &cells);
    worker->root_covers_all = true;
    return worker->root_count > before;
}

void root_sort(RootMove *moves, int count, int (*key)(const Worker *, const RootMove *),
               const Worker *worker) {
    for (int i = 1; i < count; i++) {
        int score = key(worker, &moves[i]);
        int to = i;
        while (to > 0 && key(worker, &moves[to - 1]) < score)
            to--;
        if (to == i)
            continue;
        RootMove moved = moves[i];
        memmove(&moves[to + 1], &moves[to], (size_t)(i - to) * sizeof *moves);
        moves[to] = moved;
    }
}

enum { ORDER_FIVE = 1 << 24, ORDER_STOPS_FIVE = 1 << 23, ORDER_OPEN_FOUR = 1 << 22 };

static void find_orders(Worker *worker) {
    const Board *board = &worker->board;
    Color us = board_to_move(board);
    CellSet cells = {{0}};
    for (int i = 0; i < worker->root_count; i++)
        cellset_add(&cells, worker->root[i].move);
    MoveOrder order = eval_order(&worker->eval, &cells);
    for (int i = 0; i < worker->root_count; i++) {
        RootMove *move = &worker->root[i];
        move->order = order_of(&order, board, move->move);
        if (board_wins_at(board, us, move->move))
            move->order += ORDER_FIVE;
        if (board_wins_at(board, opponent(us), move->move))
            move->order += ORDER_STOPS_FIVE;
        if (board_class(board, us, move->move) == CLASS_OPEN_FOUR)
            move->order += ORDER_OPEN_FOUR;
    }
}

static int order_key(const Worker *worker, const RootMove *move) {
    (void)worker;
    return move->order;
}

bool root_collect(Worker *worker) {
    const Params *params = worker->search->params;
    CellSet near;
    worker->root_count = 0;
    candidates_near(&worker->board, params->near_square, params->near_star, &near);
    add_legal(worker, &near);
    const KanameLimits *limits = worker->search->limits;
    int wanted = limits->is_balanced ? CELLS_MAX : limits->lines;
    if (worker->root_count < (wanted > 1 ? wanted : 1))
        root_add_distant(worker);
    CellSet others = other_cells(worker);
    worker->root_covers_all = !has_legal(worker, &others);
    worker->has_narrowed = false;
    if (worker->root_count == 0)
        add_fouls(worker);
    find_orders(worker);
    root_sort(worker->root, worker->root_count, order_key, worker);
    return worker->root_count > 0;
}

/* ---- The answer ----------------------------------------------------------------------------- */

void root_choose(Worker *worker, const RootMove *move, int depth) {
    RootBest *best = &worker->best;
    best->move = move->move;
    best->score = known_score(worker, move->score);
    best->depth = depth;
    best->seldepth = move->seldepth;
    best->pv_count = move->pv_count;
    memcpy(best->pv, move->pv, (size_t)move->pv_count * sizeof *move->pv);
}

void root_decide(Worker *worker, RootMove *move, Score score, const Cell *line, int count) {
    move->score = score;
    move->pv_count = count < PLY_MAX ? count : PLY_MAX;
    move->seldepth = count;
    memcpy(move->pv, line, (size_t)move->pv_count * sizeof *line);
    line_complete(worker, move->pv, &move->pv_count, &move->score);
    int depth = worker->told.depth > 1 ? worker->told.depth : 1; /* a proof holds at any depth */
    root_choose(worker, move, depth);
    root_tell_event(worker, KANAME_ROOT_BEST, move->move);
    root_tell_line(worker, 0, depth, move);
}

bool root_answers_better(const RootBest *a, const RootBest *b) {
    if (is_win(a->score) || is_win(b->score))
        return a->score > b->score;
    return a->depth > b->depth && !is_loss(b->score) && !is_loss(a->score);
}

/* Returns whether the first worker, which alone looks for threats, has proven the answer to lose.
 */
static bool is_refuted(Worker *first, const RootBest *answer) {
    return first->has_narrowed && !is_win(answer->score) && root_find(first, answer->move) == NULL;
}

Worker *root_best_worker(Worker *const *workers, int count, const KanameLimits *limits) {
    Worker *best = workers[0];
    bool helps = !limits->is_balanced && limits->lines <= 1;
    for (int i = 1; i < count && helps; i++)
        if (workers[i]->best.depth > 0 && !is_refuted(workers[0], &workers[i]->best) &&
            root_answers_better(&workers[i]->best, &best->best))
            best = workers[i];
    return best;
}

void root_keep_moves(Worker *worker, const CellSet *set) {
    int kept = 0;
    for (int i = 0; i < worker->root_count; i++)
        kept += cellset_has(set, worker->root[i].move);
    if (kept == 0 || kept == worker->root_count)
        return;
    worker->has_narrowed = true;
    kept = 0;
    for (int i = 0; i < worker->root_count; i++)
        if (cellset_has(set, worker->root[i].move))
            worker->root[kept++] = worker->root[i];
    worker->root_count = kept;
    if (cellset_has(set, worker->best.move))
        return;
    /* A move that has no score of its own did not beat the one that is removed. */
    Score score = worker->best.score;
    root_choose(worker, &worker->root[0], worker->best.depth);
    if (worker->root[0].score == -SCORE_INFINITE)
        worker->best.score = score;
    root_tell_event(worker, KANAME_ROOT_BEST, worker->best.move);
}
