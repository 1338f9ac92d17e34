/* afar.h: a tuning as workers on other machines see it: one engine that plays itself, under a key
 * that is the same in every start of the tuning. */
#ifndef TOURNAMENT_TUNE_AFAR_H
#define TOURNAMENT_TUNE_AFAR_H

#include <stdbool.h>

#include "run/away.h"

typedef struct Afar {
    Options options; /* the tuning's, with the engine at both seats; owns the array alone */
    Names names;
    char hash[80];
    const char *hashes[2];
    AwayRun run;
} Afar;

/* kind: NULL where no worker takes part; then nobody asks which program the engine is. settings,
 * state_path: what makes the tuning this one. False: `error` says why. Call afar_release() in any
 * case. */
bool afar_init(Afar *afar, const Options *options, const AwayKind *kind, const char *settings,
               const char *state_path, char *error, size_t error_size);
void afar_release(Afar *afar);

#endif
