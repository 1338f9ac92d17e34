/* trial.h: starts every engine once before a run begins.
 *
 * A program that never starts is no opponent: the run does not begin. A later failure is a result.
 */
#ifndef TOURNAMENT_RUN_TRIAL_H
#define TOURNAMENT_RUN_TRIAL_H

#include <stdbool.h>
#include <stddef.h>

#include "run/options.h"
#include "shared/status/failure.h"

/* Starts each engine up to the answer to START, as many at a time as tables will play, and ends it.
 * Returns false if one does not start; `failure` then names the engine and the reason, followed by
 * the last lines that it wrote to standard error, or else to standard output. Has an event loop of
 * its own: no other may run. */
bool trial_start_engines(const Options *options, Failure *failure);
/* Starts each engine in the same way and sets refused[i] to whether engine i answered an INFO by
 * "MESSAGE INFO:", as pbrain-kaname does to a parameter that it does not have or a value outside
 * its range. An engine that does not start refuses nothing. Returns false, with the reason in
 * `failure`, if the manager lacks the means. */
bool trial_find_refusals(const Options *options, bool *refused, Failure *failure);

#endif
