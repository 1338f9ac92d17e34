/* gomocup.h: the commands of the Gomocup protocol, with YXBOARD and YXSTOP, their counterparts in
 * Yixin Board's dialect. */
#ifndef KANAME_PROTOCOL_SESSION_GOMOCUP_H
#define KANAME_PROTOCOL_SESSION_GOMOCUP_H

#include "session/command.h"

extern const CommandFamily gomocup_commands;

#endif
