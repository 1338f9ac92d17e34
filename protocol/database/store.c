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
    BUSY_MS = 250,     /* longest wait of one statement for another process that writes */
    WRITER_MS = 10000, /* and of a transaction, which lets other threads read meanwhile */
    WRITER_STEP_MS = 5,
    PROGRESS_STEPS = 1000 /* of SQLite's machine between two looks at the time */
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

/* Begins a transaction. The caller holds the lock, which is free while this waits for another
 * process. */
static bool begin(Database *database) {
    for (int waited_ms = 0;; waited_ms += WRITER_STEP_MS) {
        sqlite3_busy_timeout(database->file, 0);
        database_limit(database);
        int status = sqlite3_exec(database->file, "BEGIN IMMEDIATE", NULL, NULL, NULL);
        sqlite3_busy_timeout(database->file, BUSY_MS);
        if (status == SQLITE_OK)
            return true;
        if (status != SQLITE_BUSY || waited_ms >= WRITER_MS)
            return database_fail(database);
        pthread_mutex_unlock(&database->lock);
        sqlite3_sleep(WRITER_STEP_MS);
        pthread_mutex_lock(&database->lock);
    }
}

/* Undoes the transaction, if one is open. The caller holds the lock. */
static void roll_back(Database *database) {
    database_unlimit(database);
    /* On a full disk SQLite may have rolled back by itself; keep the first error. */
    if (sqlite3_get_autocommit(database->file) == 0)
        (void)sqlite3_exec(database->file, "ROLLBACK", NULL, NULL, NULL);
}

/* Ends a transaction: commits if `is_good`. The caller holds the lock. */
static bool end(Database *database, bool is_good) {
    database_unlimit(database);
    is_good = is_good && run(database, "COMMIT");
    if (!is_good)
        roll_back(database);
    return is_good;
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
    if (!run(database, "BEGIN") || !end(database, check_kind(database, &is_empty)))
        return false;
    if (!is_empty)
        return true;
    if (database->is_read_only)
        return database_refuse(database, "it is empty");
    if (!begin(database))
        return false;
    snprintf(sql, sizeof sql, "%s PRAGMA application_id=%d; PRAGMA user_version=%d;", schema,
             FILE_KIND, FILE_VERSION);
    bool is_good = check_kind(database, &is_empty) && (!is_empty || run(database, sql));
    return end(database, is_good);
}

/* A progress handler of SQLite. Returns whether to interrupt the operation. */
static int is_late(void *context) {
    const Database *database = context;
    return database->deadline_ms != 0 && kaname_now_ms() >= database->deadline_ms;
}

/* Sets the journal, which needs the file alone for a moment. */
static bool use_log(Database *database) {
    int status = SQLITE_BUSY;
    for (int waited_ms = 0; status == SQLITE_BUSY && waited_ms < WRITER_MS;
         waited_ms += WRITER_STEP_MS) {
        if (waited_ms > 0)
            sqlite3_sleep(WRITER_STEP_MS);
        status = sqlite3_exec(database->file, "PRAGMA journal_mode=WAL", NULL, NULL, NULL);
    }
    /* NORMAL: a killed process loses nothing, a power cut may lose the last changes. */
    return (status == SQLITE_OK || database_fail(database)) &&
           run(database, "PRAGMA synchronous=NORMAL");
}

/* The caller holds the lock. */
static bool prepare(Database *database) {
    sqlite3_busy_timeout(database->file, WRITER_MS); /* no other thread waits yet */
    sqlite3_progress_handler(database->file, PROGRESS_STEPS, is_late, database);
    database_limit(database);
    if (!prepare_file(database) || (!database->is_read_only && !use_log(database)))
        return false;
    for (int i = 0; i < DATABASE_STATEMENTS; i++)
        if (sqlite3_prepare_v2(database->file, database_statement_texts[i], -1,
                               &database->statements[i], NULL) != SQLITE_OK)
            return database_fail(database);
    sqlite3_busy_timeout(database->file, BUSY_MS);
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
    pthread_mutex_lock(&database->lock);
    bool is_ready = is_open && prepare(database);
    pthread_mutex_unlock(&database->lock);
    if (is_ready)
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

/* Begins a transaction unless the caller has one; `is_own` is then true. The caller holds the lock.
 */
static bool begin_own(Database *database, bool *is_own) {
    *is_own = sqlite3_get_autocommit(database->file) != 0;
    return !*is_own || begin(database);
}

bool database_change(Database *database, const DatabasePosition *position,
                     void (*change)(DatabaseRecord *record, const void *context),
                     const void *context) {
    DatabaseKey key;
    DatabaseRecord record = {.tag = 0};
    bool is_own;
    database_key(&key, position);
    pthread_mutex_lock(&database->lock);
    bool is_done = begin_own(database, &is_own);
    if (is_done) {
        is_done = database_get_row(database, position, &key, &record) != DATABASE_FAILED;
        if (is_done) {
            change(&record, context);
            is_done = database_put_row(database, position, &key, &record);
        }
        if (is_own)
            is_done = end(database, is_done);
    }
    pthread_mutex_unlock(&database->lock);
    return is_done;
}

static void replace(DatabaseRecord *record, const void *context) {
    *record = *(const DatabaseRecord *)context;
}

bool database_put(Database *database, const DatabasePosition *position,
                  const DatabaseRecord *record) {
    return database_change(database, position, replace, record);
}

/* Returns whether the record has a proof. A user's label takes the tag's place; then the value
 * tells. */
static bool has_proof(const DatabaseRecord *record) {
    return database_is_proven(record) ||
           (record->tag != 0 && kaname_score_win_plies(record->value) != 0);
}

/* Returns whether the new record has a proof where the old has none, a shorter proof, or a deeper
 * search. */
static bool is_better(const DatabaseRecord *new, const DatabaseRecord *old) {
    if (has_proof(new) != has_proof(old))
        return has_proof(new);
    if (has_proof(new) && (new->tag == old->tag || !database_is_proven(old)))
        return abs(new->value) > abs(old->value);
    return !has_proof(new) && new->depth >= old->depth;
}

/* Returns whether the tag is the user's. */
static bool is_label(const DatabaseRecord *record) {
    return record->tag != 0 && !database_is_proven(record);
}

static void merge(DatabaseRecord *record, const void *context) {
    const DatabaseRecord *new = context;
    if (is_better(new, record)) {
        record->value = new->value;
        record->depth = new->depth;
        if (new->has_best && !record->is_best_chosen) {
            record->has_best = true;
            record->best = new->best;
        }
        if (!is_label(record) && (database_is_proven(new) || record->tag == 0))
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
    return database_change(database, position, merge, record);
}

bool database_remove(Database *database, const DatabasePosition *position) {
    DatabaseKey key;
    bool is_own;
    database_key(&key, position);
    pthread_mutex_lock(&database->lock);
    bool is_done = begin_own(database, &is_own);
    if (is_done) {
        is_done = database_remove_row(database, position, &key) >= 0;
        if (is_own)
            is_done = end(database, is_done);
    }
    pthread_mutex_unlock(&database->lock);
    return is_done;
}

long database_count(Database *database) {
    sqlite3_stmt *statement = database->statements[DATABASE_STATEMENT_COUNT];
    pthread_mutex_lock(&database->lock);
    database_limit(database);
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
static bool on_own_connection(Database *database, bool (*act)(Database *side, void *context),
                              void *context) {
    char error[DATABASE_ERROR_MAX];
    pthread_mutex_lock(&database->lock);
    const char *path = sqlite3_db_filename(database->file, "main");
    pthread_mutex_unlock(&database->lock);
    Database *side = open_file(path, SQLITE_OPEN_READWRITE, error, sizeof error);
    bool is_done = side != NULL && act(side, context);
    pthread_mutex_lock(&database->lock);
    if (!is_done)
        (void)database_refuse(database, side != NULL ? side->error : error);
    pthread_mutex_unlock(&database->lock);
    database_close(side);
    return is_done;
}

/* Counts the file's faults and writes the first ones, separated by semicolons, to `text`. Returns
 * -1 if the file cannot be checked. */
static int find_faults(Database *side, char *text, size_t size) {
    sqlite3_stmt *statement = NULL;
    size_t used = 0;
    int count = 0,
        status = sqlite3_prepare_v2(side->file, "PRAGMA integrity_check", -1, &statement, NULL);
    text[0] = '\0';
    database_unlimit(side);
    while (status == SQLITE_OK || status == SQLITE_ROW) {
        status = sqlite3_step(statement);
        const char *fault =
            status == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : NULL;
        if (fault == NULL || strcmp(fault, "ok") == 0)
            continue;
        if (used + strlen(fault) + 3 < size)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used > 0 ? "; " : "", fault);
        count++;
    }
    if (status != SQLITE_DONE) {
        (void)database_fail(side);
        count = -1;
    }
    sqlite3_finalize(statement);
    return count;
}

static bool check(Database *side, void *context) {
    char faults[DATABASE_ERROR_MAX];
    (void)context;
    int count = find_faults(side, faults, sizeof faults);
    return count == 0 || (count > 0 && database_refuse(side, faults));
}

typedef struct Repair {
    char *text;
    size_t size;
} Repair;

static bool reindex(Database *side) {
    if (!begin(side))
        return false;
    database_unlimit(side);
    return end(side, run(side, "REINDEX"));
}

static bool fix(Database *side, void *context) {
    const Repair *repair = context;
    char faults[DATABASE_ERROR_MAX], left[DATABASE_ERROR_MAX];
    int count = find_faults(side, faults, sizeof faults);
    if (count <= 0)
        return count == 0;
    pthread_mutex_lock(&side->lock);
    bool is_done = reindex(side);
    pthread_mutex_unlock(&side->lock);
    int rest = is_done ? find_faults(side, left, sizeof left) : -1;
    if (rest > 0)
        return database_refuse(side, left);
    if (rest == 0)
        snprintf(repair->text, repair->size, "%d faults: %s", count, faults);
    return rest == 0;
}

bool database_check(Database *database) {
    return on_own_connection(database, check, NULL);
}

bool database_fix(Database *database, char *repaired, size_t size) {
    Repair repair = {repaired, size};
    repaired[0] = '\0';
    return on_own_connection(database, fix, &repair);
}

bool database_save(Database *database) {
    pthread_mutex_lock(&database->lock);
    database_unlimit(database);
    bool is_done = run(database, "PRAGMA wal_checkpoint(PASSIVE)");
    pthread_mutex_unlock(&database->lock);
    return is_done;
}

bool database_begin(Database *database) {
    pthread_mutex_lock(&database->lock);
    bool is_done = begin(database);
    pthread_mutex_unlock(&database->lock);
    return is_done;
}

bool database_commit(Database *database) {
    pthread_mutex_lock(&database->lock);
    bool is_done = end(database, true);
    pthread_mutex_unlock(&database->lock);
    return is_done;
}

void database_roll_back(Database *database) {
    pthread_mutex_lock(&database->lock);
    roll_back(database);
    pthread_mutex_unlock(&database->lock);
}

bool database_uses_file(Database *database, const char *path) {
    pthread_mutex_lock(&database->lock);
    const char *own = sqlite3_db_filename(database->file, "main");
    pthread_mutex_unlock(&database->lock);
    return own != NULL && files_are_of_database(own, path);
}
