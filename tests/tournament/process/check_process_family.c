/* A child and its own children: suspended, and killed without one that is left. */
#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process/process.h"
#include "process/tree.h"
#include "support/harness.h"
#include "tournament/process/child.h"

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
    TCase *tests = tcase_create("process_family");
    tcase_set_timeout(tests, 300); /* a busy machine takes long to start a program */
    tcase_add_test(tests, killing_takes_the_whole_family);
    tcase_add_test(tests, a_crash_takes_the_children_along_and_does_not_wait_for_them);
    tcase_add_test(tests, freeing_kills_without_a_word);
    tcase_add_test(tests, strays_of_another_process_namespace_are_left_alone);
    tcase_add_test(tests, a_child_from_before_the_hub_is_left_alone);
    tcase_add_test(tests, suspended_it_says_nothing_resumed_it_goes_on);
    tcase_add_test(tests, a_busy_family_leaves_nothing);
    tcase_add_test(tests, a_suspended_one_can_be_killed);
    tcase_add_test(tests, children_end_with_a_killed_manager);
    Suite *suite = suite_create("process_family");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
