/* kaname-rival as a process: how it ends, and the faults that need one. */
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/harness.h"
#include "tournament/rivals/support.h"

enum { MOST_WORDS = 6, SOON_MS = 10000, QUIET_MS = 150 };

typedef struct Rival {
    pid_t pid; /* also its process group */
    int to, from, errors;
} Rival;

static Rival spawn(const char *const words[]) {
    int to[2], from[2], errors[2];
    ck_assert_int_eq(pipe(to) | pipe(from) | pipe(errors), 0);
    Rival rival = {.pid = fork(), .to = to[1], .from = from[0], .errors = errors[0]};
    ck_assert_int_ge(rival.pid, 0);
    if (rival.pid == 0) {
        char *arguments[MOST_WORDS + 2] = {(char[]){"kaname-rival"}};
        for (int i = 0; i < MOST_WORDS && words[i]; i++)
            arguments[i + 1] = strdup(words[i]);
        setpgid(0, 0);
        dup2(to[0], STDIN_FILENO);
        dup2(from[1], STDOUT_FILENO);
        dup2(errors[1], STDERR_FILENO);
        for (int i = 0; i < 2; i++) {
            close(to[i]);
            close(from[i]);
            close(errors[i]);
        }
        execv(KANAME_RIVAL, arguments);
        _exit(127);
    }
    setpgid(rival.pid, rival.pid);
    close(to[0]);
    close(from[1]);
    close(errors[1]);
    return rival;
}

static void say(const Rival *rival, const char *text) {
    ck_assert_int_eq(write(rival->to, text, strlen(text)), (ssize_t)strlen(text));
}

/* Up to `most` bytes of what comes within the time; 0 at the end of the stream, -1 if nothing. */
static ssize_t hear(int from, char *bytes, size_t most, int within_ms) {
    struct pollfd poll_from = {.fd = from, .events = POLLIN};
    if (poll(&poll_from, 1, within_ms) <= 0)
        return -1;
    return read(from, bytes, most);
}

static void expect_line(const Rival *rival, const char *line) {
    char text[64] = "";
    size_t used = 0;
    /* Byte by byte, so that the next line stays in the pipe. */
    while (!strchr(text, '\n') && used < sizeof text - 1) {
        ck_assert_int_eq(hear(rival->from, text + used, 1, SOON_MS), 1);
        used++;
    }
    ck_assert_str_eq(text, line);
}

static void expect_silence(const Rival *rival) {
    char byte;
    ck_assert_int_eq(hear(rival->from, &byte, 1, QUIET_MS), -1);
}

static void expect_end_of_output(const Rival *rival) {
    char byte;
    ck_assert_int_eq(hear(rival->from, &byte, 1, SOON_MS), 0);
}

/* Closes the pipes, waits for the process and kills what is left of its group. */
static int finish(const Rival *rival) {
    int status;
    ck_assert_int_eq(waitpid(rival->pid, &status, 0), rival->pid);
    kill(-rival->pid, SIGKILL);
    close(rival->to);
    close(rival->from);
    close(rival->errors);
    return status;
}

static void kill_and_finish(const Rival *rival) {
    kill(rival->pid, SIGKILL);
    int status = finish(rival);
    ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

START_TEST(end_and_the_end_of_input_end_it) {
    Rival rival = spawn((const char *[]){"--player", "endroad", NULL});
    say(&rival, "START 15\nEND\n");
    expect_line(&rival, "OK\n");
    int status = finish(&rival);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    rival = spawn((const char *[]){"--player", "endroad", NULL});
    close(rival.to);
    expect_end_of_output(&rival);
    rival.to = dup(rival.from);
    status = finish(&rival);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}
END_TEST

START_TEST(end_breaks_off_a_long_search) {
    Rival rival = spawn((const char *[]){"--player", "chis-like", NULL});
    say(&rival, "START 20\nINFO timeout_turn 600000\nTURN 9,9\n");
    expect_line(&rival, "OK\n");
    expect_silence(&rival);
    say(&rival, "END\n");
    int status = finish(&rival);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}
END_TEST

START_TEST(a_manager_that_has_gone_ends_it) {
    Rival rival = spawn((const char *[]){"--player", "random", NULL});
    close(rival.from);
    rival.from = dup(rival.errors);
    say(&rival, "START 15\n");
    int status = finish(&rival);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}
END_TEST

START_TEST(a_wrong_option_ends_it_with_status_2) {
    Rival rival = spawn((const char *[]){"--player", "nobody", NULL});
    char error[256] = "";
    ck_assert_int_gt(hear(rival.errors, error, sizeof error - 1, SOON_MS), 0);
    ck_assert_ptr_nonnull(strstr(error, "nobody"));
    int status = finish(&rival);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 2);
}
END_TEST

START_TEST(it_crashes_at_the_move_named) {
    Rival rival = spawn((const char *[]){"--player", "endroad", "--crash-at", "2", NULL});
    say(&rival, "START 15\nBEGIN\n");
    expect_line(&rival, "OK\n");
    expect_line(&rival, "7,7\n");
    say(&rival, "TURN 0,0\n");
    expect_end_of_output(&rival);
    int status = finish(&rival);
    ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}
END_TEST

START_TEST(it_hangs_at_the_move_named) {
    Rival rival = spawn((const char *[]){"--player", "endroad", "--hang-at", "1", NULL});
    say(&rival, "START 15\nBEGIN\n");
    expect_line(&rival, "OK\n");
    say(&rival, "END\n");
    expect_silence(&rival);
    ck_assert_int_eq(waitpid(rival.pid, NULL, WNOHANG), 0);
    kill_and_finish(&rival);
}
END_TEST

START_TEST(half_a_line_is_followed_by_silence) {
    Rival rival = spawn((const char *[]){"--player", "endroad", "--half-line-at", "1", NULL});
    say(&rival, "START 15\n");
    expect_line(&rival, "OK\n");
    say(&rival, "BEGIN\n");
    char half[8] = "";
    ck_assert_int_eq(hear(rival.from, half, sizeof half, SOON_MS), 2);
    ck_assert_str_eq(half, "7,");
    expect_silence(&rival);
    kill_and_finish(&rival);
}
END_TEST

START_TEST(an_endless_line_goes_on_until_the_pipe_breaks) {
    Rival rival = spawn((const char *[]){"--player", "endroad", "--endless-line-at", "1", NULL});
    say(&rival, "START 15\n");
    expect_line(&rival, "OK\n");
    say(&rival, "BEGIN\n");
    static char bytes[65536];
    for (size_t heard = 0; heard < 4u * 1024 * 1024;) {
        ssize_t got = hear(rival.from, bytes, sizeof bytes, SOON_MS);
        ck_assert_int_gt(got, 0);
        ck_assert_ptr_null(memchr(bytes, '\n', (size_t)got));
        heard += (size_t)got;
    }
    close(rival.from);
    rival.from = dup(rival.errors);
    int status = finish(&rival);
    ck_assert(WIFEXITED(status));
}
END_TEST

START_TEST(stderr_is_flooded_before_the_answer) {
    Rival rival = spawn((const char *[]){"--player", "endroad", "--flood-stderr", NULL});
    say(&rival, "START 15\n");
    expect_line(&rival, "OK\n");
    say(&rival, "BEGIN\n");
    /* More than a pipe holds: the answer waits for whoever reads the flood. */
    expect_silence(&rival);
    static char bytes[65536];
    for (size_t heard = 0; heard < 1024u * 1024;) {
        ssize_t got = hear(rival.errors, bytes, sizeof bytes, SOON_MS);
        ck_assert_int_gt(got, 0);
        heard += (size_t)got;
    }
    expect_line(&rival, "7,7\n");
    kill_and_finish(&rival);
}
END_TEST

START_TEST(children_hold_the_pipes_when_it_has_ended) {
    Rival rival = spawn((const char *[]){"--fork-children", NULL});
    say(&rival, "END\n");
    int status;
    ck_assert_int_eq(waitpid(rival.pid, &status, 0), rival.pid);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    expect_silence(&rival);
    ck_assert_int_eq(kill(-rival.pid, SIGKILL), 0);
    expect_end_of_output(&rival);
    close(rival.to);
    close(rival.from);
    close(rival.errors);
}
END_TEST

START_TEST(it_stays_when_told_not_to_go) {
    Rival rival = spawn((const char *[]){"--no-exit", NULL});
    say(&rival, "START 15\n");
    expect_line(&rival, "OK\n");
    say(&rival, "END\n");
    ck_assert_int_eq(kill(rival.pid, SIGTERM), 0);
    expect_silence(&rival);
    ck_assert_int_eq(waitpid(rival.pid, NULL, WNOHANG), 0);
    kill_and_finish(&rival);
}
END_TEST

START_TEST(it_ends_before_the_first_line) {
    Rival rival = spawn((const char *[]){"--exit-at-start", NULL});
    expect_end_of_output(&rival);
    int status = finish(&rival);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 3);
}
END_TEST

START_TEST(late_moves_come_after_the_limit) {
    Rival rival = spawn((const char *[]){"--player", "endroad", "--late-ms", "200", NULL});
    say(&rival, "START 15\nINFO timeout_turn 100\nINFO time_left 5000\n");
    expect_line(&rival, "OK\n");
    say(&rival, "BEGIN\n");
    expect_silence(&rival);
    expect_line(&rival, "7,7\n");
    kill_and_finish(&rival);
}
END_TEST

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    Suite *suite = suite_create("rivals/faults");
    TCase *tests = tcase_create("process");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, end_and_the_end_of_input_end_it);
    tcase_add_test(tests, end_breaks_off_a_long_search);
    tcase_add_test(tests, a_manager_that_has_gone_ends_it);
    tcase_add_test(tests, a_wrong_option_ends_it_with_status_2);
    tcase_add_test(tests, it_crashes_at_the_move_named);
    tcase_add_test(tests, it_hangs_at_the_move_named);
    tcase_add_test(tests, half_a_line_is_followed_by_silence);
    tcase_add_test(tests, an_endless_line_goes_on_until_the_pipe_breaks);
    tcase_add_test(tests, stderr_is_flooded_before_the_answer);
    tcase_add_test(tests, children_hold_the_pipes_when_it_has_ended);
    tcase_add_test(tests, it_stays_when_told_not_to_go);
    tcase_add_test(tests, it_ends_before_the_first_line);
    tcase_add_test(tests, late_moves_come_after_the_limit);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
