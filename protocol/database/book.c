#include "database/book.h"

#include "database/keys.h"
#include "database/rows.h"
#include "database/store.h"
#include "database/text.h"
#include "io/notation.h"
#include "io/symmetry.h"
#include "shared/files/input.h"
#include "shared/notation/values.h"
#include "shared/status/failure.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT_MAX (INT64_C(1) << 50) /* bounds each count read, so that sums fit 64 bits */

/* The texts as SQLite keeps them; a table of the same name with another text is foreign. */
static const char *const schema[] = {
    "CREATE TABLE game (rule TEXT NOT NULL, size TEXT NOT NULL, moves TEXT NOT NULL,"
    " result TEXT NOT NULL, PRIMARY KEY (rule, size, moves, result)) WITHOUT ROWID",
    "CREATE TABLE played (rule TEXT NOT NULL, size TEXT NOT NULL, side TEXT NOT NULL,"
    " black TEXT NOT NULL, white TEXT NOT NULL, move TEXT NOT NULL, games INTEGER NOT NULL,"
    " wins INTEGER NOT NULL, draws INTEGER NOT NULL, losses INTEGER NOT NULL,"
    " PRIMARY KEY (rule, size, side, black, white, move)) WITHOUT ROWID",
};
enum { TABLES = sizeof schema / sizeof schema[0] };

typedef enum { ADD_GAME, ADD_RESULT, ADD_MOVE, LOOK, FIND, EACH_GAME, EACH_MOVE, STATEMENTS } Index;

static const char *const statement_texts[STATEMENTS] = {
    /* A copy of a game that does not tell its result is the game that does. */
    [ADD_GAME] = "INSERT OR IGNORE INTO game SELECT ?1, ?2, ?3, ?4 WHERE ?4<>'none' OR NOT EXISTS"
                 " (SELECT 1 FROM game WHERE rule=?1 AND size=?2 AND moves=?3)",
    [ADD_RESULT] = "UPDATE OR IGNORE game SET result=?4"
                   " WHERE rule=?1 AND size=?2 AND moves=?3 AND result='none' AND ?4<>'none'",
    [ADD_MOVE] = "INSERT INTO played VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?10, ?7, ?8, ?9)"
                 " ON CONFLICT (rule, size, side, black, white, move) DO UPDATE SET"
                 " games=games+?10, wins=wins+?7, draws=draws+?8, losses=losses+?9",
    [LOOK] = "SELECT games, wins, draws, losses, move FROM played"
             " WHERE rule=?1 AND size=?2 AND side=?3 AND black=?4 AND white=?5",
    [FIND] = "SELECT games, wins, draws, losses FROM played"
             " WHERE rule=?1 AND size=?2 AND side=?3 AND black=?4 AND white=?5 AND move=?6",
    [EACH_GAME] = "SELECT rule, size, moves, result FROM game",
    [EACH_MOVE] = "SELECT games, wins, draws, losses, move, rule, size, side, black, white"
                  " FROM played WHERE games>=?1",
};

static const char *const result_names[BOOK_RESULTS] = {[BOOK_NO_RESULT] = "none",
                                                       [BOOK_BLACK_WON] = "black",
                                                       [BOOK_WHITE_WON] = "white",
                                                       [BOOK_DRAWN] = "draw"};

struct Book {
    Database *database; /* a connection of its own, so its lock is not needed */
    sqlite3_stmt *statements[STATEMENTS];
};

/* ---- Open and close ------------------------------------------------------------------------ */

/* Returns the number of tables that exist as in `schema`; -1 if one differs. */
static int count_tables(Database *database) {
    static const char text[] =
        "SELECT sql FROM sqlite_master WHERE name IN ('game', 'played') ORDER BY name";
    sqlite3_stmt *statement = NULL;
    int count = 0;
    database_limit(database);
    bool is_good = sqlite3_prepare_v2(database->file, text, -1, &statement, NULL) == SQLITE_OK ||
                   database_fail(database);
    while (is_good && sqlite3_step(statement) == SQLITE_ROW) {
        const char *sql = (const char *)sqlite3_column_text(statement, 0);
        is_good = (count < TABLES && sql != NULL && strcmp(sql, schema[count]) == 0) ||
                  database_refuse(database, "its tables of games are not Kaname's");
        count++;
    }
    sqlite3_finalize(statement);
    return is_good ? count : -1;
}

static bool run(Database *database, const char *sql) {
    return sqlite3_exec(database->file, sql, NULL, NULL, NULL) == SQLITE_OK ||
           database_fail(database);
}

/* Creates both tables if neither exists. Fails unless both then exist as in `schema`. */
static bool prepare_tables(Database *database) {
    bool writes = !database->is_read_only;
    if (writes && !database_begin(database))
        return false; /* starts first, so that two programs do not create them at once */
    int count = count_tables(database);
    bool is_good = count == TABLES;
    if (count == 0 && writes) {
        is_good = run(database, schema[0]) && run(database, schema[1]);
    } else if (count >= 0 && !is_good) {
        (void)database_refuse(database, count == 0 ? "it holds no games; 'gather' adds them"
                                                   : "one of its tables of games is missing");
    }
    if (!writes)
        return is_good;
    if (is_good)
        return database_commit(database);
    database_roll_back(database);
    return false;
}

static bool prepare(Book *book) {
    if (!prepare_tables(book->database))
        return false;
    for (int i = 0; i < STATEMENTS; i++)
        if (sqlite3_prepare_v2(book->database->file, statement_texts[i], -1, &book->statements[i],
                               NULL) != SQLITE_OK)
            return database_fail(book->database);
    return true;
}

static Book *open_on(Database *database, Failure *failure) {
    Book *book = database != NULL ? calloc(1, sizeof *book) : NULL;
    if (database != NULL && book == NULL)
        failure_set(failure, STATUS_MEMORY);
    if (book == NULL) {
        database_close(database);
        return NULL;
    }
    book->database = database;
    if (prepare(book))
        return book;
    failure_say(failure, STATUS_DATABASE, "%s", book_error(book));
    book_close(book);
    return NULL;
}

Book *book_open(const char *path, Failure *failure) {
    return open_on(database_open(path, failure), failure);
}

Book *book_open_to_read(const char *path, Failure *failure) {
    return open_on(database_open_to_read(path, failure), failure);
}

void book_close(Book *book) {
    if (book == NULL)
        return;
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(book->statements[i]);
    database_close(book->database);
    free(book);
}

const char *book_error(const Book *book) {
    return database_error(book->database);
}

/* ---- Games --------------------------------------------------------------------------------- */

enum { MOVES_TEXT_MAX = 3 * KANAME_MAX_CELLS + 1 };

/* Writes a point as in keys of positions: row 1 is at the top. */
static int write_point(char *text, size_t size, KanamePoint point) {
    return snprintf(text, size, "%c%d", 'a' + point.x, point.y + 1);
}

static void write_image(char text[MOVES_TEXT_MAX], const BookGame *game, int symmetry) {
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < game->count; i++) {
        KanamePoint point = symmetry_image(symmetry, game->moves[i], game->width, game->height);
        used += (size_t)write_point(text + used, MOVES_TEXT_MAX - used, point);
    }
}

/* Writes the least form of the moves, of those whose board is at least as wide as high. */
static void write_moves(char least[MOVES_TEXT_MAX], const BookGame *game) {
    char text[MOVES_TEXT_MAX];
    bool has_any = false;
    for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
        bool swaps = symmetry >= SYMMETRIES / 2;
        if (game->width != game->height && swaps != (game->width < game->height))
            continue;
        write_image(text, game, symmetry);
        if (!has_any || strcmp(text, least) < 0)
            memcpy(least, text, sizeof text);
        has_any = true;
    }
}

static bool step(Book *book, sqlite3_stmt *statement, bool is_bound) {
    bool is_done = database_step(book->database, statement, is_bound);
    sqlite3_reset(statement);
    return is_done;
}

/* Runs ADD_GAME or ADD_RESULT. */
static bool add_game(Book *book, Index index, const BookGame *game) {
    sqlite3_stmt *statement = book->statements[index];
    char moves[MOVES_TEXT_MAX], size[8];
    int wide = game->width > game->height ? game->width : game->height;
    int high = game->width > game->height ? game->height : game->width;
    snprintf(size, sizeof size, "%dx%d", wide % 100, high % 100);
    write_moves(moves, game);
    bool is_bound = database_bind_text(statement, 1, kaname_rule_name(game->rule)) &&
                    database_bind_text(statement, 2, size) &&
                    database_bind_text(statement, 3, moves) &&
                    database_bind_text(statement, 4, result_names[game->result]);
    return step(book, statement, is_bound);
}

/* Binds the key and, as parameter 6, the move. Returns false if out of memory. */
static bool bind_move(sqlite3_stmt *statement, const DatabasePosition *position,
                      const DatabaseKey *key, KanamePoint move) {
    char text[16];
    (void)write_point(text, sizeof text, database_key_move(key, position, move));
    return database_bind_key(statement, position, key) && database_bind_text(statement, 6, text);
}

static bool add_move(Book *book, const DatabasePosition *position, KanamePoint move,
                     BookResult result, int games) {
    sqlite3_stmt *statement = book->statements[ADD_MOVE];
    BookResult win = position->to_move == KANAME_BLACK ? BOOK_BLACK_WON : BOOK_WHITE_WON;
    bool is_won = result == BOOK_BLACK_WON || result == BOOK_WHITE_WON;
    DatabaseKey key;
    database_key(&key, position);
    bool is_bound = bind_move(statement, position, &key, move);
    sqlite3_bind_int(statement, 7, result == win);
    sqlite3_bind_int(statement, 8, result == BOOK_DRAWN);
    sqlite3_bind_int(statement, 9, is_won && result != win);
    sqlite3_bind_int(statement, 10, games);
    return step(book, statement, is_bound);
}

/* Counts the moves; `games` is 0 if only the result of a counted game is new, else 1. */
static bool add_moves(Book *book, const BookGame *game, int games) {
    DatabasePosition position;
    database_position_init(&position, game->rule, game->width, game->height);
    for (size_t i = 0; i < game->count; i++) {
        DatabasePosition before = position;
        if (!database_position_play(&position, game->moves[i]))
            return database_refuse(book->database, "a move of the game is impossible");
        if (!add_move(book, &before, game->moves[i], game->result, games))
            return false;
    }
    return true;
}

BookAdding book_add(Book *book, const BookGame *game) {
    Database *database = book->database;
    if (!database_begin(database))
        return BOOK_FAILED;
    bool is_good = add_game(book, ADD_RESULT, game);
    bool has_result = is_good && sqlite3_changes(database->file) > 0; /* of a known game */
    if (is_good && !has_result)
        is_good = add_game(book, ADD_GAME, game);
    bool is_new = is_good && sqlite3_changes(database->file) > 0;
    if (is_new)
        is_good = add_moves(book, game, has_result ? 0 : 1);
    if (is_good && is_new)
        return !database_commit(database) ? BOOK_FAILED : has_result ? BOOK_KNOWN : BOOK_ADDED;
    database_roll_back(database);
    return is_good ? BOOK_KNOWN : BOOK_FAILED;
}

/* ---- Files of positions -------------------------------------------------------------------- */

BookFile book_file(const char *path) {
    static const char database_mark[] = "SQLite format 3"; /* and a NUL */
    char head[sizeof DATABASE_FILE_TEXT_MARK] = "";
    FILE *file;
    if (files_open_input(path, &file) != STATUS_OK)
        return BOOK_FILE_OTHER;
    size_t size = fread(head, 1, sizeof head - 1, file);
    fclose(file);
    if (size >= sizeof database_mark && memcmp(head, database_mark, sizeof database_mark) == 0)
        return BOOK_FILE_DATABASE;
    return strcmp(head, DATABASE_FILE_TEXT_MARK) == 0 ? BOOK_FILE_TEXT : BOOK_FILE_OTHER;
}

/* Reads a game of another database. Returns false if the row is not a valid game: another program
 * may have written it. */
static bool read_game(sqlite3_stmt *row, BookGame *game) {
    const char *columns[4];
    for (int i = 0; i < 4; i++) {
        columns[i] = (const char *)sqlite3_column_text(row, i);
        if (columns[i] == NULL)
            return false;
    }
    int result = 0;
    while (result < BOOK_RESULTS && strcmp(columns[3], result_names[result]) != 0)
        result++;
    if (result == BOOK_RESULTS || !values_rule(columns[0], &game->rule) ||
        !values_size(columns[1], &game->width, &game->height))
        return false;
    game->result = (BookResult)result;
    DatabasePosition position;
    database_position_init(&position, game->rule, game->width, game->height);
    const char *at = columns[2], *end = at + strlen(at);
    for (game->count = 0; at < end; game->count++) {
        KanamePoint *move = &game->moves[game->count < KANAME_MAX_CELLS ? game->count : 0];
        if (!notation_read_point(&at, end, 0, move) || !database_position_play(&position, *move))
            return false;
    }
    return game->count > 0;
}

/* Adds the games of another database. */
static bool take_games(Book *book, Book *from, BookIntake *intake) {
    sqlite3_stmt *statement = from->statements[EACH_GAME];
    BookGame game;
    int status;
    bool is_good = true;
    while (is_good && (status = sqlite3_step(statement)) == SQLITE_ROW) {
        database_limit(from->database);
        bool is_game = read_game(statement, &game);
        if (!database_row_is_whole(statement)) {
            status = SQLITE_NOMEM;
            break;
        }
        if (!is_game) {
            intake->left_out++;
            continue;
        }
        BookAdding adding = book_add(book, &game);
        intake->added += adding == BOOK_ADDED;
        intake->known += adding == BOOK_KNOWN;
        is_good = adding != BOOK_FAILED;
    }
    if (is_good && status != SQLITE_DONE)
        is_good = database_refuse(book->database, sqlite3_errmsg(from->database->file));
    sqlite3_reset(statement);
    return is_good;
}

/* Passes on the failure of a called function. Returns false. */
static bool refuse(Book *book, const Failure *failure) {
    book->database->failure = *failure;
    return false;
}

static bool take_database(Book *book, const char *path, BookIntake *intake) {
    Failure failure = FAILURE_NONE;
    intake->positions = database_file_merge(book->database, path, &failure);
    Database *other = intake->positions >= 0 ? database_open_to_read(path, &failure) : NULL;
    if (other == NULL)
        return refuse(book, &failure);
    if (count_tables(other) == 0) { /* positions alone */
        database_close(other);
        return true;
    }
    Book *from = open_on(other, &failure);
    if (from == NULL)
        return refuse(book, &failure);
    bool is_good = take_games(book, from, intake);
    book_close(from);
    return is_good;
}

bool book_take(Book *book, const char *path, BookIntake *intake) {
    Failure failure = FAILURE_NONE;
    *intake = (BookIntake){.positions = 0};
    if (book_file(path) == BOOK_FILE_DATABASE)
        return take_database(book, path, intake);
    intake->positions = database_file_read_text(book->database, path, &failure);
    return intake->positions >= 0 || refuse(book, &failure);
}

/* ---- Moves --------------------------------------------------------------------------------- */

static int64_t read_count(sqlite3_stmt *row, int column) {
    int64_t count = sqlite3_column_int64(row, column);
    return count < 0 ? 0 : count > COUNT_MAX ? COUNT_MAX : count;
}

static void read_figures(sqlite3_stmt *row, BookMove *move) {
    move->games = read_count(row, 0);
    move->wins = read_count(row, 1);
    move->draws = read_count(row, 2);
    move->losses = read_count(row, 3);
    int64_t ended = move->wins + move->draws + move->losses;
    if (move->games < ended)
        move->games = ended;
}

/* Reads the move of a row of LOOK and marks its cell. Returns false if it is invalid or a repeat.
 */
static bool read_move(sqlite3_stmt *row, const DatabasePosition *position, const DatabaseKey *key,
                      bool *is_read, KanamePoint *move) {
    const char *at = (const char *)sqlite3_column_text(row, 4);
    const char *end = at != NULL ? at + strlen(at) : NULL;
    KanamePoint point;
    if (at == NULL || !notation_read_point(&at, end, 0, &point) || at != end ||
        point.x >= key->width || point.y >= key->height)
        return false;
    *move = database_key_point_back(key, position, point);
    int cell = move->y * position->width + move->x;
    if (position->cells[cell] != KANAME_EMPTY || is_read[cell])
        return false;
    return is_read[cell] = true;
}

/* Orders by frequency, the most frequent first, then in reading order. */
static int compare_moves(const void *a, const void *b) {
    const BookMove *left = a, *right = b;
    if (left->games != right->games)
        return left->games > right->games ? -1 : 1;
    if (left->move.y != right->move.y)
        return left->move.y < right->move.y ? -1 : 1;
    return left->move.x < right->move.x ? -1 : 1;
}

bool book_look(Book *book, const DatabasePosition *position, BookMoves *moves) {
    sqlite3_stmt *statement = book->statements[LOOK];
    bool is_read[KANAME_MAX_CELLS] = {false};
    DatabaseKey key;
    int status = SQLITE_NOMEM;
    moves->count = 0;
    moves->games = 0;
    database_limit(book->database);
    database_key(&key, position);
    bool is_bound = database_bind_key(statement, position, &key);
    while (is_bound && (status = sqlite3_step(statement)) == SQLITE_ROW) {
        BookMove move;
        bool is_move = read_move(statement, position, &key, is_read, &move.move);
        if (!database_row_is_whole(statement)) {
            status = SQLITE_NOMEM;
            break;
        }
        if (!is_move)
            continue;
        read_figures(statement, &move);
        if (move.games == 0)
            continue;
        moves->moves[moves->count++] = move;
        moves->games += move.games;
    }
    bool is_good = status == SQLITE_DONE || database_fail(book->database);
    sqlite3_reset(statement);
    qsort(moves->moves, moves->count, sizeof moves->moves[0], compare_moves);
    return is_good;
}

bool book_find(Book *book, const DatabasePosition *position, KanamePoint move, BookMove *found) {
    sqlite3_stmt *statement = book->statements[FIND];
    DatabaseKey key;
    *found = (BookMove){.move = move};
    database_limit(book->database);
    database_key(&key, position);
    int status =
        bind_move(statement, position, &key, move) ? sqlite3_step(statement) : SQLITE_NOMEM;
    if (status == SQLITE_ROW)
        read_figures(statement, found);
    bool is_good = status == SQLITE_ROW || status == SQLITE_DONE || database_fail(book->database);
    sqlite3_reset(statement);
    return is_good;
}

bool book_each_move(Book *book, int64_t least, BookVisit visit, void *context) {
    sqlite3_stmt *statement = book->statements[EACH_MOVE];
    int status = SQLITE_NOMEM;
    bool goes_on = sqlite3_bind_int64(statement, 1, least) == SQLITE_OK;
    while (goes_on && (status = sqlite3_step(statement)) == SQLITE_ROW) {
        bool is_read[KANAME_MAX_CELLS] = {false};
        DatabasePosition position;
        DatabaseKey key;
        BookMove move;
        database_limit(book->database);
        bool is_good = database_read_key(statement, 5, &position);
        if (is_good) {
            database_key(&key, &position);
            is_good = read_move(statement, &position, &key, is_read, &move.move);
        }
        if (!database_row_is_whole(statement)) {
            status = SQLITE_NOMEM;
            break;
        }
        read_figures(statement, &move);
        if (is_good)
            goes_on = visit(&position, &move, context);
    }
    bool is_done = !goes_on || status == SQLITE_DONE || database_fail(book->database);
    sqlite3_reset(statement);
    return is_done;
}
