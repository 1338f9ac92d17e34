/* candidates.h: candidate moves: the cells near stones, and the cells that answer a threat.
 * All functions read the board and write a set that the caller owns. */
#ifndef KANAME_BOARD_CANDIDATES_H
#define KANAME_BOARD_CANDIDATES_H

#include "board/board.h"

/* Sets `cells` to the empty cells near a stone: inside the square that extends `square` cells from
 * it in every direction, or within `star` cells on one of its eight rays. 0 <= square, star <= 5.
 * On a board without stones: the empty cell nearest to the centre. The set is empty only if the
 * board is full. */
void candidates_near(const Board *board, int square, int star, CellSet *cells);

/* Sets `cells` to the cells where a stone of the defender breaks the attacker's threat to win on
 * the cell `gain` at once or by an open four (CLASS_FIVE, CLASS_OPEN_FOUR): the gain cell itself,
 * and each cell of its lines where a stone lowers its class. Tries every cell of its windows.
 * Excludes counter-fours. */
void candidates_against(const Board *board, Color attacker, Cell gain, CellSet *cells);

/* Sets `cells` to the intersection of candidates_against() over all of the attacker's cells of
 * CLASS_FIVE or, if he has none, of CLASS_OPEN_FOUR. Outside it only a five or a four of the
 * defender's own can hold; if it is empty, no quiet move holds. Returns false if the attacker has
 * neither class. */
bool candidates_defence(const Board *board, Color attacker, CellSet *cells);

#endif
