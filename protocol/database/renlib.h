/* renlib.h: the database's positions from Renlib's trees of moves (.lib, io/renlib.h), and back. */
#ifndef KANAME_PROTOCOL_DATABASE_RENLIB_H
#define KANAME_PROTOCOL_DATABASE_RENLIB_H

#include "database/store.h"

#include <stddef.h>

/* Adds a record for every position of the tree: its comment becomes the text, a board text of one
 * or two characters the tag, except w, l and d, which prove nothing in Renlib. Returns the number
 * of positions; on failure -1 and the reason in `error`, and changes nothing. */
long databaserenlib_read(Database *database, KanameRule rule, const char *path, char *error,
                         size_t error_size);
/* Writes the position and all positions that contain its stones, each once, with texts and tags.
 * Nodes without a comment lead to positions whose predecessors have no record. `left_out` counts
 * positions that no game reaches. Returns the number of records; on failure -1 and the reason in
 * `error`, and an existing file stays as it was. */
long databaserenlib_write(Database *database, const DatabasePosition *position, const char *path,
                          long *left_out, char *error, size_t error_size);

#endif
