/* names.h: the display names of the engines of a run; no two are equal. */
#ifndef TOURNAMENT_RUN_NAMES_H
#define TOURNAMENT_RUN_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "game/game_record.h"

typedef struct Names {
    size_t count;
    char (*text)[GAME_NAME_MAX]; /* one for each engine, in the order of the run */
    bool *is_settled;            /* the engine has answered ABOUT in this run of the program */
    bool *is_kept;               /* games have the name: it stays for the whole run */
} Names;

/* Returns false if out of memory. Call names_release() in any case. */
bool names_init(Names *names, size_t count);
void names_release(Names *names);

/* Sets a name, cut to GAME_NAME_LENGTH_MAX bytes; appends a number if another engine has the name.
 * A name that -engine accepts is never cut: workers look for it whole. */
void names_set(Names *names, size_t engine, const char *wanted);
/* Sets the name of the command's program, for an engine that has not reported its name yet. */
void names_set_from_command(Names *names, size_t engine, const char *command);

#endif
