/* The position database as text: it comes back whole, or nothing changes. */
#define _DEFAULT_SOURCE /* usleep(); POSIX besides */
#include "database/text.h"

#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "database/store.h"
#include "database/walk.h"
#include "protocol/database/own_database.h"
#include "protocol/support/change_file.h"
#include "shared/status/failure.h"
#include "support/harness.h"

START_TEST(text_goes_out_and_comes_back) {
    Failure failure = FAILURE_NONE;
    DatabaseRecord record = record_of('w', -29990, 20), found;
    record.has_best = record.is_best_chosen = true;
    record.best = (KanamePoint){2, 11};
    strcpy(record.text, "tab\there, line\nthere, back\\slash");
    put("h8i9", record);
    put("h8", record_of(0, 5, 7));
    ck_assert_int_eq(database_file_write_text(database, other_path, &failure), 2);
    database_close(database);
    database = NULL;
    ck_assert_int_eq(unlink(path), 0);
    open_again();
    ck_assert_int_eq(database_file_read_text(database, other_path, &failure), 2);
    ck_assert(get("h8i9", &found));
    ck_assert_int_eq(found.tag, 'w');
    ck_assert_int_eq(found.value, -29990);
    ck_assert_int_eq(found.depth, 20);
    ck_assert(found.is_best_chosen);
    /* h8i9 is its own mirror image: either of two points is the same move. */
    ck_assert((found.best.x == 2 && found.best.y == 11) ||
              (found.best.x == 11 && found.best.y == 2));
    ck_assert_str_eq(found.text, record.text);
    ck_assert(get("h8", &found));
    ck_assert_int_eq(found.depth, 7);
}
END_TEST

#define GOOD_LINE "freestyle\t15x15\tblack\th8\ti9\t0\t5\t6\t-\t0\t\n"

static const char *const bad_texts[] = {
    "",
    "kaname-positions 2\n" GOOD_LINE,
    "kaname-positions 1\n" GOOD_LINE "freestyle\t15x15\n",
    "kaname-positions 1\n" GOOD_LINE "freestyle\t15x15\tblack\th8\th8\t0\t5\t6\t-\t0\t\n",
    "kaname-positions 1\n" GOOD_LINE "freestyle\t15x15\tblack\th8\tp1\t0\t5\t6\t-\t0\t\n",
    "kaname-positions 1\n" GOOD_LINE "freestyle\t15x15\tred\th8\ti9\t0\t5\t6\t-\t0\t\n",
    "kaname-positions 1\n" GOOD_LINE "go\t15x15\tblack\th8\ti9\t0\t5\t6\t-\t0\t\n",
    "kaname-positions 1\n" GOOD_LINE "freestyle\t99x15\tblack\th8\ti9\t0\t5\t6\t-\t0\t\n",
    "kaname-positions 1\n" GOOD_LINE "freestyle\t15x15\tblack\th8\ti9\t0\t99999\t6\t-\t0\t\n",
    "kaname-positions 1\n" GOOD_LINE "freestyle\t15x15\tblack\th8\ti9\t0\t5\t6\th8\t0\t\n",
    "kaname-positions 1\n" GOOD_LINE "freestyle\t15x15\tblack\th8\ti9\t0\t5\t6\t-\t1\t\n",
    "kaname-positions 1\n" GOOD_LINE "freestyle\t15x15\tblack\th8\ti9\t0\t5\t6\t-\t0\t\\x\n",
    "kaname-positions 1\n" GOOD_LINE "freestyle\t15x15\tblack\th8\ti9\t0\t5\t6\t-\t0\t\t\n",
    "kaname-positions 1\n" GOOD_LINE "freestyle\t15x15\tblack\th8\ti9\t0\t5\t6\tp1\t0\t\n",
    "kaname-positions 1\n" GOOD_LINE "freestyle\t15x15\tblack\th8\ti9\t0\t5\t6\tj7k7\t0\t\n",
    "kaname-positions 1\n" GOOD_LINE "freestyle\t15x15\tblack\th8\ti9\t0\t5\t6\tmove\t0\t\n",
};
enum { BAD_TEXTS = sizeof bad_texts / sizeof bad_texts[0] };

START_TEST(a_damaged_text_changes_nothing) {
    Failure failure = FAILURE_NONE;
    write_file(other_path, bad_texts[_i], strlen(bad_texts[_i]));
    long count = database_file_read_text(database, other_path, &failure);
    if (_i == 0) {
        ck_assert_int_eq(count, 0); /* an empty file holds nothing */
    } else {
        ck_assert_int_eq(count, -1);
        ck_assert_ptr_nonnull(strstr(failure.text, _i == 1 ? "line 1" : "line 3"));
    }
    ck_assert_int_eq(database_count(database), 0);
}
END_TEST

START_TEST(a_field_too_long_or_cut_by_a_zero_byte_is_refused) {
    enum { LONG = 2 * DATABASE_TEXT_MAX };
    static const char start[] = "kaname-positions 1\nfreestyle\t15x15\tblack\t";
    static const char rest[] = "\ti9\t0\t5\t6\t-\t0\t\n";
    Failure failure = FAILURE_NONE;
    char text[sizeof start + LONG + sizeof rest];
    for (int i = 0; i < 2; i++) {
        size_t length = i == 0 ? LONG : 3;
        memcpy(text, start, sizeof start - 1);
        memcpy(text + sizeof start - 1, "h8\0", 3);
        if (i == 0)
            memset(text + sizeof start - 1, 'a', length);
        memcpy(text + sizeof start - 1 + length, rest, sizeof rest - 1);
        write_file(other_path, text, sizeof start - 1 + length + sizeof rest - 1);
        ck_assert_int_eq(database_file_read_text(database, other_path, &failure), -1);
        ck_assert_str_eq(failure.text, "line 2: a field is missing or too long");
    }
}
END_TEST

/* Each text goes out to a file and into an empty database. */
START_TEST(the_longest_and_oddest_texts_come_back) {
    enum { LONGEST = DATABASE_TEXT_MAX - 1 };
    static const char odd[] = "\t\n\r\\\"'\001\033[31m\177\303\251\377 \\n\\\\r ";
    Failure failure = FAILURE_NONE;
    DatabaseRecord record = record_of('a' * 256 + 'b', -KANAME_SCORE_WIN, DATABASE_DEPTH_MAX),
                   found;
    for (int i = 0; i < LONGEST; i++)
        record.text[i] = _i == 0   ? '\\'
                         : _i == 1 ? 'x'
                         : _i == 2 ? odd[(size_t)i % (sizeof odd - 1)]
                                   : (char)(i % 255 + 1);
    record.text[LONGEST] = '\0';
    put("h8i9", record);
    record.value = KANAME_SCORE_WIN;
    record.tag = DATABASE_TAG_MAX;
    put("a1", record);
    ck_assert_int_eq(database_file_write_text(database, other_path, &failure), 2);
    for (int i = 0; i < 2; i++)
        ck_assert(database_remove(
            database, &(DatabasePosition[]){position_of("h8i9"), position_of("a1")}[i]));
    ck_assert_msg(database_file_read_text(database, other_path, &failure) == 2, "%s", failure.text);
    ck_assert(get("h8i9", &found));
    ck_assert_str_eq(found.text, record.text);
    ck_assert_int_eq(found.tag, 'a' * 256 + 'b');
    ck_assert_int_eq(found.value, -KANAME_SCORE_WIN);
    ck_assert_int_eq(found.depth, DATABASE_DEPTH_MAX);
    ck_assert(get("a1", &found));
    ck_assert_str_eq(found.text, record.text);
    ck_assert_int_eq(found.value, KANAME_SCORE_WIN);
    ck_assert_int_eq(found.tag, DATABASE_TAG_MAX);
}
END_TEST

/* Writes a text of many positions, each with one more stone of the board than the last. */
static void write_many(int count) {
    FILE *file = fopen(other_path, "w");
    ck_assert_ptr_nonnull(file);
    fputs("kaname-positions 1\n", file);
    for (int i = 0; i < count; i++)
        fprintf(file, "freestyle\t20x20\twhite\t%c%d%c%d\t%c%d\t0\t5\t6\t-\t0\t\n", 'a' + i % 20,
                1 + i / 20 % 9, 'a' + i / 180 % 20, 11 + i / 3600 % 9, 'a' + i % 7, 10);
    ck_assert_int_eq(fclose(file), 0);
}

START_TEST(an_import_killed_anywhere_changes_nothing) {
    enum { POSITIONS = 6000 };
    write_many(POSITIONS);
    put("h8", record_of('a', 5, 20));
    database_close(database);
    database = NULL;
    int whole = 0, none = 0;
    for (int ms = 0; whole < 2 && ms < 2000; ms += 7) {
        pid_t child = fork();
        ck_assert_int_ge(child, 0);
        if (child == 0) {
            Failure failure = FAILURE_NONE;
            database = database_open(path, &failure);
            _exit(database != NULL &&
                          database_file_read_text(database, other_path, &failure) == POSITIONS
                      ? 0
                      : 1);
        }
        usleep((useconds_t)ms * 1000);
        kill(child, SIGKILL);
        ck_assert_int_eq(waitpid(child, NULL, 0), child);
        open_again();
        long count = database_count(database);
        ck_assert_msg(count == 1 || count > POSITIONS / 4, "%ld", count);
        static long all;
        if (count > 1 && all == 0)
            all = count;
        ck_assert_msg(count == 1 || count == all, "%ld of %ld", count, all);
        whole += count > 1;
        none += count == 1;
        ck_assert(database_check(database));
        DatabasePosition empty = position_of_size("", 20, 20);
        ck_assert_int_ge(database_remove_from(database, &empty, DATABASE_ALL), 0);
        ck_assert_int_eq(database_count(database), 1);
        database_close(database);
        database = NULL;
    }
    ck_assert_int_ge(none, 2);
    ck_assert_int_ge(whole, 1);
}
END_TEST

START_TEST(a_proof_leaves_the_users_label) {
    DatabaseRecord record;
    put("h8", record_of('!', 30, 5));
    add("h8", record_of('w', -29980, 8));
    ck_assert(get("h8", &record));
    ck_assert_int_eq(record.tag, '!');
    ck_assert_int_eq(record.value, -29980);
    /* The shorter proof stays, also against deeper searches. */
    add("h8", record_of('w', -29990, 8));
    add("h8", record_of('w', -29970, 30));
    add("h8", record_of(0, 10, 40));
    ck_assert(get("h8", &record));
    ck_assert_int_eq(record.tag, '!');
    ck_assert_int_eq(record.value, -29990);
}
END_TEST

START_TEST(a_good_text_is_taken) {
    Failure failure = FAILURE_NONE;
    static const char text[] = "kaname-positions 1\n" GOOD_LINE;
    write_file(other_path, text, strlen(text));
    ck_assert_int_eq(database_file_read_text(database, other_path, &failure), 1);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("database_text");
    TCase *tests = tcase_create("database_text");
    tcase_set_timeout(tests, 240);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, text_goes_out_and_comes_back);
    tcase_add_loop_test(tests, a_damaged_text_changes_nothing, 0, BAD_TEXTS);
    tcase_add_test(tests, a_field_too_long_or_cut_by_a_zero_byte_is_refused);
    tcase_add_test(tests, a_good_text_is_taken);
    tcase_add_loop_test(tests, the_longest_and_oddest_texts_come_back, 0, 4);
    tcase_add_test(tests, an_import_killed_anywhere_changes_nothing);
    tcase_add_test(tests, a_proof_leaves_the_users_label);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
