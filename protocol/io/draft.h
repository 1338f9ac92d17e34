/* draft.h: a file written beside its place and put there when it is whole, so that at no time there
 * is half a file under its name. */
#ifndef KANAME_PROTOCOL_IO_DRAFT_H
#define KANAME_PROTOCOL_IO_DRAFT_H

#include <stdbool.h>
#include <stdio.h>

enum { DRAFT_PATH_MAX = 4096 }; /* bytes of a path, NUL included */

typedef struct Draft {
    FILE *file; /* to be written to */
    const char *path;
    char beside[DRAFT_PATH_MAX + sizeof ".part"];
} Draft;

/* `path` must live until the end. False: it cannot be written; then there is nothing to finish. */
bool draft_begin(Draft *draft, const char *path);
/* Puts the file in its place if it is good and came to the disk whole; else what was there before
 * stays. False: so it is. */
bool draft_finish(Draft *draft, bool is_good);

#endif
