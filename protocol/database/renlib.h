/* renlib.h: reads and writes trees of moves in Renlib's format (.lib, versions 3.0 to 3.4,
 * published by its author), for boards of 15x15.
 *
 * The file has a header of 20 bytes, then the nodes: each before its followers, these before its
 * siblings. A node is a byte for the move, 16 * row from the top + column from the left counted
 * from 1, or 0 for a root without a move; a byte of flags; with an extension, two more; and, if the
 * flags announce them, a comment and a text for the board, each ended by NUL and padded to an even
 * length. */
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
