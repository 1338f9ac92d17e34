/* What the manager lacks, and what holds it up, is never a result. */
#include <check.h>
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "game/game_record.h"
#include "game/player.h"
#include "process/lag.h"
#include "shared/status/failure.h"
#include "store/store.h"
#include "support/harness.h"
#include "tournament/support/place.h"
#include "tournament/support/rows.h"

#define PUPPET "cmd=" KANAME_PUPPET

enum { GAMES = 6 };

/* ---- Results ------------------------------------------------------------------------------ */

static bool put_result(const GameRecord *game, void *context) {
    char *text = context;
    size_t used = strlen(text);
    snprintf(text + used, TEXT_MAX - used, "%d %s %s %zu\n", (int)game->number,
             game_result_word(game->result), game_reason_word(game->reason), game->move_count);
    return true;
}

/* The results of a database's newest run, one line a game. */
static const char *results_of(const char *name) {
    static char text[TEXT_MAX];
    Failure failure = FAILURE_NONE;
    text[0] = '\0';
    Store *store = store_open_read_only(in_folder(name), &failure);
    ck_assert_msg(store != NULL, "%s", failure.text);
    ck_assert(store_select_run(store, 0));
    ck_assert(store_each_game(store, STORE_MOVES, put_result, text));
    store_close(store);
    return text;
}

static void assert_a_game_ended(const char *name, const char *reason) {
    ck_assert_msg(strstr(results_of(name), reason) != NULL, "%s", results_of(name));
}

static void wait_for_text(const char *name, const char *text) {
    for (int i = 0; i < 3000 && strstr(read_text(name), text) == NULL; i++)
        usleep(20000);
    ck_assert_msg(strstr(read_text(name), text) != NULL, "%s", read_text(name));
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

/* ---- The database ------------------------------------------------------------------------- */

#define LONG_MATCH                                  \
    "-engine '" PUPPET " late=30' -engine '" PUPPET \
    " move=last late=30' -openings none -each tc=0/5 -concurrency 2 -games "

static sqlite3 *lock(const char *name) {
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open_v2(in_folder(name), &db, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    sqlite3_busy_timeout(db, 20000);
    ck_assert_int_eq(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    return db;
}

static void unlock(sqlite3 *db) {
    ck_assert_int_eq(sqlite3_exec(db, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
    ck_assert_int_eq(sqlite3_close(db), SQLITE_OK);
}

/* Locks the file for longer than the program may need to say so. Returns how it ends then. */
static int lock_for_long(pid_t pid, const char *name) {
    sqlite3 *db = lock(name);
    for (int i = 0; i < 600 && strstr(read_text("err"), "waiting for another program") == NULL; i++)
        usleep(50000);
    ck_assert_msg(strstr(read_text("err"), "waiting for another program") != NULL, "%s",
                  read_text("err"));
    ck_assert_int_eq(waitpid(pid, NULL, WNOHANG), 0);
    unlock(db);
    return finish(pid);
}

START_TEST(a_lock_of_another_program_is_waited_for) {
    pid_t pid = start(LONG_MATCH "12");
    wait_for_games(2);
    ck_assert_int_eq(lock_for_long(pid, "kaname-tournament.db"), 0);
    ck_assert_int_eq(count_games(), 12);
}
END_TEST

static pid_t start_tuning(void) {
    write_text("params", "k 40 0 79 10 0.1\n");
    return start("tune -engine '" PUPPET " tuned=k late=30' tc=0/5 -params params -iterations 6 "
                 "-openings none -state tuning.db");
}

START_TEST(a_lock_of_another_program_is_waited_for_by_a_tuning) {
    pid_t pid = start_tuning();
    wait_for_text("out", "Iteration 2 of 6");
    ck_assert_int_eq(lock_for_long(pid, "tuning.db"), 0);
    ck_assert(strstr(read_text("out"), "Iteration 6 of 6") != NULL);
}
END_TEST

static void write_positions(int count) {
    char text[4000] = "";
    for (int i = 0; i < count; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%c%d\n", 'a' + i % 15,
                 1 + i / 15);
    write_text("list", text);
}

#define LONG_ANALYSIS \
    "analyze list -answers a.db -json a.json -engine '" PUPPET " score=3 late=30' tc=0/5"

START_TEST(a_lock_of_another_program_is_waited_for_by_an_analysis) {
    write_positions(30);
    pid_t pid = start(LONG_ANALYSIS);
    wait_for_rows("a.db", "answer", 2);
    ck_assert_int_eq(lock_for_long(pid, "a.db"), 0);
    ck_assert_int_eq(count_rows("a.db", "answer"), 30);
}
END_TEST

/* Locks the file before the program begins, longer than the limit was. */
static int begin_locked(const char *name, const char *words) {
    sqlite3 *db = lock(name);
    pid_t pid = start(words);
    usleep(4000000);
    ck_assert_int_eq(waitpid(pid, NULL, WNOHANG), 0);
    unlock(db);
    return finish(pid);
}

START_TEST(a_lock_at_the_beginning_is_waited_for) {
    const char *words = "-engine '" PUPPET "' -engine '" PUPPET " move=last' -openings none";
    ck_assert_int_eq(run("%s", words), 0);
    ck_assert_int_eq(begin_locked("kaname-tournament.db", words), 0);
    ck_assert_int_eq(count_rows("kaname-tournament.db", "game WHERE run = 2"), 1);
}
END_TEST

/* Returns whether the query, which may find no tables yet, gives a row whose first column is not 0.
 */
static bool is_true(sqlite3 *db, const char *query) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(db, query, -1, &statement, NULL) != SQLITE_OK)
        return false;
    bool is = sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_int(statement, 0) != 0;
    sqlite3_finalize(statement);
    return is;
}

/* Locks the database as soon as it holds these rows, which the program is writing. Returns NULL if
 * the program ends before they are seen. */
static sqlite3 *lock_when(pid_t pid, const char *name, const char *query) {
    sqlite3 *db = NULL;
    for (; waitpid(pid, NULL, WNOHANG) == 0; usleep(100)) {
        if (db == NULL && access(in_folder(name), F_OK) == 0)
            ck_assert_int_eq(sqlite3_open_v2(in_folder(name), &db, SQLITE_OPEN_READWRITE, NULL),
                             SQLITE_OK);
        if (db == NULL || sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) != SQLITE_OK)
            continue;
        if (is_true(db, query))
            return db;
        ck_assert_int_eq(sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    }
    sqlite3_close(db);
    return NULL;
}

/* The moment in between is short: where it is missed, another run begins. */
START_TEST(a_lock_after_the_run_is_recorded_is_waited_for) {
    enum { RUNS = 100 };
    const char *name = "kaname-tournament.db", *missed = "missed.db";
    sqlite3 *db = NULL;
    pid_t pid = 0;
    for (int i = 0; i < RUNS && db == NULL; i++) {
        if (i > 0)
            ck_assert_int_eq(rename(in_folder(name), in_folder(missed)), 0);
        pid = start("-engine '" PUPPET "' -engine '" PUPPET
                    " move=last' -openings none -pgn games.pgn -sgf games.sgf");
        db = lock_when(pid, name,
                       "SELECT count(*) > 2 AND sum(key = 'engines started') = 0 FROM note");
    }
    ck_assert_msg(db != NULL, "%s", read_text("err"));
    usleep(4000000);
    ck_assert_int_eq(waitpid(pid, NULL, WNOHANG), 0);
    unlock(db);
    ck_assert_int_eq(finish(pid), 0);
    ck_assert_int_eq(count_rows(name, "game"), 1);
}
END_TEST

START_TEST(a_lock_at_the_beginning_is_waited_for_by_an_analysis) {
    sqlite3 *db;
    write_positions(2);
    /* An empty file, in which the tables are still to be made. */
    ck_assert_int_eq(sqlite3_open(in_folder("a.db"), &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(db, "VACUUM", NULL, NULL, NULL), SQLITE_OK);
    ck_assert_int_eq(sqlite3_close(db), SQLITE_OK);
    ck_assert_int_eq(begin_locked("a.db", LONG_ANALYSIS), 0);
    ck_assert_int_eq(count_rows("a.db", "answer"), 2);
}
END_TEST

/* Stops the program at once while its file is locked: it does not wait for the lock. */
static void stop_locked(pid_t pid, const char *name) {
    sqlite3 *db = lock(name);
    ck_assert_int_eq(kill(pid, SIGTERM), 0);
    int status = finish(pid);
    ck_assert_msg(status == 3 || status == 1, "%d", status);
    unlock(db);
}

START_TEST(a_locked_run_can_be_stopped) {
    pid_t pid = start(LONG_MATCH "1000");
    wait_for_games(2);
    stop_locked(pid, "kaname-tournament.db");
}
END_TEST

/* A crash fails the run while its game waits for the lock. */
START_TEST(a_locked_run_that_has_failed_can_be_stopped) {
    pid_t pid = start("-engine '" PUPPET " late=300 die=4' -engine '" PUPPET
                      " move=last late=300' -openings none -each tc=0/5 -fatalerror");
    wait_for_text("out", "Started game 1");
    sqlite3 *db = lock("kaname-tournament.db");
    wait_for_text("err", "-fatalerror: game 1");
    alarm(60); /* well under the limit of the wait */
    ck_assert_int_eq(kill(pid, SIGTERM), 0);
    ck_assert_int_eq(finish(pid), 1);
    alarm(0);
    unlock(db);
}
END_TEST

START_TEST(a_locked_tuning_or_analysis_can_be_stopped) {
    pid_t pid = start_tuning();
    wait_for_text("out", "Iteration 2 of 6");
    stop_locked(pid, "tuning.db");
    write_positions(200);
    pid = start(LONG_ANALYSIS);
    wait_for_rows("a.db", "answer", 2);
    stop_locked(pid, "a.db");
}
END_TEST

START_TEST(answers_taken_away_end_the_analysis) {
    write_positions(200);
    pid_t pid = start(LONG_ANALYSIS);
    wait_for_rows("a.db", "answer", 2);
    ck_assert_int_eq(unlink(in_folder("a.db")), 0);
    ck_assert_int_eq(finish(pid), 1);
    ck_assert_msg(strstr(read_text("err"), "a.db: was deleted, moved or replaced") != NULL, "%s",
                  read_text("err"));
    ck_assert(!is_there("a.json"));
}
END_TEST

START_TEST(a_database_taken_away_ends_the_run) {
    pid_t pid = start(LONG_MATCH "1000");
    wait_for_games(2);
    ck_assert_int_eq(rename(in_folder("kaname-tournament.db"), in_folder("away.db")), 0);
    ck_assert_int_eq(finish(pid), 1);
    ck_assert_msg(strstr(read_text("err"), "was deleted, moved or replaced") != NULL, "%s",
                  read_text("err"));
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
    Suite *suite = suite_create("means");
    TCase *stalls = tcase_create("stalls"), *limits = tcase_create("limits");
    tcase_set_timeout(stalls, 0);
    tcase_set_timeout(limits, 0);
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
    tcase_add_checked_fixture(limits, place_begin, NULL);
    tcase_add_test(limits, a_lag_is_measured_while_it_lasts_and_afterwards);
    tcase_add_test(limits, the_tolerance_is_a_share_of_the_limit_within_bounds);
    tcase_add_test(limits, who_takes_sixteen_times_its_time_loses);
    tcase_add_test(limits, too_few_open_files_are_no_result);
    tcase_add_test(limits, the_message_names_the_limit);
    tcase_add_test(limits, the_message_names_the_limit_of_processes);
    tcase_add_test(limits, a_lock_of_another_program_is_waited_for);
    tcase_add_test(limits, a_lock_of_another_program_is_waited_for_by_a_tuning);
    tcase_add_test(limits, a_lock_of_another_program_is_waited_for_by_an_analysis);
    tcase_add_test(limits, a_lock_at_the_beginning_is_waited_for);
    tcase_add_test(limits, a_lock_after_the_run_is_recorded_is_waited_for);
    tcase_add_test(limits, a_lock_at_the_beginning_is_waited_for_by_an_analysis);
    tcase_add_test(limits, a_locked_run_can_be_stopped);
    tcase_add_test(limits, a_locked_run_that_has_failed_can_be_stopped);
    tcase_add_test(limits, a_locked_tuning_or_analysis_can_be_stopped);
    tcase_add_test(limits, a_database_taken_away_ends_the_run);
    tcase_add_test(limits, answers_taken_away_end_the_analysis);
    tcase_add_test(limits, a_file_that_may_not_grow_ends_the_run_with_a_message);
    tcase_add_test(limits, what_cannot_be_printed_is_a_failure);
    tcase_add_test(limits, a_program_that_never_starts_is_no_opponent);
    tcase_add_test(limits, a_program_that_never_answers_is_no_opponent);
    suite_add_tcase(suite, limits);
    return run_suite(suite);
}
