/* write.h: writes games to files. */
#ifndef KANAME_PROTOCOL_GAMES_WRITE_H
#define KANAME_PROTOCOL_GAMES_WRITE_H

#include "games/game.h"

#include <stdio.h>

/* What the writer makes, for messages. */
#define GAME_FORMATS_WRITTEN ".psq (Piskvork), .sgf, .pos (Yixin Board), .txt (list of moves)"

/* Returns NULL if the format can hold the game, else the reason in English, in static storage. The
 * tree, comments and players go to SGF alone, setup and walls to SGF and the list of moves, and
 * passes too; the others take the main line. */
const char *game_check_format(const Game *game, GameFormat format);
/* Writes the game, of which game_check_format() says NULL. The caller asks ferror(). */
void game_write(FILE *file, const Game *game, GameFormat format);

/* Writes the file at the path in the format that its ending names (.psq, .sgf, .pos, .txt, in any
 * case), whole or not at all. It replaces games alone. Returns NULL, or the reason in English, in
 * static storage; a file that stood there then stays. */
const char *game_save(const char *path, const Game *game);

#endif
