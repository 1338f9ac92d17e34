/* tool_commands.h: the commands that manage files of games. */
#ifndef KANAME_TRAIN_TOOL_COMMANDS_H
#define KANAME_TRAIN_TOOL_COMMANDS_H

#include "shared/cli/option.h"

extern const OptionCommand stats_command, view_command, calibrate_command, merge_command,
    shuffle_command;

#endif
