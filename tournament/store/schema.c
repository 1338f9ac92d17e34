/* schema.c: defines the tables of the store, opens and closes it, and implements database.h. */
#include <errno.h>
#include <inttypes.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "shared/files/place.h"
#include "shared/status/failure.h"
#include "store/claim.h"
#include "store/database.h"
#include "store/sharing.h"

enum {
    APPLICATION_ID = 0x4b616e74, /* "Kant", in the file's header */
    SCHEMA_VERSION = 1,
    ROW_MS = 60000,       /* a statement may take this long to its end, or to its next row */
    PROGRESS_STEPS = 1000 /* of SQLite's machine between two looks at the time */
};

static const char schema[] =
    "CREATE TABLE run (id INTEGER PRIMARY KEY, started INTEGER NOT NULL, rule INTEGER NOT NULL,"
    " width INTEGER NOT NULL, height INTEGER NOT NULL, seed INTEGER NOT NULL,"
    " planned INTEGER NOT NULL, sprt_model INTEGER, elo0 REAL, elo1 REAL, alpha REAL, beta REAL,"
    " settings TEXT NOT NULL);"
    "CREATE TABLE engine (run INTEGER NOT NULL REFERENCES run, id INTEGER NOT NULL,"
    " name TEXT NOT NULL, command TEXT NOT NULL, version TEXT, author TEXT, country TEXT,"
    " PRIMARY KEY (run, id)) WITHOUT ROWID;"
    "CREATE TABLE game (run INTEGER NOT NULL REFERENCES run, number INTEGER NOT NULL,"
    " round INTEGER NOT NULL, game INTEGER NOT NULL, pair INTEGER NOT NULL,"
    " black INTEGER NOT NULL, white INTEGER NOT NULL, white_is_first INTEGER NOT NULL,"
    " is_swap2 INTEGER NOT NULL, is_continuous INTEGER NOT NULL, rule INTEGER NOT NULL,"
    " width INTEGER NOT NULL, height INTEGER NOT NULL, opening INTEGER NOT NULL,"
    " transform INTEGER NOT NULL, result TEXT NOT NULL, reason TEXT NOT NULL,"
    " detail TEXT NOT NULL, started_ms INTEGER NOT NULL, duration_ms INTEGER NOT NULL,"
    " black_memory INTEGER NOT NULL, white_memory INTEGER NOT NULL,"
    " PRIMARY KEY (run, number)) WITHOUT ROWID;"
    /* is_swap2 of game: 0, 1 for swap2, N for rule N - 1 of shared/opening/rule.h */
    /* score, depth, nodes: NULL if the engine reported none */
    "CREATE TABLE move (run INTEGER NOT NULL, game INTEGER NOT NULL, ply INTEGER NOT NULL,"
    " x INTEGER NOT NULL, y INTEGER NOT NULL, is_opening INTEGER NOT NULL,"
    " time_us INTEGER NOT NULL, score INTEGER, depth INTEGER, nodes INTEGER, messages TEXT,"
    " PRIMARY KEY (run, game, ply)) WITHOUT ROWID;"
    "CREATE TABLE note (run INTEGER NOT NULL REFERENCES run, key TEXT NOT NULL,"
    " value INTEGER NOT NULL, PRIMARY KEY (run, key)) WITHOUT ROWID;";

/* Tables added later within this version; readers that do not know them still work. */
static const char later_schema[] =
    /* SHA-256 of the engines' programs */
    "CREATE TABLE IF NOT EXISTS program (run INTEGER NOT NULL REFERENCES run,"
    " engine INTEGER NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (run, engine)) WITHOUT ROWID;"
    /* games played by workers of a grid; scale: of their time controls */
    "CREATE TABLE IF NOT EXISTS away (run INTEGER NOT NULL REFERENCES run,"
    " game INTEGER NOT NULL, worker TEXT NOT NULL, scale REAL NOT NULL,"
    " PRIMARY KEY (run, game)) WITHOUT ROWID;"
    /* games with match clocks: the time left at the end, NULL for a player without one */
    "CREATE TABLE IF NOT EXISTS clock (run INTEGER NOT NULL REFERENCES run,"
    " game INTEGER NOT NULL, black_left_us INTEGER, white_left_us INTEGER,"
    " PRIMARY KEY (run, game)) WITHOUT ROWID;"
    /* the time limits that a game was played with, 0 for none */
    "CREATE TABLE IF NOT EXISTS time_control (run INTEGER NOT NULL REFERENCES run,"
    " game INTEGER NOT NULL, black_match_ms INTEGER NOT NULL, black_turn_ms INTEGER NOT NULL,"
    " black_increment_ms INTEGER NOT NULL, white_match_ms INTEGER NOT NULL,"
    " white_turn_ms INTEGER NOT NULL, white_increment_ms INTEGER NOT NULL,"
    " PRIMARY KEY (run, game)) WITHOUT ROWID;"
    /* the game that decided the sequential test (part 1: H0, 2: H1) and those that ended later
     * (part 3) */
    "CREATE TABLE IF NOT EXISTS test (run INTEGER NOT NULL REFERENCES run,"
    " game INTEGER NOT NULL, part INTEGER NOT NULL, llr REAL NOT NULL,"
    " PRIMARY KEY (run, game)) WITHOUT ROWID;";

/* ---- Errors and small tools ----------------------------------------------------------------- */

bool db_fail(Store *store, const char *format, ...) {
    enum { REASON_BYTES = 512 };
    char reason[REASON_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    return failure_say(&store->failure, STATUS_DATABASE, "%s: %s", store->path, reason);
}

bool db_fail_sqlite(Store *store, const char *doing) {
    return db_fail(store, "%s: %s", doing, sqlite3_errmsg(store->db));
}

bool db_lack_memory(Store *store) {
    return failure_at(&store->failure, STATUS_MEMORY, "%s", store->path);
}

const char *store_error(const Store *store) {
    return store->failure.text;
}

bool store_pass(const Store *store, Failure *failure) {
    *failure = store->failure;
    return false;
}

bool db_execute(Store *store, const char *sql, const char *doing) {
    if (sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK)
        return true;
    return db_fail_sqlite(store, doing);
}

bool db_prepare(Store *store, const char *sql, sqlite3_stmt **statement) {
    if (sqlite3_prepare_v2(store->db, sql, -1, statement, NULL) == SQLITE_OK)
        return true;
    return db_fail_sqlite(store, "cannot read the tables");
}

bool db_query_integer(Store *store, const char *sql, int64_t *value) {
    sqlite3_stmt *statement;
    if (!db_prepare(store, sql, &statement))
        return false;
    bool is_row = sqlite3_step(statement) == SQLITE_ROW;
    if (is_row)
        *value = sqlite3_column_int64(statement, 0);
    else
        db_fail_sqlite(store, "cannot read");
    sqlite3_finalize(statement);
    return is_row;
}

char *db_copy_text(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy != NULL)
        memcpy(copy, text, size);
    return copy;
}

int db_column_int(sqlite3_stmt *statement, int column, int64_t low, int64_t high, bool *is_good) {
    int64_t value = sqlite3_column_int64(statement, column);
    if (value < low || value > high) {
        *is_good = false;
        return (int)low;
    }
    return (int)value;
}

const char *db_column_text(sqlite3_stmt *statement, int column) {
    const unsigned char *text = sqlite3_column_text(statement, column);
    return text != NULL ? (const char *)text : "";
}

static bool is_whole(sqlite3_stmt *statement) {
    return sqlite3_errcode(sqlite3_db_handle(statement)) != SQLITE_NOMEM;
}

bool db_row_is_whole(Store *store, sqlite3_stmt *statement) {
    return is_whole(statement) || db_lack_memory(store);
}

bool db_column_copy(sqlite3_stmt *statement, int column, const char **copy) {
    *copy = NULL;
    if (sqlite3_column_type(statement, column) == SQLITE_NULL)
        return true;
    const char *text = db_column_text(statement, column);
    if (is_whole(statement))
        *copy = db_copy_text(text);
    return *copy != NULL;
}

void db_bind_text(sqlite3_stmt *statement, int index, const char *text) {
    if (text != NULL)
        sqlite3_bind_text(statement, index, text, -1, SQLITE_STATIC);
    else
        sqlite3_bind_null(statement, index);
}

void db_bind_integers(sqlite3_stmt *statement, int first, const int64_t *values, int count) {
    for (int i = 0; i < count; i++)
        sqlite3_bind_int64(statement, first + i, values[i]);
}

bool db_step_done(Store *store, sqlite3_stmt *statement, const char *doing) {
    bool is_done = sqlite3_step(statement) == SQLITE_DONE;
    int code = sqlite3_extended_errcode(store->db);
    if (!is_done && (code == SQLITE_CONSTRAINT_PRIMARYKEY || code == SQLITE_CONSTRAINT_UNIQUE))
        db_fail(store, "%s: it is there already; does another program play the same run?", doing);
    else if (!is_done)
        db_fail_sqlite(store, doing);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return is_done;
}

bool db_begin(Store *store, const char *doing) {
    return db_execute(store, "BEGIN IMMEDIATE", doing);
}

bool db_finish(Store *store, bool is_good, const char *doing) {
    if (is_good && db_execute(store, "COMMIT", doing))
        return true;
    /* Some errors (disk full) have rolled back already; then this fails, and the failure is
     * ignored. */
    sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

/* ---- Opening and closing -------------------------------------------------------------------- */

void db_clear_run(Store *store) {
    for (int i = 0; i < store->run.engine_count; i++) {
        StoreEngine *engine = &store->engines[i];
        free((char *)engine->name);
        free((char *)engine->command);
        free((char *)engine->version);
        free((char *)engine->author);
        free((char *)engine->country);
    }
    free(store->engines);
    free(store->settings);
    store->engines = NULL;
    store->settings = NULL;
    store->run = (StoreRun){0};
}

static void release(Store *store) {
    db_clear_run(store);
    sqlite3_finalize(store->insert_game);
    sqlite3_finalize(store->insert_move);
    sqlite3_close(store->db);
    claim_release(store->claim);
    free(store->path);
    free(store);
}

void store_close(Store *store) {
    if (store == NULL)
        return;
    sqlite3_finalize(store->insert_game);
    sqlite3_finalize(store->insert_move);
    store->insert_game = store->insert_move = NULL;
    store_set_patience(store, NULL);
    /* Leaves a single file that can be copied and read anywhere. This fails harmlessly while
     * another program reads the file: the log beside it holds the rest. */
    if (sqlite3_db_readonly(store->db, "main") == 0)
        sqlite3_exec(store->db, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
    release(store);
}

void store_set_patience(Store *store, SharingWait *wait) {
    if (wait != NULL)
        sharing_wait(store->db, wait);
    else
        sharing_wait_ms(store->db, SHARING_SHORT_MS);
}

/* Checks that this is our file, of a known version; sets *is_new if it is empty. Call it within a
 * transaction, because another program may be creating the file. */
static bool check_file_as_it_is(Store *store, bool *is_new) {
    int64_t application, version, tables, foreign;
    if (!db_query_integer(store, "PRAGMA application_id", &application) ||
        !db_query_integer(store, "PRAGMA user_version", &version) ||
        !db_query_integer(store, "SELECT count(*) FROM sqlite_master", &tables) ||
        !db_query_integer(store,
                          "SELECT count(*) FROM sqlite_master WHERE type NOT IN ('table', 'index')"
                          " OR sql LIKE 'create virtual%'",
                          &foreign))
        return false;
    *is_new = application == 0 && version == 0 && tables == 0;
    if (*is_new)
        return true;
    if (application != APPLICATION_ID)
        return db_fail(store, "is a database of another program");
    if (version != SCHEMA_VERSION)
        return db_fail(store, "is of version %" PRId64 ", this program knows version %d", version,
                       SCHEMA_VERSION);
    /* They can make a simple query run for ever. */
    if (foreign > 0)
        return db_fail(store, "holds views, triggers or virtual tables");
    return true;
}

static bool check_file(Store *store, bool *is_new) {
    return db_execute(store, "BEGIN", "cannot be read") &&
           db_finish(store, check_file_as_it_is(store, is_new), "cannot be read");
}

/* Creates the schema unless another program has done so in the meantime. */
static bool create_schema(Store *store) {
    bool is_new = false;
    char mark[80];
    snprintf(mark, sizeof(mark), "PRAGMA application_id = %d; PRAGMA user_version = %d",
             APPLICATION_ID, SCHEMA_VERSION);
    if (!db_begin(store, "cannot be created"))
        return false;
    bool is_good = check_file_as_it_is(store, &is_new) &&
                   (!is_new || (db_execute(store, schema, "cannot be created") &&
                                db_execute(store, mark, "cannot be created")));
    return db_finish(store, is_good, "cannot be created");
}

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* A trace callback of SQLite: a statement begins or has a row. */
static int restart_time(unsigned event, void *context, void *statement, void *detail) {
    Store *store = context;
    (void)event;
    (void)statement;
    (void)detail;
    store->deadline_ms = now_ms() + ROW_MS;
    return 0;
}

/* A progress handler of SQLite. Returns whether to interrupt the statement. */
static int is_late(void *context) {
    const Store *store = context;
    return now_ms() >= store->deadline_ms;
}

/* A file that another program has made may hide endless work. */
static void limit_time(Store *store) {
    store->deadline_ms = now_ms() + ROW_MS;
    sqlite3_trace_v2(store->db, SQLITE_TRACE_STMT | SQLITE_TRACE_ROW, restart_time, store);
    sqlite3_progress_handler(store->db, PROGRESS_STEPS, is_late, store);
}

/* Returns why the file cannot be opened: by the system if it refused, else by SQLite. */
static const char *open_reason(sqlite3 *db) {
    if (db == NULL)
        return status_text(STATUS_MEMORY);
    bool is_system = sqlite3_errcode(db) == SQLITE_CANTOPEN && sqlite3_system_errno(db) != 0;
    return is_system ? strerror(sqlite3_system_errno(db)) : sqlite3_errmsg(db);
}

static Store *open_file(const char *path, int flags, Failure *failure) {
    Status status = files_check_database(path);
    if (status != STATUS_OK) {
        failure_say(failure, status, "%s: %s", path, status_text(status));
        return NULL;
    }
    Store *store = calloc(1, sizeof(*store));
    if (store == NULL || (store->path = db_copy_text(path)) == NULL) {
        free(store);
        failure_at(failure, STATUS_MEMORY, "%s", path);
        return NULL;
    }
    store->claim = -1;
    if (sqlite3_open_v2(path, &store->db, flags, NULL) != SQLITE_OK) {
        failure_say(failure, STATUS_DATABASE, "%s: %s", path, open_reason(store->db));
        release(store);
        return NULL;
    }
    sqlite3_extended_result_codes(store->db, 1);
    sharing_wait_ms(store->db, SHARING_SHORT_MS);
    limit_time(store);
    return store;
}

/* Passes on the failure and returns NULL. */
static Store *refuse(Store *store, Failure *failure) {
    store_pass(store, failure);
    release(store);
    return NULL;
}

/* If a write-ahead log is impossible, SQLite keeps its rollback journal, which is equally safe but
 * slower; FULL flushes every commit to the disk in either mode. */
static bool set_modes(Store *store) {
    return (sharing_use_log(store->db) == SQLITE_OK ||
            db_fail_sqlite(store, "cannot be written")) &&
           db_execute(store, "PRAGMA synchronous = FULL", "cannot be written");
}

/* Each name of a file has a write-ahead log of its own, and one would overwrite the games of the
 * other (https://www.sqlite.org/howtocorrupt.html, 2.4). */
static bool check_names(Store *store) {
    struct stat about;
    return stat(store->path, &about) != 0 || about.st_nlink <= 1 ||
           db_fail(store, "the file has other names, by hard links; play in a copy of it");
}

Store *store_open(const char *path, Failure *failure) {
    Store *store = open_file(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, failure);
    bool is_new = false;
    if (store == NULL)
        return NULL;
    sharing_wait_ms(store->db, SHARING_BEGIN_MS);
    if (!check_names(store) || !check_file(store, &is_new))
        return refuse(store, failure);
    if (sqlite3_db_readonly(store->db, "main") != 0) {
        db_fail(store, "cannot be written");
        return refuse(store, failure);
    }
    if (!set_modes(store) || (is_new && !create_schema(store)) ||
        !db_execute(store, later_schema, "cannot be written"))
        return refuse(store, failure);
    return store;
}

Store *store_open_read_only(const char *path, Failure *failure) {
    Store *store = open_file(path, SQLITE_OPEN_READONLY, failure);
    bool is_new = false;
    if (store == NULL)
        return NULL;
    if (check_file(store, &is_new) && is_new)
        db_fail(store, "holds no run yet");
    else if (store->failure.status == STATUS_OK)
        return store;
    return refuse(store, failure);
}

bool store_claim(Store *store) {
    switch (claim_take(store->path, &store->claim)) {
    case CLAIM_TAKEN:
        return true;
    case CLAIM_OF_ANOTHER:
        return db_fail(store, "another manager is playing a run in this database; wait until it "
                              "ends, or name another one with -db");
    case CLAIM_FAILED:
        break;
    }
    return db_fail(store, "cannot be locked: %s", strerror(errno));
}

bool store_hold(Store *store) {
    return db_execute(store, "BEGIN", "cannot be read");
}
