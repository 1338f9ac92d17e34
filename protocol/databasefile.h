/* databasefile.h: positions written to and read from files of other forms.
 *
 * Text: a first line `kaname-positions 1`, then a position a line, fields separated by tabs: rule,
 * size, side to move, black stones, white stones, tag, value, depth, best move or `-`, 1 if that
 * was chosen by the user, else 0, and a text in which \t, \n and \\ stand for tab, line end and
 * backslash. Reading takes what database_add() takes.
 *
 * Renlib (.lib, versions 3.0 to 3.4; freely described by its author): every position of the tree on
 * a 15x15 board becomes a record with its comment as text. */
#ifndef KANAME_PROTOCOL_DATABASEFILE_H
#define KANAME_PROTOCOL_DATABASEFILE_H

#include "database.h"

#include <stddef.h>

/* Each returns the number of positions, or -1 and why in `error`. A file that is damaged anywhere
 * changes nothing. */
long databasefile_write_text(Database *database, const char *path, char *error, size_t error_size);
long databasefile_read_text(Database *database, const char *path, char *error, size_t error_size);
long databasefile_read_renlib(Database *database, KanameRule rule, const char *path, char *error,
                              size_t error_size);

#endif
