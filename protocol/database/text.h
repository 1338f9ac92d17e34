/* text.h: positions written to and read from files of other forms.
 *
 * Text: a first line `kaname-positions 1`, then a position a line, fields separated by tabs: rule,
 * size, side to move, black stones, white stones, tag, value, depth, best move or `-`, 1 if that
 * was chosen by the user, else 0, and a text in which \t, \n and \\ stand for tab, line end and
 * backslash. Reading takes what database_add() takes.
 *
 * Positions (.pos, as clients keep one of them): for each the number of stones in a byte, and for
 * each stone a byte, by turns, Black first: 15 * column from the left + row from the top.
 *
 * Databases: files of database.h; what is taken goes in by database_add(), all or nothing. */
#ifndef KANAME_PROTOCOL_DATABASE_TEXT_H
#define KANAME_PROTOCOL_DATABASE_TEXT_H

#include "database/store.h"

#include <stddef.h>

enum { DATABASEFILE_SIZE = 15 /* of the board in files that know no other */ };

/* Each returns the number of positions, or -1 and why in `error`. A file that is damaged anywhere
 * changes nothing; one that cannot be written whole stays as it was. */
long databasefile_write_text(Database *database, const char *path, char *error, size_t error_size);
long databasefile_read_text(Database *database, const char *path, char *error, size_t error_size);
/* The position and all that hold its stones and more, but for those that no game leads to, which
 * are counted in `left_out`. */
long databasefile_write_pos(Database *database, const DatabasePosition *position, const char *path,
                            long *left_out, char *error, size_t error_size);
/* Takes in the records of another database. */
long databasefile_merge(Database *database, const char *path, char *error, size_t error_size);
/* Adds the position, and all that hold its stones and more, to another database, which is made
 * where there is none. They stay in this one, too. */
long databasefile_split(Database *database, const DatabasePosition *position, const char *path,
                        char *error, size_t error_size);

#endif
