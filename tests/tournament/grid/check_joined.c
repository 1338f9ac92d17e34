/* The runs that a worker knows: what an announcement changes. */
#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "grid/worker/joined.h"
#include "support/harness.h"

#define IDENTITY "0123456789abcdef0123456789abcdef"

static EngineOptions own_options = {.command = "engine", .name = "A"};
static OwnEngine own = {.options = &own_options, .hash = "aa"};

/* A run of one engine, and its announcement. */
typedef struct Announced {
    WireEngine engine;
    WireRun run;
    JoinedList list;
    Joined *joined, *replaced;
} Announced;

static Announced announced;

static void setup(void) {
    announced = (Announced){.engine = {.name = "A", .hash = "aa"},
                            .list = {.engines = &own, .engine_count = 1, .speed = 1}};
    engine_options_init(&announced.engine.options);
    announced.run = (WireRun){.key = "00000000000000aa",
                              .lease_ms = 3000,
                              .settings = {.game = {.width = 15, .height = 15}},
                              .engine_count = 1,
                              .engines = &announced.engine};
    strcpy(announced.list.identity, IDENTITY);
}

static void teardown(void) {
    joined_release(&announced.list);
}

static JoinedNews announce(bool is_done, const char *aside) {
    char list[1][WIRE_WORKER_MAX];
    announced.run.is_done = is_done;
    announced.run.aside = list;
    announced.run.aside_count = aside != NULL;
    snprintf(list[0], sizeof list[0], "%s", aside != NULL ? aside : "");
    char *text = wire_run_print(&announced.run);
    JoinedNews news = joined_announce(&announced.list, text, strlen(text), &announced.joined,
                                      &announced.replaced);
    free(text);
    return news;
}

static void expect(JoinedNews news, JoinedNews wanted, JoinedState state) {
    ck_assert_int_eq(news, wanted);
    ck_assert_int_eq(announced.joined->state, state);
    ck_assert_ptr_null(announced.replaced);
}

START_TEST(a_run_that_was_over_silent_or_had_set_the_worker_aside_goes_on) {
    expect(announce(false, NULL), JOINED_CHANGED, JOINED_YES);
    expect(announce(false, NULL), JOINED_SAME, JOINED_YES);
    expect(announce(true, NULL), JOINED_CHANGED, JOINED_OVER);
    expect(announce(true, NULL), JOINED_SAME, JOINED_OVER);
    expect(announce(false, NULL), JOINED_CHANGED, JOINED_YES);
    expect(announce(false, IDENTITY), JOINED_CHANGED, JOINED_ASIDE);
    expect(announce(false, IDENTITY), JOINED_SAME, JOINED_ASIDE);
    expect(announce(false, NULL), JOINED_CHANGED, JOINED_YES);
    announced.joined->state = JOINED_SILENT;
    expect(announce(false, NULL), JOINED_CHANGED, JOINED_YES);
    expect(announce(false, "fedcba9876543210fedcba9876543210"), JOINED_SAME, JOINED_YES);
}
END_TEST

START_TEST(a_run_without_an_engine_of_the_worker_is_not_joined_later_either) {
    strcpy(announced.engine.hash, "bb");
    expect(announce(false, NULL), JOINED_CHANGED, JOINED_NO);
    expect(announce(true, NULL), JOINED_SAME, JOINED_NO);
    expect(announce(false, NULL), JOINED_SAME, JOINED_NO);
}
END_TEST

START_TEST(a_run_that_goes_on_with_another_program_is_matched_anew) {
    strcpy(announced.engine.hash, "bb");
    expect(announce(false, NULL), JOINED_CHANGED, JOINED_NO);
    Joined *first = announced.joined;
    strcpy(announced.engine.hash, "aa");
    ck_assert_int_eq(announce(false, NULL), JOINED_CHANGED);
    ck_assert_ptr_eq(announced.replaced, first);
    ck_assert_ptr_ne(announced.joined, first);
    ck_assert_int_eq(announced.joined->state, JOINED_YES);
    ck_assert_int_eq(first->state, JOINED_OVER);
    expect(announce(false, NULL), JOINED_SAME, JOINED_YES);
    strcpy(announced.engine.hash, "bb");
    ck_assert_int_eq(announce(false, NULL), JOINED_CHANGED);
    ck_assert_int_eq(announced.joined->state, JOINED_NO);
    ck_assert_int_eq(announced.replaced->state, JOINED_OVER);
}
END_TEST

/* ---- Replaced programs -------------------------------------------------------------------- */

static void write_program(const char *path, const char *text, const struct timespec *written) {
    struct timespec times[2] = {{0, UTIME_NOW}, {0, UTIME_NOW}};
    char other[TEST_PATH_BYTES + 8];
    snprintf(other, sizeof other, "%s.new", path);
    FILE *file = fopen(other, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    ck_assert_int_eq(fclose(file), 0);
    ck_assert_int_eq(chmod(other, 0755), 0);
    if (written != NULL)
        times[0] = times[1] = *written;
    ck_assert_int_eq(utimensat(AT_FDCWD, other, times, 0), 0);
    ck_assert_int_eq(rename(other, path), 0);
}

START_TEST(a_program_of_other_bytes_is_found) {
    const struct timespec written = {1000000000, 0};
    char folder[TEST_PATH_BYTES], path[TEST_PATH_BYTES];
    make_folder(folder);
    path_in(path, folder, "program");
    write_program(path, "#!/bin/sh\nexit 1\n", &written);
    own_options.command = path;
    own.program = inputs_program(path);
    announce(false, NULL);
    ck_assert_ptr_null(joined_find_replaced(announced.joined));
    write_program(path, "#!/bin/sh\nexit 1\n", NULL); /* the same bytes */
    ck_assert_ptr_null(joined_find_replaced(announced.joined));
    ck_assert_int_eq(unlink(path), 0); /* its start tells why it fails */
    ck_assert_ptr_null(joined_find_replaced(announced.joined));
    write_program(path, "#!/bin/sh\nexit 2\n", &written);
    ck_assert_ptr_eq(joined_find_replaced(announced.joined), &own);
    ck_assert_ptr_eq(joined_find_replaced(announced.joined), &own);
}
END_TEST

/* Written in place, with the size and the time of before. */
START_TEST(a_program_changed_in_place_is_found) {
    struct timespec times[2] = {{1000000000, 0}, {1000000000, 0}};
    char folder[TEST_PATH_BYTES], path[TEST_PATH_BYTES];
    make_folder(folder);
    path_in(path, folder, "program");
    write_program(path, "#!/bin/sh\nexit 1\n", &times[0]);
    own_options.command = path;
    own.program = inputs_program(path);
    announce(false, NULL);
    write_in(folder, "program", "#!/bin/sh\nexit 2\n");
    ck_assert_int_eq(utimensat(AT_FDCWD, path, times, 0), 0);
    ck_assert_ptr_eq(joined_find_replaced(announced.joined), &own);
}
END_TEST

START_TEST(each_table_is_bound_to_as_many_processors_as_the_run_has_threads) {
    announced.engine.options.threads = _i;
    announced.list.is_pinning = true;
    expect(announce(false, NULL), JOINED_CHANGED, JOINED_YES);
    ck_assert_int_eq(announced.joined->config.pin_width, _i > 1 ? _i : 1);
}
END_TEST

START_TEST(without_pin_no_table_is_bound) {
    announced.engine.options.threads = 4;
    expect(announce(false, NULL), JOINED_CHANGED, JOINED_YES);
    ck_assert_int_eq(announced.joined->config.pin_width, 0);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("joined");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, a_run_that_was_over_silent_or_had_set_the_worker_aside_goes_on);
    tcase_add_test(tests, a_run_without_an_engine_of_the_worker_is_not_joined_later_either);
    tcase_add_test(tests, a_run_that_goes_on_with_another_program_is_matched_anew);
    tcase_add_test(tests, a_program_of_other_bytes_is_found);
    tcase_add_test(tests, a_program_changed_in_place_is_found);
    Suite *suite = suite_create("joined");
    tcase_add_loop_test(tests, each_table_is_bound_to_as_many_processors_as_the_run_has_threads, 0,
                        4);
    tcase_add_test(tests, without_pin_no_table_is_bound);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
