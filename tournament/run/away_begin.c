#include "run/away_begin.h"

#include <stdio.h>
#include <stdlib.h>

enum { HASH_MAX = 65 };

/* Records the engines' programs; a resumed run keeps its original ones. */
static bool record_programs(const AwayKind *kind, Ledger *ledger, char (*hashes)[HASH_MAX],
                            const char **texts, char *error, size_t error_size) {
    const Options *options = ledger->options;
    for (size_t i = 0; i < options->engine_count; i++) {
        const char *command = options->engines[i].command;
        texts[i] = hashes[i];
        if (!kind->hash(command, hashes[i], HASH_MAX)) {
            if (!kind->needs_engines)
                continue;
            snprintf(error, error_size, "%s: the program cannot be read", command);
            return false;
        }
        if (!ledger_program(ledger, (int)i, hashes[i], HASH_MAX)) {
            snprintf(error, error_size, "%s", ledger->error);
            return false;
        }
    }
    return true;
}

Away *away_begin(const AwayKind *kind, uv_loop_t *loop, Ledger *ledger, const AwayEvents *events,
                 char *error, size_t error_size) {
    size_t count = ledger->options->engine_count;
    char(*hashes)[HASH_MAX] = calloc(count, sizeof *hashes);
    const char **texts = calloc(count, sizeof *texts);
    AwayRun run = {.options = ledger->options, .names = ledger->names, .hashes = texts};
    Away *away = NULL;
    snprintf(error, error_size, "no memory");
    if (hashes != NULL && texts != NULL &&
        record_programs(kind, ledger, hashes, texts, error, error_size)) {
        if (ledger_key(ledger, &run.key))
            away = kind->begin(kind->maker, loop, &run, events, error, error_size);
        else
            snprintf(error, error_size, "%s", ledger->error);
    }
    free(hashes);
    free(texts);
    return away;
}
