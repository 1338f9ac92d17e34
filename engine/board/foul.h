/* foul.h: moves forbidden to Black under renju.
 *
 * A stone of Black that makes no five is a foul when it makes an overline, a double four (two fours
 * on one line count) or a double three. A three counts only if some next stone makes it a straight
 * four and that stone is itself neither forbidden nor a five (recursive; the reading of the
 * Gomocup referee for the case that it makes a five elsewhere). A five beats every foul.
 *
 * Exact to any depth, without playing on the board; the board is only read. */
#ifndef KANAME_BOARD_FOUL_H
#define KANAME_BOARD_FOUL_H

#include "base/rule.h"
#include "board/board.h"

typedef enum { FOUL_NONE, FOUL_DOUBLE_THREE, FOUL_DOUBLE_FOUR, FOUL_OVERLINE } Foul;

/* Would a stone of Black on this empty cell be a foul? FOUL_NONE under every other rule. */
Foul foul_at(const Board *board, Cell cell);

/* The same for any colour; cheap for cells whose class rules a foul out. */
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
