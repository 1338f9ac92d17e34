/* read.h: reads a game in any known format, which it detects by the content. The file's name counts
 * only for a content that is of no format: the message then says what is wrong with the named one.
 */
#ifndef KANAME_SHARED_GAMES_READ_H
#define KANAME_SHARED_GAMES_READ_H

#include "shared/games/game.h"
#include "shared/status/failure.h"

#include <stdbool.h>
#include <stddef.h>

/* The formats that the reader accepts, for messages. */
#define GAME_FORMATS_READ                                                                          \
    "PSQ (Piskvork), SGF, .pos and .sav (Yixin Board), Renlib's .lib, RenjuNet's RIF, PGN, lists " \
    "of moves"

/* Reads the first game of `size` bytes into `game`, made by game_init(); another game may begin at
 * its bytes_read. Unless the whole game is read, the failure tells the format, the line or byte of
 * the file, both from 1, the reason, and how many moves are kept. */
GameReadStatus game_read(const void *bytes, size_t size, Game *game, Failure *failure);

/* Returns the format that the ending of a file's name shows where it is .pos, .sav, .psq, .lib,
 * .rif or .xml; else GAME_MOVES. */
GameFormat game_format_named(const char *path);

/* "PSQ": for messages. Static storage. */
const char *game_format_name(GameFormat format);

#endif
