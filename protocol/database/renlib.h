/* renlib.h: reads positions from Renlib's trees of moves (.lib, shared/notation/renlib.h) and
 * writes them. */
#ifndef KANAME_PROTOCOL_DATABASE_RENLIB_H
#define KANAME_PROTOCOL_DATABASE_RENLIB_H

#include "database/store.h"
#include "shared/status/failure.h"

#include <stddef.h>

/* Adds a record for every position of the tree. The comment becomes the text and a board text of
 * one or two characters the tag, except w, l and d, which prove nothing in Renlib. A comment is
 * cut between two characters after DATABASE_TEXT_MAX - 1 bytes; `is_cut`: at least one was. Returns
 * the number of positions. On failure returns -1, writes the reason to `failure` and changes
 * nothing.
 */
long database_renlib_read(Database *database, KanameRule rule, const char *path, bool *is_cut,
                          Failure *failure);
/* Writes the position and all positions that contain its stones, each once, with texts and tags.
 * Nodes without a comment connect positions whose predecessors have no record. `left_out` counts
 * positions that no game reaches. Returns the number of records. On failure returns -1, writes the
 * reason to `failure` and leaves an existing file unchanged. */
long database_renlib_write(Database *database, const DatabasePosition *position, const char *path,
                           long *left_out, Failure *failure);

#endif
