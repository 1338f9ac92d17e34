/* Children behind pipes: tournament/process/process.c. */
#include <check.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "game/message.h"
#include "process/process.h"
#include "process/spawn.h"
#include "process/tree.h"
#include "support/harness.h"

enum { HEARD_MAX = 64, WAIT_MS = 20000 };

typedef struct World {
    uv_loop_t loop;
    ProcessHub *hub;
    Process *process;
    uv_timer_t guard;
    char heard[HEARD_MAX][512];
    ProcessStream streams[HEARD_MAX];
    bool is_cut[HEARD_MAX];
    size_t heard_count, lines;
    bool has_exited;
    int status, signal;
    size_t stop_at; /* lines after which the loop pauses */
} World;

static void on_line(void *context, ProcessStream stream, const char *line, bool is_cut) {
    World *world = context;
    world->lines++;
    if (world->heard_count < HEARD_MAX) {
        snprintf(world->heard[world->heard_count], sizeof world->heard[0], "%s", line);
        world->streams[world->heard_count] = stream;
        world->is_cut[world->heard_count++] = is_cut;
    }
    if (world->lines == world->stop_at)
        uv_stop(&world->loop);
}

static void on_exit_event(void *context, int status, int signum) {
    World *world = context;
    ck_assert(!world->has_exited);
    world->has_exited = true;
    world->status = status;
    world->signal = signum;
    uv_stop(&world->loop);
}

static void on_guard(uv_timer_t *timer) {
    uv_stop(timer->loop);
}

static void world_init(World *world) {
    memset(world, 0, sizeof *world);
    ck_assert_int_eq(uv_loop_init(&world->loop), 0);
    world->hub = process_hub_new(&world->loop);
    ck_assert_ptr_nonnull(world->hub);
    uv_timer_init(&world->loop, &world->guard);
}

static void world_start(World *world, const char *command, size_t line_max) {
    ProcessConfig config = {.command = command, .line_max = line_max};
    ProcessEvents events = {on_line, on_exit_event, world};
    int error = 0;
    world->process = process_new(world->hub, &config, &events, &error);
    ck_assert_msg(world->process != NULL, "%s: %s", command, uv_strerror(error));
}

/* Runs the loop until a callback stops it, or the time is up. */
static void world_run(World *world, unsigned ms) {
    uv_update_time(&world->loop);
    uv_timer_start(&world->guard, on_guard, ms, 0);
    uv_run(&world->loop, UV_RUN_DEFAULT);
    uv_timer_stop(&world->guard);
}

static void world_release(World *world) {
    process_free(world->process);
    process_hub_free(world->hub);
    uv_close((uv_handle_t *)&world->guard, NULL);
    uv_run(&world->loop, UV_RUN_DEFAULT);
    ck_assert_int_eq(uv_loop_close(&world->loop), 0);
    /* No child is left, not even a dead one. */
    ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1);
    ck_assert_int_eq(errno, ECHILD);
}

START_TEST(commands_are_split_at_blanks_outside_quotes) {
    char **words = spawn_split("  a/b  -x=1 \"two words\" c\\ d \"\" e\\\"f ");
    ck_assert_ptr_nonnull(words);
    static const char *const expected[] = {"a/b", "-x=1", "two words", "c d", "", "e\"f"};
    for (size_t i = 0; i < 6; i++)
        ck_assert_str_eq(words[i], expected[i]);
    ck_assert_ptr_null(words[6]);
    free(words);
    ck_assert_ptr_null(spawn_split(""));
    ck_assert_ptr_null(spawn_split("   "));
    ck_assert_ptr_null(spawn_split("a \"b"));
}
END_TEST

START_TEST(a_zero_byte_is_no_blank) {
    World world;
    int x, y;
    world_init(&world);
    world_start(&world, "sh -c \"printf '7,7\\\\0\\\\n'\"", 0);
    world_run(&world, WAIT_MS);
    ck_assert_uint_eq(world.heard_count, 1);
    ck_assert_str_eq(world.heard[0], "7,7\x1A");
    ck_assert_uint_eq(message_points(world.heard[0], &x, &y, 1), 0);
    world_release(&world);
}
END_TEST

START_TEST(lines_arrive_whole_and_both_streams_apart) {
    World world;
    world_init(&world);
    world_start(&world,
                "sh -c \"printf 'one\\\\r\\\\ntwo\\\\n\\\\nthr'; sleep 0.1; printf 'ee\\\\n'; "
                "echo error >&2; exit 3\"",
                0);
    world_run(&world, WAIT_MS);
    ck_assert(world.has_exited);
    ck_assert_int_eq(world.status, 3);
    ck_assert_int_eq(world.signal, 0);
    ck_assert_uint_eq(world.heard_count, 5);
    size_t out = 0;
    static const char *const expected[] = {"one", "two", "", "three"};
    for (size_t i = 0; i < world.heard_count; i++) {
        ck_assert(!world.is_cut[i]);
        if (world.streams[i] == PROCESS_STDERR)
            ck_assert_str_eq(world.heard[i], "error");
        else
            ck_assert_str_eq(world.heard[i], expected[out++]);
    }
    world_release(&world);
}
END_TEST

START_TEST(long_lines_are_cut_and_the_next_is_whole) {
    World world;
    world_init(&world);
    world_start(&world, "sh -c \"printf 'abcdefghij\\\\nshort\\\\nhalf'\"", 8);
    world_run(&world, WAIT_MS);
    ck_assert_uint_eq(world.heard_count, 3);
    ck_assert_str_eq(world.heard[0], "abcdefgh");
    ck_assert(world.is_cut[0]);
    ck_assert_str_eq(world.heard[1], "short");
    ck_assert(!world.is_cut[1]);
    ck_assert_str_eq(world.heard[2], "half");
    ck_assert(world.is_cut[2]); /* no line end: not to be taken for an answer */
    world_release(&world);
}
END_TEST

START_TEST(what_is_written_comes_back) {
    World world;
    world_init(&world);
    world_start(&world, "cat", 1 << 20);
    enum { SIZE = 300000 }; /* more than a pipe holds */
    char *text = malloc(SIZE + 1);
    ck_assert_ptr_nonnull(text);
    memset(text, 'x', SIZE);
    text[SIZE - 1] = '\n';
    ck_assert(process_write(world.process, text, SIZE));
    ck_assert(process_write(world.process, "last\n", 5));
    process_close_input(world.process);
    ck_assert(!process_write(world.process, "no\n", 3));
    world_run(&world, WAIT_MS);
    ck_assert(world.has_exited);
    ck_assert_uint_eq(world.lines, 2);
    ck_assert_str_eq(world.heard[1], "last");
    free(text);
    world_release(&world);
}
END_TEST

START_TEST(writing_to_one_that_never_reads_is_refused_in_the_end) {
    World world;
    world_init(&world);
    world_start(&world, "sleep 100", 0);
    char text[65536];
    memset(text, 'x', sizeof text);
    int written = 0;
    while (written < 1000 && process_write(world.process, text, sizeof text))
        written++;
    ck_assert_int_lt(written, 1000);
    world_release(&world);
}
END_TEST

START_TEST(a_missing_program_is_an_error_at_once) {
    World world;
    world_init(&world);
    ProcessEvents events = {on_line, on_exit_event, &world};
    static const struct {
        const char *command;
        int error;
    } cases[] = {{"/nonexistent/program", UV_ENOENT},
                 {"no-such-program-anywhere", UV_ENOENT},
                 {"/etc/passwd", UV_EACCES},
                 {"\"open", UV_EINVAL}};
    for (size_t i = 0; i < 4; i++) {
        ProcessConfig config = {.command = cases[i].command};
        int error = 0;
        ck_assert_ptr_null(process_new(world.hub, &config, &events, &error));
        ck_assert_int_eq(error, cases[i].error);
    }
    world_release(&world);
}
END_TEST

START_TEST(a_program_runs_in_its_own_folder) {
    World world;
    world_init(&world);
    world_start(&world, "/bin/pwd", 0);
    world_run(&world, WAIT_MS);
    ck_assert_uint_eq(world.heard_count, 1);
    ck_assert_msg(strcmp(world.heard[0], "/bin") == 0 || strcmp(world.heard[0], "/usr/bin") == 0,
                  "%s", world.heard[0]);
    world_release(&world);
}
END_TEST

START_TEST(death_by_signal_is_told) {
    World world;
    world_init(&world);
    world_start(&world, "sh -c \"kill -SEGV $$\"", 0);
    world_run(&world, WAIT_MS);
    ck_assert(world.has_exited);
    ck_assert_int_eq(world.signal, SIGSEGV);
    world_release(&world);
}
END_TEST

/* The letter by which /proc tells the state of the process; 'X': it is gone. */
static char state_of(long pid) {
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return 'X';
    size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = '\0';
    const char *after = strrchr(text, ')');
    return after != NULL ? after[2] : 'X';
}

/* True once the process is gone or only its status is left. */
static bool is_gone(long pid) {
    for (int i = 0; i < WAIT_MS / 10; i++) {
        if (strchr("XZ", state_of(pid)) != NULL)
            return true;
        usleep(10000);
    }
    return false;
}

/* Waits until a suspended process runs no more. A shell whose child was suspended between vfork()
 * and exec() stays in that call, state 'D'. */
static void wait_for_stop(long pid) {
    for (int i = 0; i < WAIT_MS; i++) {
        if (strchr("TD", state_of(pid)) != NULL)
            return;
        usleep(1000);
    }
    ck_abort_msg("process %ld is not suspended", pid);
}

/* Waits until the process has become the program `sleep`. */
static void wait_for_sleep(pid_t pid) {
    for (int i = 0; i < WAIT_MS; i++) {
        char path[64], name[64] = "";
        snprintf(path, sizeof path, "/proc/%ld/comm", (long)pid);
        FILE *file = fopen(path, "r");
        ck_assert_ptr_nonnull(file);
        bool is_read = fgets(name, sizeof name, file) != NULL;
        fclose(file);
        if (is_read && strcmp(name, "sleep\n") == 0)
            return;
        usleep(1000);
    }
    ck_abort_msg("process %ld is not sleep", (long)pid);
}

static void wait_for_family(const World *world) {
    for (int i = 0; i < 3; i++)
        wait_for_sleep((pid_t)strtol(world->heard[i], NULL, 10));
}

/* Children in the same session, in a session of their own, and one whose parent is gone. */
static const char family[] = "sh -c \"sleep 100 & echo $!; setsid sleep 100 & echo $!; "
                             "(setsid sleep 100 & echo $!); echo done; exec sleep 100\"";

START_TEST(killing_takes_the_whole_family) {
    World world;
    world_init(&world);
    world.stop_at = 4;
    world_start(&world, family, 0);
    world_run(&world, WAIT_MS);
    ck_assert_uint_eq(world.heard_count, 4);
    wait_for_family(&world);
    process_kill(world.process);
    world_run(&world, WAIT_MS);
    ck_assert(world.has_exited);
    ck_assert_int_eq(world.signal, SIGKILL);
    for (int i = 0; i < 3; i++)
        ck_assert_msg(is_gone(strtol(world.heard[i], NULL, 10)), "child %d lives", i);
    world_release(&world);
}
END_TEST

START_TEST(a_crash_takes_the_children_along_and_does_not_wait_for_them) {
    World world;
    world_init(&world);
    world_start(&world,
                "sh -c \"sleep 100 & echo $!; setsid sleep 100 & echo $!; "
                "until grep -q sleep /proc/$!/comm; do :; done; exit 7\"",
                0);
    world_run(&world, WAIT_MS);
    ck_assert(world.has_exited); /* long before the 100 s of the children are over */
    ck_assert_int_eq(world.status, 7);
    for (int i = 0; i < 2; i++)
        ck_assert_msg(is_gone(strtol(world.heard[i], NULL, 10)), "child %d lives", i);
    world_release(&world);
}
END_TEST

START_TEST(freeing_kills_without_a_word) {
    World world;
    world_init(&world);
    world.stop_at = 4;
    world_start(&world, family, 0);
    world_run(&world, WAIT_MS);
    wait_for_family(&world);
    world_release(&world);
    ck_assert(!world.has_exited);
    for (int i = 0; i < 3; i++)
        ck_assert_msg(is_gone(strtol(world.heard[i], NULL, 10)), "child %d lives", i);
}
END_TEST

/* A process that a manager with number 1, which that one never had, seems to have left. */
static pid_t start_stray(unsigned long long space) {
    pid_t pid = fork();
    ck_assert_int_ge(pid, 0);
    if (pid == 0) {
        char mark[96];
        snprintf(mark, sizeof mark, "%llu:1:1:1", space);
        setenv("KANAME_MATCH", mark, 1);
        execlp("sleep", "sleep", "100", (char *)NULL);
        _exit(127);
    }
    return pid;
}

START_TEST(strays_of_another_process_namespace_are_left_alone) {
    struct stat about;
    ck_assert_int_eq(stat("/proc/self/ns/pid", &about), 0);
    pid_t own = start_stray(about.st_ino), foreign = start_stray(about.st_ino + 1);
    wait_for_sleep(own);
    wait_for_sleep(foreign);
    World world;
    world_init(&world);
    int status;
    ck_assert_int_eq(waitpid(own, &status, 0), own);
    ck_assert(WIFSIGNALED(status));
    ck_assert_int_eq(waitpid(foreign, &status, WNOHANG), 0);
    kill(foreign, SIGKILL);
    ck_assert_int_eq(waitpid(foreign, &status, 0), foreign);
    world_release(&world);
}
END_TEST

/* Such as one that a shell has started before it became the program. */
START_TEST(a_child_from_before_the_hub_is_left_alone) {
    for (int has_session = 0; has_session < 2; has_session++) {
        pid_t pid = fork();
        ck_assert_int_ge(pid, 0);
        if (pid == 0) {
            char *const nothing[] = {NULL};
            if (has_session)
                setsid();
            execle("/bin/sleep", "sleep", "100", (char *)NULL, nothing);
            _exit(127);
        }
        while (proctree_has_environment(pid))
            usleep(1000);
        World world;
        world_init(&world);
        world_start(&world, "true", 0);
        world_run(&world, WAIT_MS);
        ck_assert(world.has_exited);
        process_free(world.process);
        world.process = NULL;
        world_run(&world, 500); /* the hub looks for strays once no process is left */
        int status;
        ck_assert_int_eq(waitpid(pid, &status, WNOHANG), 0);
        kill(pid, SIGKILL);
        ck_assert_int_eq(waitpid(pid, &status, 0), pid);
        world_release(&world);
    }
}
END_TEST

START_TEST(a_flood_on_both_streams_does_not_starve_the_loop) {
    World world;
    world_init(&world);
    world_start(&world, "sh -c \"cat /dev/zero & cat /dev/zero >&2 & yes\"", 0);
    world_run(&world, 500);
    ck_assert(!world.has_exited); /* but the timer has come through */
    process_kill(world.process);
    world_run(&world, WAIT_MS);
    ck_assert(world.has_exited);
    world_release(&world);
}
END_TEST

START_TEST(suspended_it_says_nothing_resumed_it_goes_on) {
    World world;
    world_init(&world);
    world.stop_at = 1;
    world_start(&world, "sh -c \"while :; do echo x; sleep 0.02; done\"", 0);
    world_run(&world, WAIT_MS);
    ck_assert_uint_gt(world.lines, 0);
    process_suspend(world.process);
    wait_for_stop(process_pid(world.process));
    world_run(&world, 100); /* what was under way */
    size_t before = world.lines;
    world_run(&world, 300);
    ck_assert_uint_eq(world.lines, before);
    world.stop_at = before + 1;
    process_resume(world.process);
    world_run(&world, WAIT_MS);
    ck_assert_uint_gt(world.lines, before);
    world_release(&world);
}
END_TEST

/* A process that begins others all the time leaves none, whatever state they end in. */
START_TEST(a_busy_family_leaves_nothing) {
    for (int i = 0; i < 60; i++) {
        World world;
        world_init(&world);
        world_start(&world, "sh -c \"while :; do env; env; sleep 0; done\"", 0);
        world_run(&world, 10 + (unsigned)i % 7);
        world_release(&world);
    }
}
END_TEST

START_TEST(a_suspended_one_can_be_killed) {
    World world;
    world_init(&world);
    world_start(&world, "sleep 100", 0);
    process_suspend(world.process);
    process_kill(world.process);
    world_run(&world, WAIT_MS);
    ck_assert_int_eq(world.signal, SIGKILL);
    world_release(&world);
}
END_TEST

START_TEST(a_pinned_one_stays_on_its_processor) {
    World world;
    world_init(&world);
    ProcessConfig config = {.command = "grep Cpus_allowed_list /proc/self/status", .pin = {0, 1}};
    ProcessEvents events = {on_line, on_exit_event, &world};
    int error = 0;
    world.process = process_new(world.hub, &config, &events, &error);
    ck_assert_ptr_nonnull(world.process);
    world_run(&world, WAIT_MS);
    ck_assert_uint_eq(world.heard_count, 1);
    ck_assert_str_eq(world.heard[0], "Cpus_allowed_list:\t0");
    world_release(&world);
}
END_TEST

/* As many processors as asked for, in turn around the circle of all. */
START_TEST(a_pinned_one_has_as_many_processors_as_it_needs) {
    cpu_set_t own;
    ck_assert_int_eq(sched_getaffinity(0, sizeof own, &own), 0);
    int total = CPU_COUNT(&own);
    for (int first = 0; first <= total; first++) {
        for (int count = 1; count <= total + 1; count++) {
            World world;
            world_init(&world);
            ProcessConfig config = {.command = "nproc", .pin = {first, count}};
            ProcessEvents events = {on_line, on_exit_event, &world};
            int error = 0;
            world.process = process_new(world.hub, &config, &events, &error);
            ck_assert_ptr_nonnull(world.process);
            world_run(&world, WAIT_MS);
            ck_assert_uint_eq(world.heard_count, 1);
            ck_assert_int_eq(atoi(world.heard[0]), count < total ? count : total);
            world_release(&world);
        }
    }
}
END_TEST

START_TEST(memory_counts_children) {
    World world;
    world_init(&world);
    world.stop_at = 1;
    /* A shell variable of 30 MB, held by a child alone. */
    world_start(&world, "sh -c \"sh -c 'x=$(yes | head -c 30000000); echo ready; read y'; true\"",
                0);
    world_run(&world, WAIT_MS);
    ck_assert_str_eq(world.heard[0], "ready");
    uint64_t limit = 10 * 1024 * 1024;
    ck_assert_uint_gt(process_memory(world.process, limit), 30000000);
    ck_assert_uint_lt(process_memory(world.process, limit), 200000000);
    world_release(&world);
}
END_TEST

/* Two children of 20 MB each; below the limit their pages are counted, above it their shares. */
START_TEST(memory_is_that_of_the_whole_family) {
    static const uint64_t limits[] = {10 << 20, 1 << 30};
    World world;
    world_init(&world);
    world.stop_at = 2;
    world_start(&world,
                "sh -c \"sh -c 'x=$(yes | head -c 20000000); echo ready; sleep 100' & "
                "sh -c 'x=$(yes | head -c 20000000); echo ready; sleep 100' & wait\"",
                0);
    world_run(&world, WAIT_MS);
    for (int i = 0; i < 2; i++) {
        ck_assert_uint_gt(process_memory(world.process, limits[i]), 40000000);
        ck_assert_uint_lt(process_memory(world.process, limits[i]), 200000000);
    }
    world_release(&world);
}
END_TEST

START_TEST(children_end_with_a_killed_manager) {
    int pipe_fds[2];
    ck_assert_int_eq(pipe(pipe_fds), 0);
    pid_t manager = fork();
    ck_assert_int_ge(manager, 0);
    if (manager == 0) {
        World world;
        world_init(&world);
        world_start(&world, "sleep 100", 0);
        int pid = process_pid(world.process);
        if (write(pipe_fds[1], &pid, sizeof pid) != (ssize_t)sizeof pid)
            _exit(1);
        world_run(&world, 100000);
        _exit(0);
    }
    int pid = 0;
    ck_assert_int_eq(read(pipe_fds[0], &pid, sizeof pid), (ssize_t)sizeof pid);
    kill(manager, SIGKILL);
    waitpid(manager, NULL, 0);
    ck_assert(is_gone(pid));
    close(pipe_fds[0]);
    close(pipe_fds[1]);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("process");
    tcase_set_timeout(tests, 300); /* a busy machine takes long to start a program */
    tcase_add_test(tests, commands_are_split_at_blanks_outside_quotes);
    tcase_add_test(tests, lines_arrive_whole_and_both_streams_apart);
    tcase_add_test(tests, a_zero_byte_is_no_blank);
    tcase_add_test(tests, long_lines_are_cut_and_the_next_is_whole);
    tcase_add_test(tests, what_is_written_comes_back);
    tcase_add_test(tests, writing_to_one_that_never_reads_is_refused_in_the_end);
    tcase_add_test(tests, a_missing_program_is_an_error_at_once);
    tcase_add_test(tests, a_program_runs_in_its_own_folder);
    tcase_add_test(tests, death_by_signal_is_told);
    tcase_add_test(tests, killing_takes_the_whole_family);
    tcase_add_test(tests, a_crash_takes_the_children_along_and_does_not_wait_for_them);
    tcase_add_test(tests, freeing_kills_without_a_word);
    tcase_add_test(tests, strays_of_another_process_namespace_are_left_alone);
    tcase_add_test(tests, a_child_from_before_the_hub_is_left_alone);
    tcase_add_test(tests, a_flood_on_both_streams_does_not_starve_the_loop);
    tcase_add_test(tests, suspended_it_says_nothing_resumed_it_goes_on);
    tcase_add_test(tests, a_busy_family_leaves_nothing);
    tcase_add_test(tests, a_suspended_one_can_be_killed);
    tcase_add_test(tests, a_pinned_one_stays_on_its_processor);
    tcase_add_test(tests, a_pinned_one_has_as_many_processors_as_it_needs);
    tcase_add_test(tests, memory_counts_children);
    tcase_add_test(tests, memory_is_that_of_the_whole_family);
    tcase_add_test(tests, children_end_with_a_killed_manager);
    Suite *suite = suite_create("process");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
