/* store.c: the SQLite side of a tournament. */
#include "store/store.h"

#include <assert.h>
#include <inttypes.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "game/referee.h"

enum {
    APPLICATION_ID = 0x4b616e74, /* "Kant", in the file's header */
    SCHEMA_VERSION = 1,
    BUSY_MS = 2000, /* wait for another program's lock no longer than this */
    ERROR_MAX = 512,
    NUMBER_MAX = 10000000 /* games that a run may have to be read */
};

static const int64_t time_max_us = INT64_C(10) * 24 * 3600 * 1000000; /* of a move: ten days */

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
    /* score, depth, nodes: NULL if the engine told none */
    "CREATE TABLE move (run INTEGER NOT NULL, game INTEGER NOT NULL, ply INTEGER NOT NULL,"
    " x INTEGER NOT NULL, y INTEGER NOT NULL, is_opening INTEGER NOT NULL,"
    " time_us INTEGER NOT NULL, score INTEGER, depth INTEGER, nodes INTEGER, messages TEXT,"
    " PRIMARY KEY (run, game, ply)) WITHOUT ROWID;"
    "CREATE TABLE note (run INTEGER NOT NULL REFERENCES run, key TEXT NOT NULL,"
    " value INTEGER NOT NULL, PRIMARY KEY (run, key)) WITHOUT ROWID;";

struct Store {
    sqlite3 *db;
    char *path;
    sqlite3_stmt *insert_game, *insert_move; /* prepared when first needed */
    StoreRun run;                            /* id 0: none is current */
    StoreEngine *engines;                    /* those of `run`, strings owned here */
    char *settings;
    char error[ERROR_MAX];
};

/* ---- Errors and small tools ----------------------------------------------------------------- */

__attribute__((format(printf, 2, 3))) static bool fail(Store *store, const char *format, ...) {
    va_list arguments;
    int used = snprintf(store->error, ERROR_MAX, "%s: ", store->path);
    if (used < 0 || used >= ERROR_MAX)
        return false;
    va_start(arguments, format);
    vsnprintf(store->error + used, (size_t)(ERROR_MAX - used), format, arguments);
    va_end(arguments);
    return false;
}

/* What SQLite says of the last call, after what was being done. */
static bool fail_sqlite(Store *store, const char *doing) {
    return fail(store, "%s: %s", doing, sqlite3_errmsg(store->db));
}

const char *store_error(const Store *store) {
    return store->error;
}

static bool execute(Store *store, const char *sql, const char *doing) {
    if (sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK)
        return true;
    return fail_sqlite(store, doing);
}

static bool prepare(Store *store, const char *sql, sqlite3_stmt **statement) {
    if (sqlite3_prepare_v2(store->db, sql, -1, statement, NULL) == SQLITE_OK)
        return true;
    return fail_sqlite(store, "cannot read the tables");
}

/* One integer that a query gives; false on failure. No row counts as failure. */
static bool query_integer(Store *store, const char *sql, int64_t *value) {
    sqlite3_stmt *statement;
    if (!prepare(store, sql, &statement))
        return false;
    bool is_row = sqlite3_step(statement) == SQLITE_ROW;
    if (is_row)
        *value = sqlite3_column_int64(statement, 0);
    else
        fail_sqlite(store, "cannot read");
    sqlite3_finalize(statement);
    return is_row;
}

static char *copy_text(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy != NULL)
        memcpy(copy, text, size);
    return copy;
}

/* "" for NULL. The text is the statement's. */
static const char *column_text(sqlite3_stmt *statement, int column) {
    const unsigned char *text = sqlite3_column_text(statement, column);
    return text != NULL ? (const char *)text : "";
}

/* NULL for NULL; false: no memory. */
static bool column_copy(sqlite3_stmt *statement, int column, const char **copy) {
    *copy = NULL;
    if (sqlite3_column_type(statement, column) == SQLITE_NULL)
        return true;
    *copy = copy_text(column_text(statement, column));
    return *copy != NULL;
}

static void bind_text(sqlite3_stmt *statement, int index, const char *text) {
    /* A failed bind leaves NULL, which the NOT NULL columns refuse: seen by the step. */
    if (text != NULL)
        sqlite3_bind_text(statement, index, text, -1, SQLITE_TRANSIENT);
    else
        sqlite3_bind_null(statement, index);
}

static void bind_integers(sqlite3_stmt *statement, int first, const int64_t *values, int count) {
    for (int i = 0; i < count; i++)
        sqlite3_bind_int64(statement, first + i, values[i]);
}

/* Steps a statement that gives no rows, and makes it ready for the next time. */
static bool step_done(Store *store, sqlite3_stmt *statement, const char *doing) {
    bool is_done = sqlite3_step(statement) == SQLITE_DONE;
    if (!is_done)
        fail_sqlite(store, doing);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return is_done;
}

static bool begin(Store *store, const char *doing) {
    return execute(store, "BEGIN IMMEDIATE", doing);
}

/* Ends the transaction as `is_good` says; what failed before keeps its error text. */
static bool finish(Store *store, bool is_good, const char *doing) {
    if (is_good && execute(store, "COMMIT", doing))
        return true;
    /* Some errors (disk full) have rolled back already; then this says so and is ignored. */
    sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

/* ---- Opening and closing -------------------------------------------------------------------- */

static void clear_run(Store *store) {
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
    clear_run(store);
    sqlite3_finalize(store->insert_game);
    sqlite3_finalize(store->insert_move);
    sqlite3_close(store->db);
    free(store->path);
    free(store);
}

void store_close(Store *store) {
    if (store == NULL)
        return;
    sqlite3_finalize(store->insert_game);
    sqlite3_finalize(store->insert_move);
    store->insert_game = store->insert_move = NULL;
    /* Leaves one file that can be copied and read anywhere. Refused while another program reads
     * it, which does no harm: the log stays beside it and holds what is missing. */
    if (sqlite3_db_readonly(store->db, "main") == 0)
        sqlite3_exec(store->db, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
    release(store);
}

/* Is it our file, of a version that we understand? *is_new: it has nothing in it yet. Within a
 * transaction, as another program may be making it just now. */
static bool check_file_as_it_is(Store *store, bool *is_new) {
    int64_t application, version, tables;
    if (!query_integer(store, "PRAGMA application_id", &application) ||
        !query_integer(store, "PRAGMA user_version", &version) ||
        !query_integer(store, "SELECT count(*) FROM sqlite_master", &tables))
        return false;
    *is_new = application == 0 && version == 0 && tables == 0;
    if (*is_new)
        return true;
    if (application != APPLICATION_ID)
        return fail(store, "is a database of another program");
    if (version != SCHEMA_VERSION)
        return fail(store, "is of version %" PRId64 ", this program knows version %d", version,
                    SCHEMA_VERSION);
    return true;
}

static bool check_file(Store *store, bool *is_new) {
    return execute(store, "BEGIN", "cannot be read") &&
           finish(store, check_file_as_it_is(store, is_new), "cannot be read");
}

/* Unless another program has made it since. */
static bool create_schema(Store *store) {
    bool is_new = false;
    char mark[80];
    snprintf(mark, sizeof(mark), "PRAGMA application_id = %d; PRAGMA user_version = %d",
             APPLICATION_ID, SCHEMA_VERSION);
    if (!begin(store, "cannot be created"))
        return false;
    bool is_good = check_file_as_it_is(store, &is_new) &&
                   (!is_new || (execute(store, schema, "cannot be created") &&
                                execute(store, mark, "cannot be created")));
    return finish(store, is_good, "cannot be created");
}

static Store *open_file(const char *path, int flags, char *error, size_t size) {
    Store *store = calloc(1, sizeof(*store));
    if (store == NULL || (store->path = copy_text(path)) == NULL) {
        free(store);
        snprintf(error, size, "%s: out of memory", path);
        return NULL;
    }
    if (sqlite3_open_v2(path, &store->db, flags, NULL) != SQLITE_OK) {
        snprintf(error, size, "%s: %s", path,
                 store->db != NULL ? sqlite3_errmsg(store->db) : "out of memory");
        release(store);
        return NULL;
    }
    sqlite3_extended_result_codes(store->db, 1);
    sqlite3_busy_timeout(store->db, BUSY_MS);
    return store;
}

/* Keeps the error for the caller and gives NULL. */
static Store *refuse(Store *store, char *error, size_t size) {
    snprintf(error, size, "%s", store->error);
    release(store);
    return NULL;
}

/* Where a write-ahead log is impossible SQLite keeps its rollback journal, as safe but slower; FULL
 * flushes every commit to the disk in either mode. When several programs change the mode at once
 * SQLite refuses without waiting, so this waits itself. */
static bool set_modes(Store *store) {
    enum { PAUSE_MS = 10 };
    const char *wal = "PRAGMA journal_mode = WAL";
    int code, waited_ms = 0;
    sqlite3_busy_timeout(store->db, 0);
    while ((code = sqlite3_exec(store->db, wal, NULL, NULL, NULL) & 0xFF) == SQLITE_BUSY &&
           waited_ms < BUSY_MS)
        waited_ms += sqlite3_sleep(PAUSE_MS);
    bool is_good = (code == SQLITE_OK || fail_sqlite(store, "cannot be written")) &&
                   execute(store, "PRAGMA synchronous = FULL", "cannot be written");
    sqlite3_busy_timeout(store->db, BUSY_MS);
    return is_good;
}

Store *store_open(const char *path, char *error, size_t size) {
    Store *store = open_file(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, error, size);
    bool is_new = false;
    if (store == NULL)
        return NULL;
    if (!check_file(store, &is_new))
        return refuse(store, error, size);
    if (sqlite3_db_readonly(store->db, "main") != 0) {
        fail(store, "cannot be written");
        return refuse(store, error, size);
    }
    if (!set_modes(store) || (is_new && !create_schema(store)))
        return refuse(store, error, size);
    return store;
}

Store *store_open_read_only(const char *path, char *error, size_t size) {
    Store *store = open_file(path, SQLITE_OPEN_READONLY, error, size);
    bool is_new = false;
    if (store == NULL)
        return NULL;
    if (check_file(store, &is_new) && is_new)
        fail(store, "holds no tournament");
    else if (store->error[0] == '\0')
        return store;
    return refuse(store, error, size);
}

/* ---- Runs ----------------------------------------------------------------------------------- */

static bool read_engines(Store *store) {
    sqlite3_stmt *statement;
    if (!prepare(store,
                 "SELECT name, command, version, author, country, id, count(*) OVER () FROM engine"
                 " WHERE run = ? ORDER BY id",
                 &statement))
        return false;
    sqlite3_bind_int64(statement, 1, store->run.id);
    bool is_good = true;
    int status;
    while (is_good && (status = sqlite3_step(statement)) == SQLITE_ROW) {
        if (store->engines == NULL) {
            size_t count = (size_t)sqlite3_column_int64(statement, 6);
            store->engines = calloc(count, sizeof(*store->engines));
        }
        if (store->engines == NULL) {
            is_good = fail(store, "out of memory");
        } else if (sqlite3_column_int64(statement, 5) != store->run.engine_count) {
            is_good =
                fail(store, "is damaged: engines of run %" PRId64 " are missing", store->run.id);
        } else {
            StoreEngine *engine = &store->engines[store->run.engine_count++];
            if (!column_copy(statement, 0, &engine->name) ||
                !column_copy(statement, 1, &engine->command) ||
                !column_copy(statement, 2, &engine->version) ||
                !column_copy(statement, 3, &engine->author) ||
                !column_copy(statement, 4, &engine->country))
                is_good = fail(store, "out of memory");
            else if (engine->name == NULL || engine->command == NULL)
                is_good = fail(store, "is damaged: an engine of run %" PRId64 " has no name",
                               store->run.id);
        }
    }
    if (is_good && status != SQLITE_DONE)
        is_good = fail_sqlite(store, "cannot read");
    sqlite3_finalize(statement);
    store->run.engines = store->engines;
    if (is_good && store->run.engine_count == 0)
        is_good = fail(store, "is damaged: run %" PRId64 " has no engines", store->run.id);
    return is_good;
}

static bool read_run_row(Store *store, sqlite3_stmt *statement) {
    StoreRun *run = &store->run;
    run->id = sqlite3_column_int64(statement, 0);
    run->started = sqlite3_column_int64(statement, 1);
    run->rule = sqlite3_column_int(statement, 2);
    run->width = sqlite3_column_int(statement, 3);
    run->height = sqlite3_column_int(statement, 4);
    run->seed = (uint64_t)sqlite3_column_int64(statement, 5);
    run->planned = sqlite3_column_int64(statement, 6);
    run->has_sprt = sqlite3_column_type(statement, 7) != SQLITE_NULL;
    if (run->has_sprt) {
        int model = sqlite3_column_int(statement, 7);
        if (model < 0 || model >= SPRT_MODELS)
            return fail(store, "is damaged: run %" PRId64 " has no known test", run->id);
        run->sprt =
            (Sprt){(SprtModel)model, sqlite3_column_double(statement, 8),
                   sqlite3_column_double(statement, 9), sqlite3_column_double(statement, 10),
                   sqlite3_column_double(statement, 11)};
    }
    store->settings = copy_text(column_text(statement, 12));
    if (store->settings == NULL)
        return fail(store, "out of memory");
    run->settings = store->settings;
    return true;
}

bool store_select_run(Store *store, int64_t id) {
    sqlite3_stmt *statement;
    clear_run(store);
    if (!prepare(store,
                 "SELECT id, started, rule, width, height, seed, planned, sprt_model, elo0, elo1,"
                 " alpha, beta, settings FROM run WHERE ?1 = 0 OR id = ?1 ORDER BY id DESC LIMIT 1",
                 &statement))
        return false;
    sqlite3_bind_int64(statement, 1, id);
    int status = sqlite3_step(statement);
    bool is_good = false;
    if (status == SQLITE_ROW)
        is_good = read_run_row(store, statement);
    else if (status != SQLITE_DONE)
        fail_sqlite(store, "cannot read");
    else if (id == 0)
        fail(store, "holds no tournament");
    else
        fail(store, "holds no run %" PRId64, id);
    sqlite3_finalize(statement);
    if (!is_good || !read_engines(store)) {
        clear_run(store);
        return false;
    }
    return true;
}

const StoreRun *store_run(const Store *store) {
    return &store->run;
}

static bool insert_engines(Store *store, int64_t run_id, const StoreRun *run) {
    sqlite3_stmt *statement;
    if (!prepare(store,
                 "INSERT INTO engine (run, id, name, command, version, author, country)"
                 " VALUES (?, ?, ?, ?, ?, ?, ?)",
                 &statement))
        return false;
    bool is_good = true;
    for (int i = 0; i < run->engine_count && is_good; i++) {
        const StoreEngine *engine = &run->engines[i];
        bind_integers(statement, 1, (const int64_t[]){run_id, i}, 2);
        bind_text(statement, 3, engine->name != NULL ? engine->name : "");
        bind_text(statement, 4, engine->command != NULL ? engine->command : "");
        bind_text(statement, 5, engine->version);
        bind_text(statement, 6, engine->author);
        bind_text(statement, 7, engine->country);
        is_good = step_done(store, statement, "cannot record the engines");
    }
    sqlite3_finalize(statement);
    return is_good;
}

static bool insert_run(Store *store, const StoreRun *run, int64_t *id) {
    static const char doing[] = "cannot record the run";
    sqlite3_stmt *statement;
    if (!prepare(store,
                 "INSERT INTO run (started, rule, width, height, seed, planned, sprt_model, elo0,"
                 " elo1, alpha, beta, settings) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                 &statement))
        return false;
    bind_integers(statement, 1,
                  (const int64_t[]){(int64_t)time(NULL), run->rule, run->width, run->height,
                                    (int64_t)run->seed, run->planned},
                  6);
    if (run->has_sprt) {
        sqlite3_bind_int(statement, 7, (int)run->sprt.model);
        sqlite3_bind_double(statement, 8, run->sprt.elo0);
        sqlite3_bind_double(statement, 9, run->sprt.elo1);
        sqlite3_bind_double(statement, 10, run->sprt.alpha);
        sqlite3_bind_double(statement, 11, run->sprt.beta);
    }
    bind_text(statement, 12, run->settings != NULL ? run->settings : "");
    bool is_good = step_done(store, statement, doing);
    sqlite3_finalize(statement);
    *id = sqlite3_last_insert_rowid(store->db);
    return is_good;
}

bool store_begin_run(Store *store, const StoreRun *run) {
    static const char doing[] = "cannot record the run";
    int64_t id = 0;
    if (!begin(store, doing))
        return false;
    bool is_good = insert_run(store, run, &id) && insert_engines(store, id, run);
    return finish(store, is_good, doing) && store_select_run(store, id);
}

bool store_resume_run(Store *store, const StoreRun *run) {
    if (!store_select_run(store, 0))
        return false;
    const StoreRun *old = &store->run;
    const char *differs = NULL;
    if (old->rule != run->rule)
        differs = "rule";
    else if (old->width != run->width || old->height != run->height)
        differs = "board size";
    else if (old->engine_count != run->engine_count)
        differs = "number of engines";
    for (int i = 0; i < run->engine_count && differs == NULL; i++)
        if (strcmp(old->engines[i].command, run->engines[i].command) != 0)
            differs = "engines";
    if (differs == NULL && strcmp(old->settings, run->settings != NULL ? run->settings : "") != 0)
        differs = "settings";
    if (differs != NULL) {
        fail(store, "cannot resume: the %s of its newest run differ from the ones given", differs);
        clear_run(store);
        return false;
    }
    char sql[100];
    snprintf(sql, sizeof(sql), "UPDATE run SET planned = %" PRId64 " WHERE id = %" PRId64,
             run->planned, old->id);
    store->run.planned = run->planned;
    return execute(store, sql, "cannot record the run");
}

bool store_set_engine(Store *store, int engine, const StoreEngine *about) {
    assert(engine >= 0 && engine < store->run.engine_count);
    sqlite3_stmt *statement;
    int64_t run_id = store->run.id;
    if (!prepare(store,
                 "UPDATE engine SET name = coalesce(?3, name), version = coalesce(?4, version),"
                 " author = coalesce(?5, author), country = coalesce(?6, country)"
                 " WHERE run = ?1 AND id = ?2",
                 &statement))
        return false;
    bind_integers(statement, 1, (const int64_t[]){run_id, engine}, 2);
    bind_text(statement, 3, about->name);
    bind_text(statement, 4, about->version);
    bind_text(statement, 5, about->author);
    bind_text(statement, 6, about->country);
    bool is_good = step_done(store, statement, "cannot record the engine");
    sqlite3_finalize(statement);
    return is_good && store_select_run(store, run_id);
}

/* ---- Writing games -------------------------------------------------------------------------- */

static bool prepare_inserts(Store *store) {
    if (store->insert_game == NULL &&
        !prepare(store,
                 "INSERT INTO game (run, number, round, game, pair, black, white, white_is_first,"
                 " is_swap2, is_continuous, rule, width, height, opening, transform, started_ms,"
                 " duration_ms, black_memory, white_memory, result, reason, detail)"
                 " VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
                 &store->insert_game))
        return false;
    return store->insert_move != NULL ||
           prepare(store,
                   "INSERT INTO move (run, game, ply, x, y, is_opening, time_us, score, depth,"
                   " nodes, messages) VALUES (?,?,?,?,?,?,?,?,?,?,?)",
                   &store->insert_move);
}

static bool insert_game(Store *store, const GameRecord *game, const char *doing) {
    sqlite3_stmt *statement = store->insert_game;
    const int64_t values[] = {store->run.id,
                              game->number,
                              game->round,
                              game->game,
                              game->pair,
                              game->engine[GAME_BLACK],
                              game->engine[GAME_WHITE],
                              game->white_is_first,
                              game->is_swap2,
                              game->is_continuous,
                              (int64_t)game->rule,
                              game->width,
                              game->height,
                              game->opening,
                              game->transform,
                              game->started_ms,
                              game->duration_ms,
                              (int64_t)game->memory[GAME_BLACK],
                              (int64_t)game->memory[GAME_WHITE]};
    enum { VALUES = sizeof(values) / sizeof(values[0]) };
    bind_integers(statement, 1, values, VALUES);
    bind_text(statement, VALUES + 1, game_result_word(game->result));
    bind_text(statement, VALUES + 2, game_reason_word(game->reason));
    bind_text(statement, VALUES + 3, game->detail);
    return step_done(store, statement, doing);
}

static bool insert_moves(Store *store, const GameRecord *game, const char *doing) {
    for (size_t ply = 0; ply < game->move_count; ply++) {
        const GameMove *move = &game->moves[ply];
        sqlite3_stmt *statement = store->insert_move;
        bind_integers(statement, 1,
                      (const int64_t[]){store->run.id, game->number, (int64_t)ply, move->x, move->y,
                                        ply < game->opening_count, move->time_us},
                      7);
        if (move->has_score)
            bind_integers(statement, 8,
                          (const int64_t[]){move->score, move->depth, (int64_t)move->nodes}, 3);
        if (move->messages != NULL && move->messages[0] != '\0')
            bind_text(statement, 11, move->messages);
        if (!step_done(store, statement, doing))
            return false;
    }
    return true;
}

bool store_add_game(Store *store, const GameRecord *game) {
    char doing[60];
    assert(store->run.id != 0);
    snprintf(doing, sizeof(doing), "cannot record game %" PRId64, game->number);
    if (!prepare_inserts(store) || !begin(store, doing))
        return false;
    bool is_good = insert_game(store, game, doing) && insert_moves(store, game, doing);
    return finish(store, is_good, doing);
}

/* ---- Reading games -------------------------------------------------------------------------- */

bool store_done(Store *store, bool *is_done, size_t count) {
    sqlite3_stmt *statement;
    memset(is_done, 0, count * sizeof(*is_done));
    if (!prepare(store, "SELECT number FROM game WHERE run = ?", &statement))
        return false;
    sqlite3_bind_int64(statement, 1, store->run.id);
    int status;
    while ((status = sqlite3_step(statement)) == SQLITE_ROW) {
        int64_t number = sqlite3_column_int64(statement, 0);
        if (number >= 1 && (uint64_t)number <= count)
            is_done[number - 1] = true;
    }
    if (status != SQLITE_DONE)
        fail_sqlite(store, "cannot read the games");
    sqlite3_finalize(statement);
    return status == SQLITE_DONE;
}

int64_t store_game_count(Store *store) {
    char sql[80];
    int64_t count;
    snprintf(sql, sizeof(sql), "SELECT count(*) FROM game WHERE run = %" PRId64, store->run.id);
    return query_integer(store, sql, &count) ? count : -1;
}

static bool result_of_word(const char *word, GameResult *result) {
    for (int i = GAME_UNDECIDED; i <= GAME_DRAWN; i++) {
        if (strcmp(word, game_result_word((GameResult)i)) == 0) {
            *result = (GameResult)i;
            return true;
        }
    }
    return false;
}

/* Integer of a column; sets *is_good to false if it is outside the range. */
static int column_int_in(sqlite3_stmt *statement, int column, int64_t low, int64_t high,
                         bool *is_good) {
    int64_t value = sqlite3_column_int64(statement, column);
    if (value < low || value > high) {
        *is_good = false;
        return (int)low;
    }
    return (int)value;
}

/* A file may come from anywhere: nothing in it is believed. */
static bool read_game_row(Store *store, sqlite3_stmt *statement, GameRecord *game) {
    bool is_good = true;
    game->number = sqlite3_column_int64(statement, 0);
    is_good = game->number >= 1 && game->number <= NUMBER_MAX;
    game->round = column_int_in(statement, 1, INT32_MIN, INT32_MAX, &is_good);
    game->game = column_int_in(statement, 2, INT32_MIN, INT32_MAX, &is_good);
    game->pair = sqlite3_column_int64(statement, 3);
    for (int color = 0; color < 2; color++) {
        int last = store->run.engine_count - 1;
        game->engine[color] = column_int_in(statement, 4 + color, 0, last, &is_good);
        if (is_good)
            snprintf(game->name[color], GAME_NAME_MAX, "%s",
                     store->engines[game->engine[color]].name);
        game->memory[color] = (uint64_t)sqlite3_column_int64(statement, 16 + color);
    }
    game->white_is_first = sqlite3_column_int(statement, 6) != 0;
    game->is_swap2 = sqlite3_column_int(statement, 7) != 0;
    game->is_continuous = sqlite3_column_int(statement, 8) != 0;
    game->rule = (GameRule)column_int_in(statement, 9, 0, 9, &is_good);
    game->width = column_int_in(statement, 10, GAME_MIN_SIZE, GAME_MAX_SIZE, &is_good);
    game->height = column_int_in(statement, 11, GAME_MIN_SIZE, GAME_MAX_SIZE, &is_good);
    game->opening = sqlite3_column_int64(statement, 12);
    game->transform = column_int_in(statement, 13, 0, 7, &is_good);
    game->started_ms = sqlite3_column_int64(statement, 14);
    game->duration_ms = sqlite3_column_int64(statement, 15);
    is_good = is_good && game->engine[GAME_BLACK] != game->engine[GAME_WHITE] &&
              referee_knows_rule((int)game->rule) && ((int)game->rule & REFEREE_CONTINUOUS) == 0 &&
              result_of_word(column_text(statement, 18), &game->result) &&
              game_reason_parse(column_text(statement, 19), &game->reason);
    snprintf(game->detail, GAME_DETAIL_MAX, "%s", column_text(statement, 20));
    return is_good || fail(store, "is damaged: game %" PRId64 " makes no sense", game->number);
}

static bool read_move_row(Store *store, sqlite3_stmt *statement, GameRecord *game) {
    bool is_good = true;
    GameMove move = {0};
    move.x = column_int_in(statement, 0, 0, game->width - 1, &is_good);
    move.y = column_int_in(statement, 1, 0, game->height - 1, &is_good);
    move.is_opening = sqlite3_column_int(statement, 2) != 0;
    move.time_us = sqlite3_column_int64(statement, 3);
    move.has_score = sqlite3_column_type(statement, 4) != SQLITE_NULL;
    if (move.has_score) {
        move.score = column_int_in(statement, 4, INT32_MIN, INT32_MAX, &is_good);
        move.depth = column_int_in(statement, 5, 0, INT32_MAX, &is_good);
        move.nodes = (uint64_t)sqlite3_column_int64(statement, 6);
    }
    if (sqlite3_column_type(statement, 7) != SQLITE_NULL)
        move.messages = (char *)column_text(statement, 7); /* copied by the append */
    is_good = is_good && move.time_us >= 0 && move.time_us <= time_max_us;
    if (!is_good || game->move_count >= GAME_MAX_CELLS)
        return fail(store, "is damaged: game %" PRId64 " has an impossible move", game->number);
    if (!game_record_append(game, &move))
        return fail(store, "out of memory");
    game->opening_count += move.is_opening;
    return true;
}

static bool read_moves(Store *store, sqlite3_stmt *statement, GameRecord *game) {
    bind_integers(statement, 1, (const int64_t[]){store->run.id, game->number}, 2);
    bool is_good = true;
    int status = SQLITE_DONE;
    while (is_good && (status = sqlite3_step(statement)) == SQLITE_ROW)
        is_good = read_move_row(store, statement, game);
    if (is_good && status != SQLITE_DONE)
        is_good = fail_sqlite(store, "cannot read the moves");
    sqlite3_reset(statement);
    return is_good;
}

static bool each_game(Store *store, sqlite3_stmt *games, sqlite3_stmt *moves, StoreGameFn fn,
                      void *context) {
    int status;
    sqlite3_bind_int64(games, 1, store->run.id);
    while ((status = sqlite3_step(games)) == SQLITE_ROW) {
        GameRecord game;
        game_record_init(&game);
        bool is_good = read_game_row(store, games, &game) &&
                       (moves == NULL || read_moves(store, moves, &game));
        bool goes_on = is_good && fn(&game, context);
        game_record_release(&game);
        if (!goes_on)
            return is_good;
    }
    return status == SQLITE_DONE || fail_sqlite(store, "cannot read the games");
}

bool store_each_game(Store *store, StoreDetail detail, StoreGameFn fn, void *context) {
    sqlite3_stmt *games = NULL, *moves = NULL;
    if (!prepare(store,
                 "SELECT number, round, game, pair, black, white, white_is_first, is_swap2,"
                 " is_continuous, rule, width, height, opening, transform, started_ms, duration_ms,"
                 " black_memory, white_memory, result, reason, detail"
                 " FROM game WHERE run = ? ORDER BY number",
                 &games))
        return false;
    const char *columns = detail == STORE_EVERYTHING
                              ? "SELECT x, y, is_opening, time_us, score, depth, nodes, messages"
                                " FROM move WHERE run = ? AND game = ? ORDER BY ply"
                              : "SELECT x, y, is_opening, time_us, score, depth, nodes, NULL"
                                " FROM move WHERE run = ? AND game = ? ORDER BY ply";
    /* One transaction, so that games and moves are of one moment. */
    bool is_good = (detail == STORE_RESULTS || prepare(store, columns, &moves)) &&
                   execute(store, "BEGIN", "cannot read the games");
    if (is_good) {
        is_good = each_game(store, games, moves, fn, context);
        sqlite3_reset(games);
        sqlite3_exec(store->db, "COMMIT", NULL, NULL, NULL);
    }
    sqlite3_finalize(games);
    sqlite3_finalize(moves);
    return is_good;
}

/* ---- Notes ---------------------------------------------------------------------------------- */

bool store_set_note(Store *store, const char *key, int64_t value) {
    sqlite3_stmt *statement;
    if (!prepare(store, "INSERT OR REPLACE INTO note VALUES (?, ?, ?)", &statement))
        return false;
    sqlite3_bind_int64(statement, 1, store->run.id);
    bind_text(statement, 2, key);
    sqlite3_bind_int64(statement, 3, value);
    bool is_done = step_done(store, statement, "cannot write");
    sqlite3_finalize(statement);
    return is_done;
}

bool store_note(Store *store, const char *key, int64_t *value) {
    sqlite3_stmt *statement;
    if (!prepare(store, "SELECT value FROM note WHERE run = ? AND key = ?", &statement))
        return false;
    sqlite3_bind_int64(statement, 1, store->run.id);
    bind_text(statement, 2, key);
    int status = sqlite3_step(statement);
    if (status == SQLITE_ROW)
        *value = sqlite3_column_int64(statement, 0);
    else if (status != SQLITE_DONE)
        fail_sqlite(store, "cannot read");
    sqlite3_finalize(statement);
    return status == SQLITE_ROW || status == SQLITE_DONE;
}
