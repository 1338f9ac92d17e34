/* picker.h: hands out the moves of a node one by one, the most promising first. The table's move
 * comes before anything is generated; the rest is scored once, and the best one left is looked
 * for each time, since most nodes end after a few. Equal scores go by cell: the order is strict
 * and the same everywhere.
 *
 * Lives on the stack of one node. Fouls are not judged. */
#ifndef KANAME_SEARCH_PICKER_H
#define KANAME_SEARCH_PICKER_H

#include "eval/eval.h"
#include "search/history.h"

/* A move and its score in one number, so that the better of two is the greater: the score above 16
 * bits that fall as the cell rises. */
typedef int64_t ScoredMove;

enum { SCORE_ONE = 1 << 16 };

static inline ScoredMove scored_move(int32_t score, Cell cell) {
    return (ScoredMove)score * SCORE_ONE + (SCORE_ONE - 1 - cell);
}
static inline Cell scored_cell(ScoredMove move) {
    return (Cell)(SCORE_ONE - 1 - (move & (SCORE_ONE - 1)));
}

typedef enum { PICK_TABLE, PICK_SCORE, PICK_BEST } PickStage;

typedef struct Picker {
    EvalState *eval;
    const History *history;
    PickStage stage;
    Cell table_move, counter;
    int ply;
    int count; /* moves left in moves[] */
    CellSet cells;
    ScoredMove moves[CELLS_MAX];
} Picker;

/* Moves of the set on the board that `eval` follows; the picker copies the set. `table_move`
 * (CELL_NONE: none) is ignored outside of it. `previous` is the opponent's last cell or CELL_NONE.
 */
void picker_init(Picker *picker, EvalState *eval, const History *history, const CellSet *cells,
                 Cell table_move, Cell previous, int ply);
/* The next move, CELL_NONE when all have been handed out. The board may have been played on and
 * undone in between. */
Cell picker_next(Picker *picker);
/* After the end: hands out these cells too. They must not have been in the set before. */
void picker_extend(Picker *picker, const CellSet *cells);

#endif
