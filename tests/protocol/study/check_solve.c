/* `solve`: its options, positions and answers, with an engine that sees only a five in one. */
#include "study/solve.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/status/failure.h"
#include "support/harness.h"
#include "support/words.h"

/* ---- Options ----------------------------------------------------------------------------- */

static bool read_options(SolveOptions *options, const char *line, Failure *failure) {
    static WordList list;
    words_split(&list, line);
    return solve_read_options(options, list.count, list.words, failure) == OPTION_READ;
}

START_TEST(options_have_defaults) {
    SolveOptions options;
    Failure failure = FAILURE_NONE;
    ck_assert(read_options(&options, "", &failure));
    ck_assert_int_eq(options.rule, KANAME_RULE_FREESTYLE);
    ck_assert_int_eq(options.width, 15);
    ck_assert_int_eq(options.height, 15);
    ck_assert_int_eq(options.limit_ms, -1);
    ck_assert_int_eq(options.mode, KANAME_SOLVE_VCF);
    ck_assert(!options.verify);
    ck_assert_ptr_null(options.file);
}
END_TEST

START_TEST(options_are_read) {
    SolveOptions options;
    Failure failure = FAILURE_NONE;
    ck_assert(read_options(&options, "--rule renju --size 20x9 --mode vcf --limit-ms 500 cases.txt",
                           &failure));
    ck_assert_int_eq(options.rule, KANAME_RULE_RENJU);
    ck_assert_int_eq(options.width, 20);
    ck_assert_int_eq(options.height, 9);
    ck_assert_int_eq(options.limit_ms, 500);
    ck_assert_str_eq(options.file, "cases.txt");
    ck_assert(read_options(&options, "--mode vct cases.txt --verify", &failure));
    ck_assert_int_eq(options.mode, KANAME_SOLVE_VCT);
    ck_assert(options.verify);
}
END_TEST

static const struct {
    const char *name;
    KanameRule rule;
} rules[] = {
    {"freestyle", KANAME_RULE_FREESTYLE},
    {"Standard", KANAME_RULE_STANDARD},
    {"RENJU", KANAME_RULE_RENJU},
    {"caro", KANAME_RULE_CARO},
    {"caro-exact", KANAME_RULE_CARO_EXACT},
    {"caro5", KANAME_RULE_CARO_EXACT},
    {"caro6", KANAME_RULE_CARO},
    {"0", KANAME_RULE_FREESTYLE},
    {"1", KANAME_RULE_STANDARD},
    {"4", KANAME_RULE_RENJU},
    {"8", KANAME_RULE_CARO},
    {"9", KANAME_RULE_CARO_EXACT},
};
enum { RULES = sizeof rules / sizeof rules[0] };

START_TEST(rules_have_names_and_codes) {
    SolveOptions options;
    Failure failure = FAILURE_NONE;
    char line[64];
    snprintf(line, sizeof line, "--rule %s", rules[_i].name);
    ck_assert(read_options(&options, line, &failure));
    ck_assert_int_eq(options.rule, rules[_i].rule);
}
END_TEST

static const struct {
    const char *line, *word; /* the word at fault */
} mistakes[] = {
    {"--rule go", "go"},      {"--rule", "--rule"},      {"--size 4", "4"},
    {"--size 23", "23"},      {"--size 15x", "15x"},     {"--size x15", "x15"},
    {"--size 15x4", "15x4"},  {"--size 15,15", "15,15"}, {"--size 15x15x2", "15x15x2"},
    {"--mode mate", "mate"},  {"--limit-ms -1", "-1"},   {"--limit-ms 5s", "5s"},
    {"--depth 3", "--depth"}, {"one two", "two"},
};
enum { MISTAKES = sizeof mistakes / sizeof mistakes[0] };

START_TEST(mistakes_name_the_word_at_fault) {
    SolveOptions options;
    Failure failure = FAILURE_NONE;
    ck_assert(!read_options(&options, mistakes[_i].line, &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, mistakes[_i].word));
}
END_TEST

/* ---- Positions and answers --------------------------------------------------------------- */

typedef struct Text {
    const char *in;
    char out[4096];
} Text;

static size_t give_text(void *context, char *buffer, size_t capacity) {
    Text *text = context;
    size_t length = strlen(text->in);
    length = length < capacity ? length : capacity;
    memcpy(buffer, text->in, length);
    text->in += length;
    return length;
}

static bool take_text(void *context, const char *line, size_t length) {
    Text *text = context;
    strncat(text->out, line, length);
    return true;
}

/* Solves on 15x15; true if all lines were positions. */
static bool solve(Text *text, int64_t limit_ms) {
    KanameEngine *engine = kaname_new();
    SolveOptions options = {.width = 15, .height = 15, .limit_ms = limit_ms};
    LineReader reader;
    LineWriter writer;
    ck_assert(line_reader_init(&reader, give_text, text));
    ck_assert(line_writer_init(&writer, take_text, text));
    ck_assert(kaname_set_size(engine, 15, 15) == KANAME_OK);
    text->out[0] = '\0';
    bool are_all_good = solve_positions(engine, &options, &reader, &writer);
    line_writer_release(&writer);
    line_reader_release(&reader);
    kaname_free(engine);
    return are_all_good;
}

static const struct {
    const char *position, *verdict; /* up to the second tab */
} positions[] = {
    {"a1a15b1b15c1c15d1d15", "win\te1"},
    {"A1A15B1B15C1C15D1D15", "win\te1"},
    {" a1a15b1b15c1c15d1d15 ", "win\te1"},
    {"a1a15b1b15c1c15d1", "no-win\t-"},
    {"h8", "no-win\t-"},
    {"", "no-win\t-"},
    {"B=0,0;1,0;2,0;3,0 W=- side=B", "win\te15"},
    {"B=0,0;1,0;2,0;3,0 W=- side=W", "no-win\t-"},
    {"W=0,0;1,0;2,0;3,0 side=white B=-", "win\te15"},
    {"b=0,0;1,0;2,0;3,0 w=0,1;1,1;2,1;4,1", "win\te15"},
    {"B=0,0;1,0;2,0;3,0;9,9 W=0,1;1,1;2,1;3,1", "win\te14"},
    {"B=- W=-", "no-win\t-"},
};
enum { POSITIONS = sizeof positions / sizeof positions[0] };

START_TEST(positions_are_answered) {
    Text text = {.in = positions[_i].position};
    char line[64];
    snprintf(line, sizeof line, "%s\n", positions[_i].position);
    text.in = line;
    ck_assert(solve(&text, -1));
    char *tab = strchr(text.out, '\t');
    ck_assert_ptr_nonnull(tab);
    tab = strchr(tab + 1, '\t');
    ck_assert_ptr_nonnull(tab);
    ck_assert_str_eq(tab, "\t1000\t0\n");
    *tab = '\0';
    ck_assert_str_eq(text.out, positions[_i].verdict);
}
END_TEST

static const struct {
    const char *position, *reason;
} bad_positions[] = {
    {"h8h8", "a point is named twice"},
    {"h8p16", "a stone lies off the board"},
    {"h8i16", "a stone lies off the board"},
    {"h8i", "neither moves nor sets of stones"},
    {"h8 i9", "neither moves nor sets of stones"},
    {"# comment", "neither moves nor sets of stones"},
    {"7,7", "neither moves nor sets of stones"},
    {"B=7,7 W=7,7", "a point is named twice"},
    {"B=7,15 side=B", "a stone lies off the board"},
    {"B=99999999999999,1 side=B", "a stone lies off the board"},
    {"B=7;7 side=B", "a set of stones is written x,y;x,y or -"},
    {"B=7,7; side=B", "a set of stones is written x,y;x,y or -"},
    {"B= W=7,7 side=B", "a set of stones is written x,y;x,y or -"},
    {"B=7,7;8,8 W=-", "the side to move is unclear: add side="},
    {"B=7,7 side=X", "side= is B or W"},
    {"B=7,7 foo=3", "neither moves nor sets of stones"},
    {"a1a15b1b15c1c15d1d15e1", "the game is over: a side has won"},
    {"B=- W=0,0;1,1;2,2;3,3;4,4 side=B", "the game is over: a side has won"},
};
enum { BAD_POSITIONS = sizeof bad_positions / sizeof bad_positions[0] };

START_TEST(bad_lines_are_told_and_the_rest_is_solved) {
    char in[256], out[256];
    snprintf(in, sizeof in, "h8\n%s\nh8\n", bad_positions[_i].position);
    snprintf(out, sizeof out, "no-win\t-\t1000\t0\nerror\tline 2: %s\nno-win\t-\t1000\t0\n",
             bad_positions[_i].reason);
    Text text = {.in = in};
    ck_assert(!solve(&text, -1));
    ck_assert_str_eq(text.out, out);
}
END_TEST

START_TEST(a_limit_that_came_first_is_unknown) {
    Text text = {.in = "h8\n"};
    ck_assert(solve(&text, 0));
    ck_assert_str_eq(text.out, "unknown\t-\t1000\t0\n");
}
END_TEST

static size_t give_many(void *context, char *buffer, size_t capacity) {
    int *left = context;
    if (*left == 0 || capacity < 3)
        return 0;
    --*left;
    memcpy(buffer, "h8\n", 3);
    return 3;
}

static bool refuse(void *context, const char *line, size_t length) {
    (void)context, (void)line, (void)length;
    return false;
}

START_TEST(nothing_more_is_solved_once_answers_are_lost) {
    enum { LINES = 10 };
    KanameEngine *engine = kaname_new();
    SolveOptions options = {.width = 15, .height = 15, .limit_ms = -1};
    LineReader reader;
    LineWriter writer;
    int left = LINES;
    ck_assert(line_reader_init(&reader, give_many, &left));
    ck_assert(line_writer_init(&writer, refuse, NULL));
    (void)solve_positions(engine, &options, &reader, &writer);
    ck_assert_int_eq(left, LINES - 1);
    line_writer_release(&writer);
    line_reader_release(&reader);
    kaname_free(engine);
}
END_TEST

/* Cut behind a blank, the first piece alone would be a position. */
START_TEST(a_cut_line_is_no_position) {
    enum { BLANKS = LINE_PIECE_MAX - 100, REST = 2 * LINE_PIECE_MAX };
    static const char start[] = "B=7,7 side=W";
    char *in = malloc(sizeof start + BLANKS + REST + 2);
    char *at = in + sprintf(in, "%s", start);
    memset(at, ' ', BLANKS);
    memset(at + BLANKS, 'a', REST);
    strcpy(at + BLANKS + REST, "\n");
    Text text = {.in = in};
    ck_assert(!solve(&text, -1));
    ck_assert_str_eq(text.out, "error\tline 1: the line is too long\n");
    free(in);
}
END_TEST

START_TEST(a_huge_line_is_one_bad_line) {
    enum { LENGTH = 3 * LINE_PIECE_MAX };
    char *in = malloc(LENGTH + 8);
    memset(in, 'a', LENGTH);
    strcpy(in + LENGTH, "\nh8\n");
    Text text = {.in = in};
    ck_assert(!solve(&text, -1));
    ck_assert_str_eq(text.out, "error\tline 1: the line is too long\nno-win\t-\t1000\t0\n");
    free(in);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("solve");
    TCase *options = tcase_create("options");
    tcase_add_test(options, options_have_defaults);
    tcase_add_test(options, options_are_read);
    tcase_add_loop_test(options, rules_have_names_and_codes, 0, RULES);
    tcase_add_loop_test(options, mistakes_name_the_word_at_fault, 0, MISTAKES);
    suite_add_tcase(suite, options);
    TCase *answers = tcase_create("positions");
    tcase_add_loop_test(answers, positions_are_answered, 0, POSITIONS);
    tcase_add_loop_test(answers, bad_lines_are_told_and_the_rest_is_solved, 0, BAD_POSITIONS);
    tcase_add_test(answers, a_limit_that_came_first_is_unknown);
    tcase_add_test(answers, nothing_more_is_solved_once_answers_are_lost);
    tcase_add_test(answers, a_huge_line_is_one_bad_line);
    tcase_add_test(answers, a_cut_line_is_no_position);
    suite_add_tcase(suite, answers);
    return run_suite(suite);
}
