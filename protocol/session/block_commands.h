/* block_commands.h: the commands for points that searches may not play: blocked by the user, or
 * forbidden to Black. */
#ifndef KANAME_PROTOCOL_SESSION_BLOCK_COMMANDS_H
#define KANAME_PROTOCOL_SESSION_BLOCK_COMMANDS_H

#include "session/command.h"

extern const CommandFamily block_commands;

#endif
