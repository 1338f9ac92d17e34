/* What a client's lines tell of its dialect, and what follows. */
#include "session/dialect.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "support/harness.h"

/* The dialect after lines separated by ';', as the reader hears them. */
static Dialect after(const char *lines) {
    Dialect dialect = {.is_yixin = false};
    while (*lines != '\0') {
        size_t length = strcspn(lines, ";");
        Words rest = words_of(lines, length);
        Word command;
        ck_assert(words_next(&rest, &command));
        dialect_hear(&dialect, command, rest);
        lines += length + (lines[length] == ';');
    }
    return dialect;
}

START_TEST(words_of_yixin_board_tell_its_dialect) {
    ck_assert(after("YXSHOWINFO").is_yixin);
    ck_assert(after("yxunheard").is_yixin);
    ck_assert(after("INFO show_detail 0").is_yixin);
    ck_assert(after("INFO SHOW_DETAIL 3;START 15").is_yixin);
}
END_TEST

START_TEST(other_words_do_not) {
    ck_assert(!after("").is_yixin);
    ck_assert(!after("START 15;INFO rule 2;BOARD;Y;X;YY").is_yixin);
    ck_assert(!after("INFO show_detail;INFO show_detail x;INFO show 1").is_yixin);
    ck_assert(!after("INFO pondering 1;INFO usedatabase 1;INFO folder yx show_detail 1").is_yixin);
    ck_assert(!after("BEGIN show_detail 1").is_yixin);
}
END_TEST

START_TEST(a_bare_two_is_renju_for_yixin_board_alone) {
    const Dialect gomocup = {.is_yixin = false}, yixin = {.is_yixin = true};
    ck_assert_int_eq(dialect_rule(&gomocup, 2), KANAME_RULE_FREESTYLE);
    ck_assert_int_eq(dialect_rule(&yixin, 2), KANAME_RULE_RENJU);
    static const int64_t others[] = {-1, 0, 1, 3, 4, 6, 8, 9, 10, 11};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        ck_assert_int_eq(dialect_rule(&gomocup, others[i]), dialect_rule(&yixin, others[i]));
}
END_TEST

static const struct {
    const char *sizes;
    bool is_row_first;
    int64_t width, height;
} starts[] = {
    {"15", false, 15, 15}, {"15 15", true, 15, 15}, {"12 20", true, 20, 12}, {"", false, 0, 0},
    {"x 15", false, 0, 0}, {"20 x", false, 20, 20}, {"15 0", true, 0, 15},   {"20x5", false, 0, 0},
};
enum { STARTS = sizeof starts / sizeof starts[0] };

START_TEST(start_with_two_sizes_is_row_first) {
    Dialect dialect = {.is_yixin = false};
    Words rest = words_of(starts[_i].sizes, strlen(starts[_i].sizes));
    int64_t width, height;
    ck_assert(dialect_read_start(&dialect, &rest, &width, &height) == starts[_i].is_row_first);
    ck_assert_int_eq(width, starts[_i].width);
    ck_assert_int_eq(height, starts[_i].height);
    ck_assert(dialect.is_yixin == starts[_i].is_row_first);
}
END_TEST

START_TEST(start_with_words_behind_two_sizes_is_of_no_client) {
    Dialect dialect = {.is_yixin = false};
    const char *sizes = "15 20 x";
    Words rest = words_of(sizes, strlen(sizes));
    int64_t width, height;
    (void)dialect_read_start(&dialect, &rest, &width, &height);
    ck_assert(!words_at_end(&rest));
    ck_assert(!dialect.is_yixin);
}
END_TEST

START_TEST(the_view_counts_rows_from_below_if_the_row_comes_first) {
    const Dialect dialect = {.is_row_first = true};
    char text[NOTATION_POINT_MAX];
    notation_point(text, (KanamePoint){2, 3}, dialect_view(&dialect, 20, 10));
    ck_assert_str_eq(text, "D18");
}
END_TEST

START_TEST(the_view_counts_rows_from_below) {
    const Dialect dialect = {.is_row_first = false};
    char text[NOTATION_POINT_MAX];
    notation_point(text, (KanamePoint){2, 3}, dialect_view(&dialect, 20, 10));
    ck_assert_str_eq(text, "C7");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("dialect");
    TCase *test_case = tcase_create("dialect");
    tcase_add_test(test_case, words_of_yixin_board_tell_its_dialect);
    tcase_add_test(test_case, other_words_do_not);
    tcase_add_test(test_case, a_bare_two_is_renju_for_yixin_board_alone);
    tcase_add_loop_test(test_case, start_with_two_sizes_is_row_first, 0, STARTS);
    tcase_add_test(test_case, start_with_words_behind_two_sizes_is_of_no_client);
    tcase_add_test(test_case, the_view_counts_rows_from_below_if_the_row_comes_first);
    tcase_add_test(test_case, the_view_counts_rows_from_below);
    suite_add_tcase(suite, test_case);
    return run_suite(suite);
}
