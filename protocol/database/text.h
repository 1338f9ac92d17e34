/* text.h: writes the database to files of other formats and reads them.
 *
 * Text: a first line `kaname-positions 1`, then one position a line, with fields separated by tabs:
 * rule, size, side to move, black stones, white stones, tag, value, depth, best move or `-`, 1 if
 * the user chose that move, else 0, and a text in which \t, \n, \r and \\ stand for tab, line feed,
 * carriage return and backslash.
 *
 * Positions (.pos, the clients' format for one position): shared/notation/pos.h, in Yixin Board's
 * order.
 *
 * Databases: files of store.h.
 *
 * Reading merges with database_add(), all or nothing: a file with any damage changes nothing.
 * Writing replaces an existing file only once the new one is complete. */
#ifndef KANAME_PROTOCOL_DATABASE_TEXT_H
#define KANAME_PROTOCOL_DATABASE_TEXT_H

#include "database/store.h"
#include "shared/files/replace.h"
#include "shared/status/failure.h"

#include <stddef.h>

#define DATABASE_FILE_TEXT_MARK "kaname-positions 1" /* the first line of a text */
enum { DATABASE_FILE_SIZE = 15 /* the only board size of .pos and Renlib files */ };

/* Begins to replace a file, like files_draft_begin(), but never a file of the open database. */
Status database_file_begin(FilesDraft *draft, Database *database, const char *path,
                           const FilesRules *rules);

/* Each function returns the number of positions. On failure it returns -1. */
long database_file_write_text(Database *database, const char *path, Failure *failure);
long database_file_read_text(Database *database, const char *path, Failure *failure);
/* Writes the position and all positions that contain its stones, except those that no game reaches;
 * `left_out` counts these. */
long database_file_write_pos(Database *database, const DatabasePosition *position, const char *path,
                             long *left_out, Failure *failure);
/* Merges the records of another database into this one. */
long database_file_merge(Database *database, const char *path, Failure *failure);
/* Merges the position and all positions that contain its stones into another database, which is
 * created if missing. They stay in this one, too. */
long database_file_split(Database *database, const DatabasePosition *position, const char *path,
                         Failure *failure);

#endif
