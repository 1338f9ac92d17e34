/* analysis.h: Yixin-Board's commands for analysis, for the hash table and about the
 * engine. */
#ifndef KANAME_PROTOCOL_SESSION_ANALYSIS_H
#define KANAME_PROTOCOL_SESSION_ANALYSIS_H

#include "session/command.h"

extern const CommandFamily analysis_commands;

#endif
