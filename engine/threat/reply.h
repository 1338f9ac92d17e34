/* reply.h: what a threat leaves the other side, exactly.
 *
 * A five threat (a cell of CLASS_FIVE) is met on that cell alone, except in caro, where a stone
 * at the end of the five to come may kill it too. An open four wins by the next stone but one,
 * except in caro, where one stone can sometimes shut both of its fives. These functions hide the
 * difference. They never judge fouls. */
#ifndef KANAME_THREAT_REPLY_H
#define KANAME_THREAT_REPLY_H

#include "board/board.h"

/* Classes whose stone makes a four, the most promising first. */
static const Class FOUR_CLASSES[] = {CLASS_OPEN_FOUR, CLASS_FOUR_THREE, CLASS_FOUR_PLUS,
                                     CLASS_FOUL_SUSPECT_FOUR, CLASS_FOUR};
enum { FOUR_CLASS_COUNT = sizeof FOUR_CLASSES / sizeof FOUR_CLASSES[0] };

/* Cells where a stone of the colour makes a four, fouls among them. */
void add_fours(const Board *board, Color color, CellSet *cells);

/* Cells on which a stone of the opponent stops every five that `attacker` threatens; he must
 * threaten one. Empty: nothing stops them all. */
void replies_to_five(const Board *board, Color attacker, CellSet *cells);

/* A cell on which a stone of the side to move makes fives that no single reply stops, read from
 * the open fours alone; CELL_NONE if there is none. Neither side may threaten a five now. The
 * board is the same after it. */
Cell winning_open_four(Board *board);

/* Against an open four that the side *not* to move threatens for sure: a set outside of which
 * only stones that make a four or a five can hold. False: no such threat (cells undefined). The
 * side to move has no five and meets none. The board is the same after it. */
bool replies_to_open_four(Board *board, CellSet *cells);

#endif
