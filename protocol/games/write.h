/* write.h: writes games to files. */
#ifndef KANAME_PROTOCOL_GAMES_WRITE_H
#define KANAME_PROTOCOL_GAMES_WRITE_H

#include "shared/games/game.h"

#include <stddef.h>
#include <stdio.h>

/* The formats that the writer writes, for messages. */
#define GAME_FORMATS_WRITTEN ".psq (Piskvork), .sgf, .pos (Yixin Board), .txt (list of moves)"

/* Returns NULL if the format can hold the game, else the reason in English, in static storage. Only
 * SGF holds the tree, comments and players; only SGF and the list of moves hold setup, walls and
 * passes; the other formats hold the main line. */
const char *game_check_format(const Game *game, GameFormat format);
/* Returns the name of the rule if the format does not hold it: .pos never does, PSQ only in the
 * line of a result without another event. NULL if it does, and for freestyle. */
const char *game_format_leaves_rule(const Game *game, GameFormat format);
/* Does the same for the file that game_save() writes. */
const char *game_save_leaves_rule(const char *path, const Game *game);
/* Writes the game; game_check_format() must have returned NULL. The caller checks ferror(). */
void game_write(FILE *file, const Game *game, GameFormat format);

/* Writes the file at the path in the format of its ending (.psq, .sgf, .pos, .txt, in any case),
 * whole or not at all. Replaces only files that hold games. Returns NULL, or on failure the reason
 * in English, in static storage; an existing file is then unchanged. */
const char *game_save(const char *path, const Game *game);
/* Does the same for several games, of which SGF alone can hold more than one. Does not replace the
 * file at `source`, NULL: none. */
const char *game_save_all(const char *path, const Game *const *games, size_t count,
                          const char *source);
/* Returns whether game_save() writes the whole tree to a file of this name. */
bool game_save_holds_tree(const char *path);
/* What game_save() would return now, unless the writing itself fails; changes nothing. */
const char *game_check_save(const char *path, const Game *game);

#endif
