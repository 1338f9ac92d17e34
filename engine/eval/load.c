/* load.c: finds the kind of evaluator that a file belongs to. The only file that lists all kinds.
 */
#include <assert.h>
#include <string.h>

#include "base/bytes.h"
#include "eval/eval.h"
#include "eval/regions/numbers_file.h"
#include "eval/regions/regions.h"
#include "eval/table/table.h"
#include "eval/weights/embedded.h"

enum { ID_OFFSET = 16 }; /* of the id in a network's file */

/* The first bytes of networks of an earlier shape, without regions. */
static bool is_obsolete(const void *data, size_t size) {
    static const char MAGIC[] = "KanameNn";
    return size >= NUMBERS_MAGIC_BYTES && memcmp(data, MAGIC, NUMBERS_MAGIC_BYTES) == 0;
}

KanameStatus evaluator_load(Evaluator **evaluator, const void *data, size_t size) {
    /* A kind recognises its files by their first bytes. Where it returns KANAME_ERR_FOREIGN, try
     * the next kind. */
    if (is_obsolete(data, size))
        return KANAME_ERR_OBSOLETE;
    KanameStatus status = regions_evaluator_load(evaluator, data, size);
    return status == KANAME_ERR_FOREIGN ? table_evaluator_load(evaluator, data, size) : status;
}

void evaluator_free(Evaluator *evaluator) {
    if (evaluator != NULL)
        evaluator->kind->free(evaluator);
}

/* ---- Embedded numbers ------------------------------------------------------------------------ */

static bool network_is_embedded(Rule rule) {
    return EMBEDDED_NETWORKS[rule].size > 0;
}

static Evaluator *network_embedded(Rule rule) {
    Evaluator *evaluator;
    KanameStatus status =
        evaluator_load(&evaluator, EMBEDDED_NETWORKS[rule].data, EMBEDDED_NETWORKS[rule].size);
    assert(status == KANAME_OK || status == KANAME_ERR_MEMORY);
    return status == KANAME_OK ? evaluator : NULL;
}

Evaluator *evaluator_embedded(Rule rule, bool is_network) {
    return is_network && network_is_embedded(rule) ? network_embedded(rule)
                                                   : table_evaluator_embedded(rule);
}

uint64_t evaluator_embedded_id(Rule rule, bool is_network) {
    return is_network && network_is_embedded(rule)
               ? bytes_get(EMBEDDED_NETWORKS[rule].data + ID_OFFSET, 8)
               : weights_embedded_hash(rule);
}
