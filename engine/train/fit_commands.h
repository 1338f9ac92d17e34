/* fit_commands.h: the commands that fit numbers to games. */
#ifndef KANAME_TRAIN_FIT_COMMANDS_H
#define KANAME_TRAIN_FIT_COMMANDS_H

#include "shared/cli/option.h"

extern const OptionCommand fit_command, fit_regions_command;

#endif
