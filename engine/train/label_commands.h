/* label_commands.h: the commands of positions with deep labels. */
#ifndef KANAME_TRAIN_LABEL_COMMANDS_H
#define KANAME_TRAIN_LABEL_COMMANDS_H

#include "shared/cli/option.h"

extern const OptionCommand label_command, yardstick_command;

#endif
