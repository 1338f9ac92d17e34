#include "database/store.h"

#include "database/keys.h"
#include "io/symmetry.h"
#include "io/values.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FILE_KIND = 0x4B6E6D65, /* "Knme", where SQLite files tell whose they are */
    FILE_VERSION = 1,
    BUSY_MS = 250,    /* patience with another process that writes */
    BATCH_ROWS = 500, /* read under one lock */
    ERROR_MAX = 256
};

typedef enum {
    STATEMENT_GET,
    STATEMENT_PUT,
    STATEMENT_REMOVE,
    STATEMENT_NEXT,
    STATEMENT_COUNT,
    STATEMENTS
} StatementKind;

static const char *const statement_texts[STATEMENTS] = {
    [STATEMENT_GET] = "SELECT tag, value, depth, best, chosen, text FROM position "
                      "WHERE rule=?1 AND size=?2 AND side=?3 AND black=?4 AND white=?5",
    [STATEMENT_PUT] = "INSERT OR REPLACE INTO position VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11)",
    [STATEMENT_REMOVE] = "DELETE FROM position "
                         "WHERE rule=?1 AND size=?2 AND side=?3 AND black=?4 AND white=?5",
    [STATEMENT_NEXT] =
        "SELECT tag, value, depth, best, chosen, text, rule, size, side, black, white "
        "FROM position WHERE (rule, size, side, black, white) > (?1, ?2, ?3, ?4, ?5) "
        "ORDER BY rule, size, side, black, white LIMIT ?6",
    [STATEMENT_COUNT] = "SELECT count(*) FROM position",
};

static const char schema[] =
    "CREATE TABLE position (rule TEXT NOT NULL, size TEXT NOT NULL, side TEXT NOT NULL,"
    " black TEXT NOT NULL, white TEXT NOT NULL, tag INTEGER NOT NULL, value INTEGER NOT NULL,"
    " depth INTEGER NOT NULL, best TEXT, chosen INTEGER NOT NULL, text TEXT NOT NULL,"
    " PRIMARY KEY (rule, size, side, black, white)) WITHOUT ROWID;";

struct Database {
    pthread_mutex_t lock; /* of all below */
    sqlite3 *file;
    sqlite3_stmt *statements[STATEMENTS];
    bool is_read_only;
    char error[ERROR_MAX];
};

/* ---- The file ---------------------------------------------------------------------------- */

static bool fail(Database *database) {
    snprintf(database->error, sizeof database->error, "%s", sqlite3_errmsg(database->file));
    return false;
}

static bool run(Database *database, const char *sql) {
    return sqlite3_exec(database->file, sql, NULL, NULL, NULL) == SQLITE_OK || fail(database);
}

static bool read_number(Database *database, const char *sql, sqlite3_int64 *number) {
    sqlite3_stmt *statement = NULL;
    bool is_read = sqlite3_prepare_v2(database->file, sql, -1, &statement, NULL) == SQLITE_OK &&
                   sqlite3_step(statement) == SQLITE_ROW;
    if (is_read)
        *number = sqlite3_column_int64(statement, 0);
    else
        (void)fail(database);
    sqlite3_finalize(statement);
    return is_read;
}

static bool refuse(Database *database, const char *reason) {
    snprintf(database->error, sizeof database->error, "%s", reason);
    return false;
}

/* Makes the table in an empty file; refuses one that is not ours. */
static bool prepare_file(Database *database) {
    char sql[512];
    sqlite3_int64 kind, version, tables;
    if (!read_number(database, "PRAGMA application_id", &kind) ||
        !read_number(database, "PRAGMA user_version", &version) ||
        !read_number(database, "SELECT count(*) FROM sqlite_master", &tables))
        return false;
    if (tables > 0 && kind != FILE_KIND)
        return refuse(database, "it is the database of another program");
    if (tables > 0 && version != FILE_VERSION)
        return refuse(database, "it was made by another version");
    if (tables > 0)
        return true;
    if (database->is_read_only)
        return refuse(database, "it is empty");
    snprintf(sql, sizeof sql,
             "BEGIN IMMEDIATE; %s PRAGMA application_id=%d; PRAGMA user_version=%d; COMMIT;",
             schema, FILE_KIND, FILE_VERSION);
    return run(database, sql);
}

static bool prepare(Database *database) {
    sqlite3_busy_timeout(database->file, BUSY_MS);
    /* Normal: a killed process loses nothing, a power cut perhaps the last changes. */
    if (!prepare_file(database) ||
        (!database->is_read_only && (!run(database, "PRAGMA journal_mode=WAL") ||
                                     !run(database, "PRAGMA synchronous=NORMAL"))))
        return false;
    for (int i = 0; i < STATEMENTS; i++)
        if (sqlite3_prepare_v2(database->file, statement_texts[i], -1, &database->statements[i],
                               NULL) != SQLITE_OK)
            return fail(database);
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
        fail(database);
    if (is_open && prepare(database))
        return database;
    snprintf(error, error_size, "%s", database->error);
    database_close(database);
    return NULL;
}

Database *database_open(const char *path, char *error, size_t error_size) {
    return open_file(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, error, error_size);
}

Database *database_open_to_read(const char *path, char *error, size_t error_size) {
    return open_file(path, SQLITE_OPEN_READONLY, error, error_size);
}

void database_close(Database *database) {
    if (database == NULL)
        return;
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(database->statements[i]);
    sqlite3_close(database->file);
    pthread_mutex_destroy(&database->lock);
    free(database);
}

const char *database_error(const Database *database) {
    return database->error;
}

/* ---- One record --------------------------------------------------------------------------- */

static const char *side_name(KanameColor color) {
    return color == KANAME_BLACK ? "black" : "white";
}

static void bind_text(sqlite3_stmt *statement, int index, const char *text) {
    sqlite3_bind_text(statement, index, text, -1, SQLITE_TRANSIENT);
}

static void bind_key(sqlite3_stmt *statement, const DatabasePosition *position,
                     const DatabaseKey *key) {
    bind_text(statement, 1, kaname_rule_name(position->rule));
    bind_text(statement, 2, key->size);
    bind_text(statement, 3, side_name(position->to_move));
    bind_text(statement, 4, key->black);
    bind_text(statement, 5, key->white);
}

static int clamp(int value, int low, int high) {
    return value < low ? low : value > high ? high : value;
}

/* The columns that all statements which read start with. `best` comes as in the file. What another
 * hand wrote into the file is put into range. */
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

static DatabaseStatus get(Database *database, const DatabasePosition *position,
                          const DatabaseKey *key, DatabaseRecord *record) {
    sqlite3_stmt *statement = database->statements[STATEMENT_GET];
    bind_key(statement, position, key);
    int status = sqlite3_step(statement);
    if (status == SQLITE_ROW) {
        read_columns(statement, key, record);
        if (record->has_best)
            record->best = database_key_point_back(key, position, record->best);
    } else if (status != SQLITE_DONE) {
        (void)fail(database);
    }
    sqlite3_reset(statement);
    return status == SQLITE_ROW    ? DATABASE_FOUND
           : status == SQLITE_DONE ? DATABASE_NONE
                                   : DATABASE_FAILED;
}

static bool put(Database *database, const DatabasePosition *position, const DatabaseKey *key,
                const DatabaseRecord *record) {
    sqlite3_stmt *statement = database->statements[STATEMENT_PUT];
    bind_key(statement, position, key);
    sqlite3_bind_int(statement, 6, record->tag);
    sqlite3_bind_int(statement, 7, record->value);
    sqlite3_bind_int(statement, 8, record->depth);
    if (record->has_best) {
        KanamePoint best = database_key_point(key, position, record->best);
        char text[16];
        snprintf(text, sizeof text, "%c%d", 'a' + best.x, best.y + 1);
        bind_text(statement, 9, text);
    } else {
        sqlite3_bind_null(statement, 9);
    }
    sqlite3_bind_int(statement, 10, record->is_best_chosen);
    bind_text(statement, 11, record->text);
    bool is_done = sqlite3_step(statement) == SQLITE_DONE || fail(database);
    sqlite3_reset(statement);
    return is_done;
}

DatabaseStatus database_get(Database *database, const DatabasePosition *position,
                            DatabaseRecord *record) {
    DatabaseKey key;
    database_key(&key, position);
    pthread_mutex_lock(&database->lock);
    DatabaseStatus status = get(database, position, &key, record);
    pthread_mutex_unlock(&database->lock);
    return status;
}

bool database_put(Database *database, const DatabasePosition *position,
                  const DatabaseRecord *record) {
    DatabaseKey key;
    database_key(&key, position);
    pthread_mutex_lock(&database->lock);
    bool is_done = put(database, position, &key, record);
    pthread_mutex_unlock(&database->lock);
    return is_done;
}

/* Is what is new worth more: does it prove what was not, prove it sooner, or look deeper? */
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
    DatabaseStatus status = get(database, position, &key, &merged);
    if (status == DATABASE_FOUND)
        merge(&merged, record);
    else
        merged = *record;
    bool is_done = status != DATABASE_FAILED && put(database, position, &key, &merged);
    pthread_mutex_unlock(&database->lock);
    return is_done;
}

/* Rows removed, -1: failed. */
static int remove_key(Database *database, const DatabasePosition *position,
                      const DatabaseKey *key) {
    sqlite3_stmt *statement = database->statements[STATEMENT_REMOVE];
    bind_key(statement, position, key);
    bool is_done = sqlite3_step(statement) == SQLITE_DONE || fail(database);
    sqlite3_reset(statement);
    return is_done ? sqlite3_changes(database->file) : -1;
}

bool database_remove(Database *database, const DatabasePosition *position) {
    DatabaseKey key;
    database_key(&key, position);
    pthread_mutex_lock(&database->lock);
    bool is_done = remove_key(database, position, &key) >= 0;
    pthread_mutex_unlock(&database->lock);
    return is_done;
}

/* ---- All records --------------------------------------------------------------------------- */

typedef struct Row {
    DatabasePosition position; /* in the key's form */
    DatabaseRecord record;
} Row;

/* Where reading stands: the key of the last row read. */
typedef struct Cursor {
    char rule[16], size[8], side[8];
    char black[DATABASE_STONES_MAX], white[DATABASE_STONES_MAX];
} Cursor;

static void copy_column(sqlite3_stmt *statement, int column, char *text, size_t size) {
    const char *from = (const char *)sqlite3_column_text(statement, column);
    snprintf(text, size, "%s", from != NULL ? from : "");
}

/* False: the row's key is none. */
static bool read_row(sqlite3_stmt *statement, Cursor *cursor, Row *row) {
    KanameRule rule;
    DatabaseKey key;
    copy_column(statement, 6, cursor->rule, sizeof cursor->rule);
    copy_column(statement, 7, cursor->size, sizeof cursor->size);
    copy_column(statement, 8, cursor->side, sizeof cursor->side);
    copy_column(statement, 9, cursor->black, sizeof cursor->black);
    copy_column(statement, 10, cursor->white, sizeof cursor->white);
    if (!option_rule(cursor->rule, &rule) || !option_size(cursor->size, &key.width, &key.height))
        return false;
    database_position_init(&row->position, rule, key.width, key.height);
    row->position.to_move = strcmp(cursor->side, "black") == 0 ? KANAME_BLACK : KANAME_WHITE;
    read_columns(statement, &key, &row->record);
    return database_read_stones(&row->position, cursor->black, KANAME_BLACK) &&
           database_read_stones(&row->position, cursor->white, KANAME_WHITE);
}

/* Reads the next rows; returns how many were passed, -1: failed. `count` of them are good. */
static int read_batch(Database *database, Cursor *cursor, Row *rows, size_t *count) {
    int passed = 0, status;
    *count = 0;
    pthread_mutex_lock(&database->lock);
    sqlite3_stmt *statement = database->statements[STATEMENT_NEXT];
    bind_text(statement, 1, cursor->rule);
    bind_text(statement, 2, cursor->size);
    bind_text(statement, 3, cursor->side);
    bind_text(statement, 4, cursor->black);
    bind_text(statement, 5, cursor->white);
    sqlite3_bind_int(statement, 6, BATCH_ROWS);
    while ((status = sqlite3_step(statement)) == SQLITE_ROW) {
        passed++;
        if (read_row(statement, cursor, &rows[*count]))
            ++*count;
    }
    if (status != SQLITE_DONE)
        (void)fail(database);
    sqlite3_reset(statement);
    pthread_mutex_unlock(&database->lock);
    return status == SQLITE_DONE ? passed : -1;
}

bool database_each(Database *database,
                   bool (*visit)(const DatabasePosition *position, const DatabaseRecord *record,
                                 void *context),
                   void *context) {
    Cursor *cursor = calloc(1, sizeof *cursor);
    Row *rows = malloc(BATCH_ROWS * sizeof *rows);
    bool is_good = cursor != NULL && rows != NULL, goes_on = is_good;
    if (!is_good)
        (void)refuse(database, "not enough memory");
    while (goes_on) {
        size_t count;
        int passed = read_batch(database, cursor, rows, &count);
        is_good = passed >= 0;
        goes_on = passed == BATCH_ROWS;
        for (size_t i = 0; i < count && is_good; i++)
            if (!visit(&rows[i].position, &rows[i].record, context)) {
                goes_on = false;
                break;
            }
    }
    free(cursor);
    free(rows);
    return is_good;
}

static bool has_tag(const DatabaseRecord *record, DatabaseFilter filter) {
    bool is_win = record->tag == DATABASE_TAG_WIN, is_loss = record->tag == DATABASE_TAG_LOSS;
    switch (filter) {
    case DATABASE_WINS:
        return is_win;
    case DATABASE_LOSSES:
        return is_loss;
    case DATABASE_WINS_LOSSES:
        return is_win || is_loss;
    case DATABASE_PROVEN:
        return database_is_proven(record);
    case DATABASE_NOT_WINS_LOSSES:
        return !is_win && !is_loss;
    case DATABASE_NOT_PROVEN:
        return !database_is_proven(record);
    case DATABASE_ALL:
        break;
    }
    return true;
}

/* Hands on the records that hold a position's stones. */
typedef struct Following {
    const DatabasePosition *from;
    DatabasePosition images[SYMMETRIES]; /* of it, in the form of the keys */
    int symmetries[SYMMETRIES];          /* that make them */
    int image_count;
    bool (*visit)(const DatabasePosition *position, const DatabaseRecord *record, void *context);
    void *context;
} Following;

static bool holds_stones(const DatabasePosition *position, const DatabasePosition *stones) {
    for (int i = 0; i < stones->width * stones->height; i++)
        if (stones->cells[i] != KANAME_EMPTY && stones->cells[i] != position->cells[i])
            return false;
    return true;
}

/* All images on boards that are at least as wide as high, as the keys' are. */
static void make_images(Following *following) {
    const DatabasePosition *from = following->from;
    for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
        bool swaps = symmetry >= SYMMETRIES / 2;
        int width = swaps ? from->height : from->width;
        int height = swaps ? from->width : from->height;
        if (width < height)
            continue;
        DatabasePosition *image = &following->images[following->image_count];
        following->symmetries[following->image_count++] = symmetry;
        database_position_init(image, from->rule, width, height);
        for (int y = 0; y < from->height; y++)
            for (int x = 0; x < from->width; x++) {
                KanamePoint to =
                    symmetry_image(symmetry, (KanamePoint){x, y}, from->width, from->height);
                image->cells[to.y * width + to.x] = from->cells[y * from->width + x];
            }
    }
}

/* Turns a record's position, and its move, so that they lie as those it was compared with. */
static void turn_back(const Following *following, int symmetry, const DatabasePosition *position,
                      DatabasePosition *turned, DatabaseRecord *record) {
    const DatabasePosition *from = following->from;
    const DatabaseKey turn = {.symmetry = symmetry};
    database_position_init(turned, from->rule, from->width, from->height);
    turned->to_move = position->to_move;
    for (int y = 0; y < from->height; y++)
        for (int x = 0; x < from->width; x++) {
            KanamePoint at = database_key_point(&turn, from, (KanamePoint){x, y});
            turned->cells[y * from->width + x] = position->cells[at.y * position->width + at.x];
        }
    if (record->has_best)
        record->best = database_key_point_back(&turn, from, record->best);
}

static bool visit_follower(const DatabasePosition *position, const DatabaseRecord *record,
                           void *context) {
    const Following *following = context;
    const DatabasePosition *first = &following->images[0];
    if (position->rule != first->rule || position->width != first->width ||
        position->height != first->height)
        return true;
    for (int i = 0; i < following->image_count; i++) {
        if (!holds_stones(position, &following->images[i]))
            continue;
        DatabasePosition turned;
        DatabaseRecord turned_record = *record;
        turn_back(following, following->symmetries[i], position, &turned, &turned_record);
        return following->visit(&turned, &turned_record, following->context);
    }
    return true;
}

bool database_each_following(Database *database, const DatabasePosition *position,
                             bool (*visit)(const DatabasePosition *position,
                                           const DatabaseRecord *record, void *context),
                             void *context) {
    Following *following = calloc(1, sizeof *following);
    if (following == NULL)
        return refuse(database, "not enough memory");
    following->from = position;
    following->visit = visit;
    following->context = context;
    make_images(following);
    bool is_read = database_each(database, visit_follower, following);
    free(following);
    return is_read;
}

typedef struct Removal {
    Database *database;
    DatabaseFilter filter;
    long count;
    bool has_failed;
} Removal;

static bool remove_follower(const DatabasePosition *position, const DatabaseRecord *record,
                            void *context) {
    Removal *removal = context;
    if (!has_tag(record, removal->filter))
        return true;
    DatabaseKey key;
    database_key(&key, position);
    pthread_mutex_lock(&removal->database->lock);
    int removed = remove_key(removal->database, position, &key);
    pthread_mutex_unlock(&removal->database->lock);
    removal->has_failed = removed < 0;
    removal->count += removed > 0 ? removed : 0;
    return !removal->has_failed;
}

long database_remove_from(Database *database, const DatabasePosition *position,
                          DatabaseFilter filter) {
    Removal removal = {.database = database, .filter = filter};
    if (!database_begin(database))
        return -1;
    bool is_done = database_each_following(database, position, remove_follower, &removal) &&
                   !removal.has_failed && database_commit(database);
    if (!is_done)
        database_roll_back(database);
    return is_done ? removal.count : -1;
}

long database_count(Database *database) {
    sqlite3_stmt *statement = database->statements[STATEMENT_COUNT];
    pthread_mutex_lock(&database->lock);
    long count = -1;
    if (sqlite3_step(statement) == SQLITE_ROW)
        count = (long)sqlite3_column_int64(statement, 0);
    else
        (void)fail(database);
    sqlite3_reset(statement);
    pthread_mutex_unlock(&database->lock);
    return count;
}

/* ---- The whole file ------------------------------------------------------------------------ */

/* A second way into the file, so that what takes long holds up nobody. */
static bool on_the_side(Database *database, bool (*act)(Database *side)) {
    char error[ERROR_MAX];
    pthread_mutex_lock(&database->lock);
    const char *path = sqlite3_db_filename(database->file, "main");
    pthread_mutex_unlock(&database->lock);
    Database *side = database_open(path, error, sizeof error);
    bool is_done = side != NULL && act(side);
    pthread_mutex_lock(&database->lock);
    if (!is_done)
        (void)refuse(database, side != NULL ? side->error : error);
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
        is_good = fail(side);
    else if (strcmp(verdict, "ok") != 0)
        is_good = refuse(side, verdict);
    sqlite3_finalize(statement);
    return is_good;
}

static bool fix(Database *side) {
    return run(side, "REINDEX");
}

bool database_check(Database *database) {
    return on_the_side(database, check);
}

bool database_fix(Database *database) {
    return on_the_side(database, fix);
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
    /* A full disk may have done so already; what is wrong is to be told, not that. */
    if (sqlite3_get_autocommit(database->file) == 0)
        (void)sqlite3_exec(database->file, "ROLLBACK", NULL, NULL, NULL);
    pthread_mutex_unlock(&database->lock);
}

bool database_is_same_file(Database *database, Database *other) {
    pthread_mutex_lock(&database->lock);
    const char *path = sqlite3_db_filename(database->file, "main");
    pthread_mutex_unlock(&database->lock);
    pthread_mutex_lock(&other->lock);
    const char *other_path = sqlite3_db_filename(other->file, "main");
    pthread_mutex_unlock(&other->lock);
    return strcmp(path, other_path) == 0;
}
