/* What -resume compares: each input is changed between start and resumption. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

int main(void) {
    Suite *suite = suite_create("inputs");
    TCase *tests = tcase_create("inputs");
    tcase_set_timeout(tests, 0);
    tcase_add_checked_fixture(tests, set_up, NULL);
    tcase_add_loop_test(tests, each_input_is_compared, 0, sizeof cases / sizeof *cases);
    tcase_add_test(tests, the_same_bytes_are_the_same_program);
    tcase_add_test(tests, a_program_replaced_during_the_run_ends_it);
    tcase_add_test(tests, a_resumed_run_keeps_its_seed);
    tcase_add_test(tests, a_run_with_other_openings_begins);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
