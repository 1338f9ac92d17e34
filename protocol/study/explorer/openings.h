/* openings.h: `pbrain-kaname openings`: searches the positions of a file of openings. */
#ifndef KANAME_PROTOCOL_STUDY_EXPLORER_OPENINGS_H
#define KANAME_PROTOCOL_STUDY_EXPLORER_OPENINGS_H

#include "engines/weights.h"

/* Runs the command; `weights` are the files named before its name. Returns the exit status of the
 * process: 0, also if it was stopped; 1 if a file cannot be read or written or a search fails; 2
 * for wrong arguments. */
int openings_run(const WeightsFiles *weights, int count, char *const *words);

#endif
