/* opening_commands.h: the commands of opening rules: SWAP2BOARD and OPENINGBOARD, and the steps of
 * swap2 and Soosorv-8 in Yixin Board's dialect. */
#ifndef KANAME_PROTOCOL_SESSION_OPENING_COMMANDS_H
#define KANAME_PROTOCOL_SESSION_OPENING_COMMANDS_H

#include "session/command.h"

extern const CommandFamily opening_commands;

#endif
