/* Words and numbers of a line. */
#include "shared/text/words.h"

#include <check.h>
#include <string.h>

#include "support/harness.h"

static Words words(const char *text) {
    return words_of(text, strlen(text));
}

START_TEST(words_are_separated_by_any_blanks) {
    Words line = words(" \tINFO\t rule  4 ");
    Word word;
    ck_assert(words_next(&line, &word) && word_is(word, "INFO"));
    ck_assert(words_next(&line, &word) && word_is(word, "RULE"));
    ck_assert(!words_at_end(&line));
    ck_assert(words_next(&line, &word) && word_is(word, "4"));
    ck_assert(words_at_end(&line));
    ck_assert(!words_next(&line, &word));
}
END_TEST

START_TEST(case_does_not_matter_and_length_does) {
    Word word = {"StArT", 5};
    ck_assert(word_is(word, "START"));
    ck_assert(!word_is(word, "STAR"));
    ck_assert(!word_is(word, "STARTS"));
    ck_assert(!word_is((Word){"STAR\0", 5}, "STAR"));
    ck_assert(!word_is((Word){"", 0}, "STAR"));
}
END_TEST

static const struct {
    const char *text;
    bool is_number;
    int64_t value;
} integers[] = {
    {"0", true, 0},
    {"-0", true, 0},
    {"007", true, 7},
    {"+5", true, 5},
    {"-12 x", true, -12},
    {"9223372036854775807", true, INT64_MAX},
    {"-9223372036854775808", true, INT64_MIN},
    {"9223372036854775808", false, 0},
    {"-9223372036854775809", false, 0},
    {"99999999999999999999999999", false, 0},
    {"", false, 0},
    {"-", false, 0},
    {"+-5", false, 0},
    {"5x", false, 0},
    {"5,", false, 0},
    {"5.0", false, 0},
    {"0x10", false, 0},
    {"1e3", false, 0},
};
enum { INTEGERS = sizeof integers / sizeof integers[0] };

START_TEST(a_number_is_whole_and_fits_or_is_refused) {
    enum { BEFORE = -77 };
    Words line = words(integers[_i].text);
    int64_t value = BEFORE;
    ck_assert(words_integer(&line, &value) == integers[_i].is_number);
    ck_assert_int_eq(value, integers[_i].is_number ? integers[_i].value : BEFORE);
    if (!integers[_i].is_number)
        ck_assert_ptr_eq(line.next, integers[_i].text);
}
END_TEST

static const struct {
    const char *text;
    size_t count;
    int64_t values[3];
} number_lists[] = {
    {"7,8", 2, {7, 8}},
    {" 7 , 8 ", 2, {7, 8}},
    {"7 ,8,\t9", 3, {7, 8, 9}},
    {"7", 1, {7}},
    {"-1,-1", 2, {-1, -1}},
    {"7,8 9,9", 2, {7, 8}},
    {"7,,8", 0, {0}},
    {"7,", 0, {0}},
    {",7", 0, {0}},
    {"7,8x", 0, {0}},
    {"7;8", 0, {0}},
    {"1,2,3,4", 0, {0}},
    {"x", 0, {0}},
    {"", 0, {0}},
    {"7,8.5", 0, {0}},
    {"7,99999999999999999999", 0, {0}},
};
enum { NUMBER_LISTS = sizeof number_lists / sizeof number_lists[0] };

START_TEST(numbers_are_joined_by_commas_with_blanks) {
    Words line = words(number_lists[_i].text);
    int64_t values[3];
    size_t count = words_numbers(&line, values, 3);
    ck_assert_uint_eq(count, number_lists[_i].count);
    for (size_t i = 0; i < count; i++)
        ck_assert_int_eq(values[i], number_lists[_i].values[i]);
}
END_TEST

START_TEST(what_is_no_number_is_passed_over_up_to_the_next_blank) {
    Words line = words("7,x5 8,8");
    int64_t values[2];
    ck_assert_uint_eq(words_numbers(&line, values, 2), 0);
    ck_assert_uint_eq(words_numbers(&line, values, 2), 2);
    ck_assert_int_eq(values[0], 8);
    ck_assert(words_at_end(&line));
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("words");
    tcase_add_test(tests, words_are_separated_by_any_blanks);
    tcase_add_test(tests, case_does_not_matter_and_length_does);
    tcase_add_loop_test(tests, a_number_is_whole_and_fits_or_is_refused, 0, INTEGERS);
    tcase_add_loop_test(tests, numbers_are_joined_by_commas_with_blanks, 0, NUMBER_LISTS);
    tcase_add_test(tests, what_is_no_number_is_passed_over_up_to_the_next_blank);
    Suite *suite = suite_create("words");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
