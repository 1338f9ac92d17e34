/* explorer.h: `pbrain-kaname gather`: counts the moves of games in a position database, for `play
 * --book` and `review --book`. */
#ifndef KANAME_PROTOCOL_STUDY_EXPLORER_EXPLORER_H
#define KANAME_PROTOCOL_STUDY_EXPLORER_EXPLORER_H

#include "engines/weights.h"
#include "shared/cli/option.h"

extern const OptionCommand explorer_usage;

/* Runs the command; `weights` are the files named before the word `gather`. Returns the exit status
 * of the process: 0; 1 if a file cannot be read, a game was left out or the database cannot be
 * written; 2 for wrong arguments. */
int explorer_run(const WeightsFiles *weights, int count, char *const *words);

#endif
