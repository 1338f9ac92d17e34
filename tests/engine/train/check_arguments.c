/* The options of kaname-train: what is read, what is refused, what --help shows. */
#include "train/arguments.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#include "support/harness.h"
#include "support/words.h"
#include "train/gamefile.h"
#include "train/generate.h"
#include "train/values.h"

typedef struct Target {
    GenerateOptions options;
    double rate;
    GameFormat format;
} Target;

static struct {
    Target target;
    char *words[WORDS_MAX];
    int word_count;
    char error[256];
} line;

/* Reads a command line, or prints the help of it. */
static ArgumentsOutcome handle(const char *text, bool prints) {
    static WordList list;
    GenerateOptions *options = &line.target.options;
    line.target = (Target){generate_defaults(), 0.5, GAMEFILE_OWN};
    const Argument arguments[] = {
        argument_text("--out", "DIR", &options->folder, "folder"),
        argument_number("--games", &options->games, 1, 1000000000000000, "games"),
        argument_int("--wander", &options->wander, 0, 90, "percent"),
        argument_real("--rate", &line.target.rate, 1e-6, 1, "nats"),
        argument_flag("--quiet", &options->is_quiet, "print no progress"),
        argument_custom("--rule", "R[,R...]", options, values_take_rules, values_show_rules,
                        "rules"),
        argument_custom("--size", "N[,N...]", options, values_take_sizes, values_show_sizes,
                        "cells"),
        argument_custom("--stones", "A-B", options, values_take_stones, values_show_stones,
                        "stones"),
        argument_custom("--format", "F", &line.target.format, values_take_format,
                        values_show_format, "format"),
    };
    bool takes_words = strstr(text, "none") == NULL;
    const ArgumentTable table = {
        "tool test", "[OPTIONS]", "Tests.", arguments, sizeof arguments / sizeof arguments[0],
        takes_words};
    words_split(&list, text);
    if (prints)
        arguments_print_help(&table);
    return arguments_read(&table, list.count, list.words, line.words, &line.word_count, line.error,
                          sizeof line.error);
}

START_TEST(values_of_every_kind_are_read) {
    const GenerateOptions *options = &line.target.options;
    ck_assert_int_eq(handle("one --out d --games 1000000000000000 --wander 90 --rate 1e-3 --quiet "
                            "--rule renju,caro-exact --size 5,22 --stones 0-16 --format bin two",
                            false),
                     ARGUMENTS_READ);
    ck_assert_int_eq(line.word_count, 2);
    ck_assert_str_eq(line.words[0], "one");
    ck_assert_str_eq(line.words[1], "two");
    ck_assert_str_eq(options->folder, "d");
    ck_assert_uint_eq(options->games, 1000000000000000);
    ck_assert_int_eq(options->wander, 90);
    ck_assert(line.target.rate == 1e-3);
    ck_assert(options->is_quiet);
    ck_assert_int_eq(options->rule_count, 2);
    ck_assert_int_eq(options->rules[1], KANAME_RULE_CARO_EXACT);
    ck_assert_int_eq(options->size_count, 2);
    ck_assert_int_eq(options->sizes[1], 22);
    ck_assert_int_eq(options->stones_min, 0);
    ck_assert_int_eq(options->stones_max, 16);
    ck_assert_int_eq(line.target.format, GAMEFILE_BIN);
}
END_TEST

static const struct {
    const char *text, *error;
} mistakes[] = {
    {"--games 0", "bad value for --games: 0 (1 to 1000000000000000)"},
    {"--games 1x", "bad value for --games: 1x (1 to 1000000000000000)"},
    {"--wander 91", "bad value for --wander: 91 (0 to 90)"},
    {"--rate 0", "bad value for --rate: 0 (1e-06 to 1)"},
    {"--rate nan", "bad value for --rate: nan (1e-06 to 1)"},
    {"--rule go", "bad value for --rule: go"},
    {"--rule renju,", "bad value for --rule: renju,"},
    {"--size 4", "bad value for --size: 4"},
    {"--size 15,23", "bad value for --size: 15,23"},
    {"--stones 9-3", "bad value for --stones: 9-3"},
    {"--stones 3-17", "bad value for --stones: 3-17"},
    {"--stones 3", "bad value for --stones: 3"},
    {"--stones 3-", "bad value for --stones: 3-"},
    {"--games 99999999999999999999",
     "bad value for --games: 99999999999999999999 (1 to 1000000000000000)"},
    {"--format pictures", "bad value for --format: pictures"},
    {"--out", "--out needs a value"},
    {"--game 3", "unknown argument: --game"},
    {"--quiet none", "unknown argument: none"},
};
enum { MISTAKES = sizeof mistakes / sizeof mistakes[0] };

START_TEST(mistakes_name_the_word_at_fault) {
    ck_assert_int_eq(handle(mistakes[_i].text, false), ARGUMENTS_MISTAKE);
    ck_assert_str_eq(line.error, mistakes[_i].error);
}
END_TEST

START_TEST(help_is_found_among_options) {
    ck_assert_int_eq(handle("--quiet --help --unknown", false), ARGUMENTS_HELP);
}
END_TEST

static void print_help(void) {
    (void)handle("", true);
}

START_TEST(help_lists_every_option_with_range_and_default) {
    static const char expected[] = "usage: tool test [OPTIONS]\n"
                                   "\n"
                                   "Tests.\n"
                                   "\n"
                                   "  --out DIR         folder\n"
                                   "  --games N         1 to 1000000000000000: games\n"
                                   "  --wander N        0 to 90: percent (default 0)\n"
                                   "  --rate X          1e-06 to 1: nats (default 0.5)\n"
                                   "  --quiet           print no progress\n"
                                   "  --rule R[,R...]   rules (default freestyle)\n"
                                   "  --size N[,N...]   cells (default 15)\n"
                                   "  --stones A-B      stones (default 3-9)\n"
                                   "  --format F        format (default kaname)\n"
                                   "  --help            this text\n";
    char shown[2048];
    capture_output(print_help, shown, sizeof shown);
    ck_assert_str_eq(shown, expected);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("arguments");
    TCase *tests = tcase_create("arguments");
    tcase_add_test(tests, values_of_every_kind_are_read);
    tcase_add_loop_test(tests, mistakes_name_the_word_at_fault, 0, MISTAKES);
    tcase_add_test(tests, help_is_found_among_options);
    tcase_add_test(tests, help_lists_every_option_with_range_and_default);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
