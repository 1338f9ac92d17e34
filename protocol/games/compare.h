/* compare.h: compares the trees of two games. */
#ifndef KANAME_PROTOCOL_GAMES_COMPARE_H
#define KANAME_PROTOCOL_GAMES_COMPARE_H

#include "shared/games/game.h"

#include <stdbool.h>

/* Returns whether `whole` holds everything of `part`: its board, names, and in each of its
 * positions the moves, setup, comments, labels and properties, in any order of the variations. The
 * result and the rule may differ. Returns false if out of memory. */
bool game_contains(const Game *whole, const Game *part);

/* Makes the node and those before it the main line. */
void game_promote(Game *game, uint32_t node);
/* Makes the main line up to the node, which is on it, the whole game: drops the moves behind it,
 * variations and labels. */
void game_cut(Game *game, uint32_t node);

/* Returns the child of the node that plays the move; GAME_NONE if there is none. Nodes without a
 * move or setup in between are followed. */
uint32_t game_find_move(const Game *game, uint32_t node, KanamePoint move, KanameColor color);

#endif
