/* json.h: a game's main line as JSON. */
#ifndef KANAME_PROTOCOL_GAMES_JSON_H
#define KANAME_PROTOCOL_GAMES_JSON_H

#include "games/game.h"

#include <stdio.h>

/* Writes an array with an object for each step: {"setup":[{"color":"black","point":"a1"}]} for
 * stones set up ("white", "wall", "empty" for a cleared point), {"color":"black","move":"h8"} for a
 * move, with "pass" for a pass. */
void game_write_steps(FILE *file, const Game *game);
/* Writes {"color":"black","point":"h8"}. */
void game_write_stone(FILE *file, KanameStone stone, int height);

#endif
