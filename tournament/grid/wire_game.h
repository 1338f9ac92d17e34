/* wire_game.h: a finished game as a member of a message. Pure. */
#ifndef TOURNAMENT_GRID_WIRE_GAME_H
#define TOURNAMENT_GRID_WIRE_GAME_H

#include <cJSON.h>
#include <stdbool.h>
#include <stddef.h>

#include "game/game.h"

/* Appends the game to an array. *room: bytes that engines' messages may still take, over all games
 * of the message; moves whose messages do not fit lose them. False: no memory. */
bool wire_game_append(cJSON *array, const GameRecord *game, size_t *room);

/* Reads a game into an initialised record, names and `detail` made fit for any file. False: it is
 * no game: a member is missing or out of range, two stones lie on one point (except in continuous
 * games), or result and reason do not belong together. The record must be released in any case. */
bool wire_game_read(const cJSON *item, GameRecord *game);

#endif
