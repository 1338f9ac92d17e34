/* `play`: lines that are no command, bytes of all kinds, and the options of the command line. */
#include "play/play.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "level/level.h"
#include "protocol/play/person.h"
#include "shared/status/failure.h"
#include "support/harness.h"
#include "support/words.h"

/* ---- Words ------------------------------------------------------------------------------- */

static const char *const nonsense[] = {
    "z9",          "h0",       "h16",      "h8x",
    "8h",          "h8 h9",    "level -1", "level 11",
    "level x",     "size 4",   "size 23",  "size 5x",
    "size 5x5 5",  "rule go",  "time 0",   "time -1",
    "time 1e9",    "time .",   "time nan", "thoughts up",
    "side red",    "save",     "load",     "swap2 x",
    "swap2 me me", "\xff\xfe", "levelx 5", "time 99999999999999999999",
};
enum { NONSENSE = sizeof nonsense / sizeof nonsense[0] };

START_TEST(nonsense_is_answered_and_changes_nothing) {
    char said[256];
    play("");
    size_t before = person.length;
    snprintf(said, sizeof said, "%s\n", nonsense[_i]);
    play(said);
    ck_assert_uint_gt(person.length, before);
    ck_assert_uint_eq(kaname_stone_count(person.engine), 0);
    ck_assert_int_eq(kaname_width(person.engine), 15);
    ck_assert_int_eq(kaname_rule(person.engine), KANAME_RULE_FREESTYLE);
}
END_TEST

START_TEST(any_bytes_are_survived) {
    enum { BYTES = 300000 };
    char *said = malloc(BYTES);
    ck_assert_ptr_nonnull(said);
    uint32_t random = 12345;
    for (int i = 0; i < BYTES; i++) {
        random = random * 1664525u + 1013904223u;
        said[i] = (char)(random >> 24);
    }
    memset(said, 'a', BYTES / 2); /* one huge word first */
    ck_assert(play_bytes(said, BYTES));
    free(said);
}
END_TEST

START_TEST(an_output_that_breaks_ends_the_game) {
    person.break_after = 500;
    ck_assert(!play_bytes("h8\nh9\nh10\n", 10));
}
END_TEST

START_TEST(the_last_line_needs_no_end) {
    play("side both\nh8");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 1);
}
END_TEST

/* ---- Options ----------------------------------------------------------------------------- */

static bool read_options(TerminalOptions *options, const char *line, Failure *failure) {
    static WordList list;
    words_split(&list, line);
    return terminal_read_options(options, list.count, list.words, failure) == OPTION_READ;
}

START_TEST(options_have_defaults) {
    TerminalOptions options;
    Failure failure = FAILURE_NONE;
    ck_assert(read_options(&options, "", &failure));
    ck_assert_int_eq(options.rule, KANAME_RULE_FREESTYLE);
    ck_assert_int_eq(options.width, 15);
    ck_assert_int_eq(options.height, 15);
    ck_assert_int_eq(options.level, LEVEL_FULL);
    ck_assert_int_eq(options.turn_ms, 3000);
    ck_assert(!options.is_ascii);
}
END_TEST

START_TEST(options_are_read) {
    TerminalOptions options;
    Failure failure = FAILURE_NONE;
    ck_assert(read_options(
        &options, "--rule renju --size 20x9 --level hobby --seed 7 --time 0.5 --ascii", &failure));
    ck_assert_int_eq(options.rule, KANAME_RULE_RENJU);
    ck_assert_int_eq(options.width, 20);
    ck_assert_int_eq(options.height, 9);
    ck_assert_int_eq(options.level, 5);
    ck_assert_int_eq(options.seed, 7);
    ck_assert_int_eq(options.turn_ms, 500);
    ck_assert(options.is_ascii);
}
END_TEST

static const struct {
    const char *line, *word; /* the word at fault */
} mistakes[] = {
    {"--rule go", "go"},  {"--rule", "--rule"},       {"--size 4", "4"},
    {"--level 11", "11"}, {"--level 5x", "5x"},       {"--time 0", "0"},
    {"--time x", "x"},    {"--unknown", "--unknown"}, {"--ascii now", "now"},
};
enum { MISTAKES = sizeof mistakes / sizeof mistakes[0] };

START_TEST(mistakes_name_the_word_at_fault) {
    TerminalOptions options;
    Failure failure = FAILURE_NONE;
    ck_assert(!read_options(&options, mistakes[_i].line, &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, mistakes[_i].word));
}
END_TEST

static void add_words(Suite *suite) {
    TCase *tests = add_case(suite, "words");
    tcase_add_loop_test(tests, nonsense_is_answered_and_changes_nothing, 0, NONSENSE);
    tcase_add_test(tests, any_bytes_are_survived);
    tcase_add_test(tests, an_output_that_breaks_ends_the_game);
    tcase_add_test(tests, the_last_line_needs_no_end);
}

static void add_options(Suite *suite) {
    TCase *tests = add_case(suite, "options");
    tcase_add_test(tests, options_have_defaults);
    tcase_add_test(tests, options_are_read);
    tcase_add_loop_test(tests, mistakes_name_the_word_at_fault, 0, MISTAKES);
}

int main(void) {
    Suite *suite = suite_create("play_words");
    add_words(suite);
    add_options(suite);
    return run_suite(suite);
}
