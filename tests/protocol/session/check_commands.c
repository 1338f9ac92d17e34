/* The families' tables hold what their readers rely on. */
#include "session/commands.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "support/harness.h"

START_TEST(rows_are_sorted_by_word) {
    for (size_t i = 0; command_family(i) != NULL; i++) {
        const CommandFamily *family = command_family(i);
        ck_assert_uint_gt(family->count, 0);
        for (size_t k = 1; k < family->count; k++)
            ck_assert_str_lt(family->rows[k - 1].word, family->rows[k].word);
    }
}
END_TEST

START_TEST(every_row_is_found_by_its_word) {
    for (size_t i = 0; command_family(i) != NULL; i++) {
        const CommandFamily *family = command_family(i);
        for (size_t k = 0; k < family->count; k++) {
            const Command *row = &family->rows[k];
            /* Also false if another family has the same word. */
            ck_assert_ptr_eq(command_find((Word){row->word, strlen(row->word)}), row);
            ck_assert_ptr_nonnull(row->handle);
        }
    }
}
END_TEST

START_TEST(words_are_found_in_any_case_and_no_others) {
    ck_assert_str_eq(command_find((Word){"turn", 4})->word, "TURN");
    ck_assert_str_eq(command_find((Word){"yxNbest 3", 7})->word, "YXNBEST");
    ck_assert_ptr_null(command_find((Word){"TUR", 3}));
    ck_assert_ptr_null(command_find((Word){"TURNS", 5}));
    ck_assert_ptr_null(command_find((Word){"", 0}));
}
END_TEST

/* What stands inside a list completes at once and takes no list of its own. */
START_TEST(end_info_and_stop_alone_may_come_anywhere) {
    static const char *const anywhere[] = {"END", "INFO", "STOP", "YXSTOP"};
    size_t count = 0;
    for (size_t i = 0; command_family(i) != NULL; i++)
        for (size_t k = 0; k < command_family(i)->count; k++) {
            const Command *row = &command_family(i)->rows[k];
            if (row->timing == COMMAND_ANYWHERE)
                ck_assert_int_eq(row->arguments, COMMAND_LINE);
            count += row->timing == COMMAND_ANYWHERE;
        }
    ck_assert_uint_eq(count, sizeof anywhere / sizeof anywhere[0]);
    for (size_t i = 0; i < count; i++)
        ck_assert_int_eq(command_find((Word){anywhere[i], strlen(anywhere[i])})->timing,
                         COMMAND_ANYWHERE);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("commands");
    TCase *test_case = tcase_create("commands");
    tcase_add_test(test_case, rows_are_sorted_by_word);
    tcase_add_test(test_case, every_row_is_found_by_its_word);
    tcase_add_test(test_case, words_are_found_in_any_case_and_no_others);
    tcase_add_test(test_case, end_info_and_stop_alone_may_come_anywhere);
    suite_add_tcase(suite, test_case);
    return run_suite(suite);
}
