/* label_commands.h: the commands that judge evaluators: by deep labels and by results. */
#ifndef KANAME_TRAIN_LABEL_COMMANDS_H
#define KANAME_TRAIN_LABEL_COMMANDS_H

#include "shared/cli/option.h"

extern const OptionCommand label_command, yardstick_command, results_command;

#endif
