#include "tune/afar.h"
#include "shared/status/failure.h"

#include <stdio.h>
#include <stdlib.h>

bool afar_init(Afar *afar, const Options *options, const AwayKind *kind, const char *settings,
               const char *state_path, Failure *failure) {
    const EngineOptions *engine = &options->engines[0];
    *afar = (Afar){.options = *options};
    afar->options.engines = malloc(2 * sizeof *afar->options.engines);
    afar->options.engine_count = 2;
    if (afar->options.engines == NULL || !names_init(&afar->names, 2))
        return failure_set(failure, STATUS_MEMORY);
    for (int i = 0; i < 2; i++) {
        afar->options.engines[i] = *engine;
        snprintf(afar->names.text[i], GAME_NAME_MAX, "%s", engine->name);
        afar->hashes[i] = afar->hash;
    }
    if (kind != NULL && kind->hash != NULL &&
        !kind->hash(engine->command, afar->hash, sizeof afar->hash) && kind->needs_engines)
        return failure_say(failure, STATUS_PROGRAM, "%s: the program cannot be read",
                           engine->command);
    afar->run = (AwayRun){.options = &afar->options,
                          .names = &afar->names,
                          .key = away_key(settings, state_path),
                          .hashes = afar->hashes,
                          .must_start = true};
    return true;
}

void afar_release(Afar *afar) {
    free(afar->options.engines);
    names_release(&afar->names);
    *afar = (Afar){0};
}
