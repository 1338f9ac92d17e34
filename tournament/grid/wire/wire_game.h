/* wire_game.h: a finished game as a member of a message. Pure. */
#ifndef TOURNAMENT_GRID_WIRE_WIRE_GAME_H
#define TOURNAMENT_GRID_WIRE_WIRE_GAME_H

#include <cJSON.h>
#include <stdbool.h>
#include <stddef.h>

#include "game/game_record.h"

/* Appends the game to an array. *room is the number of bytes left for engines' messages in all
 * games of the message; messages that do not fit are dropped. Returns false if out of memory. */
bool wire_game_append(cJSON *array, const GameRecord *game, size_t *room);

/* Reads a game into an initialised record; makes names and `detail` safe for any file. Returns
 * false if a member is missing or out of range, two stones are on one point (except in continuous
 * games), or result and reason do not match. Release the record in any case. */
bool wire_game_read(const cJSON *item, GameRecord *game);

#endif
