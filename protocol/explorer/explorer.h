/* explorer.h: `pbrain-kaname gather`: counts the moves of games in a position database, for `play
 * --book` and `review --book`. */
#ifndef KANAME_PROTOCOL_EXPLORER_EXPLORER_H
#define KANAME_PROTOCOL_EXPLORER_EXPLORER_H

#include "io/weights.h"

/* Runs the command; `weights` are the files named in front of the word `gather`. Returns the
 * process's exit status: 0; 1 if a file could not be read, a game was left out or the database
 * cannot be written; 2 for wrong arguments. */
int explorer_run(const WeightsFiles *weights, int count, char *const *words);

#endif
