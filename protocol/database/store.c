#include "database/store.h"

#include "database/keys.h"
#include "database/rows.h"
#include "shared/files/place.h"
#include "shared/status/failure.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *database_error(const Database *database) {
    return database->failure.text;
}

bool database_pass(Database *database, Failure *failure) {
    pthread_mutex_lock(&database->lock);
    *failure = database->failure;
    pthread_mutex_unlock(&database->lock);
    return false;
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
    return !*is_own || database_begin_locked(database);
}

bool database_change(Database *database, const DatabasePosition *position,
                     bool (*change)(DatabaseRecord *record, const void *context),
                     const void *context) {
    DatabaseKey key;
    DatabaseRecord record = {.tag = 0};
    bool is_own;
    database_key(&key, position);
    pthread_mutex_lock(&database->lock);
    bool is_done = begin_own(database, &is_own);
    if (is_done) {
        is_done = database_get_row(database, position, &key, &record) != DATABASE_FAILED;
        if (is_done && change(&record, context))
            is_done = database_put_row(database, position, &key, &record);
        if (is_own)
            is_done = database_end_locked(database, is_done);
    }
    pthread_mutex_unlock(&database->lock);
    return is_done;
}

/* Returns whether the record has a proof. A user's label takes the tag's place; then the value
 * tells. */
static bool has_proof(const DatabaseRecord *record) {
    return database_is_proven(record) ||
           (record->tag != 0 && kaname_score_win_plies(record->value) != 0);
}

/* Returns whether the new record has a proof where the old has none, a shorter proof, or a deeper
 * search. A value without a search is the user's: it only replaces none. */
static bool is_better(const DatabaseRecord *new, const DatabaseRecord *old) {
    if (has_proof(new) != has_proof(old))
        return has_proof(new);
    if (has_proof(new) && (new->tag == old->tag || !database_is_proven(old)))
        return abs(new->value) > abs(old->value);
    bool is_free = new->depth > 0 || old->value == 0;
    return !has_proof(new) && (new->depth > old->depth || (is_free && new->depth == old->depth));
}

/* Returns whether the tag is the user's. */
static bool is_label(const DatabaseRecord *record) {
    return record->tag != 0 && !database_is_proven(record);
}

/* Always writes: a position of a file is known, whatever its record holds. */
static bool merge(DatabaseRecord *record, const void *context) {
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
    return true;
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
            is_done = database_end_locked(database, is_done);
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
    Failure failure = FAILURE_NONE;
    pthread_mutex_lock(&database->lock);
    const char *path = sqlite3_db_filename(database->file, "main");
    pthread_mutex_unlock(&database->lock);
    Database *side = database_open(path, &failure);
    bool is_done = side != NULL && act(side, context);
    pthread_mutex_lock(&database->lock);
    if (!is_done)
        database->failure = side != NULL ? side->failure : failure;
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
    char faults[DATABASE_FAULTS_MAX];
    (void)context;
    int count = find_faults(side, faults, sizeof faults);
    return count == 0 || (count > 0 && database_refuse(side, faults));
}

typedef struct Repair {
    char *text;
    size_t size;
} Repair;

static bool reindex(Database *side) {
    if (!database_begin_locked(side))
        return false;
    database_unlimit(side);
    return database_end_locked(side, database_run(side, "REINDEX"));
}

static bool fix(Database *side, void *context) {
    const Repair *repair = context;
    char faults[DATABASE_FAULTS_MAX], left[DATABASE_FAULTS_MAX];
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
        snprintf(repair->text, repair->size, "%d fault%s: %s", count, count > 1 ? "s" : "", faults);
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
    bool is_done = database_run(database, "PRAGMA wal_checkpoint(PASSIVE)");
    pthread_mutex_unlock(&database->lock);
    return is_done;
}

bool database_begin(Database *database) {
    pthread_mutex_lock(&database->lock);
    bool is_done = database_begin_locked(database);
    pthread_mutex_unlock(&database->lock);
    return is_done;
}

bool database_commit(Database *database) {
    pthread_mutex_lock(&database->lock);
    bool is_done = database_end_locked(database, true);
    pthread_mutex_unlock(&database->lock);
    return is_done;
}

void database_roll_back(Database *database) {
    pthread_mutex_lock(&database->lock);
    database_roll_back_locked(database);
    pthread_mutex_unlock(&database->lock);
}

bool database_uses_file(Database *database, const char *path) {
    pthread_mutex_lock(&database->lock);
    const char *own = sqlite3_db_filename(database->file, "main");
    pthread_mutex_unlock(&database->lock);
    return own != NULL && files_are_of_database(own, path);
}
