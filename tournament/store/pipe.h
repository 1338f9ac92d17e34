/* pipe.h: a stream to a pipe or device that need not wait for a reader for ever. */
#ifndef TOURNAMENT_STORE_PIPE_H
#define TOURNAMENT_STORE_PIPE_H

#include <stdatomic.h>
#include <stdio.h>

/* Returns a stream that writes to `file`, which it owns. Once *is_hurried is set, by any thread, a
 * write fails with ECANCELED if nobody reads within PIPE_PATIENCE_MS; before, it waits. Returns
 * `file` itself for a regular file, NULL if out of memory; `file` is then closed. */
FILE *pipe_stream(FILE *file, const atomic_bool *is_hurried);

enum { PIPE_PATIENCE_MS = 200 };

#endif
