/* The file of the position database: killed, damaged, locked, or another program's. */
#define _DEFAULT_SOURCE /* usleep(); POSIX besides */
#include <check.h>
#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "database/store.h"
#include "database/text.h"
#include "database/walk.h"
#include "protocol/database/own_database.h"
#include "protocol/database/put.h"
#include "protocol/support/change_file.h"
#include "shared/status/failure.h"
#include "support/harness.h"

/* The whole file, to be freed. */
static char *read_file(const char *name, size_t *size) {
    enum { BYTES_MAX = 1 << 20 };
    FILE *file = fopen(name, "rb");
    char *bytes = malloc(BYTES_MAX);
    ck_assert(file != NULL && bytes != NULL);
    *size = fread(bytes, 1, BYTES_MAX, file);
    fclose(file);
    return bytes;
}

/* ---- The file ------------------------------------------------------------------------------- */

START_TEST(users_can_look_inside) {
    sqlite3 *file;
    sqlite3_stmt *row;
    put("h8i9", record_of('w', -29990, 20));
    ck_assert_int_eq(sqlite3_open(path, &file), SQLITE_OK);
    ck_assert_int_eq(
        sqlite3_prepare_v2(file, "SELECT rule, size, side, black FROM position WHERE tag=119", -1,
                           &row, NULL),
        SQLITE_OK);
    ck_assert_int_eq(sqlite3_step(row), SQLITE_ROW);
    ck_assert_str_eq((const char *)sqlite3_column_text(row, 0), "freestyle");
    ck_assert_str_eq((const char *)sqlite3_column_text(row, 1), "15x15");
    ck_assert_str_eq((const char *)sqlite3_column_text(row, 2), "black");
    ck_assert_str_eq((const char *)sqlite3_column_text(row, 3), "h8");
    sqlite3_finalize(row);
    sqlite3_close(file);
}
END_TEST

START_TEST(rows_of_no_rule_or_size_are_passed_over) {
    static const char *const changes[] = {"UPDATE position SET rule='chess' WHERE value=1",
                                          "UPDATE position SET size='99x99' WHERE value=2"};
    sqlite3 *file;
    long sum = 0;
    put("h8", record_of(0, 1, 10));
    put("h8i9", record_of(0, 2, 20));
    put("h8i9j7", record_of(0, 3, 30));
    ck_assert_int_eq(sqlite3_open(path, &file), SQLITE_OK);
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(sqlite3_exec(file, changes[i], NULL, NULL, NULL), SQLITE_OK);
    ck_assert_int_eq(sqlite3_close(file), SQLITE_OK);
    ck_assert(database_each(database, count_records, &sum));
    ck_assert_int_eq(sum, 30);
}
END_TEST

START_TEST(a_killed_writer_loses_nothing_that_was_done) {
    const DatabasePosition start = position_of("h8");
    int told[2];
    int rounds = 0, last = -1;
    database_close(database);
    database = NULL;
    for (; rounds < 10; rounds++) {
        ck_assert_int_eq(pipe(told), 0);
        pid_t child = fork();
        ck_assert_int_ge(child, 0);
        if (child == 0) { /* no assertion here: check's message would be torn by the kill */
            Failure failure = FAILURE_NONE;
            database = database_open(path, &failure);
            for (int i = last + 1; database != NULL; i++) {
                DatabasePosition position = start;
                DatabaseRecord record = record_of(0, i, 1);
                if (!database_position_play(&position, (KanamePoint){i % 15, i / 15 % 7}) ||
                    !put_record(database, &position, &record) ||
                    write(told[1], &i, sizeof i) != (ssize_t)sizeof i)
                    break;
            }
            _exit(1);
        }
        close(told[1]);
        int read_now, wanted = 5 + rounds * 3;
        for (int i = 0; i < wanted && read(told[0], &read_now, sizeof read_now) == sizeof read_now;
             i++)
            last = read_now;
        kill(child, SIGKILL);
        while (read(told[0], &read_now, sizeof read_now) == sizeof read_now)
            last = read_now;
        close(told[0]);
        ck_assert_int_eq(waitpid(child, NULL, 0), child);
        open_again();
        ck_assert(database_check(database));
        DatabasePosition position = position_of("h8");
        DatabaseRecord record;
        ck_assert(database_position_play(&position, (KanamePoint){last % 15, last / 15 % 7}));
        ck_assert_int_eq(database_get(database, &position, &record), DATABASE_FOUND);
        ck_assert_int_ge(record.value, last);
        database_close(database);
        database = NULL;
    }
    ck_assert_int_gt(last, 50);
}
END_TEST

START_TEST(a_foreign_file_is_refused_and_left_alone) {
    static const char text[] = "Dear diary,\nthis is certainly no database at all.\n"
                               "It goes on and on and on and on and on and on and on.\n";
    Failure failure = FAILURE_NONE;
    char after[sizeof text];
    write_file(other_path, text, sizeof text - 1);
    ck_assert_ptr_null(database_open(other_path, &failure));
    ck_assert_str_ne(failure.text, "");
    FILE *file = fopen(other_path, "rb");
    ck_assert_uint_eq(fread(after, 1, sizeof after, file), sizeof text - 1);
    fclose(file);
    ck_assert_int_eq(memcmp(after, text, sizeof text - 1), 0);
}
END_TEST

START_TEST(another_programs_database_is_refused) {
    Failure failure = FAILURE_NONE;
    sqlite3 *file;
    ck_assert_int_eq(sqlite3_open(other_path, &file), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(file, "CREATE TABLE position (x)", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(file);
    ck_assert_ptr_null(database_open(other_path, &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "another program"));
}
END_TEST

START_TEST(a_database_of_another_version_is_refused) {
    Failure failure = FAILURE_NONE;
    sqlite3 *file;
    put("h8", record_of('w', 1, 2));
    database_close(database);
    database = NULL;
    ck_assert_int_eq(sqlite3_open(path, &file), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(file, "PRAGMA user_version=99", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(file);
    ck_assert_ptr_null(database_open(path, &failure));
    ck_assert_str_eq(failure.text, "it is from another version");
}
END_TEST

START_TEST(another_programs_empty_database_is_refused) {
    static const char *const pragmas[] = {"PRAGMA application_id=12345", "PRAGMA user_version=7"};
    sqlite3 *file;
    Failure failure = FAILURE_NONE;
    ck_assert_int_eq(sqlite3_open(other_path, &file), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(file, pragmas[_i], NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(file);
    size_t size, after;
    char *before = read_file(other_path, &size);
    ck_assert_ptr_null(database_open(other_path, &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "another program"));
    DatabasePosition position = position_of("h8");
    ck_assert_int_eq(database_file_split(database, &position, other_path, &failure), -1);
    char *now = read_file(other_path, &after);
    ck_assert(after == size && memcmp(before, now, size) == 0);
    free(before);
    free(now);
}
END_TEST

START_TEST(a_file_too_short_for_a_database_is_left_alone) {
    static const char *const texts[] = {"x", "SQLite format", "SQLite format 3"};
    Failure failure = FAILURE_NONE;
    size_t size;
    write_file(other_path, texts[_i], strlen(texts[_i]));
    ck_assert_ptr_null(database_open(other_path, &failure));
    ck_assert_str_eq(failure.text, "file is not a database");
    char *now = read_file(other_path, &size);
    ck_assert(size == strlen(texts[_i]) && memcmp(now, texts[_i], size) == 0);
    free(now);
}
END_TEST

START_TEST(a_damaged_file_is_told_and_never_crashes) {
    static char bytes[1 << 20];
    for (int i = 0; i < 200; i++) {
        DatabasePosition position = position_of("h8");
        DatabaseRecord record = record_of(0, i, 1);
        memset(record.text, 'x', 500);
        ck_assert(database_position_play(&position, (KanamePoint){i % 15, i / 15 % 7}) || i == 112);
        ck_assert(put_record(database, &position, &record));
    }
    database_close(database);
    database = NULL;
    FILE *file = fopen(path, "rb");
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    ck_assert_uint_gt(size, 20000);
    uint32_t random = (uint32_t)_i * 2654435761u + 1;
    for (size_t i = 4096; i < size; i++) { /* behind the first page */
        random = random * 1664525u + 1013904223u;
        if (random >> 30 == 0)
            bytes[i] = (char)(random >> 16);
    }
    write_file(path, bytes, size);
    Failure failure = FAILURE_NONE;
    database = database_open(path, &failure);
    bool is_told = database == NULL || !database_check(database);
    ck_assert(is_told);
    DatabasePosition position = position_of("h8i9");
    DatabaseRecord record;
    if (database != NULL)
        (void)database_get(database, &position, &record);
}
END_TEST

START_TEST(a_folder_that_is_not_there_is_told) {
    Failure failure = FAILURE_NONE;
    ck_assert_ptr_null(database_open("/nonexistent/folder/x.db", &failure));
    ck_assert_str_ne(failure.text, "");
}
END_TEST

/* ---- Text ----------------------------------------------------------------------------------- */

/* Keys that are too long, hold NUL or are no text, in numbers that fill whole batches. */
static const char *const crafted[] = {
    "substr(hex(zeroblob(1000)), 1, 1600) || x, x",
    "'h8', 'i9' || char(0) || x",
    "x'00ff' || x, zeroblob(2000 + x)",
    "CAST(x'ff' || x AS BLOB), x",
    "'h8' || char(0, 9) || x, ''",
    "x * 1e15, 'zz'",
};
enum { CRAFTED = sizeof crafted / sizeof crafted[0] };

START_TEST(keys_of_another_program_never_hold_up_a_walk) {
    char insert[1024];
    long sum = 0;
    put("h8", record_of(0, 1, 10));
    const char *sides[] = {"black", "white", "zzzz"};
    for (int i = 0; i < 3; i++) {
        snprintf(
            insert, sizeof insert,
            "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 700) "
            "INSERT OR IGNORE INTO position (black, white, rule, size, side, tag, value, "
            "depth, chosen, text) SELECT %s, 'freestyle', '15x15', '%s', 0, 0, 0, 0, '' FROM n",
            crafted[_i], sides[i]);
        const char *const statements[] = {insert};
        change_file(path, statements, 1);
    }
    ck_assert(database_each(database, count_records, &sum));
    ck_assert_int_eq(sum, 10);
    ck_assert_int_gt(database_count(database), 500);
}
END_TEST

START_TEST(views_triggers_and_virtual_tables_are_refused) {
    static const char *const added[][3] = {
        {"ALTER TABLE position RENAME TO p",
         "CREATE VIEW position AS WITH RECURSIVE n(rule, size, side, black, white, tag, value, "
         "depth,"
         " best, chosen, text) AS (SELECT * FROM p UNION ALL SELECT * FROM n) SELECT * FROM n",
         "SELECT 1"},
        {"CREATE VIEW other AS SELECT 1", "SELECT 1", "SELECT 1"},
        {"CREATE TRIGGER t AFTER INSERT ON position BEGIN DELETE FROM position; END", "SELECT 1",
         "SELECT 1"},
        {"CREATE VIRTUAL TABLE v USING fts5(a)", "SELECT 1", "SELECT 1"},
    };
    Failure failure = FAILURE_NONE;
    put("h8", record_of(0, 1, 10));
    database_close(database);
    database = NULL;
    change_file(path, added[_i], 3);
    ck_assert_ptr_null(database_open(path, &failure));
    ck_assert_str_eq(failure.text, "it holds views, triggers or virtual tables");
    ck_assert_ptr_null(database_open_to_read(path, &failure));
    ck_assert_str_eq(failure.text, "it holds views, triggers or virtual tables");
}
END_TEST

/* What an ordinary user finds: a file that may not be written, in a folder where none may be made,
 * or where one may. */
START_TEST(a_database_that_may_not_be_written_is_read) {
    put("h8", record_of('w', -29990, 10));
    database_close(database);
    database = NULL;
    char folder[TEST_PATH_BYTES];
    snprintf(folder, sizeof folder, "%s", path);
    *strrchr(folder, '/') = '\0';
    char *last = strrchr(folder, '/');
    *last = '\0';
    ck_assert_int_eq(chmod(folder, 0711), 0); /* another user may go through it */
    *last = '/';
    ck_assert_int_eq(chmod(path, 0444), 0);
    ck_assert_int_eq(chmod(folder, _i % 2 == 0 ? 0555 : 0777), 0);
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        Failure failure = FAILURE_NONE;
        if (geteuid() == 0 && setuid(65534) != 0)
            _exit(2);
        database = _i < 2 ? database_open_to_read(path, &failure) : database_open(path, &failure);
        DatabaseRecord record = {.tag = 0};
        DatabasePosition position = position_of("h8");
        bool is_read = database != NULL && database_count(database) == 1 &&
                       database_get(database, &position, &record) == DATABASE_FOUND &&
                       record.value == -29990 && !put_record(database, &position, &record);
        fprintf(stderr, "%s\n", failure.text);
        _exit(is_read ? 0 : 1);
    }
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(chmod(folder, 0755), 0);
    ck_assert_int_eq(status, 0);
}
END_TEST

/* The file changes under the open database. */
START_TEST(an_endless_query_is_interrupted) {
    static const char *const change[] = {
        "ALTER TABLE position RENAME TO p",
        "CREATE VIEW position AS WITH RECURSIVE n(rule, size, side, black, white, tag, value, "
        "depth,"
        " best, chosen, text) AS (SELECT * FROM p UNION ALL SELECT * FROM n) SELECT * FROM n"};
    put("h8", record_of(0, 1, 10));
    change_file(path, change, 2);
    ck_assert_int_eq(database_count(database), -1);
    ck_assert_str_eq(database_error(database), "interrupted");
}
END_TEST

START_TEST(a_repair_says_what_it_repaired) {
    static const char *const damage[] = {
        "CREATE INDEX i ON position (depth)", "PRAGMA writable_schema = ON",
        "UPDATE sqlite_master SET sql = 'CREATE INDEX i ON position (value)' WHERE name = 'i'"};
    char repaired[256] = "x";
    put("h8", record_of(0, 1, 10));
    put("h8i9", record_of(0, 7, 20));
    ck_assert(database_fix(database, repaired, sizeof repaired));
    ck_assert_str_eq(repaired, "");
    database_close(database);
    database = NULL;
    change_file(path, damage, 3);
    open_again();
    ck_assert(!database_check(database));
    ck_assert(database_fix(database, repaired, sizeof repaired));
    ck_assert_msg(strstr(repaired, "missing from index i") != NULL, "%s", repaired);
    ck_assert(database_check(database));
    ck_assert_int_eq(database_count(database), 2);
}
END_TEST

/* Fails for two reasons in turn until told to stop. */
static void *fail_in_turn(void *context) {
    atomic_bool *is_over = context;
    while (!*is_over) {
        ck_assert(database_begin(database));
        (void)database_begin(database);
        ck_assert(database_commit(database));
        (void)database_commit(database);
    }
    return NULL;
}

START_TEST(a_failure_is_copied_whole_while_another_thread_fails) {
    static const char *const reasons[] = {"cannot start a transaction within a transaction",
                                          "cannot commit - no transaction is active"};
    enum { COPIES = 200000 };
    Failure failure = FAILURE_NONE;
    atomic_bool is_over = false;
    pthread_t thread;
    ck_assert(!database_commit(database));
    ck_assert_int_eq(pthread_create(&thread, NULL, fail_in_turn, &is_over), 0);
    const char *torn = NULL;
    for (int i = 0; i < COPIES && torn == NULL; i++) {
        (void)database_pass(database, &failure);
        if (strcmp(failure.text, reasons[0]) != 0 && strcmp(failure.text, reasons[1]) != 0)
            torn = failure.text;
    }
    is_over = true;
    ck_assert_int_eq(pthread_join(thread, NULL), 0);
    ck_assert_msg(torn == NULL, "%s", torn);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("database_file");
    TCase *tests = tcase_create("database_file");
    tcase_set_timeout(tests, 240);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, users_can_look_inside);
    tcase_add_test(tests, rows_of_no_rule_or_size_are_passed_over);
    tcase_add_test(tests, a_killed_writer_loses_nothing_that_was_done);
    tcase_add_test(tests, a_foreign_file_is_refused_and_left_alone);
    tcase_add_test(tests, another_programs_database_is_refused);
    tcase_add_test(tests, a_database_of_another_version_is_refused);
    tcase_add_loop_test(tests, another_programs_empty_database_is_refused, 0, 2);
    tcase_add_loop_test(tests, a_file_too_short_for_a_database_is_left_alone, 0, 3);
    tcase_add_loop_test(tests, a_damaged_file_is_told_and_never_crashes, 0, 10);
    tcase_add_test(tests, a_folder_that_is_not_there_is_told);
    tcase_add_loop_test(tests, keys_of_another_program_never_hold_up_a_walk, 0, CRAFTED);
    tcase_add_loop_test(tests, views_triggers_and_virtual_tables_are_refused, 0, 4);
    tcase_add_test(tests, a_repair_says_what_it_repaired);
    tcase_add_test(tests, an_endless_query_is_interrupted);
    tcase_add_test(tests, a_failure_is_copied_whole_while_another_thread_fails);
    tcase_add_loop_test(tests, a_database_that_may_not_be_written_is_read, 0, 4);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
