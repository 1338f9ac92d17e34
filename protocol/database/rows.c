#include "database/rows.h"

#include "shared/notation/values.h"

#include <stdio.h>
#include <string.h>

const char *const database_statement_texts[DATABASE_STATEMENTS] = {
    [DATABASE_STATEMENT_GET] = "SELECT tag, value, depth, best, chosen, text FROM position "
                               "WHERE rule=?1 AND size=?2 AND side=?3 AND black=?4 AND white=?5",
    [DATABASE_STATEMENT_PUT] =
        "INSERT OR REPLACE INTO position VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11)",
    [DATABASE_STATEMENT_REMOVE] = "DELETE FROM position "
                                  "WHERE rule=?1 AND size=?2 AND side=?3 AND black=?4 AND white=?5",
    [DATABASE_STATEMENT_NEXT] =
        "SELECT tag, value, depth, best, chosen, text, rule, size, side, black, white "
        "FROM position WHERE (rule, size, side, black, white) > (?1, ?2, ?3, ?4, ?5) "
        "ORDER BY rule, size, side, black, white LIMIT ?6",
    [DATABASE_STATEMENT_COUNT] = "SELECT count(*) FROM position",
};

/* ---- Errors -------------------------------------------------------------------------------- */

/* Returns what the system says of a file that it does not open, else SQLite's reason. */
static const char *last_reason(sqlite3 *file) {
#ifndef _WIN32
    if (sqlite3_errcode(file) == SQLITE_CANTOPEN && sqlite3_system_errno(file) != 0)
        return strerror(sqlite3_system_errno(file));
#endif
    return sqlite3_errmsg(file);
}

bool database_fail(Database *database) {
    database->code = sqlite3_errcode(database->file);
    return database_refuse(database, last_reason(database->file));
}

bool database_refuse(Database *database, const char *reason) {
    return failure_say(&database->failure, STATUS_DATABASE, "%s", reason);
}

bool database_lack_memory(Database *database) {
    return failure_set(&database->failure, STATUS_MEMORY);
}

/* ---- Keys and columns ---------------------------------------------------------------------- */

static const char *side_name(KanameColor color) {
    return color == KANAME_BLACK ? "black" : "white";
}

bool database_bind_text(sqlite3_stmt *statement, int index, const char *text) {
    return sqlite3_bind_text(statement, index, text, -1, SQLITE_TRANSIENT) == SQLITE_OK;
}

bool database_bind_key(sqlite3_stmt *statement, const DatabasePosition *position,
                       const DatabaseKey *key) {
    return database_bind_text(statement, 1, kaname_rule_name(position->rule)) &&
           database_bind_text(statement, 2, key->size) &&
           database_bind_text(statement, 3, side_name(position->to_move)) &&
           database_bind_text(statement, 4, key->black) &&
           database_bind_text(statement, 5, key->white);
}

void database_limit(Database *database) {
    enum { LIMIT_MS = 10000 };
    database->deadline_ms = kaname_now_ms() + LIMIT_MS;
}

void database_unlimit(Database *database) {
    database->deadline_ms = 0;
}

bool database_step(Database *database, sqlite3_stmt *statement, bool is_bound) {
    if (!is_bound) /* later bindings have overwritten SQLite's error */
        return database_lack_memory(database);
    return sqlite3_step(statement) == SQLITE_DONE || database_fail(database);
}

bool database_row_is_whole(sqlite3_stmt *row) {
    return sqlite3_errcode(sqlite3_db_handle(row)) != SQLITE_NOMEM;
}

static int clamp(int value, int low, int high) {
    return value < low ? low : value > high ? high : value;
}

/* Reads the columns that every reading statement starts with. `best` stays in the key's form.
 * Values out of range, which another program may have written, are clamped. */
static void read_columns(sqlite3_stmt *row, const DatabaseKey *key, DatabaseRecord *record) {
    const char *best = (const char *)sqlite3_column_text(row, 3);
    const char *text = (const char *)sqlite3_column_text(row, 5);
    *record = (DatabaseRecord){
        .tag = clamp(sqlite3_column_int(row, 0), 0, DATABASE_TAG_MAX),
        .value = clamp(sqlite3_column_int(row, 1), -KANAME_SCORE_WIN, KANAME_SCORE_WIN),
        .depth = clamp(sqlite3_column_int(row, 2), 0, DATABASE_DEPTH_MAX),
        .is_best_chosen = sqlite3_column_int(row, 4) != 0};
    snprintf(record->text, sizeof record->text, "%s", text != NULL ? text : "");
    DatabasePosition board;
    database_position_init(&board, KANAME_RULE_FREESTYLE, key->width, key->height);
    if (best != NULL && best[0] != '\0' && database_read_stones(&board, best, KANAME_BLACK))
        for (int i = 0; i < key->width * key->height; i++)
            if (board.cells[i] == KANAME_BLACK) {
                record->best = (KanamePoint){i % key->width, i / key->width};
                record->has_best = true;
            }
    record->is_best_chosen = record->is_best_chosen && record->has_best;
}

/* ---- One row ------------------------------------------------------------------------------- */

DatabaseStatus database_get_row(Database *database, const DatabasePosition *position,
                                const DatabaseKey *key, DatabaseRecord *record) {
    sqlite3_stmt *statement = database->statements[DATABASE_STATEMENT_GET];
    database_limit(database);
    int status =
        database_bind_key(statement, position, key) ? sqlite3_step(statement) : SQLITE_NOMEM;
    if (status == SQLITE_ROW) {
        read_columns(statement, key, record);
        if (record->has_best)
            record->best = database_key_point_back(key, position, record->best);
        if (!database_row_is_whole(statement))
            status = SQLITE_NOMEM;
    }
    if (status != SQLITE_ROW && status != SQLITE_DONE)
        (void)database_fail(database);
    sqlite3_reset(statement);
    return status == SQLITE_ROW    ? DATABASE_FOUND
           : status == SQLITE_DONE ? DATABASE_NONE
                                   : DATABASE_FAILED;
}

bool database_put_row(Database *database, const DatabasePosition *position, const DatabaseKey *key,
                      const DatabaseRecord *record) {
    sqlite3_stmt *statement = database->statements[DATABASE_STATEMENT_PUT];
    database_limit(database);
    bool is_bound = database_bind_key(statement, position, key);
    sqlite3_bind_int(statement, 6, record->tag);
    sqlite3_bind_int(statement, 7, record->value);
    sqlite3_bind_int(statement, 8, record->depth);
    if (record->has_best) {
        KanamePoint best = database_key_point(key, position, record->best);
        char text[16];
        snprintf(text, sizeof text, "%c%d", 'a' + best.x, best.y + 1);
        is_bound = is_bound && database_bind_text(statement, 9, text);
    } else {
        sqlite3_bind_null(statement, 9);
    }
    sqlite3_bind_int(statement, 10, record->is_best_chosen);
    is_bound = is_bound && database_bind_text(statement, 11, record->text);
    bool is_done = database_step(database, statement, is_bound);
    sqlite3_reset(statement);
    return is_done;
}

int database_remove_row(Database *database, const DatabasePosition *position,
                        const DatabaseKey *key) {
    sqlite3_stmt *statement = database->statements[DATABASE_STATEMENT_REMOVE];
    database_limit(database);
    bool is_bound = database_bind_key(statement, position, key);
    bool is_done = database_step(database, statement, is_bound);
    sqlite3_reset(statement);
    return is_done ? sqlite3_changes(database->file) : -1;
}

/* ---- Many rows ----------------------------------------------------------------------------- */

enum { FIRST_KEY_COLUMN = 6 };

void database_cursor_release(DatabaseCursor *cursor) {
    for (int i = 0; i < DATABASE_KEY_COLUMNS; i++)
        sqlite3_value_free(cursor->key[i]);
    *cursor = (DatabaseCursor){.key = {NULL}};
}

/* Returns false if out of memory. */
static bool move_cursor(DatabaseCursor *cursor, sqlite3_stmt *row) {
    bool is_whole = true;
    database_cursor_release(cursor);
    for (int i = 0; i < DATABASE_KEY_COLUMNS; i++) {
        cursor->key[i] = sqlite3_value_dup(sqlite3_column_value(row, FIRST_KEY_COLUMN + i));
        is_whole = is_whole && cursor->key[i] != NULL;
    }
    return is_whole;
}

static bool bind_cursor(sqlite3_stmt *statement, const DatabaseCursor *cursor) {
    bool is_bound = true;
    for (int i = 0; i < DATABASE_KEY_COLUMNS; i++)
        is_bound =
            is_bound && (cursor->key[i] != NULL
                             ? sqlite3_bind_value(statement, i + 1, cursor->key[i]) == SQLITE_OK
                             : database_bind_text(statement, i + 1, ""));
    return is_bound;
}

/* Returns the text of a column; "", which no valid key has for rule and size, if it is not a text,
 * is too long, or holds NUL. */
static const char *column_text(sqlite3_stmt *row, int column) {
    const char *text = (const char *)sqlite3_column_text(row, column);
    int length = sqlite3_column_bytes(row, column);
    bool is_good = text != NULL && length < DATABASE_STONES_MAX && strlen(text) == (size_t)length;
    return is_good ? text : "";
}

bool database_read_key(sqlite3_stmt *row, int column, DatabasePosition *position) {
    enum { RULE, SIZE, SIDE, BLACK, WHITE };
    KanameRule rule;
    int width, height;
    if (!values_rule(column_text(row, column + RULE), &rule) ||
        !values_size(column_text(row, column + SIZE), &width, &height))
        return false;
    database_position_init(position, rule, width, height);
    const char *side = column_text(row, column + SIDE);
    bool is_black = strcmp(side, side_name(KANAME_BLACK)) == 0;
    if (!is_black && strcmp(side, side_name(KANAME_WHITE)) != 0)
        return false;
    position->to_move = is_black ? KANAME_BLACK : KANAME_WHITE;
    return database_read_stones(position, column_text(row, column + BLACK), KANAME_BLACK) &&
           database_read_stones(position, column_text(row, column + WHITE), KANAME_WHITE);
}

/* Returns false if the row's key is invalid. */
static bool read_row(sqlite3_stmt *statement, DatabaseRow *row) {
    if (!database_read_key(statement, FIRST_KEY_COLUMN, &row->position))
        return false;
    const DatabaseKey key = {.width = row->position.width, .height = row->position.height};
    read_columns(statement, &key, &row->record);
    return true;
}

int database_read_rows(Database *database, DatabaseCursor *cursor, DatabaseRow *rows,
                       size_t *count) {
    int passed = 0, status = SQLITE_NOMEM;
    *count = 0;
    pthread_mutex_lock(&database->lock);
    database_limit(database);
    sqlite3_stmt *statement = database->statements[DATABASE_STATEMENT_NEXT];
    bool is_bound = bind_cursor(statement, cursor);
    sqlite3_bind_int(statement, 6, DATABASE_ROWS_MAX);
    while (is_bound && (status = sqlite3_step(statement)) == SQLITE_ROW) {
        /* First: reading a blob as text would make the cursor a text. */
        bool is_kept = ++passed < DATABASE_ROWS_MAX || move_cursor(cursor, statement);
        if (read_row(statement, &rows[*count]))
            ++*count;
        if (!is_kept || !database_row_is_whole(statement)) {
            status = SQLITE_NOMEM;
            break;
        }
    }
    if (status != SQLITE_DONE)
        (void)database_fail(database);
    sqlite3_reset(statement);
    pthread_mutex_unlock(&database->lock);
    return status == SQLITE_DONE ? passed : -1;
}
