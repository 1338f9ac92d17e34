/* Tables of options: what is read, what is refused, what --help and completion show. */
#include <check.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/cli/completion.h"
#include "shared/cli/help.h"
#include "shared/cli/program.h"
#include "shared/cli/reader.h"
#include "shared/status/failure.h"
#include "support/harness.h"
#include "support/words.h"

typedef struct Target {
    bool is_loud, has_level;
    int level, rule, late_from, late_to;
    int64_t games, turn_ms;
    uint64_t bytes;
    double rate;
    char *text;
    const char *word;
    OptionList files;
    const char *folder;
} Target;

/* Reads `A-B`. */
static int read_late(OptionReader *reader, const OptionRow *row, void *target, int left,
                     char *const *words) {
    Target *it = target;
    (void)row;
    (void)left;
    if (sscanf(words[0], "%d-%d", &it->late_from, &it->late_to) == 2)
        return 1;
    option_expected(reader, words[0], "A-B");
    return -1;
}

static void show_late(const void *target, char text[OPTION_SHOWN_MAX]) {
    const Target *it = target;
    snprintf(text, OPTION_SHOWN_MAX, "%d-%d", it->late_from, it->late_to);
}

static const char *const rules[] = {"freestyle", "standard", "renju", NULL};

#define AT(field) .offset = offsetof(Target, field)

static const OptionRow PAIRS[] = {
    {.name = "level", .value = "N", .help = "strength", .kind = OPTION_INT, AT(level), .most = 9},
    {.name = "loud", .help = "say all", .kind = OPTION_FLAG, AT(is_loud)},
    {.name = NULL},
};
static const OptionTable PAIR_TABLE = {.rows = PAIRS};

static const OptionRow ROWS[] = {
    {.name = "--loud", .help = "say all", .kind = OPTION_FLAG, AT(is_loud)},
    {.name = "--level",
     .value = "N",
     .help = "strength",
     .standard = "7",
     .kind = OPTION_INT,
     AT(level),
     .given = offsetof(Target, has_level),
     .least = -3,
     .most = 9},
    {.name = "--games",
     .value = "N",
     .help = "games to play",
     .otherwise = "no limit",
     .kind = OPTION_WHOLE,
     AT(games),
     .most = 5000000000},
    {.name = "--rule",
     .value = "R",
     .help =
         "which game to play by which of the rules that there are, in words that fill more than "
         "one line:",
     .standard = "renju",
     .kind = OPTION_CHOICE,
     .choices = rules,
     AT(rule)},
    {.name = "--time",
     .value = "S",
     .help = "time for a move",
     .unit = "seconds",
     .standard = "3",
     .kind = OPTION_SECONDS,
     AT(turn_ms),
     .least_real = 0.01,
     .most_real = 86400},
    {.name = "--memory", .value = "BYTES", .help = "of the table", .kind = OPTION_BYTES, AT(bytes)},
    {.name = "--rate",
     .value = "X",
     .help = "size of a step",
     .kind = OPTION_REAL,
     AT(rate),
     .least_real = 1e-6,
     .most_real = 1},
    {.name = "--text", .value = "TEXT", .help = "is copied", .kind = OPTION_TEXT, AT(text)},
    {.name = "--log", .value = "FILE", .help = "to write", .kind = OPTION_WORD, AT(word)},
    {.name = "--late",
     .value = "A-B",
     .help = "stones",
     .kind = OPTION_OWN,
     .read = read_late,
     .show = show_late},
    {.name = "--player",
     .value = "WORD...",
     .help = "of one side:",
     .kind = OPTION_WORDS,
     .words = &PAIR_TABLE},
    {.name = "DIR", .help = "to fill", .kind = OPTION_WORD, AT(folder), .is_required = true},
    {.name = "GAMES...", .help = "to read", .kind = OPTION_LIST, AT(files)},
    {.name = NULL},
};

static void init(void *target) {
    *(Target *)target = (Target){.games = -1, .rate = 0.5, .late_to = 9};
}

/* Forbids two options together. */
static bool check(OptionReader *reader, void *target) {
    const Target *it = target;
    return !it->is_loud || it->games != 13 || option_complain(reader, "too loud");
}

static const OptionTable TABLE = {.rows = ROWS};

static const OptionCommand COMMAND = {.program = "tool",
                                      .name = "test",
                                      .about = "Tests the table.",
                                      .usage =
                                          (const char *const[]){"[OPTIONS] DIR [GAMES...]", NULL},
                                      .tables = &TABLE,
                                      .table_count = 1,
                                      .init = init,
                                      .check = check};

static Target target;
static Failure failure;

static OptionOutcome read_line(const char *line) {
    static WordList list;
    words_split(&list, line);
    option_release(&TABLE, &target);
    failure = (Failure)FAILURE_NONE;
    return option_read(&COMMAND, &target, list.count, list.words, NULL, &failure);
}

START_TEST(defaults_come_from_the_table_and_from_the_struct) {
    ck_assert_msg(read_line("d") == OPTION_READ, "%s", failure.text);
    ck_assert(!target.is_loud && !target.has_level);
    ck_assert_int_eq(target.level, 7);
    ck_assert_int_eq(target.games, -1);
    ck_assert_int_eq(target.rule, 2);
    ck_assert_int_eq(target.turn_ms, 3000);
    ck_assert(target.rate == 0.5);
    ck_assert_ptr_null(target.text);
    ck_assert_int_eq(target.files.count, 0);
}
END_TEST

START_TEST(options_and_operands_come_in_any_order) {
    ck_assert_msg(read_line("--level -3 d --loud --games 5000000000 a --rule standard - --time 0.5 "
                            "--memory 2K --rate 1e-3 --text t --log l --late 3-7 b") == OPTION_READ,
                  "%s", failure.text);
    ck_assert(target.is_loud && target.has_level);
    ck_assert_int_eq(target.level, -3);
    ck_assert_int_eq(target.games, 5000000000);
    ck_assert_int_eq(target.rule, 1);
    ck_assert_int_eq(target.turn_ms, 500);
    ck_assert_uint_eq(target.bytes, 2048);
    ck_assert(target.rate == 1e-3);
    ck_assert_str_eq(target.text, "t");
    ck_assert_str_eq(target.word, "l");
    ck_assert_int_eq(target.late_from, 3);
    ck_assert_int_eq(target.late_to, 7);
    ck_assert_str_eq(target.folder, "d");
    ck_assert_int_eq(target.files.count, 3);
    ck_assert_str_eq(target.files.words[0], "a");
    ck_assert_str_eq(target.files.words[1], "-");
    ck_assert_str_eq(target.files.words[2], "b");
}
END_TEST

START_TEST(pairs_follow_their_option_up_to_the_next_one) {
    ck_assert_msg(read_line("d --player level=4 loud=on --rule standard a") == OPTION_READ, "%s",
                  failure.text);
    ck_assert_int_eq(target.level, 4);
    ck_assert(target.is_loud);
    ck_assert_int_eq(target.files.count, 1);
}
END_TEST

static const struct {
    const char *line, *error;
} mistakes[] = {
    {"d --level 10", "--level: '10': expected a whole number from -3 to 9"},
    {"d --level -4", "--level: '-4': expected a whole number from -3 to 9"},
    {"d --level 5x", "--level: '5x': expected a whole number from -3 to 9"},
    {"d --level", "--level: expected a value after it"},
    {"d --late", "--late: expected a value after it"},
    {"d --late 3", "--late: '3': expected A-B"},
    {"d --games 5000000001", "--games: '5000000001': expected a whole number from 0 to 5000000000"},
    {"d --games 99999999999999999999",
     "--games: '99999999999999999999': expected a whole number from 0 to 5000000000"},
    {"d --rule go", "--rule: 'go': expected freestyle, standard or renju"},
    {"d --time 0", "--time: '0': expected seconds from 0.01 to 86400"},
    {"d --time 86401", "--time: '86401': expected seconds from 0.01 to 86400"},
    {"d --rate nan", "--rate: 'nan': expected a number from 1e-06 to 1"},
    {"d --memory x", "--memory: 'x': expected bytes, 0 or more; K, M or G may follow"},
    {"d --player level=10", "--player: 'level=10': expected a whole number from 0 to 9"},
    {"d --player depth=1", "--player: 'depth=1': expected level= or loud="},
    {"d --lou", "'--lou': no such option; --help lists them"},
    {"d --loud --no --help", "'--no': no such option; --help lists them"},
    {"d --loud --games 13", "too loud"},
    {"--loud", "DIR is missing; see --help"},
};

START_TEST(mistakes_name_the_word_at_fault) {
    ck_assert_int_eq(read_line(mistakes[_i].line), OPTION_WRONG);
    ck_assert_int_eq(failure.status, STATUS_OPTION);
    ck_assert_str_eq(failure.text, mistakes[_i].error);
}
END_TEST

START_TEST(help_is_found_among_options_and_leaves_the_defaults) {
    ck_assert_int_eq(read_line("--loud --text t a b --level 2 --help --no"), OPTION_HELPED);
    ck_assert(!target.is_loud);
    ck_assert_int_eq(target.level, 7);
    ck_assert_ptr_null(target.text);
    ck_assert_int_eq(target.files.count, 0);
}
END_TEST

START_TEST(a_single_operand_comes_once) {
    static const OptionRow rows[] = {{.name = "FILE", .kind = OPTION_TEXT, AT(text)},
                                     {.name = NULL}};
    static const OptionTable table = {.rows = rows};
    static const OptionCommand command = {.program = "tool", .tables = &table, .table_count = 1};
    Target one = {.text = NULL};
    char *const words[] = {"a", "b"};
    ck_assert_int_eq(option_read(&command, &one, 2, words, NULL, &failure), OPTION_WRONG);
    ck_assert_str_eq(failure.text, "'b': expected one FILE only");
    option_release(&table, &one);
}
END_TEST

START_TEST(leading_options_end_at_the_first_other_word) {
    static const char *const only[] = {"--loud", "--level", NULL};
    static const OptionTable table = {.rows = ROWS, .only = only};
    static const OptionCommand command = {
        .program = "tool", .tables = &table, .table_count = 1, .leads = true};
    WordList list;
    Target leading = {.games = -1};
    int taken;
    words_split(&list, "--loud --level 2 solve --level 99");
    ck_assert_int_eq(option_read(&command, &leading, list.count, list.words, &taken, &failure),
                     OPTION_READ);
    ck_assert_int_eq(taken, 3);
    ck_assert_int_eq(leading.level, 2);
}
END_TEST

/* ---- Help and completion ------------------------------------------------------------------- */

static void print_help(void) {
    ck_assert_int_eq(read_line("--help"), OPTION_HELPED);
    help_print(stdout, &COMMAND, &target);
}

START_TEST(help_lists_every_option_with_range_and_default) {
    static const char expected[] =
        "usage: tool test [OPTIONS] DIR [GAMES...]\n"
        "\n"
        "Tests the table.\n"
        "\n"
        "  --loud                say all\n"
        "  --level N             strength (-3 to 9; default 7)\n"
        "  --games N             games to play (0 to 5000000000; default: no limit)\n"
        "  --rule R              which game to play by which of the rules that there are,\n"
        "                        in words that fill more than one line: freestyle,\n"
        "                        standard or renju (default renju)\n"
        "  --time S              time for a move (0.01 to 86400 seconds; default 3)\n"
        "  --memory BYTES        of the table\n"
        "  --rate X              size of a step (1e-06 to 1; default 0.5)\n"
        "  --text TEXT           is copied\n"
        "  --log FILE            to write\n"
        "  --late A-B            stones (default 0-9)\n"
        "  --player WORD...      of one side:\n"
        "    level=N             strength (0 to 9)\n"
        "    loud=on|off         say all\n"
        "  DIR                   to fill (required)\n"
        "  GAMES...              to read\n"
        "  --help                prints this text\n";
    char shown[2048];
    capture_output(print_help, shown, sizeof shown);
    ck_assert_str_eq(shown, expected);
}
END_TEST

static int run_nothing(int argc, char **argv) {
    return argc == 2 && strcmp(argv[1], "x") == 0 ? 7 : 8;
}

static const OptionCommand TOOL = {.program = "tool",
                                   .version = "tool 1",
                                   .about = "Does it.",
                                   .usage = (const char *const[]){"COMMAND", NULL},
                                   .leads = true,
                                   .run = run_nothing};
static const OptionCommand OTHER = {.program = "tool",
                                    .name = "other",
                                    .about = "Does more.",
                                    .usage = (const char *const[]){"", NULL},
                                    .run = run_nothing};
static const OptionCommand *const COMMANDS[] = {&TOOL, &COMMAND, &OTHER, NULL};

static void print_cases(void) {
    ck_assert_int_eq(program_answer(COMMANDS, "--completion-cases"), 0);
}

START_TEST(completion_knows_options_values_and_commands) {
    static const char *const lines[] = {
        "    @program) found='--help --version' ;;\n",
        "    @leading) found='--help --version' ;;\n",
        ("    test) found='--help --loud --level --games --rule --time --memory --rate --text "
         "--log --late --player' ;;\n"),
        "    'test:--rule:1') found=' freestyle standard renju ' ;;\n",
        "    'test:--log:1') found=' @file' ;;\n",
        "    'test:--level:1') found=' ' ;;\n",
        "    'test:--player:*') found='level= loud= ' ;;\n",
        "    'test:--player:loud=') found=' on off' ;;\n",
        "    'test::1') found=' @folder' ;;\n",
        "    @commands) found='test other ' ;;\n"};
    char shown[4096];
    capture_output(print_cases, shown, sizeof shown);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        ck_assert_msg(strstr(shown, lines[i]) != NULL, "no %s in\n%s", lines[i], shown);
    ck_assert_ptr_null(strstr(shown, "'test:--loud:1'"));
}
END_TEST

START_TEST(a_program_runs_the_command_of_the_first_word) {
    ck_assert_int_eq(program_run(COMMANDS, 3, (char *[]){"tool", "other", "x", NULL}), 7);
    ck_assert_int_eq(program_run(COMMANDS, 2, (char *[]){"tool", "x", NULL}), 7);
    ck_assert_int_eq(program_run(COMMANDS, 1, (char *[]){"tool", NULL}), 8);
    ck_assert_int_eq(program_answer(COMMANDS, "other"), -1);
    ck_assert_ptr_eq(program_find(COMMANDS, "other"), &OTHER);
    ck_assert_ptr_null(program_find(COMMANDS, "tool"));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("options");
    TCase *tests = tcase_create("options");
    tcase_add_test(tests, defaults_come_from_the_table_and_from_the_struct);
    tcase_add_test(tests, options_and_operands_come_in_any_order);
    tcase_add_test(tests, pairs_follow_their_option_up_to_the_next_one);
    tcase_add_loop_test(tests, mistakes_name_the_word_at_fault, 0,
                        sizeof mistakes / sizeof mistakes[0]);
    tcase_add_test(tests, help_is_found_among_options_and_leaves_the_defaults);
    tcase_add_test(tests, a_single_operand_comes_once);
    tcase_add_test(tests, leading_options_end_at_the_first_other_word);
    tcase_add_test(tests, help_lists_every_option_with_range_and_default);
    tcase_add_test(tests, completion_knows_options_values_and_commands);
    tcase_add_test(tests, a_program_runs_the_command_of_the_first_word);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
