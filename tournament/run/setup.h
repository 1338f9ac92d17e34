/* setup.h: what the options say about every game, made into what players and plays need: shared by
 * all that plays games between the engines of a command line. */
#ifndef TOURNAMENT_RUN_SETUP_H
#define TOURNAMENT_RUN_SETUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "cli/options.h"
#include "game/opening.h"
#include "game/play.h"
#include "game/player.h"

PlaySettings setup_settings(const Options *options);

/* The openings of the file, or the built-in ones for the game; in random order if that is asked
 * for. Empty, to be released all the same: games begin on the empty board. False: `error` says
 * why. */
bool setup_openings(OpeningList *list, const Options *options, uint64_t seed, char *error,
                    size_t error_size);

/* The opening with this running number, from 0, and what PlayTask tells of it. */
void setup_opening(Opening *opening, int64_t *index, int *transform, const OpeningList *list,
                   const Options *options, int64_t number);

/* A player for a table, from 1, as -pin, -suspend and -memory say. NULL: no memory. */
Player *setup_player(const Options *options, const EngineOptions *engine, int table,
                     ProcessHub *hub, uv_loop_t *loop, const PlayerEvents *events);

#endif
