/* names.h: the names under which the engines of a run are shown; no two are the same. */
#ifndef TOURNAMENT_RUN_NAMES_H
#define TOURNAMENT_RUN_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "game/game.h"

typedef struct Names {
    size_t count;
    char (*text)[GAME_NAME_MAX]; /* one for each engine, in the order of the run */
    bool *is_settled;            /* by the option, or by the engine's answer to ABOUT */
} Names;

/* False: no memory. Call names_release() in any case. */
bool names_init(Names *names, size_t count);
void names_release(Names *names);

/* Sets a name, cut to 80 bytes; a name that another engine has gets a number behind it. */
void names_set(Names *names, size_t engine, const char *wanted);
/* Sets the name of the command's program, for an engine that has not given its name yet. */
void names_set_from_command(Names *names, size_t engine, const char *command);

#endif
