/* Children behind pipes: tournament/process/process.c. */
#include <check.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/message.h"
#include "process/process.h"
#include "process/spawn.h"
#include "support/harness.h"
#include "tournament/process/child.h"

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
                "sh -c \"printf 'one\\\\r\\\\r\\\\ntwo\\\\n\\\\nthr'; sleep 0.1; printf 'ee\\\\n'; "
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

static void count_line(void *context, ProcessStream stream, const char *line, bool is_cut) {
    size_t *lines = context;
    (void)stream, (void)line, (void)is_cut;
    (*lines)++;
}

static void ignore_exit(void *context, int status, int signal) {
    (void)context, (void)status, (void)signal;
}

/* Each costs the reader a call: as many bytes of them a tick would hold it up. */
START_TEST(a_flood_of_empty_lines_is_read_in_small_parts) {
    enum { MS = 400, TICKS = MS / 20 + 2, OF_A_TICK = (64 + 8) * 1024 };
    World world;
    size_t lines = 0;
    int error = 0;
    world_init(&world);
    ProcessConfig config = {.command = "sh -c \"yes ''\""};
    ProcessEvents events = {count_line, ignore_exit, &lines};
    world.process = process_new(world.hub, &config, &events, &error);
    ck_assert_ptr_nonnull(world.process);
    world_run(&world, MS);
    process_kill(world.process);
    ck_assert_uint_gt(lines, 0);
    ck_assert_uint_lt(lines, TICKS * OF_A_TICK);
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
    tcase_add_test(tests, a_flood_on_both_streams_does_not_starve_the_loop);
    tcase_add_test(tests, a_flood_of_empty_lines_is_read_in_small_parts);
    tcase_add_test(tests, a_pinned_one_stays_on_its_processor);
    tcase_add_test(tests, a_pinned_one_has_as_many_processors_as_it_needs);
    tcase_add_test(tests, memory_counts_children);
    tcase_add_test(tests, memory_is_that_of_the_whole_family);
    Suite *suite = suite_create("process");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
