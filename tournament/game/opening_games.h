/* opening_games.h: reads openings from files of games: the first moves of each, SGF or PGN.
 *
 * SGF: the main line, with moves by turns, Black first; no stones set up. PGN: as
 * kaname-tournament writes it, with moves such as h8, row 1 the lowest. Games without moves are
 * left out, and openings that occurred before in the file. */
#ifndef TOURNAMENT_GAME_OPENING_GAMES_H
#define TOURNAMENT_GAME_OPENING_GAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "game/opening.h"

/* Reads a file, of the notation OPENING_SGF or OPENING_PGN, and takes at most `plies` moves of each
 * game. Returns false on failure: `failure` names the file, the game and the fault, and the list is
 * empty. */
bool opening_games_load(OpeningList *list, const char *path, OpeningNotation notation, int plies,
                        int width, int height, Failure *failure);
/* Reads a text in the same way; errors name it `name`. */
bool opening_games_read(OpeningList *list, const char *text, const char *name,
                        OpeningNotation notation, int plies, int width, int height,
                        Failure *failure);

#endif
