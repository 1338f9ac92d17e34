/* eval.h: what a position is worth without searching. Only reads the board; any thread. */
#ifndef KANAME_EVAL_EVAL_H
#define KANAME_EVAL_EVAL_H

#include "board/board.h"

/* Worth of an empty cell to a colour by the shapes it shows; the board sums it (CellValueFn). */
int16_t eval_cell_value(Rule rule, Color color, ShapeKey key, Class class_);

/* How promising a stone of the colour on such a cell looks before any search; >= 0. */
int16_t eval_cell_order(Rule rule, Color color, ShapeKey key, Class class_);

/* Static score, side to move's view, within +-SCORE_EVAL_MAX. Sees threats by class counts (a five
 * next move, an open four against no four) but never claims a proof. */
Score eval_static(const Board *board);

/* How promising a stone of the side to move on this empty cell looks: its own shapes there plus
 * the opponent's that it takes away. Any scale, >= 0; for ordering moves. */
int eval_move_order(const Board *board, Cell cell);

#endif
