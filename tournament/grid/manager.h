/* manager.h: encounters played by the workers of a grid, for the runner and for `tune`. */
#ifndef TOURNAMENT_GRID_MANAGER_H
#define TOURNAMENT_GRID_MANAGER_H

#include "grid/grid_options.h"
#include "run/away.h"

/* How games are played over the grid that the options name; they must outlive the kind. */
AwayKind manager_kind(GridOptions *options);

/* "0123456789abcdef": a key as workers see it. */
void manager_key_text(int64_t key, char *text, size_t size);

#endif
