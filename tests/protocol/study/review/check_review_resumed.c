/* `review --resume`: how it goes on after a stop, and with a damaged file of views. */
#define _POSIX_C_SOURCE 200809L
#include "study/review/store.h"

#include <check.h>
#include <inttypes.h>
#include <stdio.h>

#include "protocol/study/review/reviewed.h"
#include "support/harness.h"

START_TEST(threads_do_not_change_the_result) {
    ck_assert_int_eq(run("--nodes 1000 --json one game.txt"), 0);
    ck_assert_int_eq(run("--nodes 1000 --threads 3 --json three game.txt"), 0);
    ck_assert_int_eq(system_in_folder("cmp one three"), 0);
}
END_TEST

START_TEST(what_was_searched_is_not_searched_again) {
    ck_assert_int_eq(run("--nodes 1000 --json one game.txt"), 0);
    ck_assert_int_eq(run("--nodes 1000 --json two --resume r game.txt"), 0);
    ck_assert_int_eq(system_in_folder("cmp one two && grep -c . r >before"), 0);
    ck_assert_int_eq(run("--nodes 1000 --json three --resume r game.txt"), 0);
    ck_assert_int_eq(system_in_folder("grep -c . r >after; cmp one three && cmp before after"), 0);
    /* Other limits are other views. */
    ck_assert_int_eq(run("--nodes 1001 --json three --resume r game.txt"), 0);
    ck_assert_int_ne(system_in_folder("grep -c . r >after; cmp -s before after"), 0);
}
END_TEST

/* Each damages the file of views in its own way; the result stays, and the file stays usable. */
static const char *const damages[] = {
    "head -c 300 r",
    "head -c 301 r",
    "head -c 18 r",
    "head -n 1 r",
    "tr 0 1 <r | sed '1s/.*/# Kaname review 1/'",
    "tr 9 8 <r",
    "sed '2,$s/a/b/' r",
    "sed '2,$s/ 7 / -7 /' r",
    "cat r r",
    "sed 2d r",
    "sed '2,$s/ /  /' r",
    "sed '2,$s/$/ /' r",
    "(head -n 1 r; tail -n +2 r | tr -d '\\n')",
    "sed '2,$s/ [^ ]*$//' r",
    "sed '2,$s/^/f/' r",
    "sed '2,$s/ [0-9]/ ffffffff/2' r",
    "(head -n 1 r; sort -r r)",
    "(cat r; head -c 5000 /dev/zero)",
    "(head -n 1 r; echo 0; echo; echo ' '; echo 1 2 3 4 5 6 7 8 9)",
    "(cat r; yes x | head -c 100000)"};
enum { DAMAGES = sizeof damages / sizeof damages[0] };

START_TEST(a_damaged_file_of_views_costs_time_alone) {
    char line[512];
    ck_assert_int_eq(run("--nodes 100 --json one --resume r game.txt"), 0);
    snprintf(line, sizeof line, "(%s) >r2", damages[_i]);
    ck_assert_int_eq(system_in_folder(line), 0);
    ck_assert_int_eq(run("--nodes 100 --json two --resume r2 game.txt"), 0);
    ck_assert_int_eq(run("--nodes 100 --json three --resume r2 game.txt"), 0);
    ck_assert_int_eq(system_in_folder("cmp one two && cmp one three"), 0);
}
END_TEST

/* A line of the file of views, with its checksum. */
static void put_view(FILE *file, const char *text) {
    uint32_t sum = 0x811C9DC5U;
    for (const char *at = text; *at != '\0'; at++)
        sum = (sum ^ (unsigned char)*at) * 0x01000193U;
    fprintf(file, "%s %08" PRIx32 "\n", text, sum);
}

static ReviewStore *open_views(void) {
    char path[TEST_PATH_BYTES];
    Status status;
    path_in(path, folder, "views");
    ReviewStore *store = review_store_open(path, NULL, 0, &status);
    ck_assert_msg(store != NULL, "%s", status_text(status));
    return store;
}

static FILE *begin_views(void) {
    char path[TEST_PATH_BYTES];
    path_in(path, folder, "views");
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    fputs("# Kaname review 1\n", file);
    return file;
}

/* Key, best move, score, rate, depth, nodes, win, is forced, moves of the line: 3 7,8. */
static const char *const bad_views[] = {
    "0 7 8 -12 80000000 9 1f4 0 0 1 7 8", /* no key */
    "5",
    "5 7",
    "5  7 8 -12 80000000 9 1f4 0 0 1 7 8",
    "5 7 +8 -12 80000000 9 1f4 0 0 1 7 8",
    "5 7 16 -12 80000000 9 1f4 0 0 1 7 8", /* off any board */
    "5 7 8",
    "5 7 8 x 80000000 9 1f4 0 0 1 7 8",
    "5 7 8 -99999 80000000 9 1f4 0 0 1 7 8",
    "5 7 8 -12 100000001 9 1f4 0 0 1 7 8", /* a rate over 1 */
    "5 7 8 -12 80000000 9 1f4 f 0 1 7 8",
    "5 7 8 -12 80000000 9 1f4 0 2 1 7 8",
    "5 7 8 -12 80000000 9 1f4 0 0 2 7 8", /* a move is missing */
    "5 7 8 -12 80000000 9 1f4 0 0 ffff 7 8",
};
enum { BAD_VIEWS = sizeof bad_views / sizeof bad_views[0] };

START_TEST(a_view_that_cannot_be_is_left_out) {
    ReviewView view;
    FILE *file = begin_views();
    put_view(file, bad_views[_i]);
    put_view(file, "6 7 8 -12 80000000 9 1f4 0 0 1 7 8");
    ck_assert_int_eq(fclose(file), 0);
    ReviewStore *store = open_views();
    ck_assert(!review_store_find(store, 5, &view));
    ck_assert(review_store_find(store, 6, &view));
    ck_assert_int_eq(view.best.x, 7);
    ck_assert_int_eq(view.best.y, 8);
    ck_assert_int_eq(view.score, -12);
    ck_assert(view.rate == 0.5);
    ck_assert_int_eq(view.depth, 9);
    ck_assert_uint_eq(view.nodes, 500);
    ck_assert_uint_eq(view.line.count, 1);
    ck_assert(review_store_close(store));
}
END_TEST

START_TEST(many_views_are_found_again) {
    enum { VIEWS = 3000 };
    char line[128];
    ReviewView view;
    FILE *file = begin_views();
    for (unsigned i = 1; i <= VIEWS; i++) {
        snprintf(line, sizeof line, "%x %x %x 0 0 1 %x 0 0 0", i * 0x9E3779B1U, i % 15, i % 7, i);
        put_view(file, line);
    }
    ck_assert_int_eq(fclose(file), 0);
    ReviewStore *store = open_views();
    for (unsigned i = 1; i <= VIEWS; i++) {
        ck_assert(review_store_find(store, i * 0x9E3779B1U, &view));
        ck_assert_uint_eq(view.nodes, i);
    }
    ck_assert(!review_store_find(store, 12, &view));
    ck_assert(review_store_close(store));
}
END_TEST

/* That a file of a part of the views leads to the same result, the test before this one shows. */
START_TEST(a_stopped_review_says_how_it_goes_on) {
    char line[1024];
    snprintf(line, sizeof line,
             "'%s' review --nodes 50000000 --json j --resume r game.txt >output 2>&1 & pid=$!; "
             /* once it has computed for some time */
             "while [ $(cut -d' ' -f14 /proc/$pid/stat) -lt 50 ]; do sleep 0.02; done; "
             "kill -INT $pid; wait $pid",
             program);
    ck_assert_int_eq(system_in_folder(line), 1);
    read_text("output", printed, sizeof printed);
    ck_shows("stopped after 0 of 1 game; the same command continues");
    ck_assert_int_ne(system_in_folder("test -e j"), 0);
    ck_assert_int_eq(system_in_folder("head -n 1 r | grep -q '^# Kaname review 1$'"), 0);
}
END_TEST

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    program = argv[1];
    Suite *suite = suite_create("review_resumed");
    TCase *going_on = tcase_create("going on");
    tcase_add_checked_fixture(going_on, set_up, NULL);
    tcase_add_test(going_on, threads_do_not_change_the_result);
    tcase_add_test(going_on, what_was_searched_is_not_searched_again);
    tcase_add_loop_test(going_on, a_damaged_file_of_views_costs_time_alone, 0, DAMAGES);
    tcase_add_loop_test(going_on, a_view_that_cannot_be_is_left_out, 0, BAD_VIEWS);
    tcase_add_test(going_on, many_views_are_found_again);
    tcase_add_test(going_on, a_stopped_review_says_how_it_goes_on);
    tcase_set_timeout(going_on, 120);
    suite_add_tcase(suite, going_on);
    return run_suite(suite);
}
