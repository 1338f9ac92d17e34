/* weights.h: loads evaluation weights from a file, which replace the built-in ones of a rule. */
#ifndef KANAME_PROTOCOL_IO_WEIGHTS_H
#define KANAME_PROTOCOL_IO_WEIGHTS_H

#include "io/options.h"
#include "kaname.h"

#include <stdbool.h>

enum { WEIGHTS_FILES_MAX = 16 };

/* The files that the command line names, to be loaded in this order. */
typedef struct WeightsFiles {
    const char *evaluator;                /* `table` or `network`; NULL: the default */
    const char *paths[WEIGHTS_FILES_MAX]; /* the caller's */
    int count;
} WeightsFiles;

/* The help text of a row for option_read_weights(). */
#define WEIGHTS_OPTION_HELP \
    "evaluation weights of one rule in place of the built-in ones; may be repeated"

/* The row of an option that selects the built-in evaluator; `type` holds the WeightsFiles. */
#define EVALUATOR_OPTION_HELP \
    "evaluator: table or network (default: the network of each rule that has one)"

/* Loads a weights file into the engine: a regular file of at most KANAME_MAX_WEIGHTS_BYTES bytes.
 * Returns NULL, or on failure the reason: in English, without a final dot, in static storage. The
 * engine then keeps its weights. */
const char *weights_load(KanameEngine *engine, const char *path);
/* An OptionReader: adds a file to a WeightsFiles. Returns false if it has WEIGHTS_FILES_MAX. */
bool option_read_weights(const Option *option, const char *value, void *target);
/* An OptionReader: stores the name of an evaluator in a WeightsFiles. */
bool option_read_evaluator(const Option *option, const char *value, void *target);
/* Selects the evaluator that the command line names, if any. */
void weights_select_evaluator(const WeightsFiles *files, KanameEngine *engine);
/* Returns a new engine with these weights. On failure prints the reason on standard error, after
 * `name`, the command, and returns NULL. */
KanameEngine *weights_engine(const char *name, const WeightsFiles *files);

#endif
