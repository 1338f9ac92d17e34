/* afar.h: a tuning as workers on other machines see it: one engine that plays itself, under a key
 * that is equal in every start of the tuning. */
#ifndef TOURNAMENT_TUNE_AFAR_H
#define TOURNAMENT_TUNE_AFAR_H

#include <stdbool.h>

#include "run/away.h"
#include "shared/status/failure.h"

typedef struct Afar {
    Options options; /* the tuning's, with the engine at both seats; owns only the array */
    Names names;
    char hash[80];
    const char *hashes[2];
    AwayRun run;
} Afar;

/* `kind` is NULL if no worker takes part; then the engine's program is not hashed. `settings` and
 * `state_path` identify the tuning. On failure returns false and writes the reason to `failure`.
 * Call afar_release() in any case. */
bool afar_init(Afar *afar, const Options *options, const AwayKind *kind, const char *settings,
               const char *state_path, Failure *failure);
void afar_release(Afar *afar);

#endif
