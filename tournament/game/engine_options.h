/* engine_options.h: the KEY=VALUE words behind -engine and -each, as a table of options. */
#ifndef TOURNAMENT_GAME_ENGINE_OPTIONS_H
#define TOURNAMENT_GAME_ENGINE_OPTIONS_H

#include "cli/option.h"
#include "game/player.h"

/* Rows for an EngineOptions, ended by one without a name, and a table of all. */
extern const OptionRow engine_rows[];
extern const OptionTable engine_table;

/* Sets the defaults. */
void engine_options_init(EngineOptions *engine);
/* Frees the strings. */
void engine_options_release(EngineOptions *engine);

#endif
