/* rows.h: rows of the databases in a test's folder (place.h), while a run writes them. */
#ifndef TESTS_TOURNAMENT_SUPPORT_ROWS_H
#define TESTS_TOURNAMENT_SUPPORT_ROWS_H

#include <check.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include "tournament/support/place.h"

/* Waits for locks. Returns -1 if there is no such file or table yet. A condition may follow the
 * table. */
static inline int64_t count_rows(const char *name, const char *table) {
    enum { BUSY_MS = 20000 };
    sqlite3 *db;
    int64_t count = -1;
    sqlite3_stmt *statement;
    char sql[100];
    snprintf(sql, sizeof sql, "SELECT count(*) FROM %s", table);
    if (sqlite3_open_v2(in_folder(name), &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
        sqlite3_busy_timeout(db, BUSY_MS) == SQLITE_OK &&
        sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK) {
        if (sqlite3_step(statement) == SQLITE_ROW)
            count = sqlite3_column_int64(statement, 0);
        sqlite3_finalize(statement);
    }
    sqlite3_close(db);
    return count;
}

/* Until the table holds that many rows. */
static inline void wait_for_rows(const char *name, const char *table, int64_t wanted) {
    for (int i = 0; i < 3000 && count_rows(name, table) < wanted; i++)
        usleep(20000);
    int64_t count = count_rows(name, table);
    ck_assert_msg(count >= wanted, "%d of %d rows; %s", (int)count, (int)wanted, read_text("err"));
}

/* Games of the database that a match has without -db. */
static inline int64_t count_games(void) {
    return count_rows("kaname-tournament.db", "game");
}
static inline void wait_for_games(int64_t wanted) {
    wait_for_rows("kaname-tournament.db", "game", wanted);
}

#endif
