/* position.h: puts a position of a request on an engine's board. */
#ifndef KANAME_PROTOCOL_STUDY_SERVE_POSITION_H
#define KANAME_PROTOCOL_STUDY_SERVE_POSITION_H

#include "kaname.h"
#include "shared/games/game.h"

typedef enum PositionEnd {
    POSITION_GOES_ON,
    POSITION_BLACK_WON,
    POSITION_WHITE_WON,
    POSITION_DRAWN
} PositionEnd;

/* Sets up the position after `ply` moves of the main line and finds out whether the game is over:
 * by a row or a foul of an earlier move, a row among the stones set up, or a full board. Keeps what
 * the engine learned from positions of the same size and rule. */
KanameStatus position_set(KanameEngine *engine, const Game *game, uint32_t ply, PositionEnd *end);

#endif
