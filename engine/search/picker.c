#include "search/picker.h"

#include "base/x86.h"

/* A score is ORDER_WEIGHT times order_of(), plus the cell history, plus a bonus for killers and for
 * the counter move. */
enum { ORDER_WEIGHT = 128, KILLER_BONUS = 60 * ORDER_WEIGHT, COUNTER_BONUS = 40 * ORDER_WEIGHT };

void picker_init(Picker *picker, EvalState *eval, const History *history, const CellSet *cells,
                 Cell table_move, Cell previous, int ply) {
    const Board *board = eval->board;
    picker->eval = eval;
    picker->history = history;
    picker->cells = *cells;
    picker->ply = ply;
    picker->count = 0;
    picker->counter = history_counter(history, board_to_move(board), previous);
    bool is_usable = table_move < board->cell_count && cellset_has(cells, table_move);
    picker->table_move = is_usable ? table_move : CELL_NONE;
    picker->stage = PICK_TABLE;
    picker->best = INT32_MIN;
    picker->gap = 0;
}

/* Adds a bonus to a move of the set, whose moves are in moves[first..], ordered by cell. */
static void add_bonus(Picker *picker, int first, Cell cell, int bonus) {
    if (cell != CELL_NONE && cellset_has(&picker->cells, cell))
        picker->moves[first + cellset_rank(&picker->cells, cell)] += (ScoredMove)bonus * SCORE_ONE;
}

static void score_all(Picker *picker) {
    const Board *board = picker->eval->board;
    const History *history = picker->history;
    MoveOrder order = eval_order(picker->eval, &picker->cells);
    const Cell *killers = history->killers[picker->ply];
    Color us = board_to_move(board);
    int first = picker->count, count = first;
    for (int i = 0; i < SET_WORDS; i++)
        for (uint64_t bits = picker->cells.word[i]; bits != 0; bits &= bits - 1) {
            Cell cell = (Cell)(i * 64 + __builtin_ctzll(bits));
            int score =
                order_of(&order, board, cell) * ORDER_WEIGHT + history_score(history, us, cell);
            picker->moves[count++] = scored_move(score, cell);
        }
    picker->count = count;
    for (int i = 0; i < KILLERS; i++)
        add_bonus(picker, first, killers[i], KILLER_BONUS);
    add_bonus(picker, first, picker->counter, COUNTER_BONUS);
}

/* ---- The best one left ----------------------------------------------------------------------- */

/* Returns the index of the greatest of moves[from..count - 1] and moves[at]. Branchless, since the
 * branch would be unpredictable. */
static int find_best_from(const ScoredMove *moves, int from, int count, int at) {
    ScoredMove best = moves[at];
    for (int i = from; i < count; i++) {
        ScoredMove move = moves[i];
        at = move > best ? i : at;
        best = move > best ? move : best;
    }
    return at;
}

#if KANAME_X86
enum { LANES = 4 };

AVX2 static inline __m256i load_moves(const ScoredMove *moves) {
    return _mm256_loadu_si256((const __m256i *)(const void *)moves);
}

AVX2 static inline __m256i greater_of(__m256i a, __m256i b) {
    return _mm256_blendv_epi8(b, a, _mm256_cmpgt_epi64(a, b));
}

/* Compares four moves at a time: finds the greatest, then its index. */
AVX2 static int find_best_avx2(const ScoredMove *moves, int count) {
    if (count < LANES)
        return find_best_from(moves, 1, count, 0);
    __m256i best = load_moves(moves);
    int in_vectors = count / LANES * LANES;
    for (int i = LANES; i < in_vectors; i += LANES)
        best = greater_of(load_moves(moves + i), best);
    best = greater_of(best, _mm256_permute4x64_epi64(best, 0x4E));
    best = greater_of(best, _mm256_permute4x64_epi64(best, 0xB1));
    int at = -LANES, found = 0;
    while (found == 0) {
        at += LANES;
        __m256i is_best = _mm256_cmpeq_epi64(load_moves(moves + at), best);
        found = _mm256_movemask_pd(_mm256_castsi256_pd(is_best));
    }
    return find_best_from(moves, in_vectors, count, at + __builtin_ctz((unsigned)found));
}
#endif

static int find_best(const Picker *picker) {
#if KANAME_X86
    if (picker->eval->board->isa != ISA_SCALAR)
        return find_best_avx2(picker->moves, picker->count);
#endif
    return find_best_from(picker->moves, 1, picker->count, 0);
}

static Cell take_best(Picker *picker) {
    if (picker->count == 0)
        return CELL_NONE;
    int at = find_best(picker);
    Cell cell = scored_cell(picker->moves[at]);
    int score = scored_score(picker->moves[at]);
    if (picker->best == INT32_MIN)
        picker->best = score;
    picker->gap = (picker->best - score) / ORDER_WEIGHT;
    picker->moves[at] = picker->moves[--picker->count];
    return cell;
}

/* ---- Handing out ----------------------------------------------------------------------------- */

/* Puts the moves left in order. Returns the move if there is only one, which needs no order. */
static Cell prepare_moves(Picker *picker) {
    Cell first = cellset_first(&picker->cells);
    if (first == CELL_NONE)
        return CELL_NONE;
    if (picker->best == INT32_MIN && cellset_next(&picker->cells, first) == CELL_NONE)
        return first;
    score_all(picker);
    return CELL_NONE;
}

Cell picker_next(Picker *picker) {
    Cell only = CELL_NONE;
    switch (picker->stage) {
    case PICK_TABLE:
        picker->stage = PICK_SCORE;
        if (picker->table_move != CELL_NONE) {
            cellset_flip(&picker->cells, picker->table_move);
            return picker->table_move;
        }
        /* fall through */
    case PICK_SCORE:
        only = prepare_moves(picker);
        picker->stage = PICK_BEST;
        /* fall through */
    case PICK_BEST:
        break;
    }
    return only != CELL_NONE ? only : take_best(picker);
}

void picker_extend(Picker *picker, const CellSet *cells) {
    picker->cells = *cells;
    picker->stage = PICK_SCORE;
}
