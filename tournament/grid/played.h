/* played.h: are the games that a worker sends those that it was asked for? Pure. */
#ifndef TOURNAMENT_GRID_PLAYED_H
#define TOURNAMENT_GRID_PLAYED_H

#include <stdbool.h>
#include <stdint.h>

#include "grid/wire_encounter.h"
#include "grid/wire_run.h"

/* The game of this number; NULL: there is none. Owned by `played`. */
GameRecord *played_game(Played *played, int64_t number);
/* Compares the games and the programs that played them with the encounter and the run's settings.
 * Returns NULL if they agree, otherwise a static text that names the fault. */
const char *played_fault(Played *played, const Encounter *encounter, const WireRun *run);
/* Whether every engine started, in each of its games. */
bool played_has_started(const Played *played);

#endif
