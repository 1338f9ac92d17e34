/* What -resume compares: each input is changed between start and resumption. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/rng.h"
#include "run/frame.h"
#include "run/ledger.h"
#include "run/setup.h"
#include "support/harness.h"
#include "tournament/support/place.h"

#define BOOK "# a comment\n1,1\n2,2\n"
#define WORDS "-engine cmd=./one name=One -engine cmd=./two name=Two -games 2 -repeat -seed 5 "

static void write_program(const char *name, const char *words) {
    char text[600];
    snprintf(text, sizeof text, "#!/bin/sh\nexec %s %s\n", KANAME_PUPPET, words);
    write_text(name, text);
    ck_assert_int_eq(chmod(in_folder(name), 0755), 0);
}

static void write_inputs(void) {
    write_text("book", BOOK);
    write_text("copy", BOOK);
    write_program("one", "move=row");
    write_program("two", "move=last");
}

static void set_up(void) {
    place_begin();
    write_inputs();
}

/* The words that begin the run and those that resume it; what is written in between; whether the
 * run is resumed, else a part of the message. */
static const struct {
    const char *begin, *resume, *file, *contents, *message;
} cases[] = {
    {"-openings file=book", "-openings file=book", NULL, NULL, NULL},
    {"-openings file=book", "-openings file=copy", NULL, NULL, NULL},
    {"-openings file=book", "-openings file=book", "book", "# another comment\n1,1\n2,2\n", NULL},
    {"-openings file=book", "-openings file=book", "book", "1,1\n2,3\n", "openings"},
    {"-openings file=book", "-openings file=book", "book", "1,1\n2,2\n3,3\n", "openings"},
    {"-openings file=book", "-openings file=book", "book", "2,2\n1,1\n", "openings"},
    {"-openings file=book", "-openings none", NULL, NULL, "settings"},
    {"-openings none", "-openings none", "one", "#!/bin/sh\nexec " KANAME_PUPPET " move=row \n",
     "the program of engine 1 (One) has changed"},
    {"-openings none", "-openings none", "two", "#!/bin/sh\nexec " KANAME_PUPPET "\n",
     "the program of engine 2 (Two) has changed"},
    {"-openings none -each tc=0/5", "-openings none -each tc=0/4", NULL, NULL, "settings"},
    {"-openings none -each tc=0/5", "-openings none -each tc=9/5", NULL, NULL, "settings"},
    {"-openings none", "-openings none -each tolerance=3", NULL, NULL, "settings"},
    {"-openings none", "-openings none -rule 1", NULL, NULL, "rule"},
    {"-openings none", "-openings none -boardsize 20", NULL, NULL, "board size"},
};

START_TEST(each_input_is_compared) {
    ck_assert_int_eq(run(WORDS "%s", cases[_i].begin), 0);
    if (cases[_i].file != NULL)
        write_text(cases[_i].file, cases[_i].contents);
    int status = run(WORDS "%s -resume", cases[_i].resume);
    const char *err = read_text("err");
    ck_assert_msg(status == (cases[_i].message != NULL), "status %d: %s", status, err);
    if (cases[_i].message != NULL)
        ck_assert_msg(strstr(err, "cannot resume") != NULL &&
                          strstr(err, cases[_i].message) != NULL,
                      "%s", err);
}
END_TEST

/* A file written again with the same bytes is the same program. */
START_TEST(the_same_bytes_are_the_same_program) {
    ck_assert_int_eq(run(WORDS "-openings none"), 0);
    write_inputs();
    ck_assert_int_eq(run(WORDS "-openings none -resume"), 0);
}
END_TEST

/* The engine replaces its own program when it starts for the second time, in game 1. */
START_TEST(a_program_replaced_during_the_run_ends_it) {
    write_text("one", "#!/bin/sh\nif [ -e mark ]; then cp two three; mv three one; fi; : >mark; "
                      "exec " KANAME_PUPPET "\n");
    ck_assert_int_eq(chmod(in_folder("one"), 0755), 0);
    ck_assert_int_eq(run(WORDS "-openings none"), 1);
    ck_assert_msg(strstr(read_text("err"), "One: its program was replaced") != NULL, "%s",
                  read_text("err"));
}
END_TEST

/* It is drawn for the run, not for each start. */
START_TEST(a_resumed_run_keeps_its_seed) {
    unsigned long long seed, resumed;
    ck_assert_int_eq(run("-engine cmd=./one -engine cmd=./two -games 2"), 0);
    ck_assert_int_eq(sscanf(read_text("out"), "Seed %llu,", &seed), 1);
    write_text("out", "");
    ck_assert_int_eq(run("-engine cmd=./one -engine cmd=./two -games 2 -resume"), 0);
    ck_assert_int_eq(sscanf(read_text("out"), "Seed %llu,", &resumed), 1);
    ck_assert_uint_eq(resumed, seed);
}
END_TEST

/* Another book is another run, not the rest of this one. */
START_TEST(a_run_with_other_openings_begins) {
    ck_assert_int_eq(run(WORDS "-openings file=book -rounds 1"), 0);
    write_text("book", "3,3\n4,4\n");
    ck_assert_int_eq(run(WORDS "-openings file=book -rounds 1"), 0);
}
END_TEST

/* ---- Runs over a grid ------------------------------------------------------------------------ */

/* Starts and stops a run of WORDS in the folder without tables of this machine, as a grid's manager
 * does; a new run records the programs' SHA-256. Returns whether it begins. */
static bool run_without_tables(const char *more) {
    char line[] = WORDS "-openings none", *words[40], *rest = line;
    int count = 0;
    Options options;
    Names names;
    Ledger ledger;
    OpeningList openings = {0};
    Failure failure = FAILURE_NONE;
    ck_assert_int_eq(chdir(place_folder()), 0);
    while ((words[count] = strsep(&rest, " ")) != NULL)
        count += words[count][0] != '\0';
    words[count++] = (char *)(uintptr_t)more;
    options_init(&options);
    ck_assert_msg(options_parse(&options, more[0] != '\0' ? count : count - 1, words, &failure),
                  "%s", failure.text);
    ck_assert(frame_names(&names, &options) && ledger_open(&ledger, &options, &names));
    ck_assert(setup_openings(&openings, &options, ledger.seed, &failure));
    bool is_begun = ledger_begin(&ledger, &openings, false);
    for (int engine = 0; engine < 2 && is_begun; engine++) {
        char hash[80] = "ab12";
        ck_assert(ledger_program(&ledger, engine, hash, sizeof hash));
    }
    ck_assert(!is_begun || ledger_set_begun(&ledger));
    ck_assert(ledger_close(&ledger));
    opening_list_release(&openings);
    names_release(&names);
    options_release(&options);
    return is_begun;
}

START_TEST(programs_of_a_grid_run_are_compared_where_it_goes_on_here) {
    ck_assert(run_without_tables(""));
    write_program("two", "move=last # two");
    ck_assert_int_eq(run(WORDS "-openings none -resume"), 1);
    ck_assert_msg(strstr(read_text("err"), "the program of engine 2 (Two) has changed") != NULL,
                  "%s", read_text("err"));
    ck_assert(run_without_tables("-resume")); /* workers must have the recorded program */
    ck_assert_int_eq(run(WORDS "-openings none -resume"), 1);
    write_inputs();
    ck_assert_int_eq(run(WORDS "-openings none -resume"), 0);
}
END_TEST

START_TEST(programs_of_a_run_here_are_compared_where_it_goes_on_over_a_grid) {
    ck_assert_int_eq(run(WORDS "-openings none"), 0);
    write_program("two", "move=last # two");
    ck_assert(!run_without_tables("-resume"));
    write_inputs();
    ck_assert(run_without_tables("-resume"));
}
END_TEST

/* ---- Courses by chance ----------------------------------------------------------------------- */

/* What may change between start and resumption: a file, or words at the end of the line; and what
 * the refusal then says, NULL: the run goes on. A book that no opening is taken from is no input.
 */
static const struct {
    const char *file, *contents, *words, *message;
    bool is_of_book;
} changes[] = {
    {"book", "# written anew\n1,1\n2,2\n", "", NULL, true},
    {"book", BOOK "3,3\n", "", "openings", true},
    {"book", "1,1\n2,3\n", "", "openings", true},
    {"one", "#!/bin/sh\nexec " KANAME_PUPPET " move=row\n", "", NULL, false},
    {"one", "#!/bin/sh\nexec " KANAME_PUPPET " move=row # one\n", "", "the program of engine 1",
     false},
    {"two", "#!/bin/sh\nexec " KANAME_PUPPET " move=last # two\n", "", "the program of engine 2",
     false},
    {NULL, NULL, "-each tc=0/4", "settings", false},
    {NULL, NULL, "-each tolerance=3", "settings", false},
    {NULL, NULL, "-rule 1", "rule", false},
    {NULL, NULL, "-boardsize 20", "board size", false},
    {NULL, NULL, "-concurrency 2", NULL, false},
    {NULL, NULL, "-log", NULL, false},
};
enum { CHANGES = sizeof changes / sizeof *changes, CHANGES_MAX = 3 };

/* A run is begun, some inputs change, and it is resumed: refused if one of them counts, for a
 * reason that one of them gives; with the inputs of the start it goes on. */
START_TEST(changed_inputs_are_compared_in_every_course) {
    uint64_t rng = 6000 + (uint64_t)_i;
    bool has_book = rng_below(&rng, 2) == 0, is_refused = false, is_explained = false;
    const char *openings = has_book ? "-openings file=book" : "-openings none";
    char words[300] = "";
    int chosen[CHANGES_MAX], count = (int)rng_below(&rng, CHANGES_MAX + 1);
    ck_assert_int_eq(run(WORDS "%s", openings), 0);
    for (int i = 0; i < count; i++) {
        chosen[i] = (int)rng_below(&rng, CHANGES);
        for (int k = 0; k < i; k++) /* one change of a file, one of an option */
            if (chosen[k] == chosen[i] ||
                (changes[chosen[i]].file != NULL && changes[chosen[k]].file != NULL &&
                 strcmp(changes[chosen[i]].file, changes[chosen[k]].file) == 0)) {
                count = i;
                break;
            }
    }
    for (int i = 0; i < count; i++) {
        if (changes[chosen[i]].file != NULL)
            write_text(changes[chosen[i]].file, changes[chosen[i]].contents);
        snprintf(words + strlen(words), sizeof words - strlen(words), " %s",
                 changes[chosen[i]].words);
        if (changes[chosen[i]].message != NULL && (has_book || !changes[chosen[i]].is_of_book))
            is_refused = true;
    }
    int status = run(WORDS "%s %s -resume", openings, words);
    const char *err = read_text("err");
    for (int i = 0; i < count; i++)
        is_explained = is_explained || (changes[chosen[i]].message != NULL &&
                                        strstr(err, changes[chosen[i]].message) != NULL);
    ck_assert_msg(status == is_refused, "seed %d: status %d: %s", _i, status, err);
    ck_assert_msg(!is_refused || (strstr(err, "cannot resume") != NULL && is_explained),
                  "seed %d: %s", _i, err);
    write_inputs();
    ck_assert_int_eq(run(WORDS "%s -resume", openings), 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("inputs");
    TCase *tests = tcase_create("inputs");
    tcase_set_timeout(tests, 0);
    tcase_add_checked_fixture(tests, set_up, NULL);
    tcase_add_loop_test(tests, each_input_is_compared, 0, sizeof cases / sizeof *cases);
    tcase_add_loop_test(tests, changed_inputs_are_compared_in_every_course, 0, courses_wanted(12));
    tcase_add_test(tests, the_same_bytes_are_the_same_program);
    tcase_add_test(tests, a_program_replaced_during_the_run_ends_it);
    tcase_add_test(tests, a_resumed_run_keeps_its_seed);
    tcase_add_test(tests, a_run_with_other_openings_begins);
    tcase_add_test(tests, programs_of_a_grid_run_are_compared_where_it_goes_on_here);
    tcase_add_test(tests, programs_of_a_run_here_are_compared_where_it_goes_on_over_a_grid);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
