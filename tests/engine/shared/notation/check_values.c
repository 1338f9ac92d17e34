/* Values of command-line arguments. */
#include <check.h>

#include "shared/notation/values.h"
#include "support/harness.h"

START_TEST(a_rule_is_read_by_the_name_that_is_printed) {
    KanameRule rule = KANAME_RULE_COUNT;
    ck_assert(values_rule(kaname_rule_name((KanameRule)_i), &rule));
    ck_assert_int_eq(rule, _i);
}
END_TEST

START_TEST(rules_have_the_names_of_the_engine) {
    ck_assert_str_eq(values_rule_name((KanameRule)_i), kaname_rule_name((KanameRule)_i));
}
END_TEST

static const struct {
    const char *word;
    KanameRule rule;
} OTHER_WORDS[] = {{"0", KANAME_RULE_FREESTYLE},
                   {"1", KANAME_RULE_STANDARD},
                   {"4", KANAME_RULE_RENJU},
                   {"8", KANAME_RULE_CARO},
                   {"9", KANAME_RULE_CARO_EXACT},
                   {"caro6", KANAME_RULE_CARO},
                   {"CARO5", KANAME_RULE_CARO_EXACT},
                   {"Renju", KANAME_RULE_RENJU},
                   {"FREESTYLE", KANAME_RULE_FREESTYLE}};
enum { OTHER_COUNT = sizeof OTHER_WORDS / sizeof OTHER_WORDS[0] };

START_TEST(a_rule_is_read_by_code_and_in_any_case) {
    KanameRule rule = KANAME_RULE_COUNT;
    ck_assert(values_rule(OTHER_WORDS[_i].word, &rule));
    ck_assert_int_eq(rule, OTHER_WORDS[_i].rule);
}
END_TEST

START_TEST(other_words_are_no_rules) {
    static const char *const WORDS[] = {"", "2", "5", "44", "car", "caros", "caro-", "renju "};
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++) {
        KanameRule rule = KANAME_RULE_COUNT;
        ck_assert_msg(!values_rule(WORDS[i], &rule), "%s", WORDS[i]);
        ck_assert_int_eq(rule, KANAME_RULE_COUNT);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("values");
    TCase *values = tcase_create("values");
    tcase_add_loop_test(values, a_rule_is_read_by_the_name_that_is_printed, 0, KANAME_RULE_COUNT);
    tcase_add_loop_test(values, rules_have_the_names_of_the_engine, 0, KANAME_RULE_COUNT);
    tcase_add_loop_test(values, a_rule_is_read_by_code_and_in_any_case, 0, OTHER_COUNT);
    tcase_add_test(values, other_words_are_no_rules);
    suite_add_tcase(suite, values);
    return run_suite(suite);
}
