/* Tuning: the file of the state, which is written, read, damaged and somebody else's. */
#include "tune/state.h"

#include <check.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "game/random.h"
#include "shared/status/failure.h"
#include "support/harness.h"
#include "tournament/support/place.h"
#include "tournament/tune/tuning.h"
#include "tune/spsa.h"

static const char settings[] = "engine = x\niterations = 200\n";

static bool open_state(TuneState *state, const char *wanted, Failure *failure) {
    return tune_state_open(state, in_folder("state"), wanted, 200, failure);
}

static bool add_result(TuneState *state, int64_t iteration, int half_points, Failure *failure) {
    SpsaPlan plan = plan_of("x 5 0 9 1 0.1\n", 200, 1);
    double value = 5.25;
    tune_state_set(state, iteration, half_points);
    return tune_state_write(state, &plan, &value, failure);
}

/* A file with three results. */
static void write_state(void) {
    TuneState state;
    Failure failure = FAILURE_NONE;
    ck_assert_msg(open_state(&state, settings, &failure), "%s", failure.text);
    ck_assert(!is_there("state"));
    ck_assert_msg(add_result(&state, 1, 4, &failure), "%s", failure.text);
    ck_assert_msg(add_result(&state, 80, 0, &failure), "%s", failure.text);
    ck_assert_msg(add_result(&state, 200, 3, &failure), "%s", failure.text);
    tune_state_release(&state);
}

static bool has_three_results(const TuneState *state) {
    for (int i = 1; i <= 200; i++)
        if (tune_state_result(state, i) != (i == 1     ? 4
                                            : i == 80  ? 0
                                            : i == 200 ? 3
                                                       : TUNE_NOT_PLAYED))
            return false;
    return true;
}

static void expect_refused(const char *part) {
    TuneState state;
    Failure failure = FAILURE_NONE;
    ck_assert(!open_state(&state, settings, &failure));
    ck_assert_msg(strstr(failure.text, part) != NULL, "%s", failure.text);
    tune_state_release(&state);
}

START_TEST(state_comes_back_as_it_was_written) {
    TuneState state;
    Failure failure = FAILURE_NONE;
    write_state();
    ck_assert_msg(open_state(&state, settings, &failure), "%s", failure.text);
    ck_assert(has_three_results(&state));
    tune_state_release(&state);
    ck_assert_str_eq(query("state", "SELECT name || ' ' || value FROM parameter"), "x 5.25\n");
    ck_assert(!open_state(&state, "engine = y\niterations = 200\n", &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "begun with 'engine = x', not with 'engine = y'"));
    tune_state_release(&state);
    ck_assert(!open_state(&state, "engine = x\niterations = 200\nseed = 1\n", &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "begun with '', not with 'seed = 1'"));
    tune_state_release(&state);
    ck_assert(!open_state(&state, "engine = x\n", &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "begun with 'iterations = 200', not with ''"));
    tune_state_release(&state);
}
END_TEST

/* A changed byte is noticed, or it stood where nothing is kept. */
START_TEST(damage_anywhere_is_noticed_or_changes_nothing) {
    static char text[TEXT_MAX];
    TuneState state;
    Failure failure = FAILURE_NONE;
    int refused = 0;
    write_state();
    FILE *file = fopen(in_folder("state"), "rb");
    ck_assert_ptr_nonnull(file);
    size_t length = fread(text, 1, sizeof text, file);
    fclose(file);
    ck_assert_uint_lt(length, sizeof text);
    for (size_t i = 0; i < length; i++) {
        char kept = text[i];
        if (kept == 0 && i % 16 != 0)
            continue; /* most of the file is room to grow */
        text[i] = (char)(kept ^ 1);
        write_bytes("state", text, length);
        text[i] = kept;
        bool is_open = open_state(&state, settings, &failure);
        ck_assert_msg(!is_open || has_three_results(&state), "byte %zu", i);
        refused += !is_open;
        tune_state_release(&state);
        if (i % 16 != 0)
            continue;
        write_bytes("state", text, i);
        is_open = open_state(&state, settings, &failure);
        ck_assert_msg(!is_open || has_three_results(&state), "cut at %zu", i);
        tune_state_release(&state);
    }
    ck_assert_int_gt(refused, 100);
    write_bytes("state", text, length);
    ck_assert(open_state(&state, settings, &failure));
    tune_state_release(&state);
}
END_TEST

START_TEST(changed_result_is_noticed) {
    write_state();
    query("state", "UPDATE iteration SET half_points = 1 WHERE number = 80");
    expect_refused("state: damaged: wrong checksum");
    query("state", "UPDATE iteration SET half_points = 9 WHERE number = 80");
    expect_refused("state: damaged: impossible");
    query("state", "DELETE FROM iteration WHERE number = 80");
    expect_refused("state: damaged: wrong checksum");
    query("state", "DELETE FROM tuning");
    expect_refused("state: damaged: its settings");
}
END_TEST

START_TEST(files_that_are_no_state_are_refused_and_left_alone) {
    static const char old[] = "kaname-tournament tuning 1\nengine = x\n";
    write_text("state", old);
    expect_refused("state: the text file of an earlier version");
    ck_assert_str_eq(read_text("state"), old);
    write_text("state", "");
    expect_refused("state: not a tuning state");
    write_text("state", "SQLite format 3 is a nice format\n");
    expect_refused("state: not a tuning state");
    remove(in_folder("state"));
    ck_assert_int_eq(mkfifo(in_folder("state"), 0600), 0);
    expect_refused("state: it is not a regular file");
    remove(in_folder("state"));
    ck_assert_int_eq(mkdir(in_folder("state"), 0700), 0);
    expect_refused("state: it is not a regular file");
    remove(in_folder("state"));
    query("state", "CREATE TABLE other (x)");
    expect_refused("state: not a tuning state: a database of another program");
    ck_assert_str_eq(query("state", "SELECT name FROM sqlite_master"), "other\n");
    remove(in_folder("state"));
    write_state();
    query("state", "PRAGMA user_version = 2");
    expect_refused("state: is of version 2, this program knows version 1");
}
END_TEST

START_TEST(file_of_another_program_is_never_overwritten) {
    TuneState state;
    Failure failure = FAILURE_NONE;
    ck_assert(open_state(&state, settings, &failure));
    write_text("state", "mine");
    ck_assert(!add_result(&state, 1, 1, &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "another program"));
    ck_assert_str_eq(read_text("state"), "mine");
    tune_state_release(&state);
    ck_assert(!open_state(&state, settings, &failure));
    tune_state_release(&state);
    remove(in_folder("state"));
    write_state();
    ck_assert(open_state(&state, settings, &failure));
    remove(in_folder("state"));
    ck_assert(!add_result(&state, 2, 1, &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "replaced or taken away"));
    ck_assert(!is_there("state"));
    tune_state_release(&state);
}
END_TEST

START_TEST(second_program_on_the_file_is_refused_at_its_first_result) {
    TuneState first, second;
    Failure failure = FAILURE_NONE;
    write_state();
    ck_assert(open_state(&first, settings, &failure));
    ck_assert(open_state(&second, settings, &failure));
    ck_assert_msg(add_result(&first, 2, 2, &failure), "%s", failure.text);
    ck_assert(!add_result(&second, 2, 1, &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "another program has written to it"));
    ck_assert_msg(add_result(&first, 3, 2, &failure), "%s", failure.text);
    tune_state_release(&first);
    tune_state_release(&second);
    ck_assert(open_state(&first, settings, &failure));
    ck_assert_int_eq(tune_state_result(&first, 2), 2);
    tune_state_release(&first);
}
END_TEST

enum { KILLED_RESULTS = 60 };

/* Adds results from the first open one on and tells each on the pipe. */
static void add_until_killed(int out) {
    TuneState state;
    Failure failure = FAILURE_NONE;
    if (!open_state(&state, settings, &failure))
        _exit(1);
    for (int i = 1; i <= KILLED_RESULTS; i++) {
        unsigned char byte = (unsigned char)i;
        if (tune_state_result(&state, i) == TUNE_NOT_PLAYED &&
            (!add_result(&state, i, i % 5, &failure) || write(out, &byte, 1) != 1))
            _exit(1);
    }
    _exit(0);
}

START_TEST(killed_at_any_moment_it_holds_every_result_told) {
    TuneState state;
    Failure failure = FAILURE_NONE;
    int told = 0, kills = 0;
    uint64_t chance = random_stream(3, 3);
    while (told < KILLED_RESULTS) {
        int ends[2], status;
        unsigned char byte;
        ck_assert_int_eq(pipe(ends), 0);
        pid_t pid = fork();
        ck_assert_int_ge(pid, 0);
        if (pid == 0)
            add_until_killed(ends[1]);
        close(ends[1]);
        /* After a few results, whatever time they take, and a moment more. */
        for (uint64_t more = random_below(&chance, 6); more > 0; more--)
            if (read(ends[0], &byte, 1) == 1)
                told = byte;
        usleep((useconds_t)random_below(&chance, 1000));
        kill(pid, SIGKILL);
        while (read(ends[0], &byte, 1) == 1)
            told = byte;
        close(ends[0]);
        ck_assert_int_eq(waitpid(pid, &status, 0), pid);
        ck_assert(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
        kills += WIFSIGNALED(status);
        ck_assert_msg(open_state(&state, settings, &failure), "%s", failure.text);
        for (int i = 1; i <= told; i++)
            ck_assert_int_eq(tune_state_result(&state, i), i % 5);
        /* Killed after a result was written and before it was told. */
        if (told < KILLED_RESULTS && tune_state_result(&state, told + 1) != TUNE_NOT_PLAYED)
            told++;
        for (int i = told + 1; i <= 200; i++)
            ck_assert_int_eq(tune_state_result(&state, i), TUNE_NOT_PLAYED);
        tune_state_release(&state);
    }
    ck_assert_int_gt(kills, 2);
}
END_TEST

/* The process of the one is gone; that of the other lives. */
START_TEST(what_a_killed_start_left_goes_with_the_next_start) {
    static const char *const others[] = {"state.new", "state.12x.new", "other.1.new"};
    TuneState state;
    Failure failure = FAILURE_NONE;
    char dead[2][60], alive[60];
    pid_t pid = fork();
    ck_assert_int_ge(pid, 0);
    if (pid == 0)
        _exit(0);
    ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
    snprintf(dead[0], sizeof dead[0], "state.%ld.new", (long)pid);
    snprintf(dead[1], sizeof dead[1], "state.%ld.new-journal", (long)pid);
    snprintf(alive, sizeof alive, "state.%ld.new", (long)getppid());
    write_text(dead[0], "");
    write_text(dead[1], "");
    write_text(alive, "");
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        write_text(others[i], "");
    ck_assert(open_state(&state, settings, &failure));
    ck_assert_msg(add_result(&state, 1, 4, &failure), "%s", failure.text);
    tune_state_release(&state);
    ck_assert(!is_there(dead[0]) && !is_there(dead[1]));
    ck_assert(is_there(alive) && is_there("state"));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        ck_assert(is_there(others[i]));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("tune_state");
    TCase *files = tcase_create("files");
    tcase_set_timeout(files, 0);
    tcase_add_checked_fixture(files, place_begin, NULL);
    tcase_add_test(files, state_comes_back_as_it_was_written);
    tcase_add_test(files, damage_anywhere_is_noticed_or_changes_nothing);
    tcase_add_test(files, changed_result_is_noticed);
    tcase_add_test(files, files_that_are_no_state_are_refused_and_left_alone);
    tcase_add_test(files, file_of_another_program_is_never_overwritten);
    tcase_add_test(files, second_program_on_the_file_is_refused_at_its_first_result);
    tcase_add_test(files, killed_at_any_moment_it_holds_every_result_told);
    tcase_add_test(files, what_a_killed_start_left_goes_with_the_next_start);
    suite_add_tcase(suite, files);
    return run_suite(suite);
}
