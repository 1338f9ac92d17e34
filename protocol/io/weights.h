/* weights.h: evaluation weights from a file, in place of the built-in ones of a rule. */
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

/* The text of --help for a row of option_read_weights(). */
#define WEIGHTS_OPTION_HELP \
    "evaluation weights of one rule in place of the built-in ones; may be repeated"

/* The row of an option that selects the built-in evaluator; `type` holds the WeightsFiles. */
#define EVALUATOR_OPTION_HELP \
    "table or network: what evaluates positions (default: the network of each rule that has one)"

/* Loads a weights file into the engine: a regular file of at most KANAME_MAX_WEIGHTS_BYTES bytes.
 * Returns NULL, or on failure the reason: in English, without a final dot, in static storage. The
 * engine then keeps the weights it had. */
const char *weights_load(KanameEngine *engine, const char *path);
/* An OptionReader: adds a file to a WeightsFiles. Returns false if it has WEIGHTS_FILES_MAX. */
bool option_read_weights(const Option *option, const char *value, void *target);
/* An OptionReader: takes the name of an evaluator into a WeightsFiles. */
bool option_read_evaluator(const Option *option, const char *value, void *target);
/* Selects the evaluator that the command line names, if it does. */
void weights_select_evaluator(const WeightsFiles *files, KanameEngine *engine);
/* Returns a new engine with these weights, or NULL after it printed the reason on standard error;
 * `name` is the command that the message begins with. */
KanameEngine *weights_engine(const char *name, const WeightsFiles *files);

#endif
