#include "grid/manager/description.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "grid/binary.h"
#include "grid/secret.h"
#include "run/setup.h"

static bool describe_engines(WireRun *wire, const AwayRun *run, const GridOptions *grid) {
    const Options *options = run->options;
    wire->engines = calloc(options->engine_count, sizeof *wire->engines);
    if (wire->engines == NULL)
        return false;
    for (size_t i = 0; i < options->engine_count; i++) {
        WireEngine *engine = &wire->engines[wire->engine_count++];
        engine->options = options->engines[i];
        engine->options.command = NULL;
        engine->options.name = NULL;
        snprintf(engine->name, sizeof engine->name, "%s", run->names->text[i]);
        if (!grid->is_any_binary)
            snprintf(engine->hash, sizeof engine->hash, "%s", run->hashes[i]);
    }
    return true;
}

bool description_make(WireRun *wire, const AwayRun *run, const GridOptions *options) {
    const ArenaConfig config = setup_arena(run->options);
    wire->work = WIRE_WORK_GAMES;
    wire->settings = config.settings;
    wire->is_memory_watched = config.is_memory_watched;
    wire->is_suspending = config.is_suspending;
    wire->lease_ms = options->lease_ms;
    if (options->is_scaled)
        wire->reference = options->scale > 0 ? options->scale : binary_speed();
    description_of_key(run->key, wire->key, sizeof wire->key);
    return describe_engines(wire, run, options);
}

void description_of_key(int64_t key, char *text, size_t size) {
    snprintf(text, size, "%016" PRIx64, (uint64_t)key);
}

void description_of_programs(const WireRun *wire, char text[WIRE_HASH_MAX]) {
    char sum[SECRET_MAX] = "any";
    for (int i = 0; i < wire->engine_count; i++) {
        char both[WIRE_HASH_MAX + SECRET_MAX];
        snprintf(both, sizeof both, "%s%s", sum, wire->engines[i].hash);
        if (wire->engines[i].hash[0] != '\0')
            secret_digest(both, sum);
    }
    snprintf(text, WIRE_HASH_MAX, "%s", sum);
}
