/* database.h: shared by the files of the store: the open database and small tools for it. Only
 * schema.c, runs.c and games.c include it; others include store.h.
 *
 * Functions that return bool return false on failure and set store->failure. */
#ifndef TOURNAMENT_STORE_DATABASE_H
#define TOURNAMENT_STORE_DATABASE_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "store/store.h"

struct Store {
    sqlite3 *db;
    char *path;
    sqlite3_stmt *insert_game, *insert_move; /* prepared when first needed */
    StoreRun run;                            /* id 0: there is no current run */
    StoreEngine *engines;                    /* of `run`; the strings are owned */
    char *settings;
    int64_t deadline_ms; /* of the statement in progress */
    int claim;           /* open file that holds the claim; -1: none */
    Failure failure;     /* of the last failed call */
};

/* Set the store's failure: the file's path and a reason; or a task and SQLite's reason; or that
 * memory is short. Always return false. */
bool db_fail(Store *store, const char *format, ...) FORMAT_CHECK(2, 3);
bool db_fail_sqlite(Store *store, const char *doing);
bool db_lack_memory(Store *store);

bool db_execute(Store *store, const char *sql, const char *doing);
/* The caller finalizes the statement. */
bool db_prepare(Store *store, const char *sql, sqlite3_stmt **statement);
/* Reads the integer that a query returns. Fails if there is no row. */
bool db_query_integer(Store *store, const char *sql, int64_t *value);
/* Runs a statement that returns no rows, then resets it and its bindings. */
bool db_step_done(Store *store, sqlite3_stmt *statement, const char *doing);
/* Begins a transaction that writes. */
bool db_begin(Store *store, const char *doing);
/* Commits if is_good, else rolls back and keeps the failure. */
bool db_finish(Store *store, bool is_good, const char *doing);

/* Returns a malloc()ed copy; NULL if out of memory. */
char *db_copy_text(const char *text);
/* Returns the integer of a column; sets *is_good to false, and returns `low`, if it is outside the
 * range. */
int db_column_int(sqlite3_stmt *statement, int column, int64_t low, int64_t high, bool *is_good);
/* Returns the text of a column, owned by the statement; "" for NULL, and if out of memory: call
 * db_row_is_whole() after it. */
const char *db_column_text(sqlite3_stmt *statement, int column);
/* Returns whether the texts read from the row are complete; else sets the failure. Call it before
 * the next step. */
bool db_row_is_whole(Store *store, sqlite3_stmt *statement);
/* Makes a malloc()ed copy of the text; NULL for NULL. Returns false if out of memory. */
bool db_column_copy(sqlite3_stmt *statement, int column, const char **copy);
/* Binds a text, which must stay valid until db_step_done(); NULL binds NULL. Needs no memory. */
void db_bind_text(sqlite3_stmt *statement, int index, const char *text);
/* Binds integers to the parameters from `first` on. */
void db_bind_integers(sqlite3_stmt *statement, int first, const int64_t *values, int count);

/* Forgets the current run. */
void db_clear_run(Store *store);

#endif
