/* command.h: the command line of `kaname-tournament openings`. */
#ifndef TOURNAMENT_GENERATE_COMMAND_H
#define TOURNAMENT_GENERATE_COMMAND_H

#include "shared/cli/option.h"

extern const OptionCommand generate_command;

/* argv[0] is the word `openings`. Returns the exit status: 0 on success, 1 on failure, 2 for a
 * wrong word. */
int generate_main(int argc, char **argv);

#endif
