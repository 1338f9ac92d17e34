/* Tables of options: what is read, what is refused and what --help prints. */
#include "io/options.h"

#include <check.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "kaname.h"
#include "support/harness.h"
#include "support/words.h"

typedef struct Target {
    bool is_loud;
    int level;
    int64_t limit_ms;
    KanameRule rule;
    const char *file;
} Target;

/* clang-format off */
static const Option OPTIONS[] = {
    {"--loud", NULL, NULL, 0, 0, "say all", option_read_flag, offsetof(Target, is_loud)},
    {"--level", "N", "7", -3, 9, "strength", option_read_int, offsetof(Target, level)},
    {"--limit-ms", "T", NULL, 0, 5000000000, "milliseconds (default: no limit)",
     option_read_int64, offsetof(Target, limit_ms)},
    {"--rule", "R", "renju", 0, 0, "which game to play by which of the rules that there are, in "
     "words that fill more than one line of a terminal",
     option_read_rule, offsetof(Target, rule)},
    {"FILE", NULL, NULL, 0, 0, "to read", option_read_text, offsetof(Target, file)},
};
/* clang-format on */

static const CommandLine COMMAND = {"tool test", "[OPTIONS] [FILE]", "Tests the table.", OPTIONS,
                                    sizeof OPTIONS / sizeof OPTIONS[0]};

static OptionsOutcome read_line(Target *target, const char *line, char *error) {
    static WordList list;
    words_split(&list, line);
    *target = (Target){.limit_ms = -1};
    return options_read(&COMMAND, list.count, list.words, target, error, 256);
}

START_TEST(defaults_come_from_the_table) {
    Target target;
    char error[256];
    ck_assert_int_eq(read_line(&target, "", error), OPTIONS_READ);
    ck_assert(!target.is_loud);
    ck_assert_int_eq(target.level, 7);
    ck_assert_int_eq(target.limit_ms, -1);
    ck_assert_int_eq(target.rule, KANAME_RULE_RENJU);
    ck_assert_ptr_null(target.file);
}
END_TEST

START_TEST(options_and_operands_come_in_any_order) {
    Target target;
    char error[256];
    ck_assert_int_eq(
        read_line(&target, "--level -3 games --loud --limit-ms 5000000000 --rule caro", error),
        OPTIONS_READ);
    ck_assert(target.is_loud);
    ck_assert_int_eq(target.level, -3);
    ck_assert_int_eq(target.limit_ms, 5000000000);
    ck_assert_int_eq(target.rule, KANAME_RULE_CARO);
    ck_assert_str_eq(target.file, "games");
}
END_TEST

static const struct {
    const char *line, *error;
} mistakes[] = {
    {"--level 10", "bad value for --level: 10 (-3 to 9)"},
    {"--level -4", "bad value for --level: -4 (-3 to 9)"},
    {"--level 5x", "bad value for --level: 5x (-3 to 9)"},
    {"--level", "--level needs a value"},
    {"--limit-ms 5000000001", "bad value for --limit-ms: 5000000001 (0 to 5000000000)"},
    {"--rule go", "bad value for --rule: go"},
    {"--lou", "unknown argument: --lou"},
    {"one two", "unknown argument: two"},
    {"--loud --no --help", "unknown argument: --no"},
};

START_TEST(mistakes_name_the_word_at_fault) {
    Target target;
    char error[256] = "";
    ck_assert_int_eq(read_line(&target, mistakes[_i].line, error), OPTIONS_MISTAKE);
    ck_assert_str_eq(error, mistakes[_i].error);
}
END_TEST

START_TEST(help_is_found_among_options) {
    Target target;
    char error[256] = "";
    ck_assert_int_eq(read_line(&target, "--loud --help --no", error), OPTIONS_HELP);
}
END_TEST

START_TEST(leading_options_end_at_the_first_other_word) {
    Target target = {.limit_ms = -1};
    char error[256];
    WordList list;
    int taken;
    words_split(&list, "--loud --level 2 solve --level 99");
    ck_assert_int_eq(options_read_leading(&COMMAND, list.count, list.words, &target, &taken, error,
                                          sizeof error),
                     OPTIONS_READ);
    ck_assert_int_eq(taken, 3);
    ck_assert_int_eq(target.level, 2);
    ck_assert_ptr_null(target.file);
}
END_TEST

static void print_help(void) {
    ck_assert(options_print_help(&COMMAND));
}

START_TEST(help_lists_every_option_with_range_and_default) {
    static const char expected[] =
        "usage: tool test [OPTIONS] [FILE]\n"
        "\n"
        "Tests the table.\n"
        "\n"
        "  --loud          say all\n"
        "  --level N       -3 to 9: strength (default 7)\n"
        "  --limit-ms T    0 to 5000000000: milliseconds (default: no limit)\n"
        "  --rule R        which game to play by which of the rules that there are, in\n"
        "                  words that fill more than one line of a terminal (default\n"
        "                  renju)\n"
        "  FILE            to read\n"
        "  --help          this text\n";
    char shown[2048];
    capture_output(print_help, shown, sizeof shown);
    ck_assert_str_eq(shown, expected);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("options");
    TCase *tests = tcase_create("options");
    tcase_add_test(tests, defaults_come_from_the_table);
    tcase_add_test(tests, options_and_operands_come_in_any_order);
    tcase_add_loop_test(tests, mistakes_name_the_word_at_fault, 0,
                        sizeof mistakes / sizeof mistakes[0]);
    tcase_add_test(tests, help_is_found_among_options);
    tcase_add_test(tests, leading_options_end_at_the_first_other_word);
    tcase_add_test(tests, help_lists_every_option_with_range_and_default);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
