#include "database/store.h"

#include "database/keys.h"
#include "database/rows.h"
#include "program/place.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FILE_KIND = 0x4B6E6D65, /* "Knme", the application id of the file */
    FILE_VERSION = 1,
    BUSY_MS = 250 /* longest wait for another process that writes */
};

static const char schema[] =
    "CREATE TABLE position (rule TEXT NOT NULL, size TEXT NOT NULL, side TEXT NOT NULL,"
    " black TEXT NOT NULL, white TEXT NOT NULL, tag INTEGER NOT NULL, value INTEGER NOT NULL,"
    " depth INTEGER NOT NULL, best TEXT, chosen INTEGER NOT NULL, text TEXT NOT NULL,"
    " PRIMARY KEY (rule, size, side, black, white)) WITHOUT ROWID;";

/* ---- The file ---------------------------------------------------------------------------- */

static bool run(Database *database, const char *sql) {
    return sqlite3_exec(database->file, sql, NULL, NULL, NULL) == SQLITE_OK ||
           database_fail(database);
}

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

/* Creates the table in an empty file; refuses a file that is not Kaname's. Another program's file
 * is refused even before it has tables. */
static bool prepare_file(Database *database) {
    char sql[512];
    sqlite3_int64 kind, version, tables;
    if (!read_number(database, "PRAGMA application_id", &kind) ||
        !read_number(database, "PRAGMA user_version", &version) ||
        !read_number(database, "SELECT count(*) FROM sqlite_master", &tables))
        return false;
    if (kind != FILE_KIND && (tables > 0 || kind != 0 || version != 0))
        return database_refuse(database, "it is the database of another program");
    if (tables > 0 && version != FILE_VERSION)
        return database_refuse(database, "it is from another version");
    if (tables > 0)
        return true;
    if (database->is_read_only)
        return database_refuse(database, "it is empty");
    snprintf(sql, sizeof sql,
             "BEGIN IMMEDIATE; %s PRAGMA application_id=%d; PRAGMA user_version=%d; COMMIT;",
             schema, FILE_KIND, FILE_VERSION);
    return run(database, sql);
}

static bool prepare(Database *database) {
    sqlite3_busy_timeout(database->file, BUSY_MS);
    /* NORMAL: a killed process loses nothing, a power cut may lose the last changes. */
    if (!prepare_file(database) ||
        (!database->is_read_only && (!run(database, "PRAGMA journal_mode=WAL") ||
                                     !run(database, "PRAGMA synchronous=NORMAL"))))
        return false;
    for (int i = 0; i < DATABASE_STATEMENTS; i++)
        if (sqlite3_prepare_v2(database->file, database_statement_texts[i], -1,
                               &database->statements[i], NULL) != SQLITE_OK)
            return database_fail(database);
    return true;
}

static Database *open_file(const char *path, int mode, char *error, size_t error_size) {
    Database *database = calloc(1, sizeof *database);
    if (database == NULL || pthread_mutex_init(&database->lock, NULL) != 0) {
        free(database);
        snprintf(error, error_size, "not enough memory");
        return NULL;
    }
    database->is_read_only = (mode & SQLITE_OPEN_READONLY) != 0;
    bool is_open =
        sqlite3_open_v2(path, &database->file, mode | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK ||
        database_fail(database);
    if (is_open && prepare(database))
        return database;
    snprintf(error, error_size, "%s", database->error);
    database_close(database);
    return NULL;
}

static Database *open_new(const char *path, int mode, char *error, size_t error_size) {
    FilesStatus status = files_check_database(path);
    if (status == FILES_OK)
        return open_file(path, mode, error, error_size);
    snprintf(error, error_size, "%s",
             status == FILES_OTHER_KIND ? "file is not a database" : files_status_text(status));
    return NULL;
}

Database *database_open(const char *path, char *error, size_t error_size) {
    return open_new(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, error, error_size);
}

Database *database_open_to_read(const char *path, char *error, size_t error_size) {
    return open_new(path, SQLITE_OPEN_READONLY, error, error_size);
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

const char *database_error(const Database *database) {
    return database->error;
}

/* ---- One record --------------------------------------------------------------------------- */

DatabaseStatus database_get(Database *database, const DatabasePosition *position,
                            DatabaseRecord *record) {
    DatabaseKey key;
    database_key(&key, position);
    pthread_mutex_lock(&database->lock);
    DatabaseStatus status = database_get_row(database, position, &key, record);
    pthread_mutex_unlock(&database->lock);
    return status;
}

bool database_put(Database *database, const DatabasePosition *position,
                  const DatabaseRecord *record) {
    DatabaseKey key;
    database_key(&key, position);
    pthread_mutex_lock(&database->lock);
    bool is_done = database_put_row(database, position, &key, record);
    pthread_mutex_unlock(&database->lock);
    return is_done;
}

/* Returns whether the new record has a proof where the old has none, a shorter proof, or a deeper
 * search. */
static bool is_better(const DatabaseRecord *new, const DatabaseRecord *old) {
    if (database_is_proven(new) != database_is_proven(old))
        return database_is_proven(new);
    if (database_is_proven(new) && new->tag == old->tag)
        return abs(new->value) > abs(old->value);
    return !database_is_proven(new) && new->depth >= old->depth;
}

static void merge(DatabaseRecord *record, const DatabaseRecord *new) {
    if (is_better(new, record)) {
        record->value = new->value;
        record->depth = new->depth;
        if (new->has_best && !record->is_best_chosen) {
            record->has_best = true;
            record->best = new->best;
        }
        if (database_is_proven(new) || record->tag == 0)
            record->tag = new->tag;
    } else if (record->tag == 0) {
        record->tag = new->tag;
    }
    if (new->is_best_chosen && !record->is_best_chosen) {
        record->has_best = record->is_best_chosen = true;
        record->best = new->best;
    }
    if (record->text[0] == '\0')
        memcpy(record->text, new->text, sizeof record->text);
}

bool database_add(Database *database, const DatabasePosition *position,
                  const DatabaseRecord *record) {
    DatabaseKey key;
    DatabaseRecord merged;
    database_key(&key, position);
    pthread_mutex_lock(&database->lock);
    DatabaseStatus status = database_get_row(database, position, &key, &merged);
    if (status == DATABASE_FOUND)
        merge(&merged, record);
    else
        merged = *record;
    bool is_done = status != DATABASE_FAILED && database_put_row(database, position, &key, &merged);
    pthread_mutex_unlock(&database->lock);
    return is_done;
}

bool database_remove(Database *database, const DatabasePosition *position) {
    DatabaseKey key;
    database_key(&key, position);
    pthread_mutex_lock(&database->lock);
    bool is_done = database_remove_row(database, position, &key) >= 0;
    pthread_mutex_unlock(&database->lock);
    return is_done;
}

long database_count(Database *database) {
    sqlite3_stmt *statement = database->statements[DATABASE_STATEMENT_COUNT];
    pthread_mutex_lock(&database->lock);
    long count = -1;
    if (sqlite3_step(statement) == SQLITE_ROW)
        count = (long)sqlite3_column_int64(statement, 0);
    else
        (void)database_fail(database);
    sqlite3_reset(statement);
    pthread_mutex_unlock(&database->lock);
    return count;
}

/* ---- The whole file ------------------------------------------------------------------------ */

/* Runs a slow operation on a connection of its own, so that other threads need not wait. */
static bool on_own_connection(Database *database, bool (*act)(Database *side)) {
    char error[DATABASE_ERROR_MAX];
    pthread_mutex_lock(&database->lock);
    const char *path = sqlite3_db_filename(database->file, "main");
    pthread_mutex_unlock(&database->lock);
    Database *side = open_file(path, SQLITE_OPEN_READWRITE, error, sizeof error);
    bool is_done = side != NULL && act(side);
    pthread_mutex_lock(&database->lock);
    if (!is_done)
        (void)database_refuse(database, side != NULL ? side->error : error);
    pthread_mutex_unlock(&database->lock);
    database_close(side);
    return is_done;
}

static bool check(Database *side) {
    sqlite3_stmt *statement = NULL;
    bool is_good = sqlite3_prepare_v2(side->file, "PRAGMA integrity_check(1)", -1, &statement,
                                      NULL) == SQLITE_OK &&
                   sqlite3_step(statement) == SQLITE_ROW;
    const char *verdict = is_good ? (const char *)sqlite3_column_text(statement, 0) : NULL;
    if (verdict == NULL)
        is_good = database_fail(side);
    else if (strcmp(verdict, "ok") != 0)
        is_good = database_refuse(side, verdict);
    sqlite3_finalize(statement);
    return is_good;
}

static bool fix(Database *side) {
    return run(side, "REINDEX");
}

bool database_check(Database *database) {
    return on_own_connection(database, check);
}

bool database_fix(Database *database) {
    return on_own_connection(database, fix);
}

static bool run_locked(Database *database, const char *sql) {
    pthread_mutex_lock(&database->lock);
    bool is_done = run(database, sql);
    pthread_mutex_unlock(&database->lock);
    return is_done;
}

bool database_save(Database *database) {
    return run_locked(database, "PRAGMA wal_checkpoint(PASSIVE)");
}

bool database_begin(Database *database) {
    return run_locked(database, "BEGIN IMMEDIATE");
}

bool database_commit(Database *database) {
    if (run_locked(database, "COMMIT"))
        return true;
    database_roll_back(database);
    return false;
}

void database_roll_back(Database *database) {
    pthread_mutex_lock(&database->lock);
    /* On a full disk SQLite may have rolled back by itself; keep the first error. */
    if (sqlite3_get_autocommit(database->file) == 0)
        (void)sqlite3_exec(database->file, "ROLLBACK", NULL, NULL, NULL);
    pthread_mutex_unlock(&database->lock);
}

bool database_uses_file(Database *database, const char *path) {
    pthread_mutex_lock(&database->lock);
    const char *own = sqlite3_db_filename(database->file, "main");
    pthread_mutex_unlock(&database->lock);
    return own != NULL && files_are_of_database(own, path);
}
