/* -resume: every row of the table that is compared refuses another value, every other one does not.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/engine_options.h"
#include "run/options.h"
#include "shared/status/failure.h"
#include "support/harness.h"
#include "tournament/support/place.h"

#define ENGINES "-engine 'cmd=" KANAME_PUPPET "' -engine 'cmd=" KANAME_PUPPET " move=last' "

enum { LINE_MAX_HERE = 2000, CASES_MAX = 200 };

/* A row, of an option or of a word inside one, and the words that change it alone. */
typedef struct Case {
    const OptionRow *row;
    char words[400];
} Case;

static Case cases[CASES_MAX];
static int case_count;

/* A value other than the default; the row's example where the kind does not yield any. */
static void change_value(const OptionRow *row, char *value, size_t size) {
    const char *standard = row->standard != NULL ? row->standard : "";
    switch (row->kind) {
    case OPTION_INT:
    case OPTION_WHOLE:
        snprintf(value, size, "%lld", (long long)row->least + (atoll(standard) == row->least) + 1);
        return;
    case OPTION_REAL:
        snprintf(value, size, "%g", row->least_real < row->most_real ? 0.5 : 0.25);
        return;
    case OPTION_SECONDS:
        snprintf(value, size, "%g", atof(standard) + 1);
        return;
    case OPTION_TEXT:
        /* A file that no other row writes: two kinds of output do not share one. */
        snprintf(value, size, "another%s", row->name);
        return;
    case OPTION_CHOICE:
        snprintf(value, size, "%s", row->choices[1]);
        return;
    case OPTION_FLAG:
        snprintf(value, size, "on");
        return;
    case OPTION_BYTES:
    case OPTION_WORD:
    case OPTION_LIST:
    case OPTION_WORDS:
    case OPTION_OWN:
        ck_abort_msg("%s needs an example", row->name);
    }
}

static void add_case(const OptionRow *row, const char *before, const char *words) {
    ck_assert_int_lt(case_count, CASES_MAX);
    Case *added = &cases[case_count++];
    added->row = row;
    snprintf(added->words, sizeof added->words, "%s%s", before, words);
}

/* The rows inside an option. All of an option that is free are free. */
static void add_pairs(const OptionTable *table, const char *before) {
    for (const OptionRow *row = table->rows; row->name != NULL; row++) {
        char value[100], words[200];
        if (row->example != NULL) {
            add_case(row, before, row->example);
            continue;
        }
        change_value(row, value, sizeof value);
        snprintf(words, sizeof words, "%s=%s", row->name, value);
        add_case(row, before, words);
    }
}

static void list_cases(void) {
    case_count = 0;
    for (const OptionRow *row = options_rows; row->name != NULL; row++) {
        char value[100] = "", words[200], before[100];
        snprintf(before, sizeof before, "%s ", row->name);
        if (row->words != NULL && strcmp(row->name, "-engine") != 0)
            add_pairs(row->words, before);
        if (row->kind == OPTION_WORDS || row->is_command_line_only)
            continue; /* see above; stands for other rows */
        if (row->example != NULL) {
            add_case(row, "", row->example);
            continue;
        }
        if (row->kind != OPTION_FLAG)
            change_value(row, value, sizeof value);
        snprintf(words, sizeof words, "%s %s", row->name, value);
        add_case(row, "", words);
    }
}

/* Words that some rows need beside them, in the run and when it is resumed. */
static const char *companion(const Case *tried) {
    static const struct {
        const char *words, *needed;
    } companions[] = {
        {"-loseonly", "-gauntlet "},
        {"-sprt elo0", "-sprt elo1=100 "},
        {"-sprt alpha", "-sprt elo1=100 "},
        {"-sprt beta", "-sprt elo1=100 "},
        {"-sprt model", "-sprt elo1=100 model=normalised "},
    };
    for (size_t i = 0; i < sizeof companions / sizeof *companions; i++)
        if (strncmp(tried->words, companions[i].words, strlen(companions[i].words)) == 0)
            return companions[i].needed;
    return "";
}

/* Whether all that -resume looks at is the same: the settings, and the seed that the run keeps. */
static bool is_resumable(const Options *a, const Options *b) {
    char *one = options_settings(a), *other = options_settings(b);
    ck_assert(one != NULL && other != NULL);
    bool is_same = strcmp(one, other) == 0 && a->seed == b->seed;
    free(one);
    free(other);
    return is_same;
}

static void parse(Options *options, const char *line) {
    Failure failure = FAILURE_NONE;
    char text[LINE_MAX_HERE], *words[100], *rest = text;
    int count = 0;
    snprintf(text, sizeof text, "%s", line);
    for (char *word; (word = strsep(&rest, " ")) != NULL;)
        if (word[0] != '\0')
            words[count++] = word;
    options_init(options);
    ck_assert_msg(options_parse(options, count, words, &failure), "%s: %s", line, failure.text);
}

static bool is_free(const OptionRow *row) {
    for (const OptionRow *outer = options_rows; outer->name != NULL; outer++)
        for (const OptionRow *inner = outer->kind == OPTION_WORDS ? outer->words->rows : NULL;
             inner != NULL && inner->name != NULL; inner++)
            if (inner == row && outer->resume == OPTION_FREE)
                return true;
    return row->resume == OPTION_FREE;
}

START_TEST(settings_hold_every_row_that_is_compared_and_no_other) {
    for (int i = 0; i < case_count; i++) {
        char line[LINE_MAX_HERE];
        Options before, after;
        snprintf(line, sizeof line, "-engine cmd=a -engine cmd=b %s", companion(&cases[i]));
        parse(&before, line);
        strcat(line, " ");
        strcat(line, cases[i].words);
        parse(&after, line);
        ck_assert_msg(is_resumable(&before, &after) == is_free(cases[i].row), "%s", line);
        options_release(&before);
        options_release(&after);
    }
}
END_TEST

/* The same by the whole program. The finished run has no game left to play. */
START_TEST(program_resumes_with_every_row_that_is_free_and_no_other) {
    const char *begun = NULL;
    for (int i = 0; i < case_count; i++) {
        const Case *tried = &cases[i];
        const char *beside = companion(tried);
        char line[LINE_MAX_HERE];
        if (strcmp(tried->row->name, "-db") == 0)
            continue; /* another database holds another run */
        if (begun == NULL || strcmp(begun, beside) != 0) {
            remove(in_folder("kaname-tournament.db"));
            snprintf(line, sizeof line, ENGINES "-seed 3 %s", beside);
            ck_assert_int_eq(finish(start(line)), 0);
            begun = beside;
        }
        snprintf(line, sizeof line, ENGINES "-seed 3 %s %s -resume", beside, tried->words);
        int status = finish(start(line));
        ck_assert_msg(status == (is_free(tried->row) ? 0 : 1), "%s: status %d: %s", tried->words,
                      status, read_text("err"));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("resume");
    TCase *tests = tcase_create("rows");
    tcase_set_timeout(tests, 0);
    tcase_add_checked_fixture(tests, place_begin, NULL);
    tcase_add_checked_fixture(tests, list_cases, NULL);
    tcase_add_test(tests, settings_hold_every_row_that_is_compared_and_no_other);
    tcase_add_test(tests, program_resumes_with_every_row_that_is_free_and_no_other);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
