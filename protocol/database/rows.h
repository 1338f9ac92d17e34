/* rows.h: the rows of the table `position`, and the SQLite file that holds them. Private to
 * store.h, walk.h and book.h.
 *
 * The caller holds database->lock, except where noted. */
#ifndef KANAME_PROTOCOL_DATABASE_ROWS_H
#define KANAME_PROTOCOL_DATABASE_ROWS_H

#include "database/keys.h"
#include "database/positions.h"
#include "shared/status/failure.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>

enum {
    DATABASE_ROWS_MAX = 500,  /* read under one lock */
    DATABASE_FAULTS_MAX = 256 /* bytes of a list of faults, NUL included */
};

typedef enum {
    DATABASE_STATEMENT_GET,
    DATABASE_STATEMENT_PUT,
    DATABASE_STATEMENT_REMOVE,
    DATABASE_STATEMENT_NEXT,
    DATABASE_STATEMENT_COUNT,
    DATABASE_STATEMENTS
} DatabaseStatement;

extern const char *const database_statement_texts[DATABASE_STATEMENTS];

typedef struct Database Database;

struct Database {
    pthread_mutex_t lock; /* guards all below */
    sqlite3 *file;
    sqlite3_stmt *statements[DATABASE_STATEMENTS];
    bool is_read_only;
    sqlite3_int64 deadline_ms; /* of the operation in progress, see database_limit() */
    int code;                  /* SQLite's, of the last failure */
    Failure failure;           /* the last */
};

/* ---- Errors -------------------------------------------------------------------------------- */

/* Set the failure: to SQLite's, to `reason`, or that memory is short. Always return false. */
bool database_fail(Database *database);
bool database_refuse(Database *database, const char *reason);
bool database_lack_memory(Database *database);

/* ---- Transactions --------------------------------------------------------------------------- */

enum {
    DATABASE_BUSY_MS = 250,     /* longest wait of one statement for another process that writes */
    DATABASE_WRITER_MS = 10000, /* and of a transaction, which lets other threads read meanwhile */
    DATABASE_PAUSE_MS = 5       /* between two tries */
};

/* Runs statements without parameters and rows. */
bool database_run(Database *database, const char *sql);
/* Begins a transaction that writes. While this waits for another process, the lock is free. */
bool database_begin_locked(Database *database);
/* Commits if `is_good`, else rolls back. */
bool database_end_locked(Database *database, bool is_good);
/* Undoes the transaction, if one is open. The caller holds the lock. */
void database_roll_back_locked(Database *database);

/* ---- Keys ----------------------------------------------------------------------------------- */

/* Binds a copy of the text. Neither this nor the next function needs the lock. Both return false if
 * out of memory; a step would then look for NULL. */
bool database_bind_text(sqlite3_stmt *statement, int index, const char *text);
/* Reads a position from the columns rule, size, side, black and white, the first of which is
 * `column`. Returns false if they name none. */
bool database_read_key(sqlite3_stmt *row, int column, DatabasePosition *position);
/* Binds rule, size, side, black and white, which are parameters 1 to 5 of a statement. */
bool database_bind_key(sqlite3_stmt *statement, const DatabasePosition *position,
                       const DatabaseKey *key);

/* Limits the time of the operation that begins now: a file that another program has made may hide
 * endless work. */
void database_limit(Database *database);
/* Does not limit it: checks and repairs of the whole file. */
void database_unlimit(Database *database);

/* Runs a statement that returns no rows. `is_bound`: all its parameters are bound. The caller
 * resets it. */
bool database_step(Database *database, sqlite3_stmt *statement, bool is_bound);
/* Returns whether the text columns read from the row are complete: when out of memory, SQLite
 * returns NULL for a text. Call this before the next call on the database. */
bool database_row_is_whole(sqlite3_stmt *row);

/* ---- One row ------------------------------------------------------------------------------- */

/* `key` is the position's, here and below. */
DatabaseStatus database_get_row(Database *database, const DatabasePosition *position,
                                const DatabaseKey *key, DatabaseRecord *record);
bool database_put_row(Database *database, const DatabasePosition *position, const DatabaseKey *key,
                      const DatabaseRecord *record);
/* Returns the number of rows removed, -1 on failure. */
int database_remove_row(Database *database, const DatabasePosition *position,
                        const DatabaseKey *key);

/* ---- Many rows ----------------------------------------------------------------------------- */

typedef struct DatabaseRow {
    DatabasePosition position; /* in the key's form */
    DatabaseRecord record;
} DatabaseRow;

enum { DATABASE_KEY_COLUMNS = 5 };

/* The key of the last row read, exactly as the file has it, so that each row read comes after it
 * whatever another program has written; all NULL before the first. */
typedef struct DatabaseCursor {
    sqlite3_value *key[DATABASE_KEY_COLUMNS];
} DatabaseCursor;

void database_cursor_release(DatabaseCursor *cursor);

/* Reads up to DATABASE_ROWS_MAX rows after the cursor, in the order of their keys, and moves it.
 * Returns the number of rows read, -1 on failure; `count` of them have a valid key and are in
 * `rows`, which has room for all. Takes the lock itself. */
int database_read_rows(Database *database, DatabaseCursor *cursor, DatabaseRow *rows,
                       size_t *count);

#endif
