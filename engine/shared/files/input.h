/* input.h: regular files opened for reading.
 *
 * A folder, device, pipe or socket is refused, and no open or read waits for another process: a
 * path that comes from a client may name anything. */
#ifndef KANAME_SHARED_FILES_INPUT_H
#define KANAME_SHARED_FILES_INPUT_H

#include <stddef.h>
#include <stdio.h>

#include "shared/status/status.h"

/* Opens for reading; the caller closes *file. On an error *file is NULL: STATUS_UNREADABLE,
 * STATUS_NOT_REGULAR. */
Status files_open_input(const char *path, FILE **file);
/* Reads all of a file of at most `limit` bytes. The caller frees *bytes, which is never NULL on
 * STATUS_OK and ends with a zero that *size does not count. On an error *bytes is NULL:
 * STATUS_UNREADABLE, STATUS_NOT_REGULAR, STATUS_TOO_LARGE, STATUS_MEMORY. */
Status files_read_whole(const char *path, size_t limit, unsigned char **bytes, size_t *size);

#endif
