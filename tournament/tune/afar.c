#include "tune/afar.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo). */
static uint64_t add_text(uint64_t sum, const char *text) {
    for (; *text != '\0'; text++)
        sum = (sum ^ (unsigned char)*text) * UINT64_C(1099511628211);
    return sum;
}

/* Tunings of equal settings differ by the machine and the path of their state. */
static int64_t make_key(const char *settings, const char *state_path) {
    char folder[PATH_MAX] = "", host[256] = "";
    uint64_t sum = add_text(UINT64_C(14695981039346656037), settings);
    if (state_path[0] != '/' && getcwd(folder, sizeof folder) != NULL)
        sum = add_text(add_text(sum, folder), "/");
    gethostname(host, sizeof host - 1);
    return (int64_t)(add_text(add_text(sum, state_path), host) & INT64_MAX);
}

bool afar_init(Afar *afar, const Options *options, const AwayKind *kind, const char *settings,
               const char *state_path, char *error, size_t error_size) {
    const EngineOptions *engine = &options->engines[0];
    *afar = (Afar){.options = *options};
    snprintf(error, error_size, "no memory");
    afar->options.engines = malloc(2 * sizeof *afar->options.engines);
    afar->options.engine_count = 2;
    if (afar->options.engines == NULL || !names_init(&afar->names, 2))
        return false;
    for (int i = 0; i < 2; i++) {
        afar->options.engines[i] = *engine;
        snprintf(afar->names.text[i], GAME_NAME_MAX, "%s", engine->name);
        afar->hashes[i] = afar->hash;
    }
    if (kind->hash != NULL && !kind->hash(engine->command, afar->hash, sizeof afar->hash) &&
        kind->needs_engines) {
        snprintf(error, error_size, "%s: the program cannot be read", engine->command);
        return false;
    }
    afar->run = (AwayRun){.options = &afar->options,
                          .names = &afar->names,
                          .key = make_key(settings, state_path),
                          .hashes = afar->hashes};
    return true;
}

void afar_release(Afar *afar) {
    free(afar->options.engines);
    names_release(&afar->names);
    *afar = (Afar){0};
}
