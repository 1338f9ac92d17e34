/* play.h: the command `pbrain-kaname play`. */
#ifndef KANAME_PROTOCOL_PLAY_PLAY_H
#define KANAME_PROTOCOL_PLAY_PLAY_H

#include "play/loop.h"

#include <stdbool.h>
#include <stddef.h>

/* Reads the arguments behind the word `play`. On a mistake writes what is wrong to `error`. */
bool terminal_read_options(TerminalOptions *options, int count, char **arguments, char *error,
                           size_t error_size);

/* The whole command. Returns the process's exit status. */
int terminal_run(int count, char **arguments);

#endif
