/* runs.c: the runs of the store, their engines and notes. */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "shared/referee/referee.h"
#include "store/database.h"

static const int64_t started_max = INT64_C(253402300799); /* the end of the year 9999 */

/* ---- Reading ----------------------------------------------------------------------------- */

static bool read_engines(Store *store) {
    sqlite3_stmt *statement;
    if (!db_prepare(
            store,
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
            is_good = db_lack_memory(store);
        } else if (sqlite3_column_int64(statement, 5) != store->run.engine_count) {
            is_good =
                db_fail(store, "is damaged: engines of run %" PRId64 " are missing", store->run.id);
        } else {
            StoreEngine *engine = &store->engines[store->run.engine_count++];
            if (!db_column_copy(statement, 0, &engine->name) ||
                !db_column_copy(statement, 1, &engine->command) ||
                !db_column_copy(statement, 2, &engine->version) ||
                !db_column_copy(statement, 3, &engine->author) ||
                !db_column_copy(statement, 4, &engine->country))
                is_good = db_lack_memory(store);
            else if (engine->name == NULL || engine->command == NULL)
                is_good = db_fail(store, "is damaged: an engine of run %" PRId64 " has no name",
                                  store->run.id);
        }
    }
    if (is_good && status != SQLITE_DONE)
        is_good = db_fail_sqlite(store, "cannot read");
    sqlite3_finalize(statement);
    store->run.engines = store->engines;
    if (is_good && store->run.engine_count == 0)
        is_good = db_fail(store, "is damaged: run %" PRId64 " has no engines", store->run.id);
    return is_good;
}

/* Reads the sequential test; NULL if the run has none. */
static bool read_test(sqlite3_stmt *statement, int column, StoreRun *run) {
    bool is_good = true;
    run->has_sprt = sqlite3_column_type(statement, column) != SQLITE_NULL;
    if (!run->has_sprt)
        return true;
    run->sprt.model = (SprtModel)db_column_int(statement, column, 0, SPRT_MODELS - 1, &is_good);
    run->sprt.elo0 = sqlite3_column_double(statement, column + 1);
    run->sprt.elo1 = sqlite3_column_double(statement, column + 2);
    run->sprt.alpha = sqlite3_column_double(statement, column + 3);
    run->sprt.beta = sqlite3_column_double(statement, column + 4);
    return is_good && sprt_is_valid(&run->sprt);
}

/* Reads a row and checks every value, as read_game_row() does. */
static bool read_run_row(Store *store, sqlite3_stmt *statement) {
    StoreRun *run = &store->run;
    bool is_good = true;
    run->id = sqlite3_column_int64(statement, 0);
    run->started = sqlite3_column_int64(statement, 1);
    run->width = db_column_int(statement, 3, GAME_MIN_SIZE, GAME_MAX_SIZE, &is_good);
    run->height = db_column_int(statement, 4, GAME_MIN_SIZE, GAME_MAX_SIZE, &is_good);
    if (!is_good)
        return db_fail(store, "is damaged: run %" PRId64 " has no known board", run->id);
    run->rule = db_column_int(statement, 2, 0, INT32_MAX, &is_good);
    if (!is_good || !referee_knows_rule(run->rule))
        return db_fail(store, "is damaged: run %" PRId64 " has no known rule", run->id);
    run->seed = (uint64_t)sqlite3_column_int64(statement, 5);
    run->planned = sqlite3_column_int64(statement, 6);
    if (run->started < 0 || run->started > started_max || run->planned < 0)
        return db_fail(store, "is damaged: run %" PRId64 " is invalid", run->id);
    if (!read_test(statement, 7, run))
        return db_fail(store, "is damaged: run %" PRId64 " has no known test", run->id);
    const char *settings = db_column_text(statement, 12);
    if (!db_row_is_whole(store, statement))
        return false;
    store->settings = db_copy_text(settings);
    if (store->settings == NULL)
        return db_lack_memory(store);
    run->settings = store->settings;
    return true;
}

bool store_select_run(Store *store, int64_t id) {
    sqlite3_stmt *statement;
    db_clear_run(store);
    if (!db_prepare(
            store,
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
        db_fail_sqlite(store, "cannot read");
    else if (id == 0)
        db_fail(store, "holds no run yet");
    else
        db_fail(store, "holds no run %" PRId64, id);
    sqlite3_finalize(statement);
    if (!is_good || !read_engines(store)) {
        db_clear_run(store);
        return false;
    }
    return true;
}

const StoreRun *store_run(const Store *store) {
    return &store->run;
}

/* ---- Writing ----------------------------------------------------------------------------- */

static bool is_same_test(const StoreRun *a, const StoreRun *b) {
    const double x[] = {a->sprt.elo0, a->sprt.elo1, a->sprt.alpha, a->sprt.beta};
    const double y[] = {b->sprt.elo0, b->sprt.elo1, b->sprt.alpha, b->sprt.beta};
    if (!a->has_sprt || !b->has_sprt)
        return a->has_sprt == b->has_sprt;
    return a->sprt.model == b->sprt.model && memcmp(x, y, sizeof x) == 0;
}

static bool insert_engines(Store *store, int64_t run_id, const StoreRun *run) {
    sqlite3_stmt *statement;
    if (!db_prepare(store,
                    "INSERT INTO engine (run, id, name, command, version, author, country)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?)",
                    &statement))
        return false;
    bool is_good = true;
    for (int i = 0; i < run->engine_count && is_good; i++) {
        const StoreEngine *engine = &run->engines[i];
        db_bind_integers(statement, 1, (const int64_t[]){run_id, i}, 2);
        db_bind_text(statement, 3, engine->name != NULL ? engine->name : "");
        db_bind_text(statement, 4, engine->command != NULL ? engine->command : "");
        db_bind_text(statement, 5, engine->version);
        db_bind_text(statement, 6, engine->author);
        db_bind_text(statement, 7, engine->country);
        is_good = db_step_done(store, statement, "cannot record the engines");
    }
    sqlite3_finalize(statement);
    return is_good;
}

static bool insert_run(Store *store, const StoreRun *run, int64_t *id) {
    static const char doing[] = "cannot record the run";
    sqlite3_stmt *statement;
    if (!db_prepare(
            store,
            "INSERT INTO run (started, rule, width, height, seed, planned, sprt_model, elo0,"
            " elo1, alpha, beta, settings) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            &statement))
        return false;
    db_bind_integers(statement, 1,
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
    db_bind_text(statement, 12, run->settings != NULL ? run->settings : "");
    bool is_good = db_step_done(store, statement, doing);
    sqlite3_finalize(statement);
    *id = sqlite3_last_insert_rowid(store->db);
    return is_good;
}

bool store_begin_run(Store *store, const StoreRun *run) {
    static const char doing[] = "cannot record the run";
    int64_t id = 0;
    if (!db_begin(store, doing))
        return false;
    bool is_good = insert_run(store, run, &id) && insert_engines(store, id, run);
    return db_finish(store, is_good, doing) && store_select_run(store, id);
}

bool store_holds_none(Store *store, bool *is_empty) {
    int64_t count = 0;
    bool is_known = db_query_integer(store, "SELECT count(*) FROM run", &count);
    *is_empty = is_known && count == 0;
    return is_known;
}

bool store_drop_run(Store *store) {
    static const char doing[] = "cannot remove the run";
    static const char *const tables[] = {"note", "program", "engine", "run"};
    if (!db_begin(store, doing))
        return false;
    bool is_good = true;
    for (size_t i = 0; i < sizeof tables / sizeof *tables && is_good; i++) {
        char sql[100];
        bool is_run = i + 1 == sizeof tables / sizeof *tables;
        snprintf(sql, sizeof sql, "DELETE FROM %s WHERE %s = %" PRId64, tables[i],
                 is_run ? "id" : "run", store->run.id);
        is_good = db_execute(store, sql, doing);
    }
    db_clear_run(store);
    return db_finish(store, is_good, doing);
}

bool store_resume_run(Store *store, const StoreRun *run) {
    if (!store_select_run(store, 0))
        return false;
    const StoreRun *old = &store->run;
    const char *differs = NULL;
    if (old->rule != run->rule)
        differs = "rule differs";
    else if (old->width != run->width || old->height != run->height)
        differs = "board size differs";
    else if (old->engine_count != run->engine_count)
        differs = "number of engines differs";
    for (int i = 0; i < run->engine_count && differs == NULL; i++)
        if (strcmp(old->engines[i].command, run->engines[i].command) != 0)
            differs = "engines differ";
    if (differs == NULL && !is_same_test(old, run))
        differs = "bounds of the sequential test (-sprt) differ";
    if (differs == NULL && strcmp(old->settings, run->settings != NULL ? run->settings : "") != 0)
        differs = "settings differ";
    if (differs != NULL) {
        db_fail(store, "cannot resume: the %s from its newest run's", differs);
        db_clear_run(store);
        return false;
    }
    char sql[100];
    snprintf(sql, sizeof(sql), "UPDATE run SET planned = %" PRId64 " WHERE id = %" PRId64,
             run->planned, old->id);
    store->run.planned = run->planned;
    return db_execute(store, sql, "cannot record the run");
}

bool store_set_engine(Store *store, int engine, const StoreEngine *about) {
    assert(engine >= 0 && engine < store->run.engine_count);
    sqlite3_stmt *statement;
    int64_t run_id = store->run.id;
    if (!db_prepare(store,
                    "UPDATE engine SET name = coalesce(?3, name), version = coalesce(?4, version),"
                    " author = coalesce(?5, author), country = coalesce(?6, country)"
                    " WHERE run = ?1 AND id = ?2",
                    &statement))
        return false;
    db_bind_integers(statement, 1, (const int64_t[]){run_id, engine}, 2);
    db_bind_text(statement, 3, about->name);
    db_bind_text(statement, 4, about->version);
    db_bind_text(statement, 5, about->author);
    db_bind_text(statement, 6, about->country);
    bool is_good = db_step_done(store, statement, "cannot record the engine");
    sqlite3_finalize(statement);
    return is_good && store_select_run(store, run_id);
}

/* ---- Notes ---------------------------------------------------------------------------------- */

bool store_set_note(Store *store, const char *key, int64_t value) {
    sqlite3_stmt *statement;
    if (!db_prepare(store, "INSERT OR REPLACE INTO note VALUES (?, ?, ?)", &statement))
        return false;
    sqlite3_bind_int64(statement, 1, store->run.id);
    db_bind_text(statement, 2, key);
    sqlite3_bind_int64(statement, 3, value);
    bool is_done = db_step_done(store, statement, "cannot write");
    sqlite3_finalize(statement);
    return is_done;
}

bool store_note(Store *store, const char *key, int64_t *value) {
    sqlite3_stmt *statement;
    if (!db_prepare(store, "SELECT value FROM note WHERE run = ? AND key = ?", &statement))
        return false;
    sqlite3_bind_int64(statement, 1, store->run.id);
    db_bind_text(statement, 2, key);
    int status = sqlite3_step(statement);
    if (status == SQLITE_ROW)
        *value = sqlite3_column_int64(statement, 0);
    else if (status != SQLITE_DONE)
        db_fail_sqlite(store, "cannot read");
    sqlite3_finalize(statement);
    return status == SQLITE_ROW || status == SQLITE_DONE;
}

bool store_set_program(Store *store, int engine, const char *hash) {
    sqlite3_stmt *statement;
    if (!db_prepare(store, "INSERT OR IGNORE INTO program (run, engine, hash) VALUES (?,?,?)",
                    &statement))
        return false;
    db_bind_integers(statement, 1, (const int64_t[]){store->run.id, engine}, 2);
    db_bind_text(statement, 3, hash);
    bool is_done = db_step_done(store, statement, "cannot record the engines' programs");
    sqlite3_finalize(statement);
    return is_done;
}

bool store_program(Store *store, int engine, char *hash, size_t size) {
    sqlite3_stmt *statement;
    hash[0] = '\0';
    if (!db_prepare(store, "SELECT hash FROM program WHERE run = ? AND engine = ?", &statement))
        return false;
    db_bind_integers(statement, 1, (const int64_t[]){store->run.id, engine}, 2);
    bool is_whole = true;
    if (sqlite3_step(statement) == SQLITE_ROW) {
        snprintf(hash, size, "%s", db_column_text(statement, 0));
        is_whole = db_row_is_whole(store, statement);
    }
    sqlite3_finalize(statement);
    return is_whole;
}
