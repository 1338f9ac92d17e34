/* The compliance check: a sound engine passes, every fault of the reference player is found. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "support/harness.h"

/* Runs the check on the reference player; its exit status and what it printed (to be freed). */
static int run_check(const char *faults, const char *options, char **output) {
    char command[2000];
    snprintf(command, sizeof(command),
             "'" KANAME_TOURNAMENT "' check -engine cmd='" KANAME_RIVAL " %s' %s 2>&1", faults,
             options);
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    size_t size = 0;
    *output = NULL;
    ck_assert_int_ge(getdelim(output, &size, '\0', pipe), 0);
    int status = pclose(pipe);
    ck_assert(WIFEXITED(status));
    return WEXITSTATUS(status);
}

START_TEST(sound_engine_passes) {
    char *output;
    int status = run_check("", "-tolerance 2000", &output);
    ck_assert_msg(status == 0, "%s", output);
    ck_assert_ptr_nonnull(strstr(output, " 0 failed"));
    free(output);
}
END_TEST

static const struct Fault {
    const char *fault, *point, *said;
} faults[] = {
    {"--crash-at 3", "board", "ended by signal 6"},
    {"--crash-at 9", "standard", "ended by signal 6"},
    {"--hang-at 2", "new-game", "expected a move within"},
    {"--late-ms 2500", "begin", "the move came after"},
    {"--late-ms 1100", "think-info", "the move came after"},
    {"--illegal-at 1", "begin", "off the board"},
    {"--illegal-at 2", "new-game", "is taken"},
    {"--garbage-at 1", "begin", "expected a move X,Y"},
    {"--half-line-at 1", "begin", "expected a move within"},
    {"--endless-line-at 1", "begin", "a line without an end"},
    {"--flood-stderr", "stderr", "standard error"},
    {"--fork-children", "left-behind", "2 of its processes outlived it"},
    {"--memory-mb 400", "memory", "max_memory was 350 MiB"},
    {"--silent-about", "about", "no answer to ABOUT"},
    {"--no-ok", "start", "expected OK within"},
    {"--exit-at-start", "silent-start", "ended with status 3"},
    {"--no-exit", "end", "it was still there"},
    {"--no-exit", "eof", "it was still there"},
};

START_TEST(every_fault_is_found) {
    const struct Fault *fault = &faults[_i];
    char options[100], *output;
    snprintf(options, sizeof(options), "-tolerance 1000 -only %s", fault->point);
    int status = run_check(fault->fault, options, &output);
    ck_assert_msg(status == 1, "%s: status %d\n%s", fault->fault, status, output);
    ck_assert_msg(strstr(output, "FAIL") != NULL && strstr(output, fault->said) != NULL, "%s",
                  output);
    ck_assert_msg(strstr(output, "\n        ") != NULL, "no transcript:\n%s", output);
    free(output);
    /* And without the fault the same point is passed. */
    status = run_check("", options, &output);
    ck_assert_msg(status == 0, "%s", output);
    free(output);
}
END_TEST

/* Twelve moves of 260 ms take more than three seconds, by less than the tolerance. */
START_TEST(a_match_time_has_its_tolerance) {
    static const char words[] = "'" KANAME_TOURNAMENT "' check -engine cmd='" KANAME_PUPPET
                                " late=260' -only match-spread >/dev/null -tolerance ";
    char command[2000];
    snprintf(command, sizeof command, "%s 2500", words);
    ck_assert_int_eq(WEXITSTATUS(system(command)), 0);
    snprintf(command, sizeof command, "%s 0", words);
    ck_assert_int_eq(WEXITSTATUS(system(command)), 1);
}
END_TEST

/* The third point of all is stopped, whichever it is. */
START_TEST(interrupted_it_sums_up_what_it_has_checked) {
    char command[2000], *output = NULL;
    size_t size = 0;
    snprintf(command, sizeof command,
             "timeout -s INT 2 '" KANAME_TOURNAMENT "' check -engine cmd='" KANAME_RIVAL
             " --hang-at 1' -turn 60000 2>&1; echo status $?");
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    ck_assert_int_ge(getdelim(&output, &size, '\0', pipe), 0);
    pclose(pipe);
    ck_assert_msg(strstr(output, "pass   1 of ") != NULL, "%s", output);
    ck_assert_msg(strstr(output, "\nStopped after ") != NULL, "%s", output);
    ck_assert_msg(strstr(output, " passed, 0 failed, ") != NULL, "%s", output);
    free(output);
}
END_TEST

START_TEST(wrong_words_are_named) {
    static const char *const words[][2] = {{"-boardsize 300", "300"},
                                           {"-rule 7", "7"},
                                           {"-only nothing", "nothing"},
                                           {"-fnord 1", "-fnord"},
                                           {"-turn soon", "soon"}};
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        char *output;
        ck_assert_int_eq(run_check("", words[i][0], &output), 2);
        ck_assert_msg(strstr(output, words[i][1]) != NULL, "%s", output);
        free(output);
    }
}
END_TEST

/* The command must fail and print `part`. */
static void expect_failure(const char *command, const char *part) {
    char *output = NULL;
    size_t size = 0;
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    ck_assert_int_ge(getdelim(&output, &size, '\0', pipe), 0);
    int status = pclose(pipe);
    ck_assert_int_eq(WEXITSTATUS(status), 1);
    ck_assert_ptr_nonnull(strstr(output, part));
    free(output);
}

START_TEST(missing_engine_is_told) {
    expect_failure("'" KANAME_TOURNAMENT "' check -engine cmd=/nowhere/engine 2>&1",
                   "/nowhere/engine");
}
END_TEST

/* It answers everything, and nothing, by the same line for ever. */
START_TEST(endless_talker_does_not_hold_it_up) {
    expect_failure("timeout 60 '" KANAME_TOURNAMENT
                   "' check -engine 'cmd=yes ERROR' -only start-bad 2>&1",
                   "keeps sending lines");
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("compliance");
    tcase_set_timeout(tests, 200);
    tcase_add_test(tests, sound_engine_passes);
    tcase_add_test(tests, a_match_time_has_its_tolerance);
    tcase_add_loop_test(tests, every_fault_is_found, 0, (int)(sizeof(faults) / sizeof(faults[0])));
    tcase_add_test(tests, wrong_words_are_named);
    tcase_add_test(tests, interrupted_it_sums_up_what_it_has_checked);
    tcase_add_test(tests, missing_engine_is_told);
    tcase_add_test(tests, endless_talker_does_not_hold_it_up);
    Suite *suite = suite_create("compliance");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
