/* setup.h: turns the options into what the arena and its games need. */
#ifndef TOURNAMENT_RUN_SETUP_H
#define TOURNAMENT_RUN_SETUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "game/opening.h"
#include "run/arena.h"
#include "run/options.h"

/* Looks for the programs of all engines. False: one is missing or not executable; `error` names
 * the engine and the reason. */
bool setup_find_engines(const Options *options, char *error, size_t error_size);

/* Tables and players as -concurrency, -pin, -suspend and -memory say. */
ArenaConfig setup_arena(const Options *options);

/* Reads the openings file, or the built-in list for rule and board, and shuffles it if the options
 * say so. An empty list means that games begin on the empty board. False: `error` gives the reason.
 * Release the list in any case. */
bool setup_openings(OpeningList *list, const Options *options, uint64_t seed, char *error,
                    size_t error_size);

/* The opening of a game by running number, from 0, with the fields of PlayTask that describe it. */
void setup_opening(Opening *opening, int64_t *index, int *transform, const OpeningList *list,
                   const Options *options, int64_t number);

#endif
