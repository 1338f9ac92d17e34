/* opening_games.h: reads openings from files of games: the first moves of each game's main line.
 *
 * engine/shared/games reads the file, by its content: SGF, PGN, PSQ, Renlib, RIF and others. A game
 * with a fault, on another board, with stones set up, with a pass or with White first is refused.
 * Games without moves are left out, and openings that occurred before in the file. */
#ifndef TOURNAMENT_GAME_OPENING_GAMES_H
#define TOURNAMENT_GAME_OPENING_GAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "game/opening.h"

/* Returns whether the notation is that of files of games. */
bool opening_notation_is_games(OpeningNotation notation);

/* Reads a file, `-` for standard input, of the notation OPENING_SGF, OPENING_PGN or OPENING_GAMES,
 * and takes at most `plies` moves of each game. Returns false on failure: `failure` names the file,
 * the game and the fault, and the list is empty. */
bool opening_games_load(OpeningList *list, const char *path, OpeningNotation notation, int plies,
                        int width, int height, Failure *failure);

#endif
