#include "run/away_begin.h"
#include "shared/status/failure.h"

#include <stdio.h>
#include <stdlib.h>

enum { HASH_MAX = 65 };

/* Records the engines' programs; a resumed run keeps its original ones. */
static bool record_programs(const AwayKind *kind, Ledger *ledger, char (*hashes)[HASH_MAX],
                            const char **texts, Failure *failure) {
    const Options *options = ledger->options;
    for (size_t i = 0; i < options->engine_count; i++) {
        const char *command = options->engines[i].command;
        texts[i] = hashes[i];
        if (!kind->hash(command, hashes[i], HASH_MAX)) {
            if (!kind->needs_engines)
                continue;
            failure_say(failure, STATUS_PROGRAM, "%s: the program cannot be read", command);
            return false;
        }
        if (!ledger_program(ledger, (int)i, hashes[i], HASH_MAX)) {
            *failure = ledger->failure;
            return false;
        }
    }
    return true;
}

Away *away_begin(const AwayKind *kind, uv_loop_t *loop, Ledger *ledger, const AwayEvents *events,
                 Failure *failure) {
    size_t count = ledger->options->engine_count;
    char(*hashes)[HASH_MAX] = calloc(count, sizeof *hashes);
    const char **texts = calloc(count, sizeof *texts);
    AwayRun run = {.options = ledger->options, .names = ledger->names, .hashes = texts};
    Away *away = NULL;
    if (hashes == NULL || texts == NULL) {
        failure_set(failure, STATUS_MEMORY);
    } else if (record_programs(kind, ledger, hashes, texts, failure)) {
        if (ledger_key(ledger, &run.key))
            away = kind->begin(kind->maker, loop, &run, events, failure);
        else
            *failure = ledger->failure;
    }
    free(hashes);
    free(texts);
    return away;
}
