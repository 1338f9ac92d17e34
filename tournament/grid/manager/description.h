/* description.h: what a run tells its workers of itself: engines, settings, a key. */
#ifndef TOURNAMENT_GRID_MANAGER_DESCRIPTION_H
#define TOURNAMENT_GRID_MANAGER_DESCRIPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "grid/grid_options.h"
#include "grid/wire/run.h"
#include "run/away.h"

/* Fills in the announcement of a run of games. Its engines are freed by free(); their options
 * belong to the run. Returns false if out of memory. */
bool description_make(WireRun *wire, const AwayRun *run, const GridOptions *options);
/* Writes a key as workers see it: "0123456789abcdef". */
void description_of_key(int64_t key, char *text, size_t size);
/* Writes a text that differs if a program of the run does. */
void description_of_programs(const WireRun *wire, char text[WIRE_HASH_MAX]);

#endif
