/* builtin.h: the built-in lists of openings, in pos notation, one opening per line; the build makes
 * them from the text files beside this header. Static storage. */
#ifndef TOURNAMENT_GAME_OPENINGS_BUILTIN_H
#define TOURNAMENT_GAME_OPENINGS_BUILTIN_H

extern const char builtin_freestyle15[];
extern const char builtin_freestyle20[];
extern const char builtin_standard15[];
extern const char builtin_renju15[];
extern const char builtin_caro15[];

#endif
