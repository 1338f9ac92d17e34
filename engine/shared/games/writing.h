/* writing.h: the syntax of the game files that the programs write; reading.h is its counterpart.
 * What a file says is the callers' business.
 *
 * Texts are UTF-8. Points count from 0 at the top left. The caller checks ferror(). */
#ifndef KANAME_SHARED_GAMES_WRITING_H
#define KANAME_SHARED_GAMES_WRITING_H

#include "kaname.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* ---- SGF ----------------------------------------------------------------------------------- */

/* Writes the text of a value, with a backslash before each byte that would end it. */
void sgf_put_text(FILE *file, const char *text);
/* Does the same for a part of a composed value, `point:text`, which a colon would end too. */
void sgf_put_part(FILE *file, const char *text);
/* Writes a property with one value. */
void sgf_put_value(FILE *file, const char *word, const char *text);
void sgf_put_number(FILE *file, const char *word, int64_t number);
/* Writes the size of the board. */
void sgf_put_size(FILE *file, int width, int height);
/* Writes the move of a node: B or W. */
void sgf_put_move(FILE *file, KanameColor color, KanamePoint point);

/* ---- PSQ ----------------------------------------------------------------------------------- */

void psq_put_header(FILE *file, int width, int height);
/* Writes a move that took `ms` milliseconds. */
void psq_put_move(FILE *file, KanamePoint point, int64_t ms);
/* Returns whether a reader takes a line that is this text for a move, a code or a result. */
bool psq_is_number(const char *text);
/* Begins the line of a player: with `_` if the name reads as something else. */
void psq_begin_name(FILE *file, const char *name);
/* Writes the line of the result: the player who won, 1 or 2, or 0, and the name of the event. */
void psq_put_result(FILE *file, int winner, const char *event);

/* ---- PGN ----------------------------------------------------------------------------------- */

void pgn_put_tag(FILE *file, const char *name, const char *text);
/* Do the same around the text of a value that needs no escapes, written by the caller. */
void pgn_begin_tag(FILE *file, const char *name);
void pgn_end_tag(FILE *file);

/* The text of moves, in lines of at most 80 bytes. */
typedef struct PgnMoves {
    FILE *file;
    int used; /* bytes of the line; begin with 0 */
} PgnMoves;

/* Writes a word after a blank, or on a new line. */
void pgn_put_word(PgnMoves *moves, const char *word);
/* Ends the last line, if there is one. */
void pgn_end_moves(PgnMoves *moves);

#endif
