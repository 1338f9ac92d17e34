/* foul.h: moves forbidden to Black under renju.
 *
 * A stone of Black that makes no five is a foul if it makes an overline, a double-four (two fours
 * on one line count) or a double-three. A three counts only if a next stone makes it a straight
 * four and that stone is itself neither forbidden nor a five. The definition is recursive; where
 * the next stone makes a five elsewhere, it follows the Gomocup referee. A five overrides every
 * foul.
 *
 * Exact to any depth. Reads the board and plays nothing on it. */
#ifndef KANAME_BOARD_FOUL_H
#define KANAME_BOARD_FOUL_H

#include "base/rule.h"
#include "board/board.h"

typedef enum { FOUL_NONE, FOUL_DOUBLE_THREE, FOUL_DOUBLE_FOUR, FOUL_OVERLINE } Foul;

/* Returns the foul of a stone of Black on this empty cell; FOUL_NONE under every other rule. */
Foul foul_at(const Board *board, Cell cell);

/* Returns whether the cell is forbidden to the colour. Fast if the cell's class rules out a foul.
 */
static inline bool is_forbidden(const Board *board, Color color, Cell cell) {
    if (!rule_has_fouls(board->tables->rule, color))
        return false;
    Class class_ = board_class(board, BLACK, cell);
    if (class_ == CLASS_FORBIDDEN)
        return true;
    if (class_ != CLASS_FOUL_SUSPECT && class_ != CLASS_FOUL_SUSPECT_FOUR)
        return false;
    return foul_at(board, cell) != FOUL_NONE;
}

#endif
