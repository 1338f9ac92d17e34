/* tournament_commands.h: the program's command line and its subcommands. */
#ifndef TOURNAMENT_TOURNAMENT_COMMANDS_H
#define TOURNAMENT_TOURNAMENT_COMMANDS_H

#include "shared/cli/option.h"

/* The program itself, then its subcommands, ended by NULL. */
extern const OptionCommand *const tournament_commands[];

/* Runs the command that the words name. argv[0] is the program's name. Returns the exit status. */
int tournament_run(int argc, char **argv);

#endif
