/* table.h: what a position is worth without searching. Only reads the board; any thread.
 *
 * The boards evaluated here stand on tables that eval_tables_new() made. Everything is a weight of
 * weights.h, fitted to games by kaname-train; see engine/train/README.md. */
#ifndef KANAME_EVAL_TABLE_TABLE_H
#define KANAME_EVAL_TABLE_TABLE_H

#include "board/board.h"
#include "eval/table/weights.h"

/* The tables of the weights' rule, which point to the weights. NULL: out of memory. */
RuleTables *eval_tables_new(const Weights *weights);

/* A cell's worth by these weights (CellWorthFn). */
CellWorth eval_cell_worth(const void *weights, Color color, ShapeKey key);

/* Static score, side to move's view, within +-SCORE_EVAL_MAX. Sees threats by class counts (a five
 * next move, an open four against no four) but never claims a proof. */
Score eval_static(const Board *board);

/* Which threats are at hand, 0..THREAT_STATES - 1: 256 times what the side to move must answer (0
 * nothing, 1 an open four to come, 2 a five), plus 16 times its own threats, plus the other side's.
 * A side's threats: 1 for a cell of four-three, 2 of double three, 4 of any other four, 8 of a
 * three. */
int threat_state(const Board *board, Color us);

/* Numbers of the terms of weights.h that make up what the turn is worth, a term as often as it
 * counts; returns how many. A cell where a side makes a four is linked to the side's cells that one
 * five could contain together with it: attacks, of the classes from CLASS_THREE to CLASS_OPEN_FOUR,
 * and builders, from CLASS_TWO to CLASS_SLEEPING_THREE_TWO. What lies close together makes wins by
 * threats. */
enum { EVAL_TERMS_MAX = 2 * (CLASSES + CELLS_MAX) + 2 };
int eval_terms(const Board *board, uint16_t terms[EVAL_TERMS_MAX]);

/* How promising a stone of the side to move on this empty cell looks: its own shapes there plus
 * the opponent's that it takes away. Any scale; for ordering moves. */
static inline int eval_move_order(const Board *board, Cell cell) {
    Color us = board_to_move(board), them = opponent(us);
    const RuleTables *tables = board->tables;
    return tables->make[us][board_shapes(board, us, cell)] +
           tables->deny[them][board_shapes(board, them, cell)];
}

#endif
