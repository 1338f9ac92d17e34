/* sgf_syntax.h: where an SGF game begins and ends, before it is decoded and read. Pure functions.
 */
#ifndef KANAME_SHARED_GAMES_SGF_SYNTAX_H
#define KANAME_SHARED_GAMES_SGF_SYNTAX_H

#include "shared/text/encoding.h"

/* Returns the first parenthesis of the first game, after any other text; NULL if there is none. */
const char *sgf_find(const char *start, const char *end);
/* Returns the end of the game that begins at the parenthesis `start`, past the matching one. If
 * that is missing, the next game or `end` ends it. */
const char *sgf_end(const char *start, const char *end, const Encoding *encoding);
/* Returns the encoding of the game that begins at `start`: the one that CA names, else the most
 * likely one. */
const Encoding *sgf_encoding(const char *start, const char *end);
/* Returns the parenthesis that closes the variation in which `at` lies, outside a value; `end` if
 * it is missing. */
const char *sgf_variation_end(const char *at, const char *end);

#endif
