#include "database/open.h"

#include "database/rows.h"
#include "shared/files/place.h"
#include "shared/status/failure.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FILE_KIND = 0x4B6E6D65, /* "Knme", the application id of the file */
    FILE_VERSION = 1,
    PROGRESS_STEPS = 1000 /* of SQLite's machine between two looks at the time */
};

static const char schema[] =
    "CREATE TABLE position (rule TEXT NOT NULL, size TEXT NOT NULL, side TEXT NOT NULL,"
    " black TEXT NOT NULL, white TEXT NOT NULL, tag INTEGER NOT NULL, value INTEGER NOT NULL,"
    " depth INTEGER NOT NULL, best TEXT, chosen INTEGER NOT NULL, text TEXT NOT NULL,"
    " PRIMARY KEY (rule, size, side, black, white)) WITHOUT ROWID;";

/* ---- The kind of file --------------------------------------------------------------------- */

static bool read_number(Database *database, const char *sql, sqlite3_int64 *number) {
    sqlite3_stmt *statement = NULL;
    bool is_read = sqlite3_prepare_v2(database->file, sql, -1, &statement, NULL) == SQLITE_OK &&
                   sqlite3_step(statement) == SQLITE_ROW;
    if (is_read)
        *number = sqlite3_column_int64(statement, 0);
    else
        (void)database_fail(database);
    sqlite3_finalize(statement);
    return is_read;
}

/* Refuses a file that is not Kaname's. Another program's file is refused even before it has tables.
 * Views, triggers and virtual tables can make a simple query run code or for ever. Sets
 * `is_empty`. */
static bool check_kind(Database *database, bool *is_empty) {
    sqlite3_int64 kind, version, tables, foreign;
    if (!read_number(database, "PRAGMA application_id", &kind) ||
        !read_number(database, "PRAGMA user_version", &version) ||
        !read_number(database, "SELECT count(*) FROM sqlite_master", &tables) ||
        !read_number(database,
                     "SELECT count(*) FROM sqlite_master WHERE type NOT IN ('table', 'index')"
                     " OR sql LIKE 'create virtual%'",
                     &foreign))
        return false;
    if (kind != FILE_KIND && (tables > 0 || kind != 0 || version != 0))
        return database_refuse(database, "it is the database of another program");
    if (tables > 0 && version != FILE_VERSION)
        return database_refuse(database, "it is from another version");
    if (foreign > 0)
        return database_refuse(database, "it holds views, triggers or virtual tables");
    *is_empty = tables == 0;
    return true;
}

/* Creates the table in an empty file. Another process may do so at the same time. */
static bool prepare_file(Database *database) {
    char sql[512];
    bool is_empty;
    /* In one transaction: another process may be creating the table. */
    if (!database_run(database, "BEGIN") ||
        !database_end_locked(database, check_kind(database, &is_empty)))
        return false;
    if (!is_empty)
        return true;
    if (database->is_read_only)
        return database_refuse(database, "it is empty");
    if (!database_begin_locked(database))
        return false;
    snprintf(sql, sizeof sql, "%s PRAGMA application_id=%d; PRAGMA user_version=%d;", schema,
             FILE_KIND, FILE_VERSION);
    bool is_good = check_kind(database, &is_empty) && (!is_empty || database_run(database, sql));
    return database_end_locked(database, is_good);
}

/* A progress handler of SQLite. Returns whether to interrupt the operation. */
static int is_late(void *context) {
    const Database *database = context;
    return database->deadline_ms != 0 && kaname_now_ms() >= database->deadline_ms;
}

/* Sets the journal, which needs the file alone for a moment. */
static bool use_log(Database *database) {
    int status = SQLITE_BUSY;
    for (int waited_ms = 0; status == SQLITE_BUSY && waited_ms < DATABASE_WRITER_MS;
         waited_ms += DATABASE_PAUSE_MS) {
        if (waited_ms > 0)
            sqlite3_sleep(DATABASE_PAUSE_MS);
        status = sqlite3_exec(database->file, "PRAGMA journal_mode=WAL", NULL, NULL, NULL);
    }
    /* NORMAL: a killed process loses nothing, a power cut may lose the last changes. */
    return (status == SQLITE_OK || database_fail(database)) &&
           database_run(database, "PRAGMA synchronous=NORMAL");
}

/* The caller holds the lock. */
static bool prepare(Database *database) {
    sqlite3_busy_timeout(database->file, DATABASE_WRITER_MS); /* no other thread waits yet */
    sqlite3_progress_handler(database->file, PROGRESS_STEPS, is_late, database);
    database_limit(database);
    if (!prepare_file(database) || (!database->is_read_only && !use_log(database)))
        return false;
    for (int i = 0; i < DATABASE_STATEMENTS; i++)
        if (sqlite3_prepare_v2(database->file, database_statement_texts[i], -1,
                               &database->statements[i], NULL) != SQLITE_OK)
            return database_fail(database);
    sqlite3_busy_timeout(database->file, DATABASE_BUSY_MS);
    return true;
}

/* Opens the file, given by its path or, with SQLITE_OPEN_URI, its name as a URI. On failure sets
 * `code` to SQLite's. */
static Database *open_file(const char *path, int mode, int *code, Failure *failure) {
    Database *database = calloc(1, sizeof *database);
    if (database == NULL || pthread_mutex_init(&database->lock, NULL) != 0) {
        free(database);
        failure_set(failure, STATUS_MEMORY);
        return NULL;
    }
    database->is_read_only = (mode & SQLITE_OPEN_READONLY) != 0;
    bool is_open =
        sqlite3_open_v2(path, &database->file, mode | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK ||
        database_fail(database);
    /* SQLite opens a file that it may not write for reading. */
    database->is_read_only =
        database->is_read_only || (is_open && sqlite3_db_readonly(database->file, "main") == 1);
    pthread_mutex_lock(&database->lock);
    bool is_ready = is_open && prepare(database);
    pthread_mutex_unlock(&database->lock);
    if (is_ready)
        return database;
    *failure = database->failure;
    *code = database->code;
    database_close(database);
    return NULL;
}

/* Returns whether the write-ahead log beside the file holds anything. */
static bool has_log(const char *path) {
    char log[FILES_PATH_MAX];
    int length = snprintf(log, sizeof log, "%s-wal", path);
    return length >= (int)sizeof log || files_place(log).size > 0;
}

/* Opens a file for reading in a folder where no file can be made, not even SQLite's index of the
 * log. */
static Database *open_unchanging(const char *path, Failure *failure) {
    char name[3 * FILES_PATH_MAX + 32];
    if (has_log(path) || strlen(path) >= FILES_PATH_MAX)
        return NULL;
    size_t used = (size_t)snprintf(name, sizeof name, "file:%s", path[0] == '/' ? "//" : "");
    for (; *path != '\0'; path++)
        used += (size_t)snprintf(name + used, sizeof name - used,
                                 strchr("%?#", *path) != NULL ? "%%%02X" : "%c",
                                 (unsigned)(unsigned char)*path);
    snprintf(name + used, sizeof name - used, "?immutable=1");
    int code;
    return open_file(name, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, &code, failure);
}

static Database *open_new(const char *path, int mode, Failure *failure) {
    Failure unused;
    int code = SQLITE_OK;
    Status status = files_check_database(path);
    if (status != STATUS_OK) {
        failure_say(failure, status, "%s",
                    status == STATUS_OTHER_KIND ? "file is not a database" : status_text(status));
        return NULL;
    }
    Database *database = open_file(path, mode, &code, failure);
    if (database == NULL && (code == SQLITE_CANTOPEN || code == SQLITE_READONLY))
        database = open_unchanging(path, &unused);
    return database;
}

Database *database_open(const char *path, Failure *failure) {
    return open_new(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, failure);
}

Database *database_open_to_read(const char *path, Failure *failure) {
    return open_new(path, SQLITE_OPEN_READONLY, failure);
}

void database_close(Database *database) {
    if (database == NULL)
        return;
    for (int i = 0; i < DATABASE_STATEMENTS; i++)
        sqlite3_finalize(database->statements[i]);
    sqlite3_close(database->file);
    pthread_mutex_destroy(&database->lock);
    free(database);
}
