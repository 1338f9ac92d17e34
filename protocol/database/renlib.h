/* renlib.h: trees of moves in Renlib's files (.lib, versions 3.0 to 3.4; freely described
 * by its author), for boards of 15x15.
 *
 * A header of 20 bytes, then the nodes, each before its followers and these before its siblings: a
 * byte of the move, 16 * row from the top + column from the left counted from 1, 0 for a root
 * without one; a byte of flags; two more of them if there is an extension; a comment and a text for
 * the board where the flags tell of them, each ended by a zero and padded to an even length. */
#ifndef KANAME_PROTOCOL_DATABASE_RENLIB_H
#define KANAME_PROTOCOL_DATABASE_RENLIB_H

#include "database/store.h"

#include <stddef.h>

/* Every position of the tree becomes a record with its comment as text and its board text, if that
 * is one or two characters, as tag; but w, l and d prove nothing there and are left out. Returns
 * the number of positions, or -1 and why in `error`; then nothing was changed. */
long databaserenlib_read(Database *database, KanameRule rule, const char *path, char *error,
                         size_t error_size);
/* The position and all that hold its stones and more, each once, with their texts and tags. Where
 * no record leads to a position, nodes without comment do. Those that no game leads to are counted
 * in `left_out`. Returns the number of records, or -1; then what was there stays. */
long databaserenlib_write(Database *database, const DatabasePosition *position, const char *path,
                          long *left_out, char *error, size_t error_size);

#endif
