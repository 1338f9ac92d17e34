/* weights.h: evaluation weights from a file, in place of the built-in ones of a rule. */
#ifndef KANAME_PROTOCOL_IO_WEIGHTS_H
#define KANAME_PROTOCOL_IO_WEIGHTS_H

#include "kaname.h"

#include <stddef.h>

enum { WEIGHTS_FILE_BYTES_MAX = 64 * 1024 * 1024 };

/* Reads a whole file of at most WEIGHTS_FILE_BYTES_MAX bytes into `data`, which the caller frees.
 * Returns NULL, or on failure the reason: in English, without a final dot, in static storage. */
const char *weights_file_read(const char *path, unsigned char **data, size_t *size);

/* Loads a weights file into the engine. Returns NULL, or on failure the reason as above; the engine
 * then keeps the weights it had. */
const char *weights_load(KanameEngine *engine, const char *path);

#endif
