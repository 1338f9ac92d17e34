/* sgf_write.h: writes a game as SGF: the whole tree, in the form in which sgf.c reads it again. */
#ifndef KANAME_PROTOCOL_GAMES_SGF_WRITE_H
#define KANAME_PROTOCOL_GAMES_SGF_WRITE_H

#include "shared/games/game.h"

#include <stdio.h>

/* The beginning of each game. */
#define SGF_WRITE_BEGINNING "(;FF[4]GM[4]CA[UTF-8]AP[Kaname]"

/* The caller checks ferror(). */
void sgf_write(FILE *file, const Game *game);

#endif
