/* What the manager lacks is never a result: files, processes, room on a disk, an engine that
 * starts. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/harness.h"
#include "tournament/run/results.h"
#include "tournament/support/place.h"
#include "tournament/support/rows.h"

/* ---- Limits ------------------------------------------------------------------------------- */

/* Runs a match in which one of a pair of equal programs could win only by the manager's lack. */
static int run_with_files(rlim_t files) {
    struct rlimit before, limit;
    ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &before), 0);
    limit = before;
    limit.rlim_cur = files;
    ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
    pid_t pid = start("-engine '" PUPPET "' -engine '" PUPPET
                      " move=last' -openings none -games 6 -concurrency 4 -each tc=0/5");
    ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &before), 0);
    return finish(pid);
}

START_TEST(too_few_open_files_are_no_result) {
    int complete = 0, stopped = 0;
    for (rlim_t files = 16; files <= 40; files += 4) {
        place_begin();
        int status = run_with_files(files);
        if (is_there("kaname-tournament.db"))
            ck_assert_msg(strstr(results_of("kaname-tournament.db"), " start ") == NULL &&
                              strstr(results_of("kaname-tournament.db"), " crash ") == NULL,
                          "%d files: %s", (int)files, results_of("kaname-tournament.db"));
        if (status == 0) {
            complete++;
            ck_assert_int_eq(count_games(), GAMES);
        } else {
            stopped++;
            ck_assert_int_eq(status, 1);
            ck_assert_msg(read_text("err")[0] != '\0', "%d files: no word", (int)files);
        }
    }
    ck_assert_int_gt(complete, 0);
    ck_assert_int_gt(stopped, 0);
}
END_TEST

/* The database reaches the limit after some games. */
START_TEST(a_file_that_may_not_grow_ends_the_run_with_a_message) {
    struct rlimit before, limit;
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &before), 0);
    limit = before;
    limit.rlim_cur = 160000;
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    pid_t pid = start("-engine '" PUPPET "' -engine '" PUPPET
                      " move=last' -openings none -games 1000 -each tc=0/5");
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &before), 0);
    ck_assert_int_eq(finish(pid), 1);
    const char *err = read_text("err");
    char stopped[60];
    int64_t games = count_games();
    snprintf(stopped, sizeof stopped, "Run 1 stopped after %d of 1000 games", (int)games);
    ck_assert_int_gt(games, 0);
    ck_assert_msg(strstr(err, "kaname-tournament.db: cannot record game") != NULL, "%s", err);
    ck_assert_msg(strstr(err, stopped) != NULL, "%s: %s", stopped, err);
    ck_assert_msg(strstr(err, " of these games could not be saved") != NULL, "%s", err);
}
END_TEST

/* Standard output that is full, closed, or a file that may not grow. */
START_TEST(what_cannot_be_printed_is_a_failure) {
    static const char *const commands[] = {"'" KANAME_TOURNAMENT "' --help",
                                           "'" KANAME_TOURNAMENT "' --help-all",
                                           "'" KANAME_TOURNAMENT "' --version",
                                           "'" KANAME_TOURNAMENT "' tune --help",
                                           "'" KANAME_TOURNAMENT "' report kaname-tournament.db",
                                           "'" KANAME_RIVAL "' --help"};
    static const char *const outputs[] = {"%s >/dev/full 2>err", "%s >&- 2>err",
                                          "(ulimit -f 0; %s >file) 2>/dev/null"};
    ck_assert_int_eq(run("-engine '" PUPPET "' -engine '" PUPPET " move=last' -openings none"), 0);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        for (size_t k = 0; k < sizeof outputs / sizeof *outputs; k++) {
            char command[1000], line[1200];
            snprintf(command, sizeof command, "cd '%s' && ", place_folder());
            snprintf(line, sizeof line, outputs[k], commands[i]);
            strcat(command, line);
            int status = system(command);
            ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 1, "%s: status %d", command,
                          status);
        }
    }
}
END_TEST

/* From the limits of the manager's own loop to those of its engines. */
START_TEST(the_message_names_the_limit) {
    static const int files[] = {6, 7, 8, 9, 10, 14, 18, 22};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char wanted[60], command[2000];
        place_begin();
        snprintf(command, sizeof command,
                 "cd %s && exec >>out 2>>err && ulimit -n %d && exec %s -engine '" PUPPET
                 "' -engine '" PUPPET
                 " move=last' -openings none -games 6 -concurrency 4 -each tc=0/5",
                 place_folder(), files[i], KANAME_TOURNAMENT);
        int status = system(command);
        ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 1);
        snprintf(wanted, sizeof wanted, "the limit (ulimit -n) is %d", files[i]);
        ck_assert_msg(strstr(read_text("err"), wanted) != NULL, "%d files: %s", files[i],
                      read_text("err"));
    }
}
END_TEST

/* Root has no limit of processes, so the match runs as another user. */
static int run_as_user_with_processes(rlim_t processes) {
    enum { NOBODY = 65534 };
    struct rlimit limit = {processes, processes};
    char parent[TEST_PATH_BYTES];
    snprintf(parent, sizeof parent, "%s/..", place_folder());
    ck_assert_int_eq(chmod(parent, 0711), 0);
    ck_assert_int_eq(chmod(place_folder(), 0777), 0);
    pid_t pid = fork();
    ck_assert_int_ge(pid, 0);
    if (pid == 0) {
        if (geteuid() == 0 && (setgid(NOBODY) != 0 || setuid(NOBODY) != 0))
            _exit(77);
        if (setrlimit(RLIMIT_NPROC, &limit) != 0)
            _exit(77);
        become("-engine '" PUPPET "' -engine '" PUPPET
               " move=last' -openings none -games 2 -each tc=0/5");
    }
    return finish(pid);
}

START_TEST(the_message_names_the_limit_of_processes) {
    for (rlim_t processes = 4; processes <= 10; processes += 3) {
        place_begin();
        int status = run_as_user_with_processes(processes);
        if (status == 77 || status == 0 || status == 126 || status == 127)
            continue; /* it may not become another user, or that one cannot read the program */
        ck_assert_int_eq(status, 1);
        ck_assert_msg(strstr(read_text("err"), "(ulimit -u) is ") != NULL, "%s", read_text("err"));
    }
}
END_TEST

/* ---- First starts ------------------------------------------------------------------------- */

START_TEST(a_program_that_never_starts_is_no_opponent) {
    ck_assert_int_eq(run("-engine '" PUPPET "' -engine '" PUPPET
                         " move=last' -engine 'cmd=" KANAME_RIVAL
                         " scorer' name=Wrong -games 2 -openings none"),
                     1);
    const char *err = read_text("err");
    ck_assert_msg(strstr(err, "engine 3, Wrong does not start") != NULL, "%s", err);
    ck_assert_msg(strstr(err, "'scorer': no such option") != NULL, "%s", err);
    ck_assert(!is_there("kaname-tournament.db"));
}
END_TEST

START_TEST(a_program_that_never_answers_is_no_opponent) {
    ck_assert_int_eq(run("-engine '" PUPPET "' -engine 'cmd=" KANAME_RIVAL
                         " --no-ok' -each starttimeout=0.5 -openings none"),
                     1);
    ck_assert_msg(strstr(read_text("err"), "no OK to START within 0.5 s") != NULL, "%s",
                  read_text("err"));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("means_limits");
    TCase *limits = tcase_create("limits");
    tcase_set_timeout(limits, 0);
    tcase_add_checked_fixture(limits, place_begin, NULL);
    tcase_add_test(limits, too_few_open_files_are_no_result);
    tcase_add_test(limits, the_message_names_the_limit);
    tcase_add_test(limits, the_message_names_the_limit_of_processes);
    tcase_add_test(limits, a_file_that_may_not_grow_ends_the_run_with_a_message);
    tcase_add_test(limits, what_cannot_be_printed_is_a_failure);
    tcase_add_test(limits, a_program_that_never_starts_is_no_opponent);
    tcase_add_test(limits, a_program_that_never_answers_is_no_opponent);
    suite_add_tcase(suite, limits);
    return run_suite(suite);
}
