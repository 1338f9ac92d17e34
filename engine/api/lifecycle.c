#include "api/engine.h"

#include <stdlib.h>

_Static_assert((int)KANAME_RULE_FREESTYLE == (int)RULE_FREESTYLE &&
                   (int)KANAME_RULE_STANDARD == (int)RULE_STANDARD &&
                   (int)KANAME_RULE_RENJU == (int)RULE_RENJU &&
                   (int)KANAME_RULE_CARO == (int)RULE_CARO &&
                   (int)KANAME_RULE_CARO_EXACT == (int)RULE_CARO_EXACT &&
                   (int)KANAME_RULE_COUNT == (int)RULES,
               "rules have the same numbers inside and outside");
_Static_assert((int)KANAME_BLACK == (int)BLACK && (int)KANAME_WHITE == (int)WHITE,
               "so have colours");
_Static_assert((int)KANAME_MIN_SIZE == (int)BOARD_MIN && (int)KANAME_MAX_SIZE == (int)BOARD_MAX,
               "and board sizes");
_Static_assert((int)KANAME_SCORE_WIN == (int)SCORE_WIN &&
                   (int)KANAME_SCORE_WIN_MIN == (int)SCORE_WIN_MIN,
               "and scores");
_Static_assert((int)KANAME_MAX_PV >= (int)PLY_MAX, "a line of play always fits");

KanameEngine *kaname_new(void) {
    enum { SIZE = 15 };
    KanameEngine *engine = calloc(1, sizeof *engine);
    if (engine == NULL)
        return NULL;
    engine_evaluation_init(engine);
    const Evaluator *evaluator = engine_evaluator_of(engine, RULE_FREESTYLE);
    if (evaluator == NULL) {
        engine_evaluation_release(engine);
        free(engine);
        return NULL;
    }
    engine->isa = isa_best();
    engine->threads = 1;
    engine->params = params_default();
    tt_init(&engine->tt);
    atomic_init(&engine->stop, false);
    board_init(&engine->board, evaluator->tables, SIZE, SIZE, &engine->walls, engine->isa);
    return engine;
}

void kaname_free(KanameEngine *engine) {
    if (engine == NULL)
        return;
    kaname_use_table(engine, NULL);
    engine_release_solver(engine);
    pool_free(engine->pool);
    tt_release(&engine->tt);
    blocked_release(&engine->blocked);
    engine_evaluation_release(engine);
    free(engine);
}
