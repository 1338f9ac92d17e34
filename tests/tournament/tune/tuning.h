/* tuning.h: the parameters of a tuning, and what is in the file of its state. */
#ifndef TESTS_TOURNAMENT_TUNE_TUNING_H
#define TESTS_TOURNAMENT_TUNE_TUNING_H

#include <check.h>
#include <sqlite3.h>
#include <stdio.h>

#include "shared/status/failure.h"
#include "tournament/support/place.h"
#include "tune/spsa.h"

/* Reads a list of parameters. */
static inline SpsaPlan plan_of(const char *text, int64_t iterations, uint64_t seed) {
    SpsaPlan plan = {.iterations = iterations, .seed = seed};
    Failure failure = FAILURE_NONE;
    ck_assert_msg(spsa_read(&plan, text, "list", &failure), "%s", failure.text);
    return plan;
}

/* Runs SQL on a file of the folder; the text that it gives, a value a line. */
static inline const char *query(const char *name, const char *sql) {
    static char text[TEXT_MAX];
    sqlite3 *db;
    sqlite3_stmt *statement;
    size_t length = 0;
    text[0] = '\0';
    ck_assert_int_eq(sqlite3_open(in_folder(name), &db), SQLITE_OK);
    ck_assert_msg(sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK, "%s",
                  sqlite3_errmsg(db));
    while (sqlite3_step(statement) == SQLITE_ROW)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s\n",
                                   (const char *)sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return text;
}

#endif
