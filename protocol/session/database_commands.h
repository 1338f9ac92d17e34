/* database_commands.h: Yixin Board's commands for the position database. */
#ifndef KANAME_PROTOCOL_SESSION_DATABASE_COMMANDS_H
#define KANAME_PROTOCOL_SESSION_DATABASE_COMMANDS_H

#include "session/command.h"

extern const CommandFamily database_commands;

#endif
