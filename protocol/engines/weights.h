/* weights.h: loads evaluation weights from a file, which replace the built-in ones of a rule. */
#ifndef KANAME_PROTOCOL_ENGINES_WEIGHTS_H
#define KANAME_PROTOCOL_ENGINES_WEIGHTS_H

#include "kaname.h"
#include "shared/cli/option.h"

#include <stdbool.h>

enum { WEIGHTS_FILES_MAX = 16 };

/* The files that the command line names, to be loaded in this order. */
typedef struct WeightsFiles {
    const char *evaluator;                /* `table` or `network`; NULL: the default */
    const char *paths[WEIGHTS_FILES_MAX]; /* the caller's */
    int count;
} WeightsFiles;

/* Rows for a WeightsFiles: --weights and --eval. */
extern const OptionRow weights_rows[];
/* For a table of --weights alone. */
extern const char *const weights_rows_without_eval[];

/* Loads a weights file into the engine: a regular file of at most KANAME_MAX_WEIGHTS_BYTES bytes.
 * Returns NULL, or on failure the reason: in English, without a final dot, in static storage. The
 * engine then keeps its weights. */
const char *weights_load(KanameEngine *engine, const char *path);
/* Selects the evaluator that the command line names, if any. */
void weights_select_evaluator(const WeightsFiles *files, KanameEngine *engine);

#endif
