/* Transactions of a connection: see rows.h. */
#include "database/rows.h"

bool database_run(Database *database, const char *sql) {
    return sqlite3_exec(database->file, sql, NULL, NULL, NULL) == SQLITE_OK ||
           database_fail(database);
}

bool database_begin_locked(Database *database) {
    for (int waited_ms = 0;; waited_ms += DATABASE_PAUSE_MS) {
        sqlite3_busy_timeout(database->file, 0);
        database_limit(database);
        int status = sqlite3_exec(database->file, "BEGIN IMMEDIATE", NULL, NULL, NULL);
        sqlite3_busy_timeout(database->file, DATABASE_BUSY_MS);
        if (status == SQLITE_OK)
            return true;
        if (status != SQLITE_BUSY || waited_ms >= DATABASE_WRITER_MS)
            return database_fail(database);
        pthread_mutex_unlock(&database->lock);
        sqlite3_sleep(DATABASE_PAUSE_MS);
        pthread_mutex_lock(&database->lock);
    }
}

void database_roll_back_locked(Database *database) {
    database_unlimit(database);
    /* On a full disk SQLite may have rolled back by itself; keep the first error. */
    if (sqlite3_get_autocommit(database->file) == 0)
        (void)sqlite3_exec(database->file, "ROLLBACK", NULL, NULL, NULL);
}

bool database_end_locked(Database *database, bool is_good) {
    database_unlimit(database);
    is_good = is_good && database_run(database, "COMMIT");
    if (!is_good)
        database_roll_back_locked(database);
    return is_good;
}
