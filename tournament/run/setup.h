/* setup.h: turns the options into what the arena and its games need. */
#ifndef TOURNAMENT_RUN_SETUP_H
#define TOURNAMENT_RUN_SETUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/options.h"
#include "game/opening.h"
#include "run/arena.h"

/* Tables and players as -concurrency, -pin, -suspend and -memory say. */
ArenaConfig setup_arena(const Options *options);

/* The openings of the file, or the built-in ones for the game; in random order if that is asked
 * for. Empty, to be released all the same: games begin on the empty board. False: `error` says
 * why. */
bool setup_openings(OpeningList *list, const Options *options, uint64_t seed, char *error,
                    size_t error_size);

/* The opening with this running number, from 0, and what PlayTask tells of it. */
void setup_opening(Opening *opening, int64_t *index, int *transform, const OpeningList *list,
                   const Options *options, int64_t number);

#endif
