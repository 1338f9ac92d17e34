/* What a run of `book` keeps in its folder: the round in progress and its blocks. */
#include "grid/blocks/book_round.h"
#include "grid/blocks/folder_claim.h"

#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/harness.h"

static char place[TEST_PATH_BYTES];

static void set_up(void) {
    make_folder(place);
}

/* Opens the folder as a start of the program does. */
static BookRound start(const char *settings, size_t block) {
    BookRound round = {.block = block};
    Failure failure = FAILURE_NONE;
    snprintf(round.settings, sizeof round.settings, "%s", settings);
    ck_assert_msg(book_round_open(&round, place, &failure), "%s", failure.text);
    ck_assert_msg(book_round_resume(&round, &failure), "%s", failure.text);
    return round;
}

static void write_text(const char *name, const char *text) {
    char path[TEST_PATH_BYTES];
    path_in(path, place, name);
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
}

/* Begins a round of five positions. */
static void begin(BookRound *round, int64_t after) {
    Failure failure = FAILURE_NONE;
    write_text("wanted.txt", "-\nhh\nhhgg\nhhgh\nffgghh\n");
    ck_assert_msg(book_round_begin(round, after, &failure), "%s", failure.text);
}

START_TEST(a_round_goes_on_with_its_numbers) {
    BookRound round = start("renju:15", 2), again;
    ck_assert_uint_eq(round.count, 0);
    begin(&round, 0);
    ck_assert_int_eq(round.first, 1);
    ck_assert_int_eq(book_round_blocks(&round), 3);
    begin(&round, 3);
    ck_assert_int_eq(round.first, 4);
    again = start("renju:15", 2);
    ck_assert_int_eq(again.first, 4);
    ck_assert_str_eq(again.run, round.run);
    ck_assert_uint_eq(again.count, 5);
    ck_assert_mem_eq(again.forms, round.forms, 5 * sizeof *round.forms);
    size_t count;
    ck_assert_str_eq(book_round_forms(&again, 5, &count)[1], "hhgh");
    ck_assert_uint_eq(count, 2);
    ck_assert_str_eq(book_round_forms(&again, 6, &count)[0], "ffgghh");
    ck_assert_uint_eq(count, 1);
    book_round_end(&again);
    book_round_release(&again);
    again = start("renju:15", 2);
    ck_assert_uint_eq(again.count, 0);
    ck_assert_str_ne(again.run, round.run);
    book_round_release(&round);
}
END_TEST

/* A leftover block has other positions than the block of the new run with its number would. */
START_TEST(a_run_of_other_settings_takes_no_number_of_a_block_that_is_there) {
    Failure failure = FAILURE_NONE;
    BookRound round = start("renju:15", 2), other;
    begin(&round, 0);
    ck_assert(book_round_save(&round, 1, "kaname-openings 1\n", 18, &failure));
    other = start("renju:16", 2);
    ck_assert_uint_eq(other.count, 0);
    ck_assert_str_ne(other.run, round.run);
    begin(&other, 1);
    ck_assert_int_eq(other.first, 2);
    ck_assert(book_round_has(&other, 1) && !book_round_has(&other, 2));
    book_round_release(&round);
    book_round_release(&other);
}
END_TEST

START_TEST(a_round_that_cannot_be_read_is_none) {
    static const char *const texts[] = {
        "kaname-round 1 renju:15 0123 1\n-\n",
        "kaname-round 1 renju:15 0123456789abcdef0123456789abcdef 0\n-\n",
        "kaname-round 1 renju:15 0123456789abcdef0123456789abcdef 99999999\n-\n",
        "kaname-round 1 renju:15 0123456789abcdef0123456789abcdef 1\n-\nhhh\n",
        "kaname-round 1 renju:15 0123456789abcdef0123456789abcdef 1\n-\nhh",
        "kaname-round 1 renju:15 0123456789abcdef0123456789abcdef 1 x\n-\n",
        "kaname-round 1 renju:16 0123456789abcdef0123456789abcdef 1\n-\n",
        "kaname-round 2 renju:15 0123456789abcdef0123456789abcdef 1\n-\n",
        "kaname-round 1"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        write_text("round.txt", texts[i]);
        BookRound round = start("renju:15", 2);
        ck_assert_msg(round.count == 0 && round.first == 1 && strlen(round.run) == SECRET_MAX - 1,
                      "%s", texts[i]);
        book_round_release(&round);
    }
    write_text("round.txt", "kaname-round 1 renju:15 0123456789abcdef0123456789abcdef 1\n-\n");
    BookRound round = start("renju:15", 2);
    ck_assert_uint_eq(round.count, 1);
    book_round_release(&round);
}
END_TEST

START_TEST(files_of_others_are_kept_and_named) {
    Failure failure = FAILURE_NONE;
    BookRound round = start("renju:15", 2);
    write_text("round.txt", "Dear reader\n");
    ck_assert(!book_round_resume(&round, &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "round.txt: the file holds something else"));
    write_text("block-0000001.txt", "Dear reader\n");
    ck_assert(!book_round_save(&round, 1, "kaname-openings 1\n", 18, &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "the file holds something else"));
    write_text("wanted.txt", "Dear reader\n");
    ck_assert(!book_round_begin(&round, 0, &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "wanted.txt: it is no list of positions"));
    book_round_release(&round);
}
END_TEST

START_TEST(the_blocks_of_the_folder_are_listed_in_order) {
    static const char *const others[] = {"block-1.txt", "block-0000004.txt.new",
                                         "block-0000000.txt", "block-0000005-10.kgm",
                                         "block--000001.txt"};
    Failure failure = FAILURE_NONE;
    BookRound round = start("renju:15", 2);
    int64_t *ids;
    size_t count;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        write_text(others[i], "");
    for (int64_t id = 12; id > 2; id -= 3)
        ck_assert(book_round_save(&round, id, "kaname-openings 1\n", 18, &failure));
    ck_assert(book_round_list(&round, &ids, &count, &failure));
    ck_assert_uint_eq(count, 4);
    for (size_t i = 0; i < count; i++)
        ck_assert_int_eq(ids[i], 3 + 3 * (int64_t)i);
    free(ids);
    book_round_release(&round);
}
END_TEST

START_TEST(one_manager_at_a_time_claims_a_folder) {
    Failure failure = FAILURE_NONE;
    int first, second;
    ck_assert(folder_claim(place, &first, &failure));
    ck_assert(!folder_claim(place, &second, &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "another manager works in this folder"));
    folder_claim_end(first);
    ck_assert(folder_claim(place, &second, &failure));
    folder_claim_end(second);
}
END_TEST

/* The list of the merge before is no list of a merge that wrote none. */
START_TEST(a_list_is_taken_once) {
    Failure failure = FAILURE_NONE;
    BookRound round = start("renju:15", 2);
    begin(&round, 0);
    book_round_drop_list(&round);
    ck_assert(!book_round_begin(&round, 3, &failure));
    book_round_release(&round);
}
END_TEST

START_TEST(too_many_blocks_are_refused) {
    Failure failure = FAILURE_NONE;
    BookRound round = start("renju:15", 2);
    write_text("wanted.txt", "-\n");
    ck_assert(!book_round_begin(&round, BLOCKS_MAX - 1, &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "-block must be greater"));
    book_round_release(&round);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("book_round");
    TCase *tests = tcase_create("book_round");
    tcase_add_checked_fixture(tests, set_up, NULL);
    tcase_add_test(tests, a_round_goes_on_with_its_numbers);
    tcase_add_test(tests, a_run_of_other_settings_takes_no_number_of_a_block_that_is_there);
    tcase_add_test(tests, a_round_that_cannot_be_read_is_none);
    tcase_add_test(tests, files_of_others_are_kept_and_named);
    tcase_add_test(tests, the_blocks_of_the_folder_are_listed_in_order);
    tcase_add_test(tests, one_manager_at_a_time_claims_a_folder);
    tcase_add_test(tests, a_list_is_taken_once);
    tcase_add_test(tests, too_many_blocks_are_refused);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
