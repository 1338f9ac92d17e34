/* A match whose database, log or output is locked, full, in use or something else. */
#include <check.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/harness.h"
#include "tournament/support/matches.h"
#include "tournament/support/place.h"
#include "tournament/support/rows.h"

START_TEST(a_wrong_word_ends_it_before_anything_begins) {
    ck_assert_int_eq(run("-engine '" PUPPET "' -engine '" PUPPET "' -nosuch"), 2);
    ck_assert(strstr(read_text("err"), "'-nosuch'"));
    ck_assert_int_ne(access(in_folder("kaname-tournament.db"), F_OK), 0);
}
END_TEST

START_TEST(a_missing_book_is_told_before_anything_begins) {
    ck_assert_int_eq(run("-engine '" PUPPET "' -engine '" PUPPET "' -openings file=nowhere"), 1);
    ck_assert_msg(strstr(read_text("err"), "nowhere: No such file") != NULL, "%s",
                  read_text("err"));
    ck_assert_ptr_null(strstr(read_text("out"), "Started"));
}
END_TEST

START_TEST(a_locked_database_is_told_and_stays_valid) {
    ck_assert_int_eq(run("-engine '" PUPPET "' -engine '" PUPPET " move=last' -openings none"), 0);
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open(in_folder("kaname-tournament.db"), &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(db, "BEGIN EXCLUSIVE", NULL, NULL, NULL), SQLITE_OK);
    ck_assert_int_eq(run("-engine '" PUPPET "' -engine '" PUPPET " move=last' -openings none"), 1);
    ck_assert_msg(strstr(read_text("err"), "kaname-tournament.db: ") != NULL, "%s",
                  read_text("err"));
    ck_assert(strstr(read_text("err"), "locked"));
    sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    sqlite3_close(db);
    ck_assert_int_eq(count_games(), 1);
}
END_TEST

START_TEST(a_game_that_is_not_stored_is_not_told) {
    pid_t pid = start("-engine '" PUPPET " late=10' -engine '" PUPPET
                      " move=last' -openings none -games 500 -each tc=10/5");
    wait_for_games(1);
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open(in_folder("kaname-tournament.db"), &db), SQLITE_OK);
    sqlite3_busy_timeout(db, 20000);
    ck_assert_int_eq(sqlite3_exec(db,
                                  "CREATE TRIGGER no_more BEFORE INSERT ON game BEGIN"
                                  " SELECT RAISE(ABORT, 'no more games'); END",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(db);
    ck_assert_int_eq(finish(pid), 1);
    ck_assert_ptr_nonnull(strstr(read_text("err"), "no more games"));
    ck_assert_int_eq(count_of("out", "Finished game "), count_games());
}
END_TEST

START_TEST(a_full_disk_ends_the_run_and_loses_nothing_written) {
    static char command[2000];
    /* No file may grow over 1 MiB: what the disk says when it is full. */
    snprintf(command, sizeof command,
             "cd %s && trap '' XFSZ; ulimit -f 2048; exec %s -engine '" RIVAL
             " --seed 5' -engine '" RIVAL
             " --seed 6' -openings none -games 3000 -concurrency 2 -each tc=10/5 >out 2>err",
             place_folder(), KANAME_TOURNAMENT);
    int status = system(command);
    ck_assert(WIFEXITED(status));
    ck_assert_int_eq(WEXITSTATUS(status), 1);
    ck_assert_msg(strstr(read_text("err"), "kaname-tournament.db: ") != NULL, "%s",
                  read_text("err"));
    int64_t kept = count_games();
    ck_assert_int_gt(kept, 10);
    sqlite3 *db;
    sqlite3_stmt *statement;
    ck_assert_int_eq(sqlite3_open(in_folder("kaname-tournament.db"), &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_prepare_v2(db, "PRAGMA integrity_check", -1, &statement, NULL),
                     SQLITE_OK);
    ck_assert_int_eq(sqlite3_step(statement), SQLITE_ROW);
    ck_assert_str_eq((const char *)sqlite3_column_text(statement, 0), "ok");
    sqlite3_finalize(statement);
    sqlite3_close(db);
    read_games();
    for (size_t i = 0; i < game_count && i < 20; i++)
        ck_assert_uint_gt(games[i].move_count, 8);
}
END_TEST

START_TEST(no_output_is_the_database_the_book_or_another_output) {
    static const char *const words[] = {"-db F -pgn F",
                                        "-db F -sgf ./F",
                                        "-db F -msg F-wal",
                                        "-db F -sample file=F format=bin freq=1",
                                        "-db F -sample file=F format=bin_lz4 freq=1",
                                        "-db F -html F",
                                        "-db G -html G",
                                        "-pgn G -sgf G",
                                        "-pgn G -html G",
                                        "-msg G -sample file=G format=csv freq=1",
                                        "-openings file=book type=pos -pgn book"};
    write_text("book", "h8i9\n");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        bool has_book = strstr(words[i], "-openings") != NULL;
        ck_assert_int_eq(run("-engine '" PUPPET "' -engine '" PUPPET " move=last' %s %s",
                             has_book ? "" : "-openings none", words[i]),
                         1);
        ck_assert_msg(strstr(read_text("err"), "in use") != NULL, "%s: %s", words[i],
                      read_text("err"));
        ck_assert(!is_there("G"));
        ck_assert_str_eq(read_text("book"), "h8i9\n");
        unlink(in_folder("err"));
    }
    /* What it has made of F is a database that is sound. */
    ck_assert_int_eq(
        run("-engine '" PUPPET "' -engine '" PUPPET " move=last' -openings none -db F -pgn o"), 0);
    ck_assert_int_eq(count_of("o", "[Event "), 1);
}
END_TEST

#define LOG "kaname-tournament.1.log"

/* A run with -log and these words is refused for the reason, and the log's place keeps its text. */
static void expect_no_log(const char *words, const char *reason, const char *text) {
    write_text("err", "");
    ck_assert_int_eq(run("-log %s -engine '" PUPPET "' -engine '" PUPPET " move=last'", words), 1);
    ck_assert_msg(strstr(read_text("err"), reason) != NULL, "%s: %s", words, read_text("err"));
    if (text != NULL)
        ck_assert_str_eq(read_text(LOG), text);
}

START_TEST(no_log_is_written_to_a_file_that_is_none) {
    static const char *const texts[] = {"h8i9\n", "{\"games\": 2}\n", "12:", "12 : x", ": x",
                                        "12x"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        bool is_cut = strcmp(texts[i], "12:") == 0;
        write_text(LOG, texts[i]);
        if (is_cut)
            ck_assert_int_eq(
                run("-log -openings none -engine '" PUPPET "' -engine '" PUPPET " move=last'"), 0);
        else
            expect_no_log("-openings none", LOG ": the file holds something else", texts[i]);
    }
}
END_TEST

START_TEST(no_log_is_a_file_of_the_run) {
    static const char book[] = "h8i9\n";
    write_text(LOG, book);
    expect_no_log("-openings file=" LOG " type=pos", LOG ": the file is in use", book);
    unlink(in_folder(LOG));
    expect_no_log("-openings none -pgn " LOG, LOG ": the file is in use", "");
    unlink(in_folder(LOG));
    expect_no_log("-openings none -db " LOG, LOG ": the file is in use", NULL);
    unlink(in_folder(LOG));
    ck_assert_int_eq(symlink("kaname-tournament.db-wal", in_folder(LOG)), 0);
    expect_no_log("-openings none", LOG ": the file is in use", NULL);
}
END_TEST

START_TEST(no_log_is_a_device_a_pipe_or_a_folder) {
    ck_assert_int_eq(mkfifo(in_folder(LOG), 0600), 0);
    expect_no_log("-openings none", LOG ": it is not a regular file", NULL);
    unlink(in_folder(LOG));
    ck_assert_int_eq(symlink("/dev/null", in_folder(LOG)), 0);
    expect_no_log("-openings none", LOG ": it is not a regular file", NULL);
    unlink(in_folder(LOG));
    ck_assert_int_eq(mkdir(in_folder(LOG), 0700), 0);
    expect_no_log("-openings none", LOG ": it is not a regular file", NULL);
}
END_TEST

START_TEST(logs_of_an_earlier_run_are_kept) {
    static const char words[] =
        "-log -openings none -engine '" PUPPET "' -engine '" PUPPET " move=last'";
    ck_assert_int_eq(run("%s", words), 0);
    int starts = count_of(LOG, "<- START 15");
    ck_assert_int_gt(starts, 0);
    ck_assert_int_eq(run("%s", words), 0);
    ck_assert_int_eq(count_of(LOG, "<- START 15"), 2 * starts);
}
END_TEST

START_TEST(no_output_is_added_to_a_file_that_is_no_text) {
    static const char bytes[] = "SQLite format 3\0and more";
    static const char *const words[] = {"-pgn o",
                                        "-sgf o",
                                        "-msg o",
                                        "-sample file=o format=bin freq=1",
                                        "-sample file=o format=binpack freq=1",
                                        "-sample file=o format=csv freq=1",
                                        "-sample file=o format=bin_lz4 freq=1"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        write_bytes("o", bytes, sizeof bytes);
        ck_assert_int_eq(
            run("-engine '" PUPPET "' -engine '" PUPPET " move=last' -openings none %s", words[i]),
            1);
        ck_assert_int_eq(memcmp(read_text("o"), bytes, sizeof bytes), 0);
    }
}
END_TEST

START_TEST(an_output_that_cannot_be_written_is_named) {
    ck_assert_int_eq(run("-engine '" PUPPET "' -engine '" PUPPET
                         " move=last' -openings none -pgn /nonexistent/x.pgn"),
                     1);
    ck_assert(strstr(read_text("err"), "/nonexistent/x.pgn: "));
    ck_assert_int_eq(
        run("-engine '" PUPPET "' -engine '" PUPPET " move=last' -openings none -sgf /dev/full"),
        1);
    ck_assert(strstr(read_text("err"), "/dev/full: "));
}
END_TEST

START_TEST(lost_standard_output_is_told) {
    char command[TEXT_MAX / 100];
    snprintf(command, sizeof command,
             "cd %s && " KANAME_TOURNAMENT " -engine '" PUPPET "' -engine '" PUPPET
             " move=last' -openings none >/dev/full 2>>err",
             place_folder());
    int status = system(command);
    ck_assert(WIFEXITED(status));
    ck_assert_int_eq(WEXITSTATUS(status), 1);
    ck_assert(strstr(read_text("err"), "standard output: "));
    ck_assert_int_eq(count_games(), 1);
}
END_TEST

/* The reader of the output ends after the first line: the match goes on without it. */
START_TEST(a_closed_standard_output_loses_no_game) {
    char command[TEXT_MAX / 100];
    snprintf(command, sizeof command,
             "cd %s && (" KANAME_TOURNAMENT " -engine '" PUPPET " late=20' -engine '" PUPPET
             " move=last' -openings none -games 10 -each tc=100/10 2>>err; echo $? >status) | "
             "head -n 1 >first",
             place_folder());
    ck_assert_int_eq(system(command), 0);
    ck_assert_int_eq(strncmp(read_text("first"), "Seed ", 5), 0);
    ck_assert_int_eq(count_games(), 10);
    ck_assert_str_eq(read_text("status"), "1\n");
    ck_assert(strstr(read_text("err"), "standard output: "));
}
END_TEST

START_TEST(resuming_creates_no_database) {
    ck_assert_int_eq(
        run("-engine '" PUPPET "' -engine '" PUPPET " move=last' -resume -db missing.db"), 1);
    ck_assert(strstr(read_text("err"), "missing.db: "));
    ck_assert_int_eq(access(in_folder("missing.db"), F_OK), -1);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("match_outputs");
    TCase *tests = add_case(suite, "world", 120);
    tcase_add_test(tests, a_wrong_word_ends_it_before_anything_begins);
    tcase_add_test(tests, a_missing_book_is_told_before_anything_begins);
    tcase_add_test(tests, a_locked_database_is_told_and_stays_valid);
    tcase_add_test(tests, a_game_that_is_not_stored_is_not_told);
    tcase_add_test(tests, a_full_disk_ends_the_run_and_loses_nothing_written);
    tcase_add_test(tests, no_output_is_the_database_the_book_or_another_output);
    tcase_add_test(tests, no_output_is_added_to_a_file_that_is_no_text);
    tcase_add_test(tests, no_log_is_written_to_a_file_that_is_none);
    tcase_add_test(tests, no_log_is_a_file_of_the_run);
    tcase_add_test(tests, no_log_is_a_device_a_pipe_or_a_folder);
    tcase_add_test(tests, logs_of_an_earlier_run_are_kept);
    tcase_add_test(tests, an_output_that_cannot_be_written_is_named);
    tcase_add_test(tests, lost_standard_output_is_told);
    tcase_add_test(tests, a_closed_standard_output_loses_no_game);
    tcase_add_test(tests, resuming_creates_no_database);
    return run_suite(suite);
}
