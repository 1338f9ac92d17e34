/* play_commands.h: the commands that play games: `generate` and `farm`. */
#ifndef KANAME_TRAIN_PLAY_COMMANDS_H
#define KANAME_TRAIN_PLAY_COMMANDS_H

#include "shared/cli/option.h"

extern const OptionCommand generate_command, farm_command;

#endif
