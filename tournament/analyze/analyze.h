/* analyze.h: `kaname-tournament analyze`: collects an engine's answers to a list of positions. */
#ifndef TOURNAMENT_ANALYZE_ANALYZE_H
#define TOURNAMENT_ANALYZE_ANALYZE_H

#include "shared/cli/option.h"

extern const OptionCommand analyze_command;

#endif
