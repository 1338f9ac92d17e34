/* manager.h: has the workers of a grid play encounters, for the runner and for `tune`. */
#ifndef TOURNAMENT_GRID_MANAGER_MANAGER_H
#define TOURNAMENT_GRID_MANAGER_MANAGER_H

#include "grid/grid_options.h"
#include "run/away.h"

/* Returns the way to play games over the grid that the options name. The options must outlive it.
 */
AwayKind manager_kind(GridOptions *options);

#endif
