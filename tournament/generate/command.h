/* command.h: the command line of `kaname-tournament openings`. */
#ifndef TOURNAMENT_GENERATE_COMMAND_H
#define TOURNAMENT_GENERATE_COMMAND_H

#include "shared/cli/option.h"

/* `openings`. Exit status: 0 on success, 1 on failure, 2 for a wrong word. */
extern const OptionCommand generate_command;

#endif
