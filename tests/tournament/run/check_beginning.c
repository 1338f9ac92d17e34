/* How a run begins and ends, as its user sees it: engines that are not there, runs that the
 * database holds, what is said after Ctrl-C, what fits the terminal. */
#include <check.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/harness.h"
#include "tournament/support/place.h"

#define PUPPET "cmd=" KANAME_PUPPET

static int run(const char *format, ...) __attribute__((format(printf, 1, 2)));

static int run(const char *format, ...) {
    static char words[TEXT_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    return finish(start(words));
}

static void expect(const char *file, const char *part) {
    const char *text = read_text(file);
    ck_assert_msg(strstr(text, part) != NULL, "no \"%s\" in %s:\n%.2000s", part, file, text);
}

/* ---- Engines ------------------------------------------------------------------------------ */

static const struct {
    const char *words, *error;
} absent_engines[] = {
    {"-engine '" PUPPET "' -engine cmd=/nonexistent/pbrain-x",
     "engine 2: cannot start cmd=/nonexistent/pbrain-x: no such file"},
    {"-engine 'cmd=nosuchprogram --fast' name=Fast -engine '" PUPPET "'",
     "engine 1, Fast: cannot start cmd=nosuchprogram --fast: no such file"},
    {"-engine '" PUPPET "' -engine cmd=./data", "engine 2: cannot start cmd=./data: permission"},
    {"-engine '" PUPPET "' -engine cmd=./folder", "cannot start cmd=./folder: permission"},
    {"tune -params params -engine cmd=./nothing", "cannot start cmd=./nothing: no such file"},
    {"openings -engine cmd=./nothing -out new", "cannot start cmd=./nothing: no such file"},
    {"check -engine cmd=./nothing", "./nothing: it cannot be started: no such file"},
};

START_TEST(an_engine_that_is_not_there_ends_it_before_anything_begins) {
    write_text("data", "no program");
    write_text("params", "speed 20 0 100 5 0.1\n");
    ck_assert_int_eq(mkdir(in_folder("folder"), 0777), 0);
    ck_assert_int_eq(run("%s", absent_engines[_i].words), 1);
    expect("err", absent_engines[_i].error);
    ck_assert(!is_there("kaname-tournament.db") && !is_there("kaname-tune.state"));
    ck_assert(!is_there("new"));
}
END_TEST

START_TEST(a_program_in_the_path_is_found) {
    ck_assert_int_eq(
        run("-engine 'cmd=env " KANAME_PUPPET "' -engine '" PUPPET " move=last' -openings none"),
        0);
    expect("out", "Finished game 1");
}
END_TEST

static Suite *beginning_suite(void) {
    Suite *suite = suite_create("beginning");
    TCase *engines = tcase_create("engines");
    tcase_set_timeout(engines, 60);
    tcase_add_checked_fixture(engines, place_begin, NULL);
    tcase_add_loop_test(engines, an_engine_that_is_not_there_ends_it_before_anything_begins, 0,
                        (int)(sizeof absent_engines / sizeof *absent_engines));
    tcase_add_test(engines, a_program_in_the_path_is_found);
    suite_add_tcase(suite, engines);
    return suite;
}

int main(void) {
    return run_suite(beginning_suite());
}
