/* Databases locked by another program, or taken away, during a run, a tuning and an analysis. */
#include <check.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/harness.h"
#include "tournament/run/results.h"
#include "tournament/support/place.h"
#include "tournament/support/rows.h"

#define LONG_MATCH                                  \
    "-engine '" PUPPET " late=30' -engine '" PUPPET \
    " move=last late=30' -openings none -each tc=0/5 -concurrency 2 -games "

static sqlite3 *lock(const char *name) {
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open_v2(in_folder(name), &db, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    sqlite3_busy_timeout(db, 20000);
    ck_assert_int_eq(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    return db;
}

static void unlock(sqlite3 *db) {
    ck_assert_int_eq(sqlite3_exec(db, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
    ck_assert_int_eq(sqlite3_close(db), SQLITE_OK);
}

/* Locks the file for longer than the program may need to say so. Returns how it ends then. */
static int lock_for_long(pid_t pid, const char *name) {
    sqlite3 *db = lock(name);
    for (int i = 0; i < 600 && strstr(read_text("err"), "waiting for another program") == NULL; i++)
        usleep(50000);
    ck_assert_msg(strstr(read_text("err"), "waiting for another program") != NULL, "%s",
                  read_text("err"));
    ck_assert_int_eq(waitpid(pid, NULL, WNOHANG), 0);
    unlock(db);
    return finish(pid);
}

START_TEST(a_lock_of_another_program_is_waited_for) {
    pid_t pid = start(LONG_MATCH "12");
    wait_for_games(2);
    ck_assert_int_eq(lock_for_long(pid, "kaname-tournament.db"), 0);
    ck_assert_int_eq(count_games(), 12);
}
END_TEST

static pid_t start_tuning(void) {
    write_text("params", "k 40 0 79 10 0.1\n");
    return start("tune -engine '" PUPPET " tuned=k late=30' tc=0/5 -params params -iterations 6 "
                 "-openings none -state tuning.db");
}

START_TEST(a_lock_of_another_program_is_waited_for_by_a_tuning) {
    pid_t pid = start_tuning();
    wait_for_text("out", "Iteration 2 of 6");
    ck_assert_int_eq(lock_for_long(pid, "tuning.db"), 0);
    ck_assert(strstr(read_text("out"), "Iteration 6 of 6") != NULL);
}
END_TEST

static void write_positions(int count) {
    char text[4000] = "";
    for (int i = 0; i < count; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%c%d\n", 'a' + i % 15,
                 1 + i / 15);
    write_text("list", text);
}

#define LONG_ANALYSIS \
    "analyze list -answers a.db -json a.json -engine '" PUPPET " score=3 late=30' tc=0/5"

START_TEST(a_lock_of_another_program_is_waited_for_by_an_analysis) {
    write_positions(30);
    pid_t pid = start(LONG_ANALYSIS);
    wait_for_rows("a.db", "answer", 2);
    ck_assert_int_eq(lock_for_long(pid, "a.db"), 0);
    ck_assert_int_eq(count_rows("a.db", "answer"), 30);
}
END_TEST

/* Locks the file before the program begins, longer than the limit was. */
static int begin_locked(const char *name, const char *words) {
    sqlite3 *db = lock(name);
    pid_t pid = start(words);
    usleep(4000000);
    ck_assert_int_eq(waitpid(pid, NULL, WNOHANG), 0);
    unlock(db);
    return finish(pid);
}

START_TEST(a_lock_at_the_beginning_is_waited_for) {
    const char *words = "-engine '" PUPPET "' -engine '" PUPPET " move=last' -openings none";
    ck_assert_int_eq(run("%s", words), 0);
    ck_assert_int_eq(begin_locked("kaname-tournament.db", words), 0);
    ck_assert_int_eq(count_rows("kaname-tournament.db", "game WHERE run = 2"), 1);
}
END_TEST

/* Returns whether the query, which may find no tables yet, gives a row whose first column is not 0.
 */
static bool is_true(sqlite3 *db, const char *query) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(db, query, -1, &statement, NULL) != SQLITE_OK)
        return false;
    bool is = sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_int(statement, 0) != 0;
    sqlite3_finalize(statement);
    return is;
}

/* Locks the database as soon as it holds these rows, which the program is writing. Returns NULL if
 * the program ends before they are seen. */
static sqlite3 *lock_when(pid_t pid, const char *name, const char *query) {
    sqlite3 *db = NULL;
    for (; waitpid(pid, NULL, WNOHANG) == 0; usleep(100)) {
        if (db == NULL && access(in_folder(name), F_OK) == 0)
            ck_assert_int_eq(sqlite3_open_v2(in_folder(name), &db, SQLITE_OPEN_READWRITE, NULL),
                             SQLITE_OK);
        if (db == NULL || sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) != SQLITE_OK)
            continue;
        if (is_true(db, query))
            return db;
        ck_assert_int_eq(sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    }
    sqlite3_close(db);
    return NULL;
}

/* The moment in between is short: where it is missed, another run begins. */
START_TEST(a_lock_after_the_run_is_recorded_is_waited_for) {
    enum { RUNS = 100 };
    const char *name = "kaname-tournament.db", *missed = "missed.db";
    sqlite3 *db = NULL;
    pid_t pid = 0;
    for (int i = 0; i < RUNS && db == NULL; i++) {
        if (i > 0)
            ck_assert_int_eq(rename(in_folder(name), in_folder(missed)), 0);
        pid = start("-engine '" PUPPET "' -engine '" PUPPET
                    " move=last' -openings none -pgn games.pgn -sgf games.sgf");
        db = lock_when(pid, name,
                       "SELECT count(*) > 2 AND sum(key = 'engines started') = 0 FROM note");
    }
    ck_assert_msg(db != NULL, "%s", read_text("err"));
    usleep(4000000);
    ck_assert_int_eq(waitpid(pid, NULL, WNOHANG), 0);
    unlock(db);
    ck_assert_int_eq(finish(pid), 0);
    ck_assert_int_eq(count_rows(name, "game"), 1);
}
END_TEST

START_TEST(a_lock_at_the_beginning_is_waited_for_by_an_analysis) {
    sqlite3 *db;
    write_positions(2);
    /* An empty file, in which the tables are still to be made. */
    ck_assert_int_eq(sqlite3_open(in_folder("a.db"), &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(db, "VACUUM", NULL, NULL, NULL), SQLITE_OK);
    ck_assert_int_eq(sqlite3_close(db), SQLITE_OK);
    ck_assert_int_eq(begin_locked("a.db", LONG_ANALYSIS), 0);
    ck_assert_int_eq(count_rows("a.db", "answer"), 2);
}
END_TEST

/* Stops the program at once while its file is locked: it does not wait for the lock. */
static void stop_locked(pid_t pid, const char *name) {
    sqlite3 *db = lock(name);
    ck_assert_int_eq(kill(pid, SIGTERM), 0);
    int status = finish(pid);
    ck_assert_msg(status == 3 || status == 1, "%d", status);
    unlock(db);
}

START_TEST(a_locked_run_can_be_stopped) {
    pid_t pid = start(LONG_MATCH "1000");
    wait_for_games(2);
    stop_locked(pid, "kaname-tournament.db");
}
END_TEST

/* A crash fails the run while its game waits for the lock. */
START_TEST(a_locked_run_that_has_failed_can_be_stopped) {
    pid_t pid = start("-engine '" PUPPET " late=300 die=4' -engine '" PUPPET
                      " move=last late=300' -openings none -each tc=0/5 -fatalerror");
    wait_for_text("out", "Started game 1");
    sqlite3 *db = lock("kaname-tournament.db");
    wait_for_text("err", "-fatalerror: game 1");
    alarm(60); /* well under the limit of the wait */
    ck_assert_int_eq(kill(pid, SIGTERM), 0);
    ck_assert_int_eq(finish(pid), 1);
    alarm(0);
    unlock(db);
}
END_TEST

START_TEST(a_locked_tuning_or_analysis_can_be_stopped) {
    pid_t pid = start_tuning();
    wait_for_text("out", "Iteration 2 of 6");
    stop_locked(pid, "tuning.db");
    write_positions(200);
    pid = start(LONG_ANALYSIS);
    wait_for_rows("a.db", "answer", 2);
    stop_locked(pid, "a.db");
}
END_TEST

START_TEST(answers_taken_away_end_the_analysis) {
    write_positions(200);
    pid_t pid = start(LONG_ANALYSIS);
    wait_for_rows("a.db", "answer", 2);
    ck_assert_int_eq(unlink(in_folder("a.db")), 0);
    ck_assert_int_eq(finish(pid), 1);
    ck_assert_msg(strstr(read_text("err"), "a.db: was deleted, moved or replaced") != NULL, "%s",
                  read_text("err"));
    ck_assert(!is_there("a.json"));
}
END_TEST

START_TEST(a_database_taken_away_ends_the_run) {
    pid_t pid = start(LONG_MATCH "1000");
    wait_for_games(2);
    ck_assert_int_eq(rename(in_folder("kaname-tournament.db"), in_folder("away.db")), 0);
    ck_assert_int_eq(finish(pid), 1);
    ck_assert_msg(strstr(read_text("err"), "was deleted, moved or replaced") != NULL, "%s",
                  read_text("err"));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("means_locks");
    TCase *locks = tcase_create("locks");
    tcase_set_timeout(locks, 0);
    tcase_add_checked_fixture(locks, place_begin, NULL);
    tcase_add_test(locks, a_lock_of_another_program_is_waited_for);
    tcase_add_test(locks, a_lock_of_another_program_is_waited_for_by_a_tuning);
    tcase_add_test(locks, a_lock_of_another_program_is_waited_for_by_an_analysis);
    tcase_add_test(locks, a_lock_at_the_beginning_is_waited_for);
    tcase_add_test(locks, a_lock_after_the_run_is_recorded_is_waited_for);
    tcase_add_test(locks, a_lock_at_the_beginning_is_waited_for_by_an_analysis);
    tcase_add_test(locks, a_locked_run_can_be_stopped);
    tcase_add_test(locks, a_locked_run_that_has_failed_can_be_stopped);
    tcase_add_test(locks, a_locked_tuning_or_analysis_can_be_stopped);
    tcase_add_test(locks, a_database_taken_away_ends_the_run);
    tcase_add_test(locks, answers_taken_away_end_the_analysis);
    suite_add_tcase(suite, locks);
    return run_suite(suite);
}
