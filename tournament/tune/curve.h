/* curve.h: how the values of a tuning moved, as a table and as a picture. All follows from the plan
 * and the results of the state, in order, up to the first iteration without one. */
#ifndef TOURNAMENT_TUNE_CURVE_H
#define TOURNAMENT_TUNE_CURVE_H

#include <stdbool.h>
#include <stddef.h>

#include "shared/status/failure.h"
#include "tune/spsa.h"
#include "tune/state.h"

/* Where they are written; NULL: nowhere. */
typedef struct CurveFiles {
    char *csv, *svg;
} CurveFiles;

/* Finds out whether the files can be written, before the games: neither may be the other one or of
 * the database `state`. Returns false and writes the path and the reason to `failure` if not. */
bool curve_check(const CurveFiles *files, const char *state, Failure *failure);
/* Replaces the files. CSV: a row for the start and one for each iteration, with its number, the
 * points of plus, 0 to 2, and the values after it. SVG: a panel for each parameter, from its least
 * to its greatest value so far; a browser loads the one of an unfinished tuning again every ten
 * seconds. Returns false on failure, as curve_check() does; an old file then stays. Any thread that
 * may read the state. */
bool curve_write(const CurveFiles *files, const SpsaPlan *plan, const TuneState *state,
                 Failure *failure);

#endif
