/* generate.h: `kaname-tournament openings ...`: makes balanced openings with any engine.
 *
 * A candidate is a few random stones near each other, or a position of a game that a match has
 * played. An engine gives a move and its score; a score near zero passes the candidate to the next
 * engine, and the last engine keeps it. No two kept openings are rotations or reflections of each
 * other. The candidates depend on the seed alone, so reproducible engines give a reproducible list
 * at any concurrency. */
#ifndef TOURNAMENT_GENERATE_GENERATE_H
#define TOURNAMENT_GENERATE_GENERATE_H

#include "shared/cli/option.h"

extern const OptionCommand generator_command;

/* argv[0] is the word `openings`. Returns the exit status: 0 on success, 1 on failure, 2 for a
 * wrong word. */
int generator_main(int argc, char **argv);

#endif
