/* open.h: opens and closes a position database; store.h reads and writes it. */
#ifndef KANAME_PROTOCOL_DATABASE_OPEN_H
#define KANAME_PROTOCOL_DATABASE_OPEN_H

#include <stddef.h>

#include "shared/status/failure.h"

typedef struct Database Database;

/* Opens or creates the file. On failure returns NULL and writes the reason to `failure`. A file
 * that is damaged, not regular or not a position database, or that holds views, triggers or virtual
 * tables, is refused and stays unchanged. */
Database *database_open(const char *path, Failure *failure);
/* Opens an existing file for reading only. */
Database *database_open_to_read(const char *path, Failure *failure);
/* Ignores NULL. */
void database_close(Database *database);

#endif
