/* pgn_syntax.h: where the parts of a PGN end: lines, comments, variations, games. Pure functions.
 */
#ifndef KANAME_SHARED_GAMES_PGN_SYNTAX_H
#define KANAME_SHARED_GAMES_PGN_SYNTAX_H

#include <stdbool.h>

/* Returns the beginning of the line after that of `at`: lines end with LF, CR LF or CR. */
const char *pgn_next_line(const char *at, const char *end);
/* Returns whether a line begins at `at`, in a text that begins at `start`. */
bool pgn_begins_line(const char *at, const char *start);
/* Returns the end of the comment in braces that begins at `at`, past its brace; NULL if that is
 * missing. */
const char *pgn_comment_end(const char *at, const char *end);
/* Returns the end of the variation that begins at `at`, past its parenthesis, in a text that begins
 * at `start`; NULL if that is missing. */
const char *pgn_variation_end(const char *at, const char *start, const char *end);
/* Returns the end of the first game: headers follow moves. */
const char *pgn_end(const char *start, const char *end);

#endif
