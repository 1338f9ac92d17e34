/* Databases merged and split, and disks that are full. */
#include <check.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "database/renlib.h"
#include "database/store.h"
#include "database/text.h"
#include "protocol/database/own_database.h"
#include "protocol/database/put.h"
#include "protocol/support/change_file.h"
#include "shared/status/failure.h"
#include "support/harness.h"

/* ---- Other databases ------------------------------------------------------------------------ */

/* Another database, with one record. */
static void make_other(const char *moves, DatabaseRecord record) {
    Failure failure = FAILURE_NONE;
    DatabasePosition position = position_of(moves);
    Database *other = database_open(other_path, &failure);
    ck_assert_msg(other != NULL, "%s", failure.text);
    ck_assert(put_record(other, &position, &record));
    database_close(other);
}

START_TEST(merging_adds_what_the_other_knows) {
    Failure failure = FAILURE_NONE;
    DatabaseRecord found, record = record_of(0, 9, 30);
    strcpy(record.text, "theirs");
    make_other("h8i9", record);
    put("h8i9", record_of(0, 5, 20));
    put("h8", record_of('w', -29990, 1));
    ck_assert_int_eq(database_file_merge(database, other_path, &failure), 1);
    ck_assert_int_eq(database_count(database), 2);
    ck_assert(get("h8i9", &found));
    ck_assert_int_eq(found.depth, 30);
    ck_assert_str_eq(found.text, "theirs");
    ck_assert(get("h8", &found));
    ck_assert_int_eq(found.tag, 'w');
}
END_TEST

START_TEST(merging_needs_a_file_and_a_sound_one) {
    Failure failure = FAILURE_NONE;
    put("h8", record_of(0, 5, 20));
    ck_assert_int_eq(database_file_merge(database, other_path, &failure), -1);
    ck_assert_str_ne(failure.text, "");
    ck_assert_int_ne(access(other_path, F_OK), 0); /* none is made */
    write_file(other_path, "", 0);
    ck_assert_int_eq(database_file_merge(database, other_path, &failure), -1);
    ck_assert_str_eq(failure.text, "it is empty");
    write_file(other_path, "hello, world, this is no database at all", 40);
    ck_assert_int_eq(database_file_merge(database, other_path, &failure), -1);
    ck_assert_ptr_nonnull(strstr(failure.text, "not a database"));
    ck_assert_int_eq(database_file_merge(database, path, &failure), -1);
    ck_assert_str_eq(failure.text, "it is the open database itself");
    ck_assert_int_eq(database_count(database), 1);
}
END_TEST

START_TEST(a_damaged_database_is_merged_whole_or_not_at_all) {
    enum { GAMES = 2000, FIRST_PAGE = 4096 };
    Failure failure = FAILURE_NONE;
    char moves[256];
    uint32_t random = 1;
    Database *other = database_open(other_path, &failure);
    ck_assert_ptr_nonnull(other);
    ck_assert(database_begin(other));
    for (int i = 0; i < GAMES; i++) {
        random_moves(&random, moves);
        DatabasePosition position = position_of(moves);
        DatabaseRecord record = record_of('a', i, 3);
        memset(record.text, 'x', 200);
        ck_assert(database_add(other, &position, &record));
    }
    ck_assert(database_commit(other));
    long count = database_count(other);
    database_close(other);
    FILE *file = fopen(other_path, "r+b");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(fseek(file, 0, SEEK_END), 0);
    long size = ftell(file);
    ck_assert_int_gt(size, 3 * FIRST_PAGE);
    ck_assert_int_eq(fseek(file, FIRST_PAGE + (size - FIRST_PAGE) * _i / 8, SEEK_SET), 0);
    for (int i = 0; i < FIRST_PAGE; i++)
        fputc(0x5A, file);
    fclose(file);
    long merged = database_file_merge(database, other_path, &failure);
    if (merged < 0)
        ck_assert_str_ne(failure.text, "");
    ck_assert_int_eq(database_count(database), merged < 0 ? 0 : merged);
    ck_assert_int_le(merged, count);
}
END_TEST

START_TEST(splitting_copies_what_follows_and_keeps_it) {
    Failure failure = FAILURE_NONE;
    DatabaseRecord found;
    DatabasePosition position = position_of("h8i9");
    put("h8", record_of(0, 5, 20));
    put("h8i9", record_of('a', 5, 20));
    put("h8i9j10", record_of('b', 5, 20));
    put("h8i8", record_of('c', 5, 20));
    make_other("a1", record_of('d', 5, 20));
    ck_assert_int_eq(database_file_split(database, &position, other_path, &failure), 2);
    ck_assert_int_eq(database_count(database), 4);
    database_close(database);
    database = database_open(other_path, &failure);
    ck_assert_int_eq(database_count(database), 3);
    ck_assert(get("a1", &found)); /* what was there stays */
    ck_assert(get("h8g7f6", &found));
    ck_assert_int_eq(found.tag, 'b');
}
END_TEST

START_TEST(splitting_into_a_foreign_file_leaves_it_alone) {
    Failure failure = FAILURE_NONE;
    char text[6] = "";
    DatabasePosition position = position_of("h8");
    put("h8", record_of(0, 5, 20));
    write_file(other_path, "mine!", 5);
    ck_assert_int_eq(database_file_split(database, &position, other_path, &failure), -1);
    ck_assert_str_ne(failure.text, "");
    FILE *file = fopen(other_path, "rb");
    ck_assert_uint_eq(fread(text, 1, sizeof text, file), 5);
    fclose(file);
    ck_assert_mem_eq(text, "mine!", 5);
    ck_assert_int_eq(database_file_split(database, &position, path, &failure), -1);
    ck_assert_str_eq(failure.text, "it is the open database itself");
}
END_TEST

/* ---- Full disks ----------------------------------------------------------------------------- */

/* Limits the size of files, as a full disk would. Returns the limit of before. */
static rlim_t limit_files(rlim_t bytes) {
    struct rlimit limit;
    signal(SIGXFSZ, SIG_IGN);
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
    rlim_t before = limit.rlim_cur;
    limit.rlim_cur = bytes;
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    return before;
}

static long write_in_form(int form, Failure *failure) {
    long left_out;
    DatabasePosition empty = position_of("");
    switch (form) {
    case 0:
        return database_file_write_text(database, other_path, failure);
    case 1:
        return database_file_write_pos(database, &empty, other_path, &left_out, failure);
    case 2:
        return database_renlib_write(database, &empty, other_path, &left_out, failure);
    default:
        return database_file_split(database, &empty, other_path, failure);
    }
}

START_TEST(a_full_disk_leaves_the_file_that_was_there) {
    enum { RECORDS = 2000, FULL_BYTES = 1000, FULL_BYTES_DATABASE = 60000 };
    bool is_database = _i == 3;
    Failure failure = FAILURE_NONE;
    char text[64] = "";
    uint32_t random = 1;
    ck_assert(database_begin(database));
    for (int i = 0; i < RECORDS; i++) {
        char moves[256];
        random_moves(&random, moves);
        put(moves, record_of('a', i, 3));
    }
    ck_assert(database_commit(database));
    long count = database_count(database);
    if (is_database)
        make_other("a1", record_of('d', 5, 20));
    else
        write_file(other_path, "old", 3);
    rlim_t before = limit_files(is_database ? FULL_BYTES_DATABASE : FULL_BYTES);
    long written = write_in_form(_i, &failure);
    (void)limit_files(before);
    ck_assert_int_eq(written, -1);
    ck_assert_str_ne(failure.text, "");
    ck_assert_ptr_null(strstr(failure.text, "transaction"));
    ck_assert_int_eq(database_count(database), count);
    if (is_database) {
        database_close(database);
        database = database_open(other_path, &failure);
        ck_assert_int_eq(database_count(database), 1);
        ck_assert(database_check(database));
        return;
    }
    FILE *file = fopen(other_path, "rb");
    ck_assert_uint_eq(fread(text, 1, sizeof text, file), 3);
    fclose(file);
    ck_assert_mem_eq(text, "old", 3);
    char draft[TEST_PATH_BYTES + 8];
    snprintf(draft, sizeof draft, "%s.part", other_path);
    ck_assert_int_ne(access(draft, F_OK), 0);
}
END_TEST

START_TEST(a_full_disk_stops_a_merge_and_changes_nothing) {
    enum { RECORDS = 2000, FULL_BYTES = 60000 };
    Failure failure = FAILURE_NONE;
    uint32_t random = 1;
    Database *other = database_open(other_path, &failure);
    ck_assert_ptr_nonnull(other);
    ck_assert(database_begin(other));
    for (int i = 0; i < RECORDS; i++) {
        char moves[256];
        random_moves(&random, moves);
        DatabasePosition position = position_of(moves);
        DatabaseRecord record = record_of('a', i, 3);
        ck_assert(put_record(other, &position, &record));
    }
    ck_assert(database_commit(other));
    database_close(other);
    put("a1", record_of('d', 5, 20));
    rlim_t before = limit_files(FULL_BYTES);
    long merged = database_file_merge(database, other_path, &failure);
    (void)limit_files(before);
    ck_assert_int_eq(merged, -1);
    ck_assert_str_ne(failure.text, "");
    ck_assert_ptr_null(strstr(failure.text, "transaction"));
    ck_assert_int_eq(database_count(database), 1);
    put("a2", record_of('d', 5, 20)); /* goes on */
    ck_assert_int_ge(database_file_merge(database, other_path, &failure), 1);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("database_merging");
    TCase *tests = tcase_create("database_merging");
    tcase_set_timeout(tests, 240);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, merging_adds_what_the_other_knows);
    tcase_add_test(tests, merging_needs_a_file_and_a_sound_one);
    tcase_add_loop_test(tests, a_damaged_database_is_merged_whole_or_not_at_all, 0, 8);
    tcase_add_test(tests, splitting_copies_what_follows_and_keeps_it);
    tcase_add_test(tests, splitting_into_a_foreign_file_leaves_it_alone);
    tcase_add_loop_test(tests, a_full_disk_leaves_the_file_that_was_there, 0, 4);
    tcase_add_test(tests, a_full_disk_stops_a_merge_and_changes_nothing);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
