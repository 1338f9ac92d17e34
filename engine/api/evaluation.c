#include "api/engine.h"

#include <stdlib.h>

#include "base/rng.h"

void engine_evaluation_init(KanameEngine *engine) {
    for (int rule = 0; rule < RULES; rule++)
        engine->weights_hash[rule] = weights_embedded_hash((Rule)rule);
}

void engine_evaluation_release(KanameEngine *engine) {
    for (int rule = 0; rule < RULES; rule++) {
        rule_tables_free(engine->tables[rule]);
        free(engine->weights[rule]);
    }
}

static const Weights *weights_of(KanameEngine *engine, Rule rule) {
    if (engine->weights[rule] == NULL) {
        engine->weights[rule] = malloc(sizeof(Weights));
        if (engine->weights[rule] != NULL)
            weights_embedded(engine->weights[rule], rule);
    }
    return engine->weights[rule];
}

const RuleTables *engine_tables(KanameEngine *engine, Rule rule) {
    if (engine->tables[rule] == NULL) {
        const Weights *weights = weights_of(engine, rule);
        if (weights != NULL)
            engine->tables[rule] = eval_tables_new(weights);
    }
    return engine->tables[rule];
}

uint64_t engine_evaluation_bytes(const KanameEngine *engine) {
    uint64_t bytes = 0;
    for (int rule = 0; rule < RULES; rule++)
        if (engine->tables[rule] != NULL)
            bytes += engine->tables[rule]->key_count +
                     2 * SHAPE_KEYS * (sizeof(CellInfo) + 2 * sizeof(int16_t)) + sizeof(Weights);
    return bytes;
}

KanameStatus kaname_load_weights(KanameEngine *engine, const void *data, size_t size) {
    Weights *weights = malloc(sizeof *weights);
    if (weights == NULL)
        return KANAME_ERR_MEMORY;
    KanameStatus status = weights_read(weights, data, size);
    RuleTables *tables = NULL;
    if (status == KANAME_OK) {
        tables = eval_tables_new(weights);
        status = tables != NULL ? KANAME_OK : KANAME_ERR_MEMORY;
    }
    if (status != KANAME_OK) {
        free(weights);
        return status;
    }
    Rule rule = weights->rule;
    if (engine->board.tables == engine->tables[rule])
        engine_rebuild(engine, tables);
    rule_tables_free(engine->tables[rule]);
    free(engine->weights[rule]);
    engine->tables[rule] = tables;
    engine->weights[rule] = weights;
    engine->weights_hash[rule] = weights->hash;
    engine_forget(engine);
    return KANAME_OK;
}

uint32_t kaname_weights_id(const KanameEngine *engine) {
    uint64_t id = 0;
    for (int rule = 0; rule < RULES; rule++)
        id = rng_mix(id ^ engine->weights_hash[rule]);
    return (uint32_t)(id >> 32);
}
