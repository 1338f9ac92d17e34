/* played.h: checks that the games from a worker are the requested ones. Pure. */
#ifndef TOURNAMENT_GRID_MANAGER_PLAYED_H
#define TOURNAMENT_GRID_MANAGER_PLAYED_H

#include <stdbool.h>
#include <stdint.h>

#include "grid/wire/encounter.h"
#include "grid/wire/run.h"

/* Returns the game with this number, owned by `played`; NULL if there is none. */
GameRecord *played_game(Played *played, int64_t number);
/* Compares the games and the programs that played them with the encounter and the run's settings.
 * Returns NULL if they agree, else a static text that names the difference. */
const char *played_fault(Played *played, const Encounter *encounter, const WireRun *run);
/* Returns whether every engine started in each of its games. */
bool played_has_started(const Played *played);

#endif
