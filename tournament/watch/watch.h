/* watch.h: `kaname-tournament watch`: shows a run in progress as a live page in the browser. */
#ifndef TOURNAMENT_WATCH_WATCH_H
#define TOURNAMENT_WATCH_WATCH_H

#include "shared/cli/option.h"

extern const OptionCommand watch_command;

#endif
