/* engine.h: prepares an engine for a game of a file. */
#ifndef KANAME_PROTOCOL_GAMES_ENGINE_H
#define KANAME_PROTOCOL_GAMES_ENGINE_H

#include "kaname.h"
#include "shared/games/game.h"

/* Gives the engine the game's board and rule. Keeps what it has learned if both are its own. */
KanameStatus game_set_board(KanameEngine *engine, const Game *game);

#endif
