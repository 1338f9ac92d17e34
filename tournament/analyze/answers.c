#include "analyze/answers.h"

#include <cJSON.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "shared/files/replace.h"
#include "shared/referee/referee.h"
#include "shared/status/failure.h"

struct Answers {
    sqlite3 *db;
    Failure failure;
};

enum { APPLICATION_ID = 0x4b616e73 /* "Kans", in the file's header */ };

static const char schema[] =
    "CREATE TABLE IF NOT EXISTS analysis (settings TEXT NOT NULL);"
    /* stones, move: letter of the column, row from 1 at the top, as in lists of positions; score,
     * depth, nodes: NULL if the engine reported none; line: its messages; failure: why there is no
     * move */
    "CREATE TABLE IF NOT EXISTS answer (number INTEGER PRIMARY KEY, stones TEXT NOT NULL,"
    " move TEXT, score INTEGER, depth INTEGER, nodes INTEGER, time_us INTEGER, line TEXT,"
    " failure TEXT);";

static bool fail(Answers *answers) {
    return failure_say(&answers->failure, STATUS_DATABASE, "%s", sqlite3_errmsg(answers->db));
}

/* Returns whether a text was read: when out of memory, SQLite returns NULL for it. Else sets the
 * error text. */
static bool is_read(Answers *answers, const char *text) {
    return text != NULL || fail(answers);
}

static const char *text_at(sqlite3_stmt *statement, int column) {
    return (const char *)sqlite3_column_text(statement, column);
}

/* Reads the integer that a query returns. */
static bool read_integer(Answers *answers, const char *sql, int64_t *value) {
    sqlite3_stmt *statement;
    bool is_read = sqlite3_prepare_v2(answers->db, sql, -1, &statement, NULL) == SQLITE_OK &&
                   sqlite3_step(statement) == SQLITE_ROW;
    if (is_read)
        *value = sqlite3_column_int64(statement, 0);
    else
        fail(answers);
    sqlite3_finalize(statement);
    return is_read;
}

/* Checks that the file is new or ours; sets *is_marked if it has our mark. Earlier versions left
 * the mark unset; their files hold two tables. */
static bool check_owner(Answers *answers, bool *is_marked) {
    int64_t mark, objects, tables;
    if (!read_integer(answers, "PRAGMA application_id", &mark) ||
        !read_integer(answers, "SELECT count(*) FROM sqlite_master", &objects) ||
        !read_integer(answers,
                      "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND"
                      " name IN ('analysis', 'answer')",
                      &tables))
        return false;
    bool is_new = mark == 0 && objects == 0;
    *is_marked = mark == APPLICATION_ID;
    if (is_new || (tables == 2 && objects == 2 && (mark == 0 || mark == APPLICATION_ID)))
        return true;
    return failure_say(&answers->failure, STATUS_OTHER_KIND, "is a database of another program");
}

/* In one transaction: after a kill the file is still new, or it is ours. */
static bool create_tables(Answers *answers, bool is_marked) {
    static const char modes[] = "PRAGMA synchronous = FULL";
    char sql[1000];
    snprintf(sql, sizeof sql, "BEGIN IMMEDIATE; %s PRAGMA application_id = %d; COMMIT", schema,
             APPLICATION_ID);
    return (sharing_use_log(answers->db) == SQLITE_OK &&
            sqlite3_exec(answers->db, modes, NULL, NULL, NULL) == SQLITE_OK &&
            (is_marked || sqlite3_exec(answers->db, sql, NULL, NULL, NULL) == SQLITE_OK)) ||
           fail(answers);
}

/* Writes the settings to a new file. Returns false if an old file has different ones. */
static bool check_settings(Answers *answers, const char *settings) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(answers->db, "SELECT settings FROM analysis", -1, &statement, NULL) !=
        SQLITE_OK)
        return fail(answers);
    int status = sqlite3_step(statement);
    const char *kept = status == SQLITE_ROW ? text_at(statement, 0) : NULL;
    bool is_good =
        status == SQLITE_ROW ? is_read(answers, kept) : status == SQLITE_DONE || fail(answers);
    bool is_same = kept != NULL && strcmp(kept, settings) == 0;
    sqlite3_finalize(statement);
    if (!is_good || is_same)
        return is_good;
    if (status == SQLITE_ROW)
        return failure_say(&answers->failure, STATUS_MISMATCH,
                           "belongs to other positions, another engine or other limits");
    if (sqlite3_prepare_v2(answers->db, "INSERT INTO analysis VALUES (?)", -1, &statement, NULL) !=
        SQLITE_OK)
        return fail(answers);
    sqlite3_bind_text(statement, 1, settings, -1, SQLITE_STATIC);
    bool is_done = sqlite3_step(statement) == SQLITE_DONE || fail(answers);
    sqlite3_finalize(statement);
    return is_done;
}

Answers *answers_open(const char *path, const char *settings, Failure *failure) {
    Answers *answers = calloc(1, sizeof *answers);
    bool is_marked = false;
    if (answers == NULL) {
        failure_set(failure, STATUS_MEMORY);
        return NULL;
    }
    if (path[0] == '\0' || strcmp(path, ":memory:") == 0) /* SQLite keeps these nowhere */
        failure_set(&answers->failure, STATUS_NOT_REGULAR);
    else if (sqlite3_open(path, &answers->db) != SQLITE_OK)
        fail(answers);
    else
        sharing_wait_ms(answers->db, SHARING_BEGIN_MS);
    if (answers->failure.status == STATUS_OK && check_owner(answers, &is_marked) &&
        create_tables(answers, is_marked) && check_settings(answers, settings))
        return answers;
    failure_pass(failure, &answers->failure, "%s", path);
    answers_close(answers);
    return NULL;
}

void answers_close(Answers *answers) {
    if (answers == NULL)
        return;
    sqlite3_close(answers->db);
    free(answers);
}

void answers_set_wait(Answers *answers, SharingWait *wait) {
    sharing_wait(answers->db, wait);
}

bool answers_are_there(Answers *answers) {
    return !sharing_is_gone(answers->db) ||
           failure_say(&answers->failure, STATUS_BUSY, "%s", SHARING_GONE);
}

const char *answers_error(const Answers *answers) {
    return answers->failure.text;
}

bool answers_mark_answered(Answers *answers, bool *is_answered, int64_t count) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(answers->db, "SELECT number FROM answer", -1, &statement, NULL) !=
        SQLITE_OK)
        return fail(answers);
    int status;
    while ((status = sqlite3_step(statement)) == SQLITE_ROW) {
        int64_t number = sqlite3_column_int64(statement, 0);
        if (number >= 1 && number <= count)
            is_answered[number - 1] = true;
    }
    bool is_done = status == SQLITE_DONE || fail(answers);
    sqlite3_finalize(statement);
    return is_done;
}

/* Binds the move. `point` receives its text and must remain valid until the step. */
static void bind_move(sqlite3_stmt *statement, const GameMove *move, char point[16]) {
    snprintf(point, 16, "%c%d", 'a' + move->x, move->y + 1);
    sqlite3_bind_text(statement, 3, point, -1, SQLITE_STATIC);
    if (move->has_score) {
        sqlite3_bind_int(statement, 4, move->score);
        sqlite3_bind_int(statement, 5, move->depth);
        sqlite3_bind_int64(statement, 6, (int64_t)move->nodes);
    }
    sqlite3_bind_int64(statement, 7, move->time_us);
    if (move->messages != NULL)
        sqlite3_bind_text(statement, 8, move->messages, -1, SQLITE_STATIC);
}

bool answers_add(Answers *answers, int64_t number, const char *stones, const GameRecord *game) {
    sqlite3_stmt *statement;
    char point[16], failure[GAME_DETAIL_MAX + 80];
    if (!answers_are_there(answers))
        return false;
    if (sqlite3_prepare_v2(answers->db,
                           "INSERT INTO answer (number, stones, move, score, depth, nodes,"
                           " time_us, line, failure) VALUES (?,?,?,?,?,?,?,?,?)",
                           -1, &statement, NULL) != SQLITE_OK)
        return fail(answers);
    sqlite3_bind_int64(statement, 1, number);
    sqlite3_bind_text(statement, 2, stones, -1, SQLITE_STATIC);
    if (game->move_count > game->opening_count) {
        bind_move(statement, &game->moves[game->move_count - 1], point);
    } else {
        snprintf(failure, sizeof failure, "%s: %s", game_reason_text(game->reason), game->detail);
        sqlite3_bind_text(statement, 9, failure, -1, SQLITE_STATIC);
    }
    bool is_done = sqlite3_step(statement) == SQLITE_DONE || fail(answers);
    sqlite3_finalize(statement);
    return is_done;
}

/* ---- Positions as text --------------------------------------------------------------------- */

#define POSITIONS_MARK "kaname-positions 1" /* the first line of the text */

/* Limits of the text of positions. */
enum {
    VALUE_WIN = 30000,      /* a five on the board; a win in n plies is VALUE_WIN - n */
    VALUE_MAX = 28999,      /* of a score that is not a win */
    VALUE_PLIES_MAX = 1000, /* of a win */
    DEPTH_MAX = 999
};

static int clamp(int value, int low, int high) {
    return value < low ? low : value > high ? high : value;
}

static int value_of(int score) {
    int size = score < 0 ? -score : score;
    int value = size >= GAME_SCORE_MATE_MIN
                    ? VALUE_WIN - clamp(GAME_SCORE_MATE - size, 0, VALUE_PLIES_MAX)
                    : clamp(size, 0, VALUE_MAX);
    return score < 0 ? -value : value;
}

/* Writes the stones of one side: every second one of "h8i9", from the first or the second on. */
static void write_side(FILE *file, const char *stones, int side) {
    int number = -1;
    for (; *stones != '\0'; stones++) {
        number += *stones >= 'a' && *stones <= 'z';
        if (number % 2 == side)
            putc(*stones, file);
    }
}

static int count_stones(const char *stones) {
    int count = 0;
    for (; *stones != '\0'; stones++)
        count += *stones >= 'a' && *stones <= 'z';
    return count;
}

static bool write_positions(Answers *answers, const AnswersBoard *board, FILE *file) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(answers->db,
                           "SELECT stones, move, score, depth FROM answer"
                           " WHERE score IS NOT NULL AND move IS NOT NULL ORDER BY number",
                           -1, &statement, NULL) != SQLITE_OK)
        return fail(answers);
    int status;
    fputs(POSITIONS_MARK "\n", file);
    while ((status = sqlite3_step(statement)) == SQLITE_ROW) {
        const char *stones = text_at(statement, 0), *move = text_at(statement, 1);
        if (stones == NULL || move == NULL)
            break; /* out of memory */
        fprintf(file, "%d\t%dx%d\t%s\t", board->rule & ~REFEREE_CONTINUOUS, board->width,
                board->height, count_stones(stones) % 2 == 0 ? "black" : "white");
        write_side(file, stones, 0);
        putc('\t', file);
        write_side(file, stones, 1);
        fprintf(file, "\t0\t%d\t%d\t%s\t0\t\n", value_of(sqlite3_column_int(statement, 2)),
                clamp(sqlite3_column_int(statement, 3), 0, DEPTH_MAX), move);
    }
    bool is_done = status == SQLITE_DONE || fail(answers);
    sqlite3_finalize(statement);
    return is_done && !ferror(file);
}

/* ---- JSON ---------------------------------------------------------------------------------- */

/* Returns false if out of memory. */
static bool add_column(cJSON *item, sqlite3_stmt *statement, int column) {
    const char *name = sqlite3_column_name(statement, column), *text;
    if (name == NULL)
        return false;
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER:
        return cJSON_AddNumberToObject(item, name, (double)sqlite3_column_int64(statement, column));
    case SQLITE_TEXT:
        text = text_at(statement, column);
        return text != NULL && cJSON_AddStringToObject(item, name, text);
    default:
        return cJSON_AddNullToObject(item, name);
    }
}

/* Returns the row as JSON, which the caller frees with cJSON_free(); NULL if out of memory. */
static char *row_text(sqlite3_stmt *statement) {
    cJSON *item = cJSON_CreateObject();
    bool is_made = item != NULL;
    for (int i = 0; is_made && i < sqlite3_column_count(statement); i++)
        is_made = add_column(item, statement, i);
    char *text = is_made ? cJSON_PrintUnformatted(item) : NULL;
    cJSON_Delete(item);
    return text;
}

static bool write_json(Answers *answers, FILE *file) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(answers->db, "SELECT * FROM answer ORDER BY number", -1, &statement,
                           NULL) != SQLITE_OK)
        return fail(answers);
    int status;
    const char *before = "[\n";
    while ((status = sqlite3_step(statement)) == SQLITE_ROW) {
        char *text = row_text(statement);
        if (text == NULL)
            break;
        fprintf(file, "%s%s", before, text);
        before = ",\n";
        cJSON_free(text);
    }
    bool is_done = status == SQLITE_DONE || fail(answers);
    sqlite3_finalize(statement);
    fprintf(file, "%s]\n", before[0] == '[' ? "[" : "\n");
    return is_done && !ferror(file);
}

/* ---- Files --------------------------------------------------------------------------------- */

static const FilesRules json_rules = {.kind = FILES_KIND_OF("["), .may_stream = true};
static const FilesRules text_rules = {.kind = FILES_KIND_OF(POSITIONS_MARK), .may_stream = true};

static bool tell(const char *path, Status status, Failure *failure) {
    return status == STATUS_OK || failure_at(failure, status, "%s: cannot be written", path);
}

/* `other`: the output that is written before; NULL: none. */
static bool check_output(const AnswersFiles *files, const char *path, const char *other,
                         const FilesRules *rules, Failure *failure) {
    if (path == NULL)
        return true;
    bool is_other = files_place(path).kind != FILES_PLACE_STREAM && files_are_same(path, other);
    bool is_busy = is_other || files_are_same(path, files->list) ||
                   files_are_of_database(files->database, path);
    return tell(path, is_busy ? STATUS_IN_USE : files_check(path, rules), failure);
}

bool answers_check_outputs(const AnswersFiles *files, Failure *failure) {
    return check_output(files, files->json, NULL, &json_rules, failure) &&
           check_output(files, files->text, files->json, &text_rules, failure);
}

static Status save_json(Answers *answers, const char *path) {
    FilesDraft draft;
    Status status = files_draft_begin(&draft, path, &json_rules);
    return status != STATUS_OK ? status
                               : files_draft_finish(&draft, write_json(answers, draft.file));
}

static Status save_text(Answers *answers, const AnswersBoard *board, const char *path) {
    FilesDraft draft;
    Status status = files_draft_begin(&draft, path, &text_rules);
    return status != STATUS_OK
               ? status
               : files_draft_finish(&draft, write_positions(answers, board, draft.file));
}

bool answers_write(Answers *answers, const AnswersFiles *files, const AnswersBoard *board,
                   Failure *failure) {
    const char *json = files->json, *text = files->text;
    return (json == NULL || tell(json, save_json(answers, json), failure)) &&
           (text == NULL || tell(text, save_text(answers, board, text), failure));
}
