/* database.h: what the files of the store share: the open database and small tools on it. For
 * schema.c, runs.c and games.c alone; everybody else includes store.h.
 *
 * Functions that return bool return false on failure and leave the reason in store->error. */
#ifndef TOURNAMENT_STORE_DATABASE_H
#define TOURNAMENT_STORE_DATABASE_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "store/store.h"

enum { STORE_ERROR_MAX = 512 };

struct Store {
    sqlite3 *db;
    char *path;
    sqlite3_stmt *insert_game, *insert_move; /* prepared when first needed */
    StoreRun run;                            /* id 0: none is current */
    StoreEngine *engines;                    /* those of `run`, strings owned here */
    char *settings;
    char error[STORE_ERROR_MAX];
};

/* Set the error text: the file's path and a reason; a task and SQLite's reason. Always false. */
bool db_fail(Store *store, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool db_fail_sqlite(Store *store, const char *doing);

bool db_execute(Store *store, const char *sql, const char *doing);
/* The caller finalizes the statement. */
bool db_prepare(Store *store, const char *sql, sqlite3_stmt **statement);
/* Reads the integer that a query gives. No row counts as a failure. */
bool db_query_integer(Store *store, const char *sql, int64_t *value);
/* Steps a statement that gives no rows, then resets it and its bindings. */
bool db_step_done(Store *store, sqlite3_stmt *statement, const char *doing);
/* Begins a transaction that writes. */
bool db_begin(Store *store, const char *doing);
/* Commits if is_good, else rolls back and keeps the error text. */
bool db_finish(Store *store, bool is_good, const char *doing);

/* A malloc()ed copy; NULL: no memory. */
char *db_copy_text(const char *text);
/* The text of a column, owned by the statement; "" for NULL, and without memory: ask
 * db_row_is_whole() behind it. */
const char *db_column_text(sqlite3_stmt *statement, int column);
/* Whether the texts read from the row are as they stand there; else sets the error text. To be
 * asked before the next step. */
bool db_row_is_whole(Store *store, sqlite3_stmt *statement);
/* A malloc()ed copy of it; NULL for NULL. False: no memory. */
bool db_column_copy(sqlite3_stmt *statement, int column, const char **copy);
/* Binds a text, which must stay until db_step_done(), or, for NULL, NULL. Needs no memory. */
void db_bind_text(sqlite3_stmt *statement, int index, const char *text);
/* Binds integers to the parameters from `first` on. */
void db_bind_integers(sqlite3_stmt *statement, int first, const int64_t *values, int count);

/* Forgets the current run. */
void db_clear_run(Store *store);

#endif
