/* What holds the manager up is never a result: stops, pipes that nobody reads, slow disks. */
#include <check.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "game/engine_options.h"
#include "process/lag.h"
#include "support/harness.h"
#include "tournament/run/results.h"
#include "tournament/support/place.h"
#include "tournament/support/rows.h"

/* ---- Results ------------------------------------------------------------------------------ */

static void assert_a_game_ended(const char *name, const char *reason) {
    ck_assert_msg(strstr(results_of(name), reason) != NULL, "%s", results_of(name));
}

/* ---- Stalls ------------------------------------------------------------------------------- */

/* Each engine takes half of its time, so a stop of the manager is always longer than the rest. */
#define TIMED                                                                                    \
    "-engine '" PUPPET " late=100' name=A -engine '" PUPPET                                      \
    " late=100 move=last' name=B -openings none -games 6 -concurrency 2 -seed 1 -each tc=0/0.2 " \
    "tolerance=0.15 "

static char undisturbed[TEXT_MAX];

static void play_undisturbed(void) {
    place_begin();
    ck_assert_int_eq(run("%s-each tolerance=3 -db calm.db", TIMED), 0);
    snprintf(undisturbed, sizeof undisturbed, "%s", results_of("calm.db"));
}

static void stop_for_a_while(pid_t pid) {
    ck_assert_int_eq(kill(pid, SIGSTOP), 0);
    usleep(1500000);
    ck_assert_int_eq(kill(pid, SIGCONT), 0);
}

START_TEST(a_stopped_manager_plays_its_games_again) {
    pid_t pid = start(TIMED);
    wait_for_games(2);
    stop_for_a_while(pid);
    ck_assert_int_eq(finish(pid), 0);
    ck_assert_str_eq(results_of("kaname-tournament.db"), undisturbed);
    ck_assert(strstr(read_text("out"), "is void and played again") != NULL);
}
END_TEST

/* Fills a pipe, so that one more byte waits for a reader. */
static void fill(int fd) {
    static const char text[4096];
    int flags = fcntl(fd, F_GETFL);
    ck_assert_int_eq(fcntl(fd, F_SETFL, flags | O_NONBLOCK), 0);
    while (write(fd, text, sizeof text) > 0 || write(fd, text, 1) > 0) {
    }
    ck_assert_int_eq(fcntl(fd, F_SETFL, flags), 0);
}

static void drain(int fd) {
    char text[4096];
    while (read(fd, text, sizeof text) > 0) {
    }
}

START_TEST(a_pipe_that_nobody_reads_holds_up_no_game) {
    /* Each opened for both, so that opening waits for nobody. */
    ck_assert_int_eq(mkfifo(in_folder("pgn.fifo"), 0600), 0);
    ck_assert_int_eq(unlink(in_folder("out")), 0);
    ck_assert_int_eq(mkfifo(in_folder("out"), 0600), 0);
    int pgn = open(in_folder("pgn.fifo"), O_RDWR), out = open(in_folder("out"), O_RDWR);
    ck_assert(pgn >= 0 && out >= 0);
    fill(pgn);
    fill(out);
    pid_t pid = start(TIMED "-pgn pgn.fifo -log");
    wait_for_games(GAMES);
    ck_assert_int_eq(waitpid(pid, NULL, WNOHANG), 0);
    ck_assert_str_eq(results_of("kaname-tournament.db"), undisturbed);
    /* Readers that take all, until the program has closed its ends. */
    pid_t readers[2];
    for (int i = 0; i < 2; i++) {
        readers[i] = fork();
        if (readers[i] == 0) {
            drain(i == 0 ? pgn : out);
            _exit(0);
        }
    }
    ck_assert_int_eq(finish(pid), 0);
    for (int i = 0; i < 2; i++) {
        kill(readers[i], SIGKILL);
        waitpid(readers[i], NULL, 0);
    }
    close(pgn);
    close(out);
}
END_TEST

/* Waits for the end of the program, which may not depend on a reader. */
static int finish_soon(pid_t pid) {
    for (int i = 0, status; i < 2000; i++) {
        if (waitpid(pid, &status, WNOHANG) == pid)
            return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
        usleep(10000);
    }
    kill(pid, SIGKILL);
    return finish(pid);
}

START_TEST(a_pipe_that_nobody_reads_holds_up_no_abort) {
    ck_assert_int_eq(mkfifo(in_folder("msg"), 0600), 0);
    int msg = open(in_folder("msg"), O_RDWR);
    ck_assert_int_ge(msg, 0);
    fill(msg);
    pid_t pid = start(TIMED "-msg msg");
    wait_for_games(2);
    kill(pid, SIGINT);
    for (int i = 0; i < 1000 && strstr(read_text("out"), "Stopping: ") == NULL; i++)
        usleep(10000);
    kill(pid, SIGINT);
    ck_assert_int_eq(finish_soon(pid), 3);
    ck_assert_msg(strstr(read_text("err"), "msg: ") != NULL, "%s", read_text("err"));
    close(msg);
}
END_TEST

#ifdef KANAME_SLOW_DISK
/* Runs the manager with a disk and a terminal on which each write takes longer than the tolerance.
 */
static int run_slowly(const char *words) {
    setenv("SLOW_DISK_MS", "250", 1);
    setenv("LD_PRELOAD", KANAME_SLOW_DISK, 1);
    pid_t pid = start(words);
    unsetenv("LD_PRELOAD");
    return finish(pid);
}

/* Writes on the loop would hold up each game several times. A busy machine may do so once. */
static void expect_little_lag(void) {
    int count = 0;
    for (const char *at = read_text("out"); (at = strstr(at, "is void")) != NULL; at++)
        count++;
    for (const char *at = read_text("err"); (at = strstr(at, "is void")) != NULL; at++)
        count++;
    ck_assert_int_le(count, GAMES / 2);
}

START_TEST(a_slow_disk_holds_up_no_game) {
    ck_assert_int_eq(run_slowly(TIMED "-pgn g.pgn -sgf g.sgf -msg g.msg -log"), 0);
    ck_assert_str_eq(results_of("kaname-tournament.db"), undisturbed);
    expect_little_lag();
}
END_TEST

START_TEST(a_slow_disk_holds_up_no_tuning) {
    write_text("params", "k 40 0 79 10 0.1\n");
    ck_assert_int_eq(run_slowly("tune -engine '" PUPPET
                                " tuned=k late=20' tc=0/0.2 tolerance=0.15 -params params "
                                "-iterations 4 -openings none -concurrency 2"),
                     0);
    expect_little_lag();
    ck_assert(strstr(read_text("out"), "Iteration 4 of 4") != NULL);
    ck_assert(strstr(read_text("out"), "lost a game") == NULL);
}
END_TEST

START_TEST(a_slow_disk_holds_up_no_analysis) {
    write_text("list", "h8\nh8i9\nh8h9i8\nh8h10\nh8i10\nh8j8\n");
    ck_assert_int_eq(
        run_slowly("analyze list -answers a.db -json a.json -concurrency 2 -engine '" PUPPET
                   " score=3 late=100' tc=0/0.2 tolerance=0.15"),
        0);
    expect_little_lag();
    ck_assert_msg(strstr(read_text("a.json"), "forfeit") == NULL, "%s", read_text("a.json"));
}
END_TEST
#endif

static void spin_for(uint64_t ms) {
    uint64_t end = uv_hrtime() + ms * 1000000;
    while (uv_hrtime() < end) {
    }
}

/* An engine that is a little late in each move, for which every beat of the loop may be a little
 * late, too. */
START_TEST(an_answer_within_the_tolerance_counts) {
    ck_assert_int_eq(run("-engine '" PUPPET " late=805' name=A -engine '" PUPPET
                         " move=last' name=B -each tc=0/0.8 tolerance=3 -openings none"),
                     0);
    assert_a_game_ended("kaname-tournament.db", " five ");
    ck_assert_msg(strstr(read_text("out"), "is void") == NULL, "%s", read_text("out"));
}
END_TEST

/* The first engine takes a minute for its first move. */
#define HUNG                                                                              \
    "-engine '" PUPPET " late=60000 log=%s/a.log' name=A tolerance=0.02 -engine '" PUPPET \
    "' name=B tolerance=3 -openings none -each tc=0/1.5 "

START_TEST(who_never_answers_loses_whatever_the_tolerance) {
    ck_assert_int_eq(run(HUNG, place_folder()), 0);
    assert_a_game_ended("kaname-tournament.db", " time ");
}
END_TEST

START_TEST(who_owes_an_answer_at_a_stop_has_all_its_time_once_more) {
    char words[1024];
    snprintf(words, sizeof words, HUNG, place_folder());
    pid_t pid = start(words);
    wait_for_text("a.log", "BEGIN");
    usleep(300000);
    stop_for_a_while(pid);
    ck_assert_int_eq(finish(pid), 0);
    double after_s = 0;
    const char *detail = strstr(read_text("out"), "no answer after ");
    ck_assert_msg(detail != NULL && sscanf(detail, "no answer after %lf", &after_s) == 1, "%s",
                  read_text("out"));
    ck_assert_double_ge(after_s, 2 * 1.52 + 1.4);
}
END_TEST

START_TEST(a_lag_is_measured_while_it_lasts_and_afterwards) {
    uv_loop_t loop;
    LagMeter meter;
    ck_assert_int_eq(uv_loop_init(&loop), 0);
    lag_start(&meter, &loop);
    uint64_t before = uv_hrtime();
    spin_for(200);
    uint64_t longest = lag_longest_ns(&meter, before), total = lag_total_ns(&meter);
    ck_assert_uint_ge(longest, (200 - LAG_BEAT_MS) * 1000000u);
    uv_ref((uv_handle_t *)&meter.timer);
    uv_run(&loop, UV_RUN_ONCE);
    ck_assert_uint_ge(lag_longest_ns(&meter, before), longest);
    ck_assert_uint_ge(lag_total_ns(&meter), total);
    /* Only the part after the question counts. */
    ck_assert_uint_le(lag_longest_ns(&meter, uv_hrtime()), 0);
    lag_close(&meter, NULL);
    uv_run(&loop, UV_RUN_DEFAULT);
    uv_loop_close(&loop);
}
END_TEST

/* ---- Tolerance ---------------------------------------------------------------------------- */

START_TEST(the_tolerance_is_a_share_of_the_limit_within_bounds) {
    static const struct {
        int64_t limit_ms, tolerance_ms;
    } cases[] = {{0, 50},      {100, 50},     {1000, 50},       {2000, 100},
                 {10000, 500}, {20000, 1000}, {INT32_MAX, 1000}};
    EngineOptions engine;
    engine_options_init(&engine);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_int_eq(engine_options_tolerance_ms(&engine, cases[i].limit_ms),
                         cases[i].tolerance_ms);
    engine.tolerance_ms = 3000;
    ck_assert_int_eq(engine_options_tolerance_ms(&engine, 100), 3000);
    engine_options_release(&engine);
}
END_TEST

START_TEST(who_takes_sixteen_times_its_time_loses) {
    ck_assert_int_eq(run("-each tc=0/0.1 -engine '" PUPPET " late=1600' -engine '" PUPPET
                         " move=last' -openings none"),
                     0);
    assert_a_game_ended("kaname-tournament.db", " time ");
    ck_assert_int_eq(run("-each tc=0/0.1 tolerance=3 -engine '" PUPPET
                         " late=1600' -engine '" PUPPET " move=last' -openings none -db old.db"),
                     0);
    assert_a_game_ended("old.db", " five ");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("means");
    TCase *stalls = tcase_create("stalls");
    tcase_set_timeout(stalls, 0);
    tcase_add_checked_fixture(stalls, play_undisturbed, NULL);
    tcase_add_test(stalls, a_stopped_manager_plays_its_games_again);
    tcase_add_test(stalls, an_answer_within_the_tolerance_counts);
    tcase_add_test(stalls, who_never_answers_loses_whatever_the_tolerance);
    tcase_add_test(stalls, who_owes_an_answer_at_a_stop_has_all_its_time_once_more);
    tcase_add_test(stalls, a_pipe_that_nobody_reads_holds_up_no_game);
    tcase_add_test(stalls, a_pipe_that_nobody_reads_holds_up_no_abort);
#ifdef KANAME_SLOW_DISK
    tcase_add_test(stalls, a_slow_disk_holds_up_no_game);
    tcase_add_test(stalls, a_slow_disk_holds_up_no_tuning);
    tcase_add_test(stalls, a_slow_disk_holds_up_no_analysis);
#endif
    suite_add_tcase(suite, stalls);
    TCase *limits = tcase_create("limits");
    tcase_set_timeout(limits, 0);
    tcase_add_checked_fixture(limits, place_begin, NULL);
    tcase_add_test(limits, a_lag_is_measured_while_it_lasts_and_afterwards);
    tcase_add_test(limits, the_tolerance_is_a_share_of_the_limit_within_bounds);
    tcase_add_test(limits, who_takes_sixteen_times_its_time_loses);
    suite_add_tcase(suite, limits);
    return run_suite(suite);
}
