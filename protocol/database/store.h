/* store.h: positions and what is known of them, in an SQLite file.
 *
 * A position is kept once however the board is turned or mirrored; points that a caller hands in
 * or gets back are those of its own board. The file is one table, `position`, in words that people
 * can read; it is written in transactions with a write-ahead log, so that a process killed at any
 * moment loses at most what it had not yet been told was done, and damages nothing.
 *
 * Any number of threads may use one Database. */
#ifndef KANAME_PROTOCOL_DATABASE_STORE_H
#define KANAME_PROTOCOL_DATABASE_STORE_H

#include "database/positions.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct Database Database;

/* Opens the file, or makes it. NULL: it cannot be, is no SQLite file, is damaged or another
 * program's; then `error` says so. */
Database *database_open(const char *path, char *error, size_t error_size);
/* A file that is there, not to be changed. */
Database *database_open_to_read(const char *path, char *error, size_t error_size);
/* NULL is fine. */
void database_close(Database *database);
/* What went wrong last. Valid until the next call from any thread. */
const char *database_error(const Database *database);

DatabaseStatus database_get(Database *database, const DatabasePosition *position,
                            DatabaseRecord *record);
/* Replaces what is there. False: failed. */
bool database_put(Database *database, const DatabasePosition *position,
                  const DatabaseRecord *record);
/* Adds what a search or another file knows: keeps what is proven, the deeper search, any tag,
 * chosen move and text that are there. */
bool database_add(Database *database, const DatabasePosition *position,
                  const DatabaseRecord *record);
bool database_remove(Database *database, const DatabasePosition *position);

/* -1: failed. */
long database_count(Database *database);
/* Reads the whole file for damage. False: there is some, or it cannot be read. */
bool database_check(Database *database);
/* Makes the indexes anew. */
bool database_fix(Database *database);
/* Writes the log back into the file. */
bool database_save(Database *database);

/* Between them, changes take effect together, and are faster. Brackets do not nest. A commit that
 * fails rolls back. */
bool database_begin(Database *database);
bool database_commit(Database *database);
/* Undoes the changes since database_begin(), if any stand. */
void database_roll_back(Database *database);

bool database_is_same_file(Database *database, Database *other);

#endif
