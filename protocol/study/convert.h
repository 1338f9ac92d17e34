/* convert.h: the command `pbrain-kaname convert`: games of any format as SGF, JSON or another one.
 */
#ifndef KANAME_PROTOCOL_STUDY_CONVERT_H
#define KANAME_PROTOCOL_STUDY_CONVERT_H

#include "engines/weights.h"
#include "shared/cli/option.h"

extern const OptionCommand convert_usage;

/* Runs the command with the words after its name. Returns the exit status. Searches nothing: the
 * weights are not used. */
int convert_run(const WeightsFiles *weights, int count, char *const *words);

#endif
