#include "search/picker.h"

#include "eval/eval.h"

/* Scores are eval_move_order() times this, plus cell history, plus these for moves that refuted
 * a sibling or the same move elsewhere. */
enum { ORDER_WEIGHT = 128, KILLER_BONUS = 60 * ORDER_WEIGHT, COUNTER_BONUS = 40 * ORDER_WEIGHT };

void picker_init(Picker *picker, const Board *board, const History *history, const CellSet *cells,
                 Cell table_move, Cell previous, int ply) {
    picker->board = board;
    picker->history = history;
    picker->cells = *cells;
    picker->ply = ply;
    picker->count = 0;
    picker->counter = history_counter(history, board_to_move(board), previous);
    bool is_usable = table_move < board->cell_count && cellset_has(cells, table_move);
    picker->table_move = is_usable ? table_move : CELL_NONE;
    picker->stage = PICK_TABLE;
}

static int32_t score_of(const Picker *picker, Cell cell) {
    const Cell *killers = picker->history->killers[picker->ply];
    int32_t score = eval_move_order(picker->board, cell) * ORDER_WEIGHT +
                    history_score(picker->history, board_to_move(picker->board), cell);
    if (cell == killers[0] || cell == killers[1])
        score += KILLER_BONUS;
    if (cell == picker->counter)
        score += COUNTER_BONUS;
    return score;
}

static void score_all(Picker *picker) {
    for (int i = 0; i < SET_WORDS; i++)
        for (uint64_t bits = picker->cells.word[i]; bits != 0; bits &= bits - 1) {
            Cell cell = (Cell)(i * 64 + __builtin_ctzll(bits));
            picker->moves[picker->count++] = (ScoredMove){score_of(picker, cell), cell};
        }
}

static bool comes_before(ScoredMove a, ScoredMove b) {
    return a.score > b.score || (a.score == b.score && a.cell < b.cell);
}

static Cell take_best(Picker *picker) {
    if (picker->count == 0)
        return CELL_NONE;
    int best = 0;
    for (int i = 1; i < picker->count; i++)
        if (comes_before(picker->moves[i], picker->moves[best]))
            best = i;
    Cell cell = picker->moves[best].cell;
    picker->moves[best] = picker->moves[--picker->count];
    return cell;
}

Cell picker_next(Picker *picker) {
    switch (picker->stage) {
    case PICK_TABLE:
        picker->stage = PICK_SCORE;
        if (picker->table_move != CELL_NONE) {
            cellset_flip(&picker->cells, picker->table_move);
            return picker->table_move;
        }
        /* fall through */
    case PICK_SCORE:
        score_all(picker);
        picker->stage = PICK_BEST;
        /* fall through */
    case PICK_BEST:
        break;
    }
    return take_best(picker);
}

void picker_extend(Picker *picker, const CellSet *cells) {
    picker->cells = *cells;
    picker->stage = PICK_SCORE;
}
