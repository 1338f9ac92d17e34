/* evolve_commands.h: the command `evolve`. */
#ifndef KANAME_TRAIN_EVOLVE_COMMANDS_H
#define KANAME_TRAIN_EVOLVE_COMMANDS_H

#include "shared/cli/option.h"

extern const OptionCommand evolve_command;

#endif
