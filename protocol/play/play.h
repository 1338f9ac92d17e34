/* play.h: the command `pbrain-kaname play`. */
#ifndef KANAME_PROTOCOL_PLAY_PLAY_H
#define KANAME_PROTOCOL_PLAY_PLAY_H

#include "engines/weights.h"
#include "play/loop.h"
#include "shared/cli/reader.h"
#include "shared/status/failure.h"

#include <stddef.h>

extern const OptionCommand terminal_usage;

/* Reads the words after `play`. On a mistake writes a message to `failure`. */
OptionOutcome terminal_read_options(TerminalOptions *options, int count, char *const *words,
                                    Failure *failure);

/* Runs the command; `weights` are the files named before the word `play`. Returns the exit status
 * of the process. */
int terminal_run(const WeightsFiles *weights, int count, char *const *words);

#endif
