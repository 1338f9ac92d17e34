/* The layout of --help: heads, columns and wrapping. */
#include <stdio.h>

#include "shared/cli/layout.h"
#include "support/harness.h"

static const Layout narrow = {.indent = 2, .column = 10, .width = 20};
static const Layout wide = {.indent = 2, .column = 12, .width = 80};
static FILE *out;

static void open_out(void) {
    out = tmpfile();
    ck_assert_ptr_nonnull(out);
}

static void close_out(void) {
    fclose(out);
}

static void assert_printed(const char *expected) {
    char shown[1024];
    rewind(out);
    shown[fread(shown, 1, sizeof shown - 1, out)] = '\0';
    ck_assert_str_eq(shown, expected);
}

START_TEST(a_text_stands_in_its_column) {
    layout_print_entry(out, &wide, "--size N", "cells of a side");
    assert_printed("  --size N  cells of a side\n");
}
END_TEST

START_TEST(a_head_without_room_for_two_blanks_has_a_line_of_its_own) {
    layout_print_entry(out, &wide, "--sizes N", "cells of a side");
    assert_printed("  --sizes N\n            cells of a side\n");
}
END_TEST

START_TEST(a_head_without_text_is_one_line) {
    layout_print_entry(out, &wide, "a head that is wide", "");
    assert_printed("  a head that is wide\n");
}
END_TEST

START_TEST(a_line_fills_the_width) {
    layout_print_entry(out, &narrow, "-a", "abcde fghi next");
    assert_printed("  -a      abcde fghi\n          next\n");
}
END_TEST

START_TEST(a_word_beyond_the_width_is_wrapped) {
    layout_print_entry(out, &narrow, "-a", "abcde fghij");
    assert_printed("  -a      abcde\n          fghij\n");
}
END_TEST

START_TEST(a_word_wider_than_the_line_stays_whole) {
    layout_print_entry(out, &narrow, "-a", "abcdefghijklm n");
    assert_printed("  -a      abcdefghijklm\n          n\n");
}
END_TEST

START_TEST(a_paragraph_is_wrapped_from_the_left_edge) {
    layout_print_text(out, &narrow, "abcdefghij klmnopqrs tu");
    assert_printed("abcdefghij klmnopqrs\ntu\n");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("layout");
    TCase *tests = tcase_create("layout");
    tcase_add_checked_fixture(tests, open_out, close_out);
    tcase_add_test(tests, a_text_stands_in_its_column);
    tcase_add_test(tests, a_head_without_room_for_two_blanks_has_a_line_of_its_own);
    tcase_add_test(tests, a_head_without_text_is_one_line);
    tcase_add_test(tests, a_line_fills_the_width);
    tcase_add_test(tests, a_word_beyond_the_width_is_wrapped);
    tcase_add_test(tests, a_word_wider_than_the_line_stays_whole);
    tcase_add_test(tests, a_paragraph_is_wrapped_from_the_left_edge);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
