/* picker.h: returns the moves of a node one by one, the most promising first. The table's move
 * comes before any move is generated. The others are scored once and then selected one at a time,
 * since most nodes end after a few moves. Moves of equal score are ordered by cell, so the order is
 * strict and the same on every machine.
 *
 * Lives on the stack of one node. Does not judge fouls. */
#ifndef KANAME_SEARCH_PICKER_H
#define KANAME_SEARCH_PICKER_H

#include "eval/eval.h"
#include "search/history.h"

/* A move and its score in one number, the greater the better: the score above 16 bits that decrease
 * with the cell. */
typedef int64_t ScoredMove;

enum { SCORE_ONE = 1 << 16 };

static inline ScoredMove scored_move(int32_t score, Cell cell) {
    return (ScoredMove)score * SCORE_ONE + (SCORE_ONE - 1 - cell);
}
static inline int32_t scored_score(ScoredMove move) {
    return (int32_t)(move >> 16);
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
    int best;  /* greatest score of any move, once one was picked by its score */
    int gap;   /* of the last move: units of order by which it lies below the greatest; 0 if it was
                  not picked by its score */
    CellSet cells;
    ScoredMove moves[CELLS_MAX];
} Picker;

/* Prepares the moves of the set on the board that `eval` follows; copies the set. Ignores
 * `table_move` (CELL_NONE: none) if it is not in the set. `previous` is the opponent's last cell or
 * CELL_NONE. */
void picker_init(Picker *picker, EvalState *eval, const History *history, const CellSet *cells,
                 Cell table_move, Cell previous, int ply);
/* Returns the next move; CELL_NONE at the end. Moves may have been played and undone on the board
 * since the last call. */
Cell picker_next(Picker *picker);
/* Adds cells after the end. They must not have been in the set before. */
void picker_extend(Picker *picker, const CellSet *cells);

#endif
