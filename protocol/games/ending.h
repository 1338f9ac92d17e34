/* ending.h: how a stone ends a game: the one answer for the terminal, reviews, analyses, books and
 * the page. */
#ifndef KANAME_PROTOCOL_GAMES_ENDING_H
#define KANAME_PROTOCOL_GAMES_ENDING_H

#include "kaname.h"

#include <stdbool.h>

typedef enum GameEnding {
    GAME_ENDING_NONE,      /* the game goes on */
    GAME_ENDING_WON,       /* the stone makes a row that wins */
    GAME_ENDING_FORBIDDEN, /* the stone is a foul of Black: White wins */
    GAME_ENDING_FULL       /* the stone fills the board: a draw */
} GameEnding;

/* Returns how a stone of the side to move on this empty point would end the game. Walls fill
 * points.
 */
GameEnding game_ending_at(const KanameEngine *engine, KanamePoint point);
/* Returns whether at most `count` points are empty. */
bool game_has_at_most_empty(const KanameEngine *engine, int count);

#endif
