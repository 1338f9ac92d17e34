/* store.h: positions and their records in an SQLite file.
 *
 * All turns and mirror images of a position share one record; its points are mapped to the board of
 * the caller. The file's table `position` is readable text (book.h adds two more). Transactions and
 * a write-ahead log protect it: a killed process damages nothing and loses only changes whose calls
 * had not returned.
 *
 * Any number of threads may use one Database. Functions that return bool return false on failure;
 * then database_pass() has the reason. */
#ifndef KANAME_PROTOCOL_DATABASE_STORE_H
#define KANAME_PROTOCOL_DATABASE_STORE_H

#include "database/open.h"
#include "database/positions.h"

#include <stdbool.h>
#include <stddef.h>

/* Returns the reason of the last failure. Valid until the next call from any thread: only for a
 * database that one thread uses. */
const char *database_error(const Database *database);
/* Copies the whole failure of the last failed call. Returns false, so that callers can return it.
 */
bool database_pass(Database *database, Failure *failure);

/* Reads the position's record. */
DatabaseStatus database_get(Database *database, const DatabasePosition *position,
                            DatabaseRecord *record);
/* Reads the position's record, empty if there is none, changes it by `change`, and writes it unless
 * that returns false, all in one transaction: the changes of other processes stay. `change` must
 * not use the database. */
bool database_change(Database *database, const DatabasePosition *position,
                     bool (*change)(DatabaseRecord *record, const void *context),
                     const void *context);
/* Merges a record from a search or another file into the existing one. A proven result replaces an
 * unproven one, a shorter proof a longer one, a search one that is not deeper. A record of depth 0
 * was not searched: its value replaces only a missing one. Labels, which are tags other than the
 * three results, texts and moves chosen by the user stay. */
bool database_add(Database *database, const DatabasePosition *position,
                  const DatabaseRecord *record);
/* Removes the position's record, if any. */
bool database_remove(Database *database, const DatabasePosition *position);

/* Returns the number of records, -1 on failure. */
long database_count(Database *database);
/* Checks the whole file. Returns false if it is damaged or cannot be read. */
bool database_check(Database *database);
/* Rebuilds the indexes if the file is damaged. Writes to `repaired` what was repaired, "" if
 * nothing was damaged. Returns false if damage remains. */
bool database_fix(Database *database, char *repaired, size_t size);
/* Moves the contents of the write-ahead log into the file. */
bool database_save(Database *database);

/* Begin and commit a transaction: the changes between them take effect together. Transactions do
 * not nest. database_begin() waits some seconds for another process that writes. A commit that
 * fails rolls back. */
bool database_begin(Database *database);
bool database_commit(Database *database);
/* Undoes the changes since database_begin(); does nothing outside a transaction. */
void database_roll_back(Database *database);

/* Returns whether the path names a file of the database, by files_are_of_database(). */
bool database_uses_file(Database *database, const char *path);

#endif
