/* games.c: writes and reads the games of a run. */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "shared/opening/rule.h"
#include "shared/referee/referee.h"
#include "store/database.h"

enum { NUMBER_MAX = 10000000 /* the most games of a run that can be read */ };

static const int64_t time_max_us = INT64_C(10) * 24 * 3600 * 1000000; /* of a move: ten days */
static const int64_t left_max_us = INT64_C(1) << 53;                  /* of a match clock */

/* ---- Writing -------------------------------------------------------------------------- */

static bool prepare_inserts(Store *store) {
    if (store->insert_game == NULL &&
        !db_prepare(
            store,
            "INSERT INTO game (run, number, round, game, pair, black, white, white_is_first,"
            " is_swap2, is_continuous, rule, width, height, opening, transform, started_ms,"
            " duration_ms, black_memory, white_memory, result, reason, detail)"
            " VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
            &store->insert_game))
        return false;
    return store->insert_move != NULL ||
           db_prepare(store,
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
                              game->opening_rule,
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
    db_bind_integers(statement, 1, values, VALUES);
    db_bind_text(statement, VALUES + 1, game_result_word(game->result));
    db_bind_text(statement, VALUES + 2, game_reason_word(game->reason));
    db_bind_text(statement, VALUES + 3, game->detail);
    return db_step_done(store, statement, doing);
}

static bool insert_moves(Store *store, const GameRecord *game, const char *doing) {
    for (size_t ply = 0; ply < game->move_count; ply++) {
        const GameMove *move = &game->moves[ply];
        sqlite3_stmt *statement = store->insert_move;
        db_bind_integers(statement, 1,
                         (const int64_t[]){store->run.id, game->number, (int64_t)ply, move->x,
                                           move->y, ply < game->opening_count, move->time_us},
                         7);
        if (move->has_score)
            db_bind_integers(statement, 8,
                             (const int64_t[]){move->score, move->depth, (int64_t)move->nodes}, 3);
        if (move->messages != NULL && move->messages[0] != '\0')
            db_bind_text(statement, 11, move->messages);
        if (!db_step_done(store, statement, doing))
            return false;
    }
    return true;
}

/* Inserts the worker of a game that was played on a grid. */
static bool insert_worker(Store *store, const GameRecord *game, const char *doing) {
    sqlite3_stmt *statement;
    if (game->worker[0] == '\0')
        return true;
    if (!db_prepare(store, "INSERT INTO away (run, game, worker, scale) VALUES (?,?,?,?)",
                    &statement))
        return false;
    db_bind_integers(statement, 1, (const int64_t[]){store->run.id, game->number}, 2);
    db_bind_text(statement, 3, game->worker);
    sqlite3_bind_double(statement, 4, game->scale);
    bool is_done = db_step_done(store, statement, doing);
    sqlite3_finalize(statement);
    return is_done;
}

/* Inserts the clocks of a game with a match clock. Increments may take a clock beyond what can be
 * read back; it is stored as that much. */
static bool insert_clocks(Store *store, const GameRecord *game, const char *doing) {
    sqlite3_stmt *statement;
    if (game->left_us[GAME_BLACK] < 0 && game->left_us[GAME_WHITE] < 0)
        return true;
    if (!db_prepare(store,
                    "INSERT INTO clock (run, game, black_left_us, white_left_us) VALUES (?,?,?,?)",
                    &statement))
        return false;
    db_bind_integers(statement, 1, (const int64_t[]){store->run.id, game->number}, 2);
    for (int color = 0; color < 2; color++)
        if (game->left_us[color] >= 0)
            sqlite3_bind_int64(statement, 3 + color,
                               game->left_us[color] < left_max_us ? game->left_us[color]
                                                                  : left_max_us);
    bool is_done = db_step_done(store, statement, doing);
    sqlite3_finalize(statement);
    return is_done;
}

/* Inserts the time limits of a game, unless they are unknown. */
static bool insert_limits(Store *store, const GameRecord *game, const char *doing) {
    const GameTime *black = &game->limit[GAME_BLACK], *white = &game->limit[GAME_WHITE];
    sqlite3_stmt *statement;
    if (black->match_ms < 0 || white->match_ms < 0)
        return true;
    if (!db_prepare(store, "INSERT INTO time_control VALUES (?,?,?,?,?,?,?,?)", &statement))
        return false;
    db_bind_integers(statement, 1,
                     (const int64_t[]){store->run.id, game->number, black->match_ms, black->turn_ms,
                                       black->increment_ms, white->match_ms, white->turn_ms,
                                       white->increment_ms},
                     8);
    bool is_done = db_step_done(store, statement, doing);
    sqlite3_finalize(statement);
    return is_done;
}

/* Inserts the part in the sequential test of a game that decides it or ends later. */
static bool insert_test(Store *store, const GameRecord *game, const char *doing) {
    sqlite3_stmt *statement;
    if (game->test == GAME_COUNTED)
        return true;
    if (!db_prepare(store, "INSERT INTO test (run, game, part, llr) VALUES (?,?,?,?)", &statement))
        return false;
    db_bind_integers(statement, 1,
                     (const int64_t[]){store->run.id, game->number, (int64_t)game->test}, 3);
    sqlite3_bind_double(statement, 4, game->llr);
    bool is_done = db_step_done(store, statement, doing);
    sqlite3_finalize(statement);
    return is_done;
}

bool store_add_game(Store *store, const GameRecord *game) {
    char doing[60];
    if (sharing_is_gone(store->db))
        return db_fail(store, SHARING_GONE);
    assert(store->run.id != 0);
    snprintf(doing, sizeof(doing), "cannot record game %" PRId64, game->number);
    if (!prepare_inserts(store) || !db_begin(store, doing))
        return false;
    bool is_good = insert_game(store, game, doing) && insert_moves(store, game, doing) &&
                   insert_worker(store, game, doing) && insert_clocks(store, game, doing) &&
                   insert_limits(store, game, doing) && insert_test(store, game, doing);
    return db_finish(store, is_good, doing);
}

/* ---- Reading games -------------------------------------------------------------------------- */

int64_t store_game_count(Store *store) {
    char sql[80];
    int64_t count;
    snprintf(sql, sizeof(sql), "SELECT count(*) FROM game WHERE run = %" PRId64, store->run.id);
    return db_query_integer(store, sql, &count) ? count : -1;
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

/* Reads the match clocks of a game; NULL for a player without one. */
static bool read_clocks(sqlite3_stmt *statement, int column, GameRecord *game) {
    for (int color = 0; color < 2; color++) {
        if (sqlite3_column_type(statement, column + color) == SQLITE_NULL)
            continue;
        game->left_us[color] = sqlite3_column_int64(statement, column + color);
        if (game->left_us[color] < 0 || game->left_us[color] > left_max_us)
            return false;
    }
    return true;
}

/* Reads the time limits of a game; NULL if they are unknown. */
static bool read_limits(sqlite3_stmt *statement, int column, GameRecord *game) {
    bool is_good = true;
    for (int color = 0; color < 2; color++, column += 3) {
        GameTime *limit = &game->limit[color];
        int64_t *const values[] = {&limit->match_ms, &limit->turn_ms, &limit->increment_ms};
        for (int i = 0; i < 3; i++) {
            if (sqlite3_column_type(statement, column + i) == SQLITE_NULL)
                continue;
            *values[i] = sqlite3_column_int64(statement, column + i);
            is_good = is_good && *values[i] >= 0 && *values[i] <= left_max_us;
        }
    }
    return is_good;
}

/* Reads a row and checks every value: the file may come from anywhere. */
static bool read_game_row(Store *store, sqlite3_stmt *statement, GameRecord *game) {
    bool is_good = true;
    game->number = sqlite3_column_int64(statement, 0);
    is_good = game->number >= 1 && game->number <= NUMBER_MAX;
    game->round = db_column_int(statement, 1, INT32_MIN, INT32_MAX, &is_good);
    game->game = db_column_int(statement, 2, INT32_MIN, INT32_MAX, &is_good);
    game->pair = sqlite3_column_int64(statement, 3);
    for (int color = 0; color < 2; color++) {
        int last = store->run.engine_count - 1;
        game->engine[color] = db_column_int(statement, 4 + color, 0, last, &is_good);
        if (is_good)
            snprintf(game->name[color], GAME_NAME_MAX, "%s",
                     store->engines[game->engine[color]].name);
        game->memory[color] = (uint64_t)sqlite3_column_int64(statement, 16 + color);
    }
    game->white_is_first = sqlite3_column_int(statement, 6) != 0;
    game->opening_rule = db_column_int(statement, 7, 0, OPENING_RULES, &is_good);
    game->is_continuous = sqlite3_column_int(statement, 8) != 0;
    game->rule = (GameRule)db_column_int(statement, 9, 0, 9, &is_good);
    game->width = db_column_int(statement, 10, GAME_MIN_SIZE, GAME_MAX_SIZE, &is_good);
    game->height = db_column_int(statement, 11, GAME_MIN_SIZE, GAME_MAX_SIZE, &is_good);
    game->opening = sqlite3_column_int64(statement, 12);
    game->transform = db_column_int(statement, 13, 0, 7, &is_good);
    game->started_ms = sqlite3_column_int64(statement, 14);
    game->duration_ms = sqlite3_column_int64(statement, 15);
    is_good = is_good && game->engine[GAME_BLACK] != game->engine[GAME_WHITE] &&
              referee_knows_rule((int)game->rule) && ((int)game->rule & REFEREE_CONTINUOUS) == 0 &&
              result_of_word(db_column_text(statement, 18), &game->result) &&
              game_reason_parse(db_column_text(statement, 19), &game->reason) &&
              read_clocks(statement, 21, game) && read_limits(statement, 25, game);
    game->test = (GameTest)db_column_int(statement, 23, 0, GAME_TESTS - 1, &is_good);
    game->llr = sqlite3_column_double(statement, 24);
    snprintf(game->detail, GAME_DETAIL_MAX, "%s", db_column_text(statement, 20));
    if (!db_row_is_whole(store, statement))
        return false;
    return is_good || db_fail(store, "is damaged: game %" PRId64 " is invalid", game->number);
}

static bool read_move_row(Store *store, sqlite3_stmt *statement, GameRecord *game) {
    bool is_good = true;
    GameMove move = {0};
    move.x = db_column_int(statement, 0, 0, game->width - 1, &is_good);
    move.y = db_column_int(statement, 1, 0, game->height - 1, &is_good);
    move.is_opening = sqlite3_column_int(statement, 2) != 0;
    move.time_us = sqlite3_column_int64(statement, 3);
    move.has_score = sqlite3_column_type(statement, 4) != SQLITE_NULL;
    if (move.has_score) {
        move.score = db_column_int(statement, 4, INT32_MIN, INT32_MAX, &is_good);
        move.depth = db_column_int(statement, 5, 0, INT32_MAX, &is_good);
        move.nodes = (uint64_t)sqlite3_column_int64(statement, 6);
    }
    if (sqlite3_column_type(statement, 7) != SQLITE_NULL)
        move.messages = (char *)db_column_text(statement, 7); /* appending copies it */
    if (!db_row_is_whole(store, statement))
        return false;
    is_good = is_good && move.time_us >= 0 && move.time_us <= time_max_us;
    if (!is_good || game->move_count >= GAME_MAX_CELLS)
        return db_fail(store, "is damaged: game %" PRId64 " has an impossible move", game->number);
    if (!game_record_append(game, &move))
        return db_lack_memory(store);
    game->opening_count += move.is_opening;
    return true;
}

static bool read_moves(Store *store, sqlite3_stmt *statement, GameRecord *game) {
    db_bind_integers(statement, 1, (const int64_t[]){store->run.id, game->number}, 2);
    bool is_good = true;
    int status = SQLITE_DONE;
    while (is_good && (status = sqlite3_step(statement)) == SQLITE_ROW)
        is_good = read_move_row(store, statement, game);
    if (is_good && status != SQLITE_DONE)
        is_good = db_fail_sqlite(store, "cannot read the moves");
    sqlite3_reset(statement);
    return is_good;
}

static bool each_game(Store *store, sqlite3_stmt *games, sqlite3_stmt *moves, int64_t first,
                      StoreGameFn fn, void *context) {
    int status;
    db_bind_integers(games, 1, (const int64_t[]){store->run.id, first}, 2);
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
    return status == SQLITE_DONE || db_fail_sqlite(store, "cannot read the games");
}

bool store_each_game(Store *store, StoreDetail detail, StoreGameFn fn, void *context) {
    return store_each_game_from(store, detail, INT64_MIN, fn, context);
}

int64_t store_version(Store *store) {
    int64_t version;
    return db_query_integer(store, "PRAGMA data_version", &version) ? version : -1;
}

static bool has_table(Store *store, const char *name, bool *has_it) {
    char sql[100];
    int64_t count = 0;
    snprintf(sql, sizeof sql, "SELECT count(*) FROM sqlite_master WHERE name = '%s'", name);
    bool is_good = db_query_integer(store, sql, &count);
    *has_it = count > 0;
    return is_good;
}

/* Older files lack the tables of clocks, tests and time limits. Returns NULL on failure; the caller
 * finalizes the statement. */
static sqlite3_stmt *prepare_games(Store *store) {
    static const char clocks[] =
        "(SELECT black_left_us FROM clock WHERE clock.run = game.run AND clock.game = number),"
        " (SELECT white_left_us FROM clock WHERE clock.run = game.run AND clock.game = number)";
    static const char tests[] =
        "(SELECT part FROM test WHERE test.run = game.run AND test.game = number),"
        " (SELECT llr FROM test WHERE test.run = game.run AND test.game = number)";
    static const char limits[] = "black_match_ms, black_turn_ms, black_increment_ms,"
                                 " white_match_ms, white_turn_ms, white_increment_ms";
    static const char limits_join[] = "LEFT JOIN time_control AS limits"
                                      " ON limits.run = game.run AND limits.game = number";
    char sql[1400];
    bool has_clocks, has_tests, has_limits;
    sqlite3_stmt *games = NULL;
    if (!has_table(store, "clock", &has_clocks) || !has_table(store, "test", &has_tests) ||
        !has_table(store, "time_control", &has_limits))
        return NULL;
    snprintf(sql, sizeof sql,
             "SELECT number, round, game.game, pair, black, white, white_is_first, is_swap2,"
             " is_continuous, rule, width, height, opening, transform, started_ms, duration_ms,"
             " black_memory, white_memory, result, reason, detail, %s, %s, %s"
             " FROM game %s WHERE game.run = ? AND number >= ? ORDER BY number",
             has_clocks ? clocks : "NULL, NULL", has_tests ? tests : "NULL, NULL",
             has_limits ? limits : "NULL, NULL, NULL, NULL, NULL, NULL",
             has_limits ? limits_join : "");
    return db_prepare(store, sql, &games) ? games : NULL;
}

bool store_each_game_from(Store *store, StoreDetail detail, int64_t first, StoreGameFn fn,
                          void *context) {
    sqlite3_stmt *games = prepare_games(store), *moves = NULL;
    if (games == NULL)
        return false;
    const char *columns = detail == STORE_EVERYTHING
                              ? "SELECT x, y, is_opening, time_us, score, depth, nodes, messages"
                                " FROM move WHERE run = ? AND game = ? ORDER BY ply"
                              : "SELECT x, y, is_opening, time_us, score, depth, nodes, NULL"
                                " FROM move WHERE run = ? AND game = ? ORDER BY ply";
    /* One transaction, so that games and moves are consistent; store_hold() may have begun one
     * already. */
    bool is_alone = sqlite3_get_autocommit(store->db) != 0;
    bool is_good = (detail == STORE_RESULTS || db_prepare(store, columns, &moves)) &&
                   (!is_alone || db_execute(store, "BEGIN", "cannot read the games"));
    if (is_good) {
        is_good = each_game(store, games, moves, first, fn, context);
        sqlite3_reset(games);
        if (is_alone)
            sqlite3_exec(store->db, "COMMIT", NULL, NULL, NULL);
    }
    sqlite3_finalize(games);
    sqlite3_finalize(moves);
    return is_good;
}
