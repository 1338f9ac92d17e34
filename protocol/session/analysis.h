/* analysis.h: Yixin Board's commands for analysis, the hash table and the engine. */
#ifndef KANAME_PROTOCOL_SESSION_ANALYSIS_H
#define KANAME_PROTOCOL_SESSION_ANALYSIS_H

#include "session/command.h"

extern const CommandFamily analysis_commands;

#endif
