/* setup.h: converts the options to the settings of the arena and its games. */
#ifndef TOURNAMENT_RUN_SETUP_H
#define TOURNAMENT_RUN_SETUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "game/opening.h"
#include "run/arena.h"
#include "run/options.h"
#include "shared/status/failure.h"

/* Looks for the programs of all engines. Returns false if one is missing or not executable;
 * `failure` then names the engine and the reason. */
bool setup_find_engines(const Options *options, Failure *failure);

/* Returns the settings of tables and players by -concurrency, -pin, -suspend and -memory. */
ArenaConfig setup_arena(const Options *options);

/* Reads the openings file, or the built-in list for rule and board, and shuffles it if the options
 * request it. With an empty list games begin on the empty board. On failure returns false and
 * writes the reason to `failure`. Release the list in any case. */
bool setup_openings(OpeningList *list, const Options *options, uint64_t seed, Failure *failure);

/* Gets the opening of a game by its running number, from 0, with the fields of PlayTask that
 * describe it. */
void setup_opening(Opening *opening, int64_t *index, int *transform, const OpeningList *list,
                   const Options *options, int64_t number);

#endif
