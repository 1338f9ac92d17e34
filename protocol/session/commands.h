/* commands.h: the table of all commands, which joins the families. Constant: any thread. */
#ifndef KANAME_PROTOCOL_SESSION_COMMANDS_H
#define KANAME_PROTOCOL_SESSION_COMMANDS_H

#include "session/command.h"

#include <stddef.h>

/* Returns the command with this word, in any case; NULL if there is none. Static storage. */
const Command *command_find(Word word);

/* Returns family number `index`, from 0; NULL if index is out of range. */
const CommandFamily *command_family(size_t index);

#endif
