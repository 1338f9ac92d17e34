#include "api/engine.h"

#include <math.h>

#include "base/rng.h"

void engine_evaluation_init(KanameEngine *engine) {
    engine->uses_network = true;
    for (int rule = 0; rule < RULES; rule++)
        engine->evaluator_ids[rule] = evaluator_embedded_id((Rule)rule, true);
}

void engine_evaluation_release(KanameEngine *engine) {
    for (int rule = 0; rule < RULES; rule++)
        evaluator_free(engine->evaluators[rule]);
}

const Evaluator *engine_evaluator_of(KanameEngine *engine, Rule rule) {
    if (engine->evaluators[rule] == NULL)
        engine->evaluators[rule] = evaluator_embedded(rule, engine->uses_network);
    return engine->evaluators[rule];
}

const Evaluator *engine_evaluator(const KanameEngine *engine) {
    return engine->evaluators[engine->board.tables->rule];
}

uint64_t engine_evaluation_bytes(const KanameEngine *engine) {
    uint64_t bytes = 0;
    for (int rule = 0; rule < RULES; rule++)
        if (engine->evaluators[rule] != NULL)
            bytes += engine->evaluators[rule]->bytes;
    return bytes;
}

KanameStatus kaname_load_weights(KanameEngine *engine, const void *data, size_t size) {
    Evaluator *evaluator;
    KanameStatus status = evaluator_load(&evaluator, data, size);
    if (status != KANAME_OK)
        return status;
    Rule rule = evaluator->tables->rule;
    if (engine->board.tables->rule == rule)
        engine_rebuild(engine, evaluator->tables);
    evaluator_free(engine->evaluators[rule]);
    engine->evaluators[rule] = evaluator;
    engine->evaluator_ids[rule] = evaluator->id;
    engine_forget(engine);
    return KANAME_OK;
}

KanameStatus kaname_set_evaluator(KanameEngine *engine, KanameEvaluator kind) {
    bool is_network = kind == KANAME_EVALUATOR_NETWORK;
    if (!is_network && kind != KANAME_EVALUATOR_TABLE)
        return KANAME_ERR_RANGE;
    Rule rule = engine->board.tables->rule;
    Evaluator *evaluator = evaluator_embedded(rule, is_network);
    if (evaluator == NULL)
        return KANAME_ERR_MEMORY;
    engine_rebuild(engine, evaluator->tables);
    engine_evaluation_release(engine);
    engine->uses_network = is_network;
    for (int i = 0; i < RULES; i++) {
        engine->evaluators[i] = (Rule)i == rule ? evaluator : NULL;
        engine->evaluator_ids[i] = evaluator_embedded_id((Rule)i, is_network);
    }
    engine_forget(engine);
    return KANAME_OK;
}

KanameEvaluator kaname_evaluator(const KanameEngine *engine) {
    return engine_evaluator(engine)->kind->is_network ? KANAME_EVALUATOR_NETWORK
                                                      : KANAME_EVALUATOR_TABLE;
}

uint32_t kaname_weights_id(const KanameEngine *engine) {
    uint64_t id = 0;
    for (int rule = 0; rule < RULES; rule++)
        id = rng_mix(id ^ engine->evaluator_ids[rule]);
    return (uint32_t)(id >> 32);
}

/* Returns the score, in units, at which a search of the position gives odds of e to 1. */
static double win_scale(const KanameEngine *engine) {
    const Evaluator *evaluator = engine_evaluator(engine);
    return opening_scale_at(&evaluator->opening, evaluator->win_scale,
                            board_stones(&engine->board));
}

double kaname_win_rate(const KanameEngine *engine, int score) {
    if (is_decided(score))
        return is_win(score) ? 1 : 0;
    return 1 / (1 + exp(-(double)score / win_scale(engine)));
}
