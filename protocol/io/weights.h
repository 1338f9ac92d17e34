/* weights.h: evaluation weights from a file, in place of the built-in ones of a rule. */
#ifndef KANAME_PROTOCOL_IO_WEIGHTS_H
#define KANAME_PROTOCOL_IO_WEIGHTS_H

#include "io/options.h"
#include "kaname.h"

#include <stdbool.h>
#include <stddef.h>

enum { WEIGHTS_FILE_BYTES_MAX = 64 * 1024 * 1024, WEIGHTS_FILES_MAX = 16 };

/* The files that the command line names, to be loaded in this order. */
typedef struct WeightsFiles {
    const char *paths[WEIGHTS_FILES_MAX]; /* the caller's */
    int count;
} WeightsFiles;

/* The text of --help for a row of option_read_weights(). */
#define WEIGHTS_OPTION_HELP \
    "evaluation weights of one rule in place of the built-in ones; may be repeated"

/* Reads a whole file of at most WEIGHTS_FILE_BYTES_MAX bytes into `data`, which the caller frees.
 * Returns NULL, or on failure the reason: in English, without a final dot, in static storage. */
const char *weights_file_read(const char *path, unsigned char **data, size_t *size);

/* Loads a weights file into the engine. Returns NULL, or on failure the reason as above; the engine
 * then keeps the weights it had. */
const char *weights_load(KanameEngine *engine, const char *path);
/* An OptionReader: adds a file to a WeightsFiles. Returns false if it has WEIGHTS_FILES_MAX. */
bool option_read_weights(const Option *option, const char *value, void *target);
/* Returns a new engine with these weights, or NULL after it printed the reason on standard error;
 * `name` is the command that the message begins with. */
KanameEngine *weights_engine(const char *name, const WeightsFiles *files);

#endif
