/* reply.h: the exact set of replies to a threat.
 *
 * A five threat (a cell of CLASS_FIVE) is met on that cell alone, except in caro, where a stone at
 * the end of the threatened five may shut it. A threatened open four wins with the attacker's
 * second stone, except in caro, where one stone can sometimes shut both of its fives. These
 * functions hide the difference. They ignore fouls. */
#ifndef KANAME_THREAT_REPLY_H
#define KANAME_THREAT_REPLY_H

#include "board/board.h"

/* Classes whose stone makes a four, the most promising first. */
static const Class FOUR_CLASSES[] = {CLASS_OPEN_FOUR, CLASS_FOUR_THREE, CLASS_FOUR_PLUS,
                                     CLASS_FOUL_SUSPECT_FOUR, CLASS_FOUR};
enum { FOUR_CLASS_COUNT = sizeof FOUR_CLASSES / sizeof FOUR_CLASSES[0] };

/* Returns whether the cell is nearer to the last stone than `other`, CELL_NONE: none. Of replies
 * that are worth the same, a line shows the nearest. There must be a stone. */
bool reply_is_nearer(const Board *board, Cell cell, Cell other);

/* Adds the cells where a stone of the colour makes a four, fouls included. */
void reply_add_fours(const Board *board, Color color, CellSet *cells);

/* Sets `cells` to the cells on which a stone of the opponent stops every five that `attacker`
 * threatens; empty if no stone stops them all. The attacker must threaten a five. */
void reply_to_five(const Board *board, Color attacker, CellSet *cells);

/* Returns a cell on which a stone of the side to move makes an open four that no single reply
 * stops; CELL_NONE if there is none. Neither side may threaten a five. Leaves the board unchanged.
 */
Cell reply_winning_open_four(Board *board);

/* Returns a cell where a stone of the side to move makes a four that the opponent may answer only
 * on a forbidden cell: the usual end of White's attacks in renju. CELL_NONE if there is none.
 * Neither side may threaten a five. Leaves the board unchanged. */
Cell reply_winning_foul_four(Board *board);

/* Returns a cell where a stone of the side to move makes two open threes while the opponent cannot
 * make a four. He can stop only one of them, since the two share no other cell; the other becomes
 * an open four. In caro a reply may shut it, so there are none. CELL_NONE if there is none. Neither
 * side may threaten a five, nor the opponent an open four. */
Cell reply_winning_double_three(const Board *board);

/* Sets `cells` to the defences against an open four that the side *not* to move threatens and that
 * would win. Outside the set only a stone that makes a four or a five can hold. Returns false if
 * there is no such threat; then `cells` is undefined. Neither side may threaten a five. Leaves the
 * board unchanged. */
bool reply_to_open_four(Board *board, CellSet *cells);

#endif
