/* The options of self-play games: what is read, what is refused, and the names of choices. */
#include <check.h>
#include <string.h>

#include "base/rule.h"
#include "shared/cli/reader.h"
#include "shared/status/failure.h"
#include "support/harness.h"
#include "support/words.h"
#include "train/generate.h"
#include "train/generate_rows.h"
#include "train/values.h"

static GenerateOptions options;
static Failure failure;

static void init(void *target) {
    *(GenerateOptions *)target = generate_defaults();
}

static OptionOutcome read_line(const char *text) {
    static const OptionTable table = {.rows = generate_rows};
    static const OptionCommand command = {
        .program = "tool", .tables = &table, .table_count = 1, .init = init};
    static WordList list;
    words_split(&list, text);
    return option_read(&command, &options, list.count, list.words, NULL, &failure);
}

START_TEST(values_of_every_kind_are_read) {
    ck_assert_msg(read_line("--nodes 1000000000000 --wander 90 --rule renju,caro-exact "
                            "--size 5,22 --stones 0-16 --late 30-60") == OPTION_READ,
                  "%s", failure.text);
    ck_assert_uint_eq(options.nodes, 1000000000000);
    ck_assert_int_eq(options.wander, 90);
    ck_assert_int_eq(options.rule_count, 2);
    ck_assert_int_eq(options.rules[0], KANAME_RULE_RENJU);
    ck_assert_int_eq(options.rules[1], KANAME_RULE_CARO_EXACT);
    ck_assert_int_eq(options.size_count, 2);
    ck_assert_int_eq(options.sizes[1], 22);
    ck_assert_int_eq(options.stones_min, 0);
    ck_assert_int_eq(options.stones_max, 16);
    ck_assert_int_eq(options.late_min, 30);
    ck_assert_int_eq(options.late_max, 60);
    ck_assert_int_eq(options.balance, generate_defaults().balance);
}
END_TEST

#define RULES_WANTED \
    "expected rules with commas between: freestyle, standard, renju, caro, caro-exact"
#define SIZES_WANTED "expected sizes from 5 to 22 with commas between"

static const struct {
    const char *text, *error;
} mistakes[] = {
    {"--wander 91", "--wander: '91': expected a whole number from 0 to 90"},
    {"--nodes 1x", "--nodes: '1x': expected a whole number from 1 to 1000000000000"},
    {"--rule go", "--rule: 'go': " RULES_WANTED},
    {"--rule renju,", "--rule: 'renju,': " RULES_WANTED},
    {"--size 4", "--size: '4': " SIZES_WANTED},
    {"--size 15,23", "--size: '15,23': " SIZES_WANTED},
    {"--stones 9-3", "--stones: '9-3': expected A-B, 0 to 16"},
    {"--stones 3-17", "--stones: '3-17': expected A-B, 0 to 16"},
    {"--stones 3", "--stones: '3': expected A-B, 0 to 16"},
    {"--stones 3-", "--stones: '3-': expected A-B, 0 to 16"},
    {"--late 1-121", "--late: '1-121': expected A-B, 0 to 120"},
    {"--stones", "--stones: expected a value after it"},
    {"--node 3", "'--node': no such option; --help lists them"},
    {"none", "'none': no such option; --help lists them"},
};
enum { MISTAKES = sizeof mistakes / sizeof mistakes[0] };

START_TEST(mistakes_name_the_word_at_fault) {
    ck_assert_int_eq(read_line(mistakes[_i].text), OPTION_WRONG);
    ck_assert_str_eq(failure.text, mistakes[_i].error);
}
END_TEST

/* Every row writes its default as it reads it. */
START_TEST(shown_values_are_read_again) {
    char word[OPTION_SHOWN_MAX], line[200];
    for (const OptionRow *row = generate_rows; row->name != NULL; row++) {
        if (row->show == NULL)
            continue;
        ck_assert_int_eq(read_line("--rule renju,caro --size 9,15 --stones 2-5 --late 30-60"),
                         OPTION_READ);
        GenerateOptions before = options;
        row->show(&options, word);
        snprintf(line, sizeof line, "%s %s", row->name, word);
        ck_assert_msg(read_line(line) == OPTION_READ, "%s", failure.text);
        row->show(&before, line);
        row->show(&options, word);
        ck_assert_str_eq(word, line);
    }
}
END_TEST

START_TEST(choices_are_in_the_order_of_the_rules) {
    for (int rule = 0; rule < RULES; rule++)
        ck_assert_str_eq(values_rules[rule], rule_name((Rule)rule));
    ck_assert_ptr_null(values_rules[RULES]);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("generate_rows");
    TCase *tests = tcase_create("rows");
    tcase_add_test(tests, values_of_every_kind_are_read);
    tcase_add_loop_test(tests, mistakes_name_the_word_at_fault, 0, MISTAKES);
    tcase_add_test(tests, shown_values_are_read_again);
    tcase_add_test(tests, choices_are_in_the_order_of_the_rules);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
