/* load.c: the kinds of evaluators by their files. The one place that knows them all. */
#include "eval/eval.h"
#include "eval/table/table.h"

Evaluator *evaluator_embedded(Rule rule) {
    return table_evaluator_embedded(rule);
}

uint64_t evaluator_embedded_id(Rule rule) {
    return weights_embedded_hash(rule);
}

KanameStatus evaluator_load(Evaluator **evaluator, const void *data, size_t size) {
    /* Each kind tells its own files by their first bytes: the next one is asked where it returns
     * KANAME_ERR_FOREIGN. */
    return table_evaluator_load(evaluator, data, size);
}

void evaluator_free(Evaluator *evaluator) {
    if (evaluator != NULL)
        evaluator->kind->free(evaluator);
}
