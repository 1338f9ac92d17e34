/* `analyze`: the answers to a list of positions, as JSON and as the text of positions that a
 * position database takes. */
#include <check.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "support/harness.h"
#include "tournament/support/place.h"

#define ANALYZE "analyze list -answers a.db -engine name=One "

static void set_up(void) {
    place_begin();
    write_text("list", "h8\nh8i9\nh8h9i8\n");
}

START_TEST(answers_become_a_text_of_positions) {
    ck_assert_int_eq(run(ANALYZE "'cmd=" KANAME_PUPPET " score=31' -positions p.txt"), 0);
    ck_assert_str_eq(read_text("p.txt"), "kaname-positions 1\n"
                                         "0\t15x15\twhite\th8\t\t0\t31\t1\ta1\t0\t\n"
                                         "0\t15x15\tblack\th8\ti9\t0\t31\t1\ta1\t0\t\n"
                                         "0\t15x15\twhite\th8i8\th9\t0\t31\t1\ta1\t0\t\n");
    /* Given again, the same text from the answers; another kind of file stays. */
    ck_assert_int_eq(run(ANALYZE "'cmd=" KANAME_PUPPET " score=31' -positions p.txt"), 0);
    ck_assert_int_ne(run(ANALYZE "'cmd=" KANAME_PUPPET " score=31' -positions list"), 0);
    ck_assert_str_eq(read_text("list"), "h8\nh8i9\nh8h9i8\n");
}
END_TEST

static const struct {
    const char *options, *score, *line; /* of the first position */
} cases[] = {
    {"-rule 4", "-12", "4\t15x15\twhite\th8\t\t0\t-12\t1\ta1\t0\t\n"},
    {"-rule 3 -boardsize 20x12", "5", "1\t20x12\twhite\th8\t\t0\t5\t1\ta1\t0\t\n"},
    {"", "+M7", "0\t15x15\twhite\th8\t\t0\t29993\t1\ta1\t0\t\n"},
    {"", "-M12", "0\t15x15\twhite\th8\t\t0\t-29988\t1\ta1\t0\t\n"},
    {"", "999999", "0\t15x15\twhite\th8\t\t0\t28999\t1\ta1\t0\t\n"},
};

START_TEST(rules_sizes_and_scores_are_those_of_the_database) {
    ck_assert_int_eq(run(ANALYZE "'cmd=" KANAME_PUPPET " score=%s' -positions p.txt %s",
                         cases[_i].score, cases[_i].options),
                     0);
    ck_assert_msg(strstr(read_text("p.txt"), cases[_i].line) != NULL, "%s", read_text("p.txt"));
}
END_TEST

START_TEST(answers_without_a_score_are_left_out) {
    ck_assert_int_eq(run(ANALYZE "'cmd=" KANAME_PUPPET "' -positions p.txt -json j.json"), 0);
    ck_assert_str_eq(read_text("p.txt"), "kaname-positions 1\n");
    ck_assert_ptr_nonnull(strstr(read_text("j.json"), "\"score\":null"));
}
END_TEST

/* Diagonal colours, so that no five arises. */
START_TEST(a_position_may_fill_the_board) {
    char text[2000] = "";
    size_t used = 0;
    for (int i = 0; i < 224; i++) {
        int y = i / 15, x = i % 15, row = y % 2 == 0 ? x : (x + 7) % 15;
        used += (size_t)snprintf(text + used, sizeof text - used, "%c%d", 'a' + row, y + 1);
    }
    strcat(text, "\n");
    write_text("list", text);
    ck_assert_int_eq(run(ANALYZE "'cmd=" KANAME_PUPPET "' -json j.json -rule 2"), 0);
    ck_assert_msg(strstr(read_text("j.json"), "\"move\":\"") != NULL, "%s", read_text("j.json"));
}
END_TEST

static void make_database(const char *name, const char *sql) {
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open(in_folder(name), &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

START_TEST(a_database_of_another_program_is_refused_and_kept) {
    static const char *const foreign[] = {
        "CREATE TABLE mine (x)", "PRAGMA application_id = 77",
        "CREATE TABLE analysis (settings TEXT); CREATE VIEW answer AS SELECT 1 AS number"};
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
        char before[20000];
        place_begin();
        write_text("list", "h8\n");
        make_database("a.db", foreign[i]);
        FILE *file = fopen(in_folder("a.db"), "r");
        size_t size = fread(before, 1, sizeof before, file);
        fclose(file);
        ck_assert_int_eq(run(ANALYZE "'cmd=" KANAME_PUPPET " score=1'"), 1);
        ck_assert_msg(strstr(read_text("err"), "another program") != NULL, "%s", read_text("err"));
        ck_assert_mem_eq(read_text("a.db"), before, size);
    }
}
END_TEST

/* SQLite would keep the answers nowhere. */
START_TEST(names_that_are_no_files_are_refused) {
    static const char *const names[] = {"''", ":memory:"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        place_begin();
        write_text("list", "h8\n");
        ck_assert_int_eq(run("analyze list -answers %s -engine name=One 'cmd=" KANAME_PUPPET
                             " score=1' -json j.json",
                             names[i]),
                         1);
        ck_assert(!is_there("j.json"));
    }
}
END_TEST

START_TEST(other_positions_or_limits_are_refused) {
    ck_assert_int_eq(run(ANALYZE "'cmd=" KANAME_PUPPET " score=1'"), 0);
    ck_assert_int_eq(run(ANALYZE "'cmd=" KANAME_PUPPET " score=1' tc=0/9"), 1);
    ck_assert_msg(strstr(read_text("err"), "other limits") != NULL, "%s", read_text("err"));
    write_text("list", "h8\nh8i9\n");
    ck_assert_int_eq(run(ANALYZE "'cmd=" KANAME_PUPPET " score=1'"), 1);
}
END_TEST

/* Two of three answers are there: the engine is asked for the other one alone. */
START_TEST(answers_that_are_there_are_not_asked_for) {
    ck_assert_int_eq(run(ANALYZE "'cmd=" KANAME_PUPPET " score=1 log=%s/log'", place_folder()), 0);
    make_database("a.db", "DELETE FROM answer WHERE number = 2");
    write_text("log", "");
    ck_assert_int_eq(
        run(ANALYZE "'cmd=" KANAME_PUPPET " score=1 log=%s/log' -json j.json", place_folder()), 0);
    const char *asked = strstr(read_text("log"), "BOARD\n");
    ck_assert_msg(asked != NULL, "%s", read_text("log"));
    /* Another start of the engine may write its own lines between these. */
    const char *second = strstr(asked, "8,8,2\n");
    ck_assert_msg(second != NULL && strstr(second, "DONE\n") != NULL, "%s", asked);
    ck_assert_ptr_null(strstr(asked + 1, "BOARD"));
    ck_assert_ptr_nonnull(strstr(read_text("j.json"), "\"number\":2"));
}
END_TEST

START_TEST(a_failure_is_no_answer) {
    ck_assert_int_eq(run(ANALYZE "'cmd=" KANAME_PUPPET " score=1 move=7,7' -json j.json"), 0);
    ck_assert_msg(strstr(read_text("j.json"), "\"move\":null") != NULL, "%s", read_text("j.json"));
    ck_assert_msg(strstr(read_text("j.json"), "7,7 is occupied") != NULL, "%s",
                  read_text("j.json"));
    ck_assert_ptr_null(strstr(read_text("j.json"), "\"move\":\""));
    place_begin();
    write_text("list", "h8\n");
    ck_assert_int_eq(run(ANALYZE "'cmd=" KANAME_PUPPET " refuse=1'"), 1);
    ck_assert_msg(strstr(read_text("err"), "position 1: ") != NULL, "%s", read_text("err"));
}
END_TEST

/* A table has two players, and asks one of them. The other one dies before every second position.
 */
START_TEST(a_failure_of_the_player_that_is_not_asked_does_not_matter) {
    ck_assert_int_eq(run(ANALYZE "'cmd=" KANAME_PUPPET " score=1 idle=1' -json j.json"), 0);
    ck_assert_ptr_null(strstr(read_text("j.json"), "\"move\":null"));
    ck_assert_ptr_nonnull(strstr(read_text("j.json"), "\"number\":3"));
}
END_TEST

/* ---- Outputs --------------------------------------------------------------------------------- */

static const char *const wrong_outputs[] = {
    "-json foreign",     "-positions foreign",           "-json no/j.json", "-positions no/p.txt",
    "-json list",        "-positions empty -json empty", "-json a.db",      "-positions a.db-wal",
    "-positions folder", "-json new -positions new"};

START_TEST(outputs_that_cannot_be_written_are_told_before_the_work) {
    write_text("foreign", "Dear reader");
    write_text("empty", "");
    ck_assert_int_eq(mkdir(in_folder("folder"), 0755), 0);
    ck_assert_int_eq(run(ANALYZE "'cmd=" KANAME_PUPPET "' %s", wrong_outputs[_i]), 1);
    ck_assert_msg(strstr(read_text("err"), ": cannot be written: ") != NULL, "%s",
                  read_text("err"));
    ck_assert(!is_there("a.db"));
    ck_assert_str_eq(read_text("foreign"), "Dear reader");
}
END_TEST

START_TEST(both_outputs_may_go_to_one_stream) {
    run(ANALYZE "'cmd=" KANAME_PUPPET " score=31' -json /dev/stdout -positions /dev/stdout | cat");
    ck_assert_ptr_nonnull(strstr(read_text("out"), "\"move\":\"a1\""));
    ck_assert_ptr_nonnull(strstr(read_text("out"), "kaname-positions 1\n"));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("analyze");
    TCase *tests = tcase_create("analyze");
    tcase_add_checked_fixture(tests, set_up, NULL);
    tcase_add_test(tests, answers_become_a_text_of_positions);
    tcase_add_loop_test(tests, rules_sizes_and_scores_are_those_of_the_database, 0,
                        sizeof cases / sizeof cases[0]);
    tcase_add_test(tests, answers_without_a_score_are_left_out);
    tcase_add_test(tests, a_position_may_fill_the_board);
    tcase_add_test(tests, names_that_are_no_files_are_refused);
    tcase_add_test(tests, other_positions_or_limits_are_refused);
    tcase_add_test(tests, answers_that_are_there_are_not_asked_for);
    tcase_add_test(tests, a_failure_is_no_answer);
    tcase_add_test(tests, a_failure_of_the_player_that_is_not_asked_does_not_matter);
    tcase_add_test(tests, a_database_of_another_program_is_refused_and_kept);
    tcase_add_loop_test(tests, outputs_that_cannot_be_written_are_told_before_the_work, 0,
                        sizeof wrong_outputs / sizeof *wrong_outputs);
    tcase_add_test(tests, both_outputs_may_go_to_one_stream);
    tcase_set_timeout(tests, 60);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
