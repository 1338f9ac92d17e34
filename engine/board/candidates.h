/* candidates.h: which cells are worth looking at: near stones, and those that answer a threat.
 * All functions only read the board and write a set that the caller owns. */
#ifndef KANAME_BOARD_CANDIDATES_H
#define KANAME_BOARD_CANDIDATES_H

#include "board/board.h"

/* Empty cells near the stones: within `square` cells of one in every direction (a square), or
 * within `star` cells on one of its eight rays. 0 <= square, star <= 5. On a board without stones:
 * the centre cell (or the empty cell nearest to it). Empty only when the board is full. */
void candidates_near(const Board *board, int square, int star, CellSet *cells);

/* Cells where a stone of the defender takes from the attacker's cell `gain` its power to win on
 * the spot or by an open four (CLASS_FIVE, CLASS_OPEN_FOUR): the gain cell itself, and the cells
 * of its lines after which its class is lower. By definition: each cell of its windows is tried.
 * Counter-fours are not in it. */
void candidates_against(const Board *board, Color attacker, Cell gain, CellSet *cells);

/* The intersection of candidates_against() over all of the attacker's cells of CLASS_FIVE, or
 * when there are none, of CLASS_OPEN_FOUR: outside it only a five or a four of the defender's own
 * can hold. False: the attacker has neither. May come out empty: nothing quiet holds. */
bool candidates_defence(const Board *board, Color attacker, CellSet *cells);

#endif
