/* engines.h: makes the engines of the commands. */
#ifndef KANAME_PROTOCOL_ENGINES_ENGINES_H
#define KANAME_PROTOCOL_ENGINES_ENGINES_H

#include "engines/weights.h"
#include "kaname.h"

/* Returns a new engine with these weights, which the caller frees. On failure prints the reason on
 * standard error, after `name`, the command, and returns NULL. */
KanameEngine *engines_new(const char *name, const WeightsFiles *files);

#endif
