/* record.h: a database of games in the test's folder. Each suite that includes this has its own. */
#ifndef TESTS_TOURNAMENT_STORE_RECORD_H
#define TESTS_TOURNAMENT_STORE_RECORD_H

#include <check.h>
#include <sqlite3.h>

#include "shared/status/failure.h"
#include "store/store.h"
#include "support/harness.h"
#include "tournament/support/samples.h"

static char path[TEST_PATH_BYTES];

/* The fixture. */
static inline void set_up(void) {
    char folder[TEST_PATH_BYTES];
    make_folder(folder);
    path_in(path, folder, "a.db");
}

static inline Store *open_record(void) {
    Failure failure = FAILURE_NONE;
    Store *store = store_open(path, &failure);
    ck_assert_msg(store != NULL, "%s", failure.text);
    return store;
}

static inline Store *open_to_read(void) {
    Failure failure = FAILURE_NONE;
    Store *store = store_open_read_only(path, &failure);
    ck_assert_msg(store != NULL, "%s", failure.text);
    return store;
}

#define ck_record(store, call) ck_assert_msg(call, "%s", store_error(store))

static inline void add_sample(Store *store, int64_t number) {
    GameRecord game;
    sample_game(&game, sample_run(2), number);
    ck_record(store, store_add_game(store, &game));
    game_record_release(&game);
}

/* Runs SQL beside the store; returns the first integer it gives. */
static inline int64_t ask(const char *sql) {
    sqlite3 *db;
    sqlite3_stmt *statement;
    int64_t value = -1;
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    ck_assert_msg(sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK, "%s",
                  sqlite3_errmsg(db));
    if (sqlite3_step(statement) == SQLITE_ROW)
        value = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return value;
}

/* Changes the file behind the store's back. */
static inline void change(const char *sql) {
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    ck_assert_msg(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, "%s", sqlite3_errmsg(db));
    sqlite3_close(db);
}

static inline void expect_same_game(const GameRecord *a, const GameRecord *b, bool with_messages) {
    ck_assert_int_eq(a->number, b->number);
    ck_assert(a->round == b->round && a->game == b->game && a->pair == b->pair);
    ck_assert_mem_eq(a->engine, b->engine, sizeof(a->engine));
    ck_assert_str_eq(a->name[0], b->name[0]);
    ck_assert_str_eq(a->name[1], b->name[1]);
    ck_assert(a->white_is_first == b->white_is_first && a->opening_rule == b->opening_rule);
    ck_assert(a->rule == b->rule && a->is_continuous == b->is_continuous);
    ck_assert(a->width == b->width && a->height == b->height);
    ck_assert(a->opening == b->opening && a->transform == b->transform);
    ck_assert(a->result == b->result && a->reason == b->reason);
    ck_assert_str_eq(a->detail, b->detail);
    ck_assert(a->started_ms == b->started_ms && a->duration_ms == b->duration_ms);
    ck_assert_mem_eq(a->memory, b->memory, sizeof(a->memory));
    ck_assert_mem_eq(a->left_us, b->left_us, sizeof(a->left_us));
    ck_assert_mem_eq(a->limit, b->limit, sizeof(a->limit));
    ck_assert_uint_eq(a->move_count, b->move_count);
    ck_assert_uint_eq(a->opening_count, b->opening_count);
    for (size_t i = 0; i < a->move_count; i++) {
        const GameMove *left = &a->moves[i], *right = &b->moves[i];
        ck_assert(left->x == right->x && left->y == right->y);
        ck_assert(left->is_opening == right->is_opening && left->time_us == right->time_us);
        ck_assert(left->has_score == right->has_score && left->score == right->score);
        ck_assert(left->depth == right->depth && left->nodes == right->nodes);
        if (with_messages)
            ck_assert_str_eq(left->messages ? left->messages : "",
                             right->messages ? right->messages : "");
    }
}

typedef struct Reading {
    int64_t games;
    StoreDetail detail;
    int64_t stop_after;
} Reading;

static inline bool compare_with_sample(const GameRecord *game, void *context) {
    Reading *reading = context;
    GameRecord wanted;
    sample_game(&wanted, sample_run(2), game->number);
    reading->games++;
    ck_assert_int_eq(game->number, reading->games);
    if (reading->detail != STORE_RESULTS) {
        expect_same_game(game, &wanted, reading->detail == STORE_EVERYTHING);
    } else {
        ck_assert_uint_eq(game->move_count, 0);
        ck_assert(game->result == wanted.result && game->reason == wanted.reason);
    }
    game_record_release(&wanted);
    return reading->games != reading->stop_after;
}

#endif
