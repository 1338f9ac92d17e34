/* train_commands.h: the commands of kaname-train. */
#ifndef KANAME_TRAIN_TRAIN_COMMANDS_H
#define KANAME_TRAIN_TRAIN_COMMANDS_H

#include "shared/cli/option.h"

/* The program itself, then its subcommands, ended by NULL. */
extern const OptionCommand *const train_commands[];

#endif
