/* formats.h: writes one game in the formats of other programs.
 *
 * PGN and SGF have the tags of c-gomoku-cli, so programs that read its files also read these. All
 * functions write to an open stream; the caller checks ferror() afterwards. */
#ifndef TOURNAMENT_STORE_FORMATS_H
#define TOURNAMENT_STORE_FORMATS_H

#include <stdio.h>

#include "game/game_record.h"

/* Returns the end of a game in c-gomoku-cli's words (except "full board"), such as "Black win by
 * time forfeit"; "Unterminated" if it has no result. Static storage. */
const char *format_termination(const GameRecord *game);

/* Writes tags, moves and result. Result is for White, as PGN defines it and rating programs read
 * it: "1-0" means that White won, who moves second here. Winner is "Black", "White", "none" or "?".
 * Moves are points, "h8": columns from the left, rows from 1 at the bottom; they include the
 * opening, as PlyCount does. TimeControl has PGN's form, "60+0.5" or "1/5"; sides with different
 * ones have BlackTimeControl and WhiteTimeControl; TurnLimit, Black- and WhiteTurnLimit are the
 * seconds of a move under a match clock. A comment after each move has the mover's score, the depth
 * and the time. */
void format_pgn(FILE *file, const GameRecord *game);
/* Writes one game tree. A point is two letters: column, then row from the top. */
void format_sgf(FILE *file, const GameRecord *game);
/* Write the same text up to the time at which the game began, which is in the local time zone and
 * ends with '"' or ']'. */
void format_pgn_head(FILE *file, const GameRecord *game);
void format_sgf_head(FILE *file, const GameRecord *game);
/* Writes Piskvork's own format, which holds one game per file. The first name is that of player 1,
 * who makes the first move after the opening. */
void format_psq(FILE *file, const GameRecord *game);

#endif
