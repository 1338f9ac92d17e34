/* read.h: reads a game in any format known, told by its content alone. */
#ifndef KANAME_PROTOCOL_GAMES_READ_H
#define KANAME_PROTOCOL_GAMES_READ_H

#include "games/game.h"

#include <stddef.h>

/* What the reader takes, for messages. */
#define GAME_FORMATS_READ \
    "PSQ (Piskvork), SGF, .pos and .sav (Yixin Board), Renlib's .lib, PGN, lists of moves"

typedef enum GameReadStatus {
    GAME_READ_WHOLE,
    GAME_READ_PART,   /* a fault; what stands before it is in the game */
    GAME_READ_NOTHING /* no format that is known, or nothing readable before the fault */
} GameReadStatus;

/* Reads the first game of `size` bytes into the game, which game_init() made; its bytes_read tells
 * where another may begin. Unless the whole game is read, writes to `error` (GAME_ERROR_MAX bytes
 * are enough) the format, the line or byte, both from 1, the reason, and how many moves are kept.
 */
GameReadStatus game_read(const void *bytes, size_t size, Game *game, char *error,
                         size_t error_size);
/* Reads the file at the path: a regular file of at most GAME_BYTES_MAX. */
GameReadStatus game_read_file(const char *path, Game *game, char *error, size_t error_size);

/* "PSQ": for messages. Static storage. */
const char *game_format_name(GameFormat format);

#endif
