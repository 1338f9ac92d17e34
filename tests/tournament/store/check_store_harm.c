/* The database: killed, locked, read meanwhile, on a full disk, somebody else's or damaged. */
#include "store/store.h"

#include <check.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "shared/status/failure.h"
#include "support/harness.h"
#include "tournament/store/record.h"
#include "tournament/support/samples.h"

/* One program of several that begin at the same moment, when the gate's other end is closed. */
static void record_one_game(int gate) {
    Failure failure = FAILURE_NONE;
    char byte;
    while (read(gate, &byte, 1) > 0)
        continue;
    Store *store = store_open(path, &failure);
    GameRecord game;
    sample_game(&game, sample_run(2), 1);
    bool is_good =
        store != NULL && store_begin_run(store, sample_run(2)) && store_add_game(store, &game);
    if (!is_good)
        fprintf(stderr, "%s\n", store != NULL ? store_error(store) : failure.text);
    store_close(store);
    _exit(is_good ? 0 : 1);
}

START_TEST(programs_that_begin_at_once_share_a_new_file) {
    enum { ROUNDS = 10, PROGRAMS = 6 };
    for (int round = 0; round < ROUNDS; round++) {
        int gate[2];
        unlink(path);
        ck_assert_int_eq(pipe(gate), 0);
        for (int i = 0; i < PROGRAMS; i++) {
            pid_t child = fork();
            ck_assert_int_ge(child, 0);
            if (child == 0) {
                close(gate[1]);
                record_one_game(gate[0]);
            }
        }
        close(gate[0]);
        close(gate[1]);
        for (int i = 0; i < PROGRAMS; i++) {
            int status;
            ck_assert_int_gt(wait(&status), 0);
            ck_assert_int_eq(status, 0);
        }
        ck_assert_int_eq(ask("SELECT count(*) FROM run"), PROGRAMS);
        ck_assert_int_eq(ask("SELECT count(*) FROM game"), PROGRAMS);
    }
}
END_TEST

/* A child that writes games until it is killed; the parent kills it at a random moment. */
START_TEST(killed_at_any_moment_leaves_whole_games) {
    int64_t before = 0;
    for (int round = 0; round < 5; round++) {
        int pipes[2];
        ck_assert_int_eq(pipe(pipes), 0);
        pid_t child = fork();
        ck_assert_int_ge(child, 0);
        if (child == 0) {
            close(pipes[0]);
            Failure failure = FAILURE_NONE;
            Store *store = store_open(path, &failure);
            bool is_good = store != NULL && (round == 0 ? store_begin_run(store, sample_run(2))
                                                        : store_resume_run(store, sample_run(2)));
            for (int64_t number = before + 1; is_good; number++) {
                GameRecord game;
                sample_game(&game, sample_run(2), number);
                is_good = store_add_game(store, &game);
                game_record_release(&game);
                is_good = is_good && write(pipes[1], &number, sizeof(number)) == sizeof(number);
            }
            _exit(1);
        }
        close(pipes[1]);
        int64_t told = 0;
        for (int i = 0; i < 8 + 5 * round; i++)
            ck_assert_int_eq(read(pipes[0], &told, sizeof(told)), sizeof(told));
        usleep((useconds_t)(137 * round));
        kill(child, SIGKILL);
        while (read(pipes[0], &told, sizeof(told)) == sizeof(told))
            continue;
        close(pipes[0]);
        waitpid(child, NULL, 0);
        int64_t games = ask("SELECT count(*) FROM game");
        ck_assert_msg(games >= told, "%d games were told, %d are there", (int)told, (int)games);
        ck_assert_int_eq(ask("SELECT max(number) FROM game"), games);
        ck_assert_int_eq(ask("SELECT count(*) FROM pragma_integrity_check WHERE integrity_check"
                             " <> 'ok'"),
                         0);
        before = games;
    }
    Store *store = open_to_read();
    ck_record(store, store_select_run(store, 0));
    Reading reading = {.detail = STORE_EVERYTHING};
    ck_record(store, store_each_game(store, STORE_EVERYTHING, compare_with_sample, &reading));
    ck_assert_int_eq(reading.games, before);
    store_close(store);
}
END_TEST

/* Files that may not grow stand in for a full disk. */
START_TEST(full_disk_is_told_and_harms_nothing) {
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        Failure failure = FAILURE_NONE;
        signal(SIGXFSZ, SIG_IGN);
        Store *store = store_open(path, &failure);
        bool is_good = store != NULL && store_begin_run(store, sample_run(2));
        struct rlimit limit = {240000, 240000};
        setrlimit(RLIMIT_FSIZE, &limit);
        int64_t number = 0;
        while (is_good && number < 5000) {
            GameRecord game;
            sample_game(&game, sample_run(2), number + 1);
            is_good = store_add_game(store, &game);
            number += is_good;
            game_record_release(&game);
        }
        bool is_told = !is_good && number > 5 && strstr(store_error(store), "cannot record game");
        bool counts = is_told && store_game_count(store) == number;
        store_close(store);
        _exit(counts ? 0 : 1);
    }
    int status;
    waitpid(child, &status, 0);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    Store *store = open_record();
    ck_record(store, store_resume_run(store, sample_run(2)));
    int64_t games = store_game_count(store);
    ck_assert_int_gt(games, 5);
    add_sample(store, games + 1); /* there is room again */
    Reading reading = {.detail = STORE_EVERYTHING};
    ck_record(store, store_each_game(store, STORE_EVERYTHING, compare_with_sample, &reading));
    ck_assert_int_eq(reading.games, games + 1);
    store_close(store);
}
END_TEST

START_TEST(locked_file_is_told_and_harms_nothing) {
    Store *store = open_record();
    ck_record(store, store_begin_run(store, sample_run(2)));
    add_sample(store, 1);
    store_set_patience(store, NULL);
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    GameRecord game;
    sample_game(&game, sample_run(2), 2);
    ck_assert(!store_add_game(store, &game));
    ck_assert_ptr_nonnull(strstr(store_error(store), "locked"));
    ck_assert_int_eq(sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    ck_record(store, store_add_game(store, &game));
    game_record_release(&game);
    ck_assert_int_eq(store_game_count(store), 2);
    store_close(store);
}
END_TEST

START_TEST(reports_read_while_a_run_writes) {
    Store *writer = open_record();
    ck_record(writer, store_begin_run(writer, sample_run(2)));
    add_sample(writer, 1);
    Store *reader = open_to_read();
    ck_record(reader, store_select_run(reader, 0));
    add_sample(writer, 2);
    Reading reading = {.detail = STORE_EVERYTHING};
    ck_record(reader, store_each_game(reader, STORE_EVERYTHING, compare_with_sample, &reading));
    ck_assert_int_eq(reading.games, 2);
    add_sample(writer, 3);
    store_close(writer);
    store_close(reader);
    ck_assert_int_eq(ask("SELECT count(*) FROM game"), 3);
}
END_TEST

START_TEST(a_held_file_is_read_as_it_was) {
    Store *writer = open_record();
    ck_record(writer, store_begin_run(writer, sample_run(2)));
    add_sample(writer, 1);
    Store *reader = open_to_read();
    ck_record(reader, store_hold(reader));
    ck_record(reader, store_select_run(reader, 0));
    add_sample(writer, 2);
    for (int pass = 0; pass < 2; pass++) {
        Reading reading = {.detail = STORE_EVERYTHING};
        ck_record(reader, store_each_game(reader, STORE_EVERYTHING, compare_with_sample, &reading));
        ck_assert_int_eq(reading.games, 1);
    }
    store_close(reader);
    store_close(writer);
}
END_TEST

static void write_file(const char *text, size_t size) {
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(text, 1, size, file), size);
    fclose(file);
}

START_TEST(files_of_others_are_refused_and_left_alone) {
    Failure failure = FAILURE_NONE;
    char text[5000];
    memset(text, 'x', sizeof(text));
    write_file(text, sizeof(text));
    ck_assert_ptr_null(store_open(path, &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, path));
    ck_assert_ptr_null(store_open_read_only(path, &failure));
    write_file("x", 1);
    ck_assert_ptr_null(store_open(path, &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "something else"));
    unlink(path);
    ck_assert_int_eq(ask("CREATE TABLE things (id)"), -1);
    ck_assert_ptr_null(store_open(path, &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "another program"));
    ck_assert_int_eq(ask("SELECT count(*) FROM sqlite_master"), 1);
    unlink(path);
    ck_assert_ptr_null(store_open_read_only(path, &failure));
    ck_assert_int_ne(access(path, F_OK), 0); /* not created */
    write_file("", 0);
    ck_assert_ptr_null(store_open_read_only(path, &failure));
    Store *store = open_record(); /* an empty file is a new one */
    store_close(store);
    ask("PRAGMA user_version = 99");
    ck_assert_ptr_null(store_open(path, &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "version 99"));
}
END_TEST

/* Each name would have a log of its own, and games would be lost. */
START_TEST(a_file_of_two_names_is_read_alone) {
    static const char other[] = "other.db";
    Failure failure = FAILURE_NONE;
    store_close(open_record());
    ck_assert_int_eq(link(path, other), 0);
    ck_assert_ptr_null(store_open(other, &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "other.db: the file has other names"));
    ck_assert_int_ne(access("other.db-wal", F_OK), 0);
    Store *store = store_open_read_only(path, &failure);
    ck_assert_ptr_nonnull(store);
    store_close(store);
    unlink(other);
    store_close(open_record());
}
END_TEST

START_TEST(views_triggers_and_virtual_tables_are_refused) {
    static const char *const added[][2] = {
        {"ALTER TABLE game RENAME TO g",
         "CREATE VIEW game AS WITH RECURSIVE n AS (SELECT * FROM g UNION ALL SELECT * FROM n)"
         " SELECT * FROM n"},
        {"CREATE VIEW other AS SELECT 1", "SELECT 1"},
        {"CREATE TRIGGER t AFTER INSERT ON game BEGIN DELETE FROM game; END", "SELECT 1"},
        {"CREATE VIRTUAL TABLE v USING fts5(a)", "SELECT 1"}};
    Failure failure = FAILURE_NONE;
    Store *store = open_record();
    ck_record(store, store_begin_run(store, sample_run(2)));
    add_sample(store, 1);
    store_close(store);
    (void)ask(added[_i][0]);
    (void)ask(added[_i][1]);
    ck_assert_ptr_null(store_open(path, &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "views, triggers"));
    ck_assert_ptr_null(store_open_read_only(path, &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "views, triggers"));
}
END_TEST

static bool count_game(const GameRecord *game, void *context) {
    int64_t *count = context;
    *count += game->number > 0;
    return true;
}

START_TEST(nothing_in_a_damaged_file_is_believed) {
    static const char *const damage[] = {
        "UPDATE move SET x = 15 WHERE ply = 3",
        "UPDATE move SET y = -1 WHERE ply = 3",
        "UPDATE move SET x = 'text', y = 1e300 WHERE ply = 3",
        "UPDATE game SET width = 1000",
        "UPDATE game SET height = 0",
        "UPDATE game SET black = 2",
        "UPDATE game SET white = -1",
        "UPDATE game SET rule = 7",
        "UPDATE game SET result = 'nobody'",
        "UPDATE game SET reason = ''",
        "UPDATE game SET transform = 99",
        ("WITH RECURSIVE n(i) AS (VALUES(1000) UNION ALL SELECT i + 1 FROM n WHERE i < 2000)"
         " INSERT INTO move SELECT 1, 1, i, 1, 1, 0, 0, NULL, NULL, NULL, NULL FROM n"),
        "DELETE FROM engine WHERE id = 0",
        "DELETE FROM engine",
        "UPDATE run SET sprt_model = 55",
        "UPDATE run SET elo0 = 5, elo1 = 0",
        "UPDATE run SET alpha = 0.9",
        "UPDATE run SET beta = 2",
        "UPDATE run SET rule = 99",
        "UPDATE run SET rule = -1",
        "UPDATE run SET rule = 4294967296",
        "UPDATE run SET started = 9000000000000000",
        "UPDATE run SET started = -100000000000000000",
        "UPDATE run SET planned = -5",
        "UPDATE run SET height = 2000",
        "UPDATE run SET width = 4",
        "UPDATE game SET number = 0; UPDATE move SET game = 0",
        "UPDATE game SET number = -3; UPDATE move SET game = -3",
        "UPDATE game SET number = 10000001; UPDATE move SET game = 10000001",
        "UPDATE game SET number = 9223372036854775807",
        "UPDATE game SET white = black",
        "UPDATE clock SET black_left_us = -1",
        "UPDATE clock SET black_left_us = 9007199254740993",
        "UPDATE time_control SET black_turn_ms = -1",
        "UPDATE time_control SET white_match_ms = 9007199254740993",
        "UPDATE move SET time_us = -1 WHERE ply = 3",
        "UPDATE move SET time_us = 864000000001 WHERE ply = 3",
        ("ALTER TABLE engine RENAME TO old; CREATE TABLE engine AS SELECT * FROM old;"
         " UPDATE engine SET name = NULL WHERE id = 1"),
        ("ALTER TABLE engine RENAME TO old; CREATE TABLE engine AS SELECT * FROM old;"
         " UPDATE engine SET command = NULL WHERE id = 1"),
    };
    Store *store = open_record();
    ck_record(store, store_begin_run(store, sample_run(2)));
    add_sample(store, 1);
    store_close(store);
    change(damage[_i]);
    int64_t count = 0;
    store = open_to_read();
    bool is_read =
        store_select_run(store, 0) && store_each_game(store, STORE_EVERYTHING, count_game, &count);
    ck_assert_msg(!is_read, "%s", damage[_i]);
    ck_assert_ptr_nonnull(strstr(store_error(store), "damaged"));
    store_close(store);
}
END_TEST
enum { DAMAGES = 39 };

START_TEST(folder_that_is_missing_is_told) {
    Failure failure = FAILURE_NONE;
    ck_assert_ptr_null(store_open("/nowhere/at/all.db", &failure));
    ck_assert_str_eq(failure.text, "/nowhere/at/all.db: No such file or directory");
    ck_assert_ptr_null(store_open_read_only("/nowhere/at/all.db", &failure));
    ck_assert_str_eq(failure.text, "/nowhere/at/all.db: No such file or directory");
    ck_assert_ptr_null(store_open_read_only(path, &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, ": No such file or directory"));
    store_close(NULL);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("store_harm");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, set_up, NULL);
    tcase_add_test(tests, programs_that_begin_at_once_share_a_new_file);
    tcase_add_test(tests, killed_at_any_moment_leaves_whole_games);
    tcase_add_test(tests, full_disk_is_told_and_harms_nothing);
    tcase_add_test(tests, locked_file_is_told_and_harms_nothing);
    tcase_add_test(tests, reports_read_while_a_run_writes);
    tcase_add_test(tests, a_held_file_is_read_as_it_was);
    tcase_add_test(tests, files_of_others_are_refused_and_left_alone);
    tcase_add_test(tests, a_file_of_two_names_is_read_alone);
    tcase_add_loop_test(tests, views_triggers_and_virtual_tables_are_refused, 0, 4);
    tcase_add_loop_test(tests, nothing_in_a_damaged_file_is_believed, 0, DAMAGES);
    tcase_add_test(tests, folder_that_is_missing_is_told);
    Suite *suite = suite_create("store_harm");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
