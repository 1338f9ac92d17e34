/* work.h: `kaname-tournament work`: plays the tasks of runs that managers announce on a grid. */
#ifndef TOURNAMENT_GRID_WORKER_WORK_H
#define TOURNAMENT_GRID_WORKER_WORK_H

#include "shared/cli/option.h"

extern const OptionCommand work_command;

#endif
