/* formats.h: one game as text in the formats of other programs.
 *
 * PGN and SGF are written the way c-gomoku-cli writes them, so that what reads its files reads
 * these. All write to an open stream; the caller asks ferror() when done. */
#ifndef TOURNAMENT_STORE_FORMATS_H
#define TOURNAMENT_STORE_FORMATS_H

#include <stdio.h>

#include "game/game.h"

/* "Black win by time forfeit": the end of a game in c-gomoku-cli's words; "Unterminated" when it
 * has no result. Static storage. */
const char *format_termination(const GameRecord *game);

/* Headers and result, no moves, for rating programs. The result is told from White's side. */
void format_pgn(FILE *file, const GameRecord *game);
/* One game tree. Points are two letters, column then row from the top. */
void format_sgf(FILE *file, const GameRecord *game);
/* Piskvork's own format: one file a game. */
void format_psq(FILE *file, const GameRecord *game);

#endif
