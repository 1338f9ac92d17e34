/* Files of Renlib and of single positions, read and written. */
#include "database/renlib.h"

#include <check.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "database/store.h"
#include "database/text.h"
#include "protocol/database/own_database.h"
#include "protocol/database/put.h"
#include "protocol/support/change_file.h"
#include "shared/status/failure.h"
#include "support/harness.h"

/* ---- The file ------------------------------------------------------------------------------- */

START_TEST(a_renlib_file_takes_no_memory_for_its_size) {
    enum { PART = 1 << 20, PARTS = 48, KIB_MAX = 16 << 10 };
    static const unsigned char head[] = {
        0xFF, 'R',  'e',  'n',  'L',  'i',  'b',  0xFF, 3,    0,   0xFF, 0xFF,
        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x78, 0x48}; /* h8 with a comment, and
                                                                        nothing after it */
    struct rusage before, after;
    Failure failure = FAILURE_NONE;
    bool is_cut;
    char *part = malloc(PART);
    ck_assert_ptr_nonnull(part);
    memset(part, 'a', PART);
    FILE *file = fopen(other_path, "wb");
    ck_assert(file != NULL && fwrite(head, 1, sizeof head, file) == sizeof head);
    for (int i = 0; i < PARTS; i++)
        ck_assert(fwrite(part, 1, PART, file) == PART);
    ck_assert(fputc(0, file) == 0 && fputc(0, file) == 0 && fclose(file) == 0);
    free(part);
    getrusage(RUSAGE_SELF, &before);
    ck_assert_int_eq(
        database_renlib_read(database, KANAME_RULE_FREESTYLE, other_path, &is_cut, &failure), 1);
    getrusage(RUSAGE_SELF, &after);
    ck_assert_int_lt(after.ru_maxrss - before.ru_maxrss, KIB_MAX);
}
END_TEST

/* ---- Renlib --------------------------------------------------------------------------------- */

#define RENLIB_HEADER                                                                         \
    0xFF, 'R', 'e', 'n', 'L', 'i', 'b', 0xFF, 3, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, \
        0xFF, 0xFF, 0xFF

/* A root without a move; h8, then i9 with a comment and j10, or i8 instead of i9. */
static const unsigned char tree[] = {
    RENLIB_HEADER, 0x00, 0x00, 0x78, 0x00, 0x89, 0x88, 'g',  'o',  'o',  'd',
    '\b',          'm',  'o',  'v',  'e',  0,    0x9A, 0x40, 0x79, 0x40,
};

START_TEST(a_renlib_tree_becomes_positions) {
    Failure failure = FAILURE_NONE;
    bool is_cut;
    DatabaseRecord record;
    write_file(other_path, tree, sizeof tree);
    long count =
        database_renlib_read(database, KANAME_RULE_FREESTYLE, other_path, &is_cut, &failure);
    ck_assert_msg(count == 4, "%ld: %s", count, failure.text);
    ck_assert(get("h8", &record));
    ck_assert(get("h8i9", &record));
    ck_assert_str_eq(record.text, "good\nmove");
    ck_assert(get("h8i9j10", &record));
    ck_assert_str_eq(record.text, "");
    ck_assert(get("h8i8", &record));
    ck_assert_int_eq(database_count(database), 4);
}
END_TEST

/* h8, then i9 with a comment in GBK. */
START_TEST(texts_of_renlib_are_decoded) {
    static const unsigned char bytes[] = {
        RENLIB_HEADER, 0x00, 0x00, 0x78, 0x00, 0x89, 0x48, 0xB0, 0xD7, 0xC6, 0xE5, 0xBA, 0xC3,
        0xA3,          0xAC, 0xBF, 0xC9, 0xCA, 0xA4, 0xD5, 0xE2, 0xC0, 0xEF, 0,    0,
    };
    Failure failure = FAILURE_NONE;
    bool is_cut;
    DatabaseRecord record;
    write_file(other_path, bytes, sizeof bytes);
    long count =
        database_renlib_read(database, KANAME_RULE_FREESTYLE, other_path, &is_cut, &failure);
    ck_assert_msg(count == 2, "%ld: %s", count, failure.text);
    ck_assert(get("h8i9", &record));
    ck_assert_str_eq(record.text, "白棋好，可胜这里");
    ck_assert(!is_cut);
}
END_TEST

START_TEST(a_renlib_file_cut_anywhere_changes_nothing) {
    Failure failure = FAILURE_NONE;
    bool is_cut;
    write_file(other_path, tree, (size_t)_i);
    long count =
        database_renlib_read(database, KANAME_RULE_FREESTYLE, other_path, &is_cut, &failure);
    ck_assert_int_eq(count, _i == 20 ? 0 : -1); /* a header alone is an empty tree */
    ck_assert_int_eq(database_count(database), 0);
}
END_TEST

START_TEST(a_damaged_renlib_file_is_told_or_taken_whole) {
    unsigned char bytes[sizeof tree];
    Failure failure = FAILURE_NONE;
    bool is_cut;
    uint32_t random = (uint32_t)_i * 2654435761u + 12345;
    memcpy(bytes, tree, sizeof tree);
    for (int i = 0; i < 3; i++) {
        random = random * 1664525u + 1013904223u;
        bytes[20 + (random >> 8) % (sizeof tree - 20)] = (unsigned char)(random >> 24);
    }
    write_file(other_path, bytes, sizeof bytes);
    long count =
        database_renlib_read(database, KANAME_RULE_FREESTYLE, other_path, &is_cut, &failure);
    if (count < 0) {
        ck_assert_str_ne(failure.text, "");
        ck_assert_int_eq(database_count(database), 0);
    }
}
END_TEST

START_TEST(labels_and_the_roots_comment_are_read_but_prove_nothing) {
    /* The root with a comment; h8 with the label ab, i9 with w, i8 with a long text. */
    static const unsigned char labels[] = {
        RENLIB_HEADER, 0x00, 0x08, '\b', 'h', 'i', 0,    0x78, 0x01, 0x00, 0x01, 'a', 'b', 0, 0,
        0x89,          0xC1, 0x00, 1,    'w', 0,   0x79, 0x41, 0x00, 0x01, 'x',  'y', 'z', 0,
    };
    Failure failure = FAILURE_NONE;
    bool is_cut;
    DatabaseRecord record;
    write_file(other_path, labels, sizeof labels);
    long count =
        database_renlib_read(database, KANAME_RULE_FREESTYLE, other_path, &is_cut, &failure);
    ck_assert_msg(count == 4, "%ld: %s", count, failure.text);
    ck_assert(get("", &record));
    ck_assert_str_eq(record.text, "hi");
    ck_assert(get("h8", &record));
    ck_assert_int_eq(record.tag, 'a' * 256 + 'b');
    ck_assert(get("h8i9", &record));
    ck_assert_int_eq(record.tag, 0);
    ck_assert(get("h8i8", &record));
    ck_assert_int_eq(record.tag, 0);
}
END_TEST

/* What is written from the position comes into a new database. */
static long through_renlib(const char *moves) {
    Failure failure = FAILURE_NONE;
    long left_out;
    DatabasePosition position = position_of(moves);
    long count = database_renlib_write(database, &position, other_path, &left_out, &failure);
    ck_assert_msg(count >= 0, "%s", failure.text);
    ck_assert_int_eq(left_out, 0);
    database_close(database);
    database = NULL;
    ck_assert_int_eq(unlink(path), 0);
    open_again();
    bool is_cut;
    long read =
        database_renlib_read(database, KANAME_RULE_FREESTYLE, other_path, &is_cut, &failure);
    ck_assert_msg(read >= count, "%s", failure.text);
    ck_assert_int_eq(read, database_count(database)); /* no position is there twice */
    return count;
}

START_TEST(a_renlib_file_is_what_the_format_says) {
    /* One record two moves deep: what leads there has no comment. */
    static const unsigned char due[] = {
        0xFF, 'R',  'e',  'n',  'L',  'i',  'b',  0xFF, 3,    4,    0xFF, 0xFF, 0xFF,
        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x78, 0x00, 0x79, 0x49,
        0x00, 0x01, 'a',  '\b', 'b',  '\r', '\n', 'c',  0,    0,    '!',  0,
    };
    unsigned char bytes[sizeof due + 1];
    Failure failure = FAILURE_NONE;
    long left_out;
    DatabasePosition empty = position_of("");
    DatabasePosition position = position_of("h8i8");
    DatabaseRecord record = record_of('!', 5, 6);
    strcpy(record.text, "a\nb\nc");
    ck_assert(put_record(database, &position, &record));
    ck_assert_int_eq(database_renlib_write(database, &empty, other_path, &left_out, &failure), 1);
    FILE *file = fopen(other_path, "rb");
    ck_assert_ptr_nonnull(file);
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    ck_assert_uint_eq(size, sizeof due);
    /* Which of the four points beside the centre comes is free. */
    unsigned place = bytes[24];
    ck_assert(place == 0x79 || place == 0x77 || place == 0x68 || place == 0x88);
    bytes[24] = 0x79;
    ck_assert_mem_eq(bytes, due, sizeof due);
}
END_TEST

START_TEST(renlib_goes_out_and_comes_back) {
    DatabaseRecord record = record_of('a' * 256 + '7', -5, 20), found;
    strcpy(record.text, "first line\nsecond\nthird");
    put("", record_of('@', 0, 0));
    put("h8", record_of(0, 3, 3));
    put("h8i9", record);
    put("h8i9j10g7", record_of('x', 0, 0));
    put("a1o15b2n14c3", record_of('y', 0, 0));
    ck_assert_int_eq(through_renlib(""), 5);
    ck_assert(get("", &found));
    ck_assert_int_eq(found.tag, '@');
    ck_assert(get("h8i9", &found));
    ck_assert_str_eq(found.text, record.text);
    ck_assert_int_eq(found.tag, record.tag);
    ck_assert(get("h8i9j10g7", &found));
    ck_assert_int_eq(found.tag, 'x');
    ck_assert(get("a1o15b2n14c3", &found));
    ck_assert_int_eq(found.tag, 'y');
}
END_TEST

START_TEST(no_record_is_lost_in_renlib) {
    enum { GAMES = 200 };
    uint32_t random = (uint32_t)_i;
    char moves[256];
    DatabaseRecord found;
    for (int i = 0; i < GAMES; i++) {
        random_moves(&random, moves);
        put(moves, record_of('A', 0, 0));
    }
    long count = database_count(database);
    ck_assert_int_eq(through_renlib(""), count);
    random = (uint32_t)_i;
    for (int i = 0; i < GAMES; i++) {
        random_moves(&random, moves);
        ck_assert(get(moves, &found));
        ck_assert_int_eq(found.tag, 'A');
    }
}
END_TEST

START_TEST(renlib_holds_what_follows_the_position) {
    DatabaseRecord found;
    put("h8i9j10", record_of('a', 0, 0));
    put("h8i9", record_of('b', 0, 0));
    put("h8i8", record_of('c', 0, 0));
    put("h8g7k4", record_of('d' * 256 + '2', 0, 0)); /* h8g7 is h8i9, turned */
    ck_assert_int_eq(through_renlib("h8i9"), 3);
    ck_assert(!get("h8i8", &found));
    ck_assert(get("h8i9j10", &found));
    ck_assert_int_eq(found.tag, 'a');
    ck_assert(get("h8g7k4", &found));
    ck_assert_int_eq(found.tag, 'd' * 256 + '2');
}
END_TEST

START_TEST(the_positions_own_stones_lead_there_first) {
    DatabaseRecord found;
    put("a1o15h8i9g7", record_of('a', 0, 0)); /* whose farthest stones are the position's */
    ck_assert_int_eq(through_renlib("a1o15"), 1);
    ck_assert(get("a1o15h8i9g7", &found));
}
END_TEST

/* ---- Positions alone ------------------------------------------------------------------------ */

START_TEST(positions_are_written_as_clients_read_them) {
    /* By row: b3 before h8, c2 before i6. */
    static const unsigned char due[] = {2, 7 * 15 + 7, 8 * 15 + 5};
    static const unsigned char longer[] = {4, 1 * 15 + 2, 2 * 15 + 1, 7 * 15 + 7, 8 * 15 + 5};
    unsigned char bytes[64];
    Failure failure = FAILURE_NONE;
    long left_out;
    DatabasePosition from = position_of("h8i6"), odd = position_of("h8i6");
    DatabaseRecord record = record_of(0, 0, 0);
    odd.to_move = KANAME_WHITE;
    ck_assert(put_record(database, &odd, &record));
    put("h8i6", record);
    put("h8i6b3c2", record);
    ck_assert_int_eq(database_file_write_pos(database, &from, other_path, &left_out, &failure), 2);
    ck_assert_int_eq(left_out, 1);
    FILE *file = fopen(other_path, "rb");
    ck_assert_ptr_nonnull(file);
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    ck_assert_uint_eq(size, sizeof due + sizeof longer);
    bool is_longer_first = bytes[0] == 4; /* which comes first is free */
    ck_assert_mem_eq(bytes + (is_longer_first ? sizeof longer : 0), due, sizeof due);
    ck_assert_mem_eq(bytes + (is_longer_first ? 0 : sizeof due), longer, sizeof longer);
}
END_TEST

START_TEST(a_file_with_a_point_twice_is_none_of_positions) {
    Failure failure = FAILURE_NONE;
    long left_out;
    DatabasePosition position = position_of("");
    put("h8", record_of(0, 5, 7));
    write_file(other_path, "\2\160\160", 3);
    ck_assert_int_eq(database_file_write_pos(database, &position, other_path, &left_out, &failure),
                     -1);
    ck_assert_str_ne(failure.text, "");
    write_file(other_path, "\2\160\161", 3);
    ck_assert_int_eq(database_file_write_pos(database, &position, other_path, &left_out, &failure),
                     1);
}
END_TEST

START_TEST(no_tree_begins_at_a_position_that_no_game_reaches) {
    Failure failure = FAILURE_NONE;
    long left_out;
    DatabasePosition position = position_of("h8i9");
    position.cells[0] = KANAME_BLACK;
    ck_assert_int_eq(database_renlib_write(database, &position, other_path, &left_out, &failure),
                     -1);
    ck_assert_str_eq(failure.text, "no game reaches the position");
    ck_assert_int_ne(access(other_path, F_OK), 0);
}
END_TEST

START_TEST(such_files_are_refused_for_other_boards) {
    Failure failure = FAILURE_NONE;
    long left_out;
    DatabasePosition position = position_of_size("h8", 19, 19);
    ck_assert_int_eq(database_file_write_pos(database, &position, other_path, &left_out, &failure),
                     -1);
    ck_assert_str_ne(failure.text, "");
    failure.text[0] = '\0';
    ck_assert_int_eq(database_renlib_write(database, &position, other_path, &left_out, &failure),
                     -1);
    ck_assert_str_ne(failure.text, "");
    ck_assert_int_ne(access(other_path, F_OK), 0);
}
END_TEST

static void add_tests_of_records(TCase *tests) {
    tcase_add_test(tests, a_renlib_file_takes_no_memory_for_its_size);
}

static void add_tests_of_files(TCase *tests) {
    tcase_add_test(tests, a_renlib_tree_becomes_positions);
    tcase_add_test(tests, texts_of_renlib_are_decoded);
    tcase_add_loop_test(tests, a_renlib_file_cut_anywhere_changes_nothing, 0, sizeof tree);
    tcase_add_loop_test(tests, a_damaged_renlib_file_is_told_or_taken_whole, 0, 300);
    tcase_add_test(tests, labels_and_the_roots_comment_are_read_but_prove_nothing);
    tcase_add_test(tests, a_renlib_file_is_what_the_format_says);
    tcase_add_test(tests, renlib_goes_out_and_comes_back);
    tcase_add_loop_test(tests, no_record_is_lost_in_renlib, 0, 5);
    tcase_add_test(tests, renlib_holds_what_follows_the_position);
    tcase_add_test(tests, the_positions_own_stones_lead_there_first);
    tcase_add_test(tests, positions_are_written_as_clients_read_them);
    tcase_add_test(tests, a_file_with_a_point_twice_is_none_of_positions);
    tcase_add_test(tests, no_tree_begins_at_a_position_that_no_game_reaches);
    tcase_add_test(tests, such_files_are_refused_for_other_boards);
}

int main(void) {
    Suite *suite = suite_create("database_renlib");
    TCase *tests = tcase_create("database_renlib");
    tcase_set_timeout(tests, 240);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    add_tests_of_records(tests);
    add_tests_of_files(tests);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
