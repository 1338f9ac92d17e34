/* opening_commands.h: the opening rules as commands: SWAP2BOARD, and the steps of swap2 and
 * Soosorv-8 in Yixin-Board's dialect. */
#ifndef KANAME_PROTOCOL_SESSION_OPENING_COMMANDS_H
#define KANAME_PROTOCOL_SESSION_OPENING_COMMANDS_H

#include "session/command.h"

extern const CommandFamily opening_commands;

#endif
