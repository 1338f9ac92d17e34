/* Limits of nodes and memory, over random courses of everything that allocates or searches. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "kaname.h"
#include "support/expect.h"
#include "support/harness.h"

static const uint64_t MIB = 1 << 20;

static KanameEngine *engine;

static void setup(void) {
    engine = kaname_new();
    ck_assert_ptr_nonnull(engine);
}

static void teardown(void) {
    kaname_free(engine);
}

/* Returns the most memory that the process has had, in bytes; 0: unknown. */
static uint64_t peak_bytes(void) {
    uint64_t kib = 0;
#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    FILE *status = fopen("/proc/self/status", "r");
    char line[200];
    while (status != NULL && fgets(line, sizeof line, status) != NULL)
        if (strncmp(line, "VmHWM:", 6) == 0)
            kib = strtoull(line + 6, NULL, 10);
    if (status != NULL)
        fclose(status);
#endif
    return 1024 * kib;
}

/* ---- Steps ----------------------------------------------------------------------------------- */

typedef struct Course {
    uint64_t rng;
    FILE *saved; /* a table, or nothing yet */
    int threads;
} Course;

static bool put_bytes(void *context, const void *bytes, size_t count) {
    return fwrite(bytes, 1, count, context) == count;
}

static bool get_bytes(void *context, void *bytes, size_t count) {
    return fread(bytes, 1, count, context) == count;
}

static void set_up_position(Course *course) {
    expect_equal(kaname_set_position(engine, NULL, 0, KANAME_BLACK), KANAME_OK);
    for (int left = (int)rng_below(&course->rng, 30); left > 0; left--) {
        int x = 3 + (int)rng_below(&course->rng, 9), y = 3 + (int)rng_below(&course->rng, 9);
        if (kaname_at(engine, x, y) == KANAME_EMPTY &&
            !kaname_wins_at(engine, x, y, kaname_to_move(engine)))
            expect_equal(kaname_play(engine, x, y), KANAME_OK);
    }
}

/* Half of the limits are small. */
static KanameLimits random_limits(Course *course) {
    KanameLimits limits = kaname_no_limits();
    limits.max_nodes = 1 + rng_below(&course->rng, rng_below(&course->rng, 2) ? 300 : 30000);
    if (rng_below(&course->rng, 4) == 0)
        limits.turn_ms = 20; /* another size of the table */
    return limits;
}

static void think(Course *course) {
    KanameLimits limits = random_limits(course);
    KanameResult result;
    expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
    if (course->threads == 1)
        expect(result.nodes <= limits.max_nodes);
}

static void solve(Course *course) {
    KanameLimits limits = random_limits(course);
    KanameSolution solution;
    KanameSolveMode mode = (KanameSolveMode)rng_below(&course->rng, 2);
    expect_equal(kaname_solve(engine, mode, &limits, &solution), KANAME_OK);
    expect(solution.nodes <= limits.max_nodes);
}

static void save(Course *course) {
    rewind(course->saved);
    expect_equal(kaname_save_hash(engine, put_bytes, course->saved), KANAME_OK);
    fflush(course->saved);
}

static void load(Course *course) {
    rewind(course->saved);
    KanameStatus status = kaname_load_hash(engine, get_bytes, course->saved);
    expect(status == KANAME_OK || status == KANAME_ERR_MISMATCH || status == KANAME_ERR_DAMAGED);
}

static void warm_up(Course *course) {
    KanameLimits limits = kaname_no_limits();
    bool has_table = rng_below(&course->rng, 2) == 0;
    expect_equal(kaname_prepare(engine, has_table ? &limits : NULL), KANAME_OK);
    kaname_warm_up(engine);
}

static void change_settings(Course *course) {
    static const uint64_t KIB[] = {0, 0, 1, 7, 63, 64, 1000, 4096, 30000, 1 << 22};
    course->threads = 1 + (int)rng_below(&course->rng, 4);
    expect_equal(kaname_set_threads(engine, course->threads), KANAME_OK);
    expect_equal(kaname_set_hash(engine, KIB[rng_below(&course->rng, 10)]), KANAME_OK);
}

static void change_rule(Course *course) {
    KanameRule rule = (KanameRule)rng_below(&course->rng, KANAME_RULE_COUNT);
    expect_equal(kaname_set_rule(engine, rule), KANAME_OK);
}

/* ---- Courses --------------------------------------------------------------------------------- */

enum { COURSES = 12, STEPS = 40 };

START_TEST(no_course_exceeds_its_limits) {
    static void (*const STEP[])(Course *) = {think, solve, save,    load,           warm_up,
                                             think, solve, warm_up, change_settings};
    enum { KINDS = sizeof STEP / sizeof *STEP };
    Course course = {.rng = 2000 + (uint64_t)_i, .saved = tmpfile(), .threads = 1};
    ck_assert_ptr_nonnull(course.saved);
    uint64_t limit = (40 + rng_below(&course.rng, 160)) * MIB;
    expect_equal(kaname_set_memory(engine, limit), KANAME_OK);
    for (int i = 0; i < STEPS; i++) {
        if (i % 4 == 0)
            set_up_position(&course);
        STEP[rng_below(&course.rng, KINDS)](&course);
        if (i % 15 == 14)
            change_rule(&course);
    }
    expect(peak_bytes() <= limit);
    fclose(course.saved);
}
END_TEST

/* A table loaded behind a solver, which had as much memory, and one loaded in place of another. */
START_TEST(a_loaded_table_takes_the_place_of_what_was_there) {
    Course course = {.rng = 1, .saved = tmpfile()};
    ck_assert_ptr_nonnull(course.saved);
    const uint64_t limit = 120 * MIB;
    expect_equal(kaname_set_memory(engine, limit), KANAME_OK);
    set_up_position(&course);
    KanameLimits limits = kaname_no_limits();
    limits.max_nodes = 500000;
    KanameResult result;
    expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
    save(&course);
    kaname_warm_up(engine);
    load(&course);
    expect(kaname_hash_kib(engine) > 0);
    KanameSolution solution;
    limits.max_nodes = 1500000;
    expect_equal(kaname_solve(engine, KANAME_SOLVE_VCT, &limits, &solution), KANAME_OK);
    load(&course);
    expect(kaname_hash_kib(engine) > 0);
    expect(peak_bytes() <= limit);
    fclose(course.saved);
}
END_TEST

START_TEST(damaged_data_leaves_the_engine_fit) {
    Course course = {.rng = 3, .saved = tmpfile()};
    ck_assert_ptr_nonnull(course.saved);
    expect_equal(kaname_set_memory(engine, 60 * MIB), KANAME_OK);
    set_up_position(&course);
    KanameLimits limits = kaname_no_limits();
    limits.max_nodes = 20000;
    KanameResult result;
    expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
    save(&course);
    fseek(course.saved, -3, SEEK_END);
    int byte = fgetc(course.saved);
    fseek(course.saved, -3, SEEK_END);
    fputc(byte ^ 1, course.saved);
    rewind(course.saved);
    expect_equal(kaname_load_hash(engine, get_bytes, course.saved), KANAME_ERR_DAMAGED);
    expect_equal(kaname_hash_kib(engine), 0);
    expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
    expect(kaname_hash_kib(engine) > 0);
    fclose(course.saved);
}
END_TEST

/* The last nodes may go to any part of the search. */
START_TEST(no_search_exceeds_its_nodes) {
    Course course = {.rng = 5000 + (uint64_t)_i};
    expect_equal(kaname_set_hash(engine, 256), KANAME_OK);
    expect_equal(kaname_set_param(engine, "vct_permille", 3000), KANAME_OK);
    expect_equal(kaname_set_param(engine, "vct_against_permille", 3000), KANAME_OK);
    for (int i = 0; i < 150; i++) {
        if (i % 50 == 0)
            change_rule(&course);
        set_up_position(&course);
        KanameLimits limits = kaname_no_limits();
        limits.max_nodes = 1 + rng_below(&course.rng, 6000);
        KanameResult result;
        expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
        expect(result.nodes <= limits.max_nodes);
    }
}
END_TEST

/* A limit counts the nodes of all threads. If it bound those of one thread alone, four would take
 * about four times as many. */
START_TEST(threads_share_the_nodes) {
    expect_equal(kaname_set_threads(engine, 4), KANAME_OK);
    expect_equal(kaname_play(engine, 7, 7), KANAME_OK);
    expect_equal(kaname_play(engine, 8, 8), KANAME_OK);
    KanameLimits limits = kaname_no_limits();
    limits.max_nodes = 200000;
    KanameResult result;
    expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
    expect(kaname_score_win_plies(result.score) == 0); /* or it would have ended early */
    expect(result.nodes >= limits.max_nodes && result.nodes < 2 * limits.max_nodes);
}
END_TEST

/* Eighteen rows of three, each of which makes two fours and no more: a tree of millions of fours
 * without a win. */
static void set_up_many_fours(void) {
    KanameStone stones[200];
    size_t count = 0;
    expect_equal(kaname_set_size(engine, 22, 22), KANAME_OK);
    for (int y = 1; y < 22; y += 4)
        for (int x = 0; x + 6 < 22; x += 7)
            for (int i = 0; i < 7; i++)
                if (i < 4 || i == 6)
                    stones[count++] =
                        (KanameStone){x + i, y, i == 0 || i == 6 ? KANAME_WHITE : KANAME_BLACK};
    expect_equal(kaname_set_position(engine, stones, count, KANAME_BLACK), KANAME_OK);
}

/* Without an eye on the clock, the searches for fours would take all nodes that they may. */
START_TEST(searches_of_threats_watch_the_clock) {
    enum { ALL = 10000000 };
    KanameLimits limits = kaname_no_limits();
    KanameSolution solution;
    KanameResult result;
    set_up_many_fours();
    limits.turn_ms = 50;
    limits.max_nodes = ALL;
    expect_equal(kaname_set_param(engine, "root_vcf_nodes", ALL), KANAME_OK);
    expect_equal(kaname_think(engine, &limits, NULL, &result), KANAME_OK);
    expect(result.nodes < ALL / 2);
    expect_equal(kaname_solve(engine, KANAME_SOLVE_VCF, &limits, &solution), KANAME_OK);
    expect_equal(solution.verdict, KANAME_SOLVE_UNKNOWN);
    expect(solution.nodes < ALL / 2);
    expect_equal(kaname_solve(engine, KANAME_SOLVE_VCT, &limits, &solution), KANAME_OK);
    expect_equal(solution.verdict, KANAME_SOLVE_UNKNOWN);
    expect(solution.nodes < ALL / 2);
}
END_TEST

/* Position keys do not include walls: what was learned without them must not count with them. */
START_TEST(a_change_of_walls_forgets_what_was_learned) {
    static const KanameStone STONES[] = {
        {7, 7, KANAME_BLACK}, {6, 8, KANAME_WHITE}, {8, 8, KANAME_BLACK}, {6, 6, KANAME_WHITE},
        {8, 6, KANAME_BLACK}, {8, 7, KANAME_WHITE}, {9, 9, KANAME_WALL},  {10, 7, KANAME_WALL}};
    for (int walls = 0; walls <= 2; walls++) {
        KanameLimits limits = kaname_no_limits();
        limits.max_depth = 8;
        KanameResult fresh, after;
        KanameSolution solution, solution_after;
        for (int learns = 0; learns < 2; learns++) {
            KanameEngine *other = kaname_new();
            ck_assert_ptr_nonnull(other);
            if (learns) {
                size_t before = walls == 0 ? 8 : 6;
                expect_equal(kaname_set_position(other, STONES, before, KANAME_BLACK), KANAME_OK);
                expect_equal(kaname_solve(other, KANAME_SOLVE_VCT, &limits, &solution_after),
                             KANAME_OK);
                expect_equal(kaname_think(other, &limits, NULL, &after), KANAME_OK);
            }
            expect_equal(kaname_set_position(other, STONES, 6 + (size_t)walls, KANAME_BLACK),
                         KANAME_OK);
            expect_equal(kaname_think(other, &limits, NULL, learns ? &after : &fresh), KANAME_OK);
            expect_equal(kaname_solve(other, KANAME_SOLVE_VCT, &limits,
                                      learns ? &solution_after : &solution),
                         KANAME_OK);
            if (learns) {
                expect_equal(after.nodes, fresh.nodes);
                expect_equal(after.score, fresh.score);
                expect_equal(solution_after.verdict, solution.verdict);
            }
            kaname_free(other);
        }
    }
}
END_TEST

/* Every size of the table, from the smallest that can be asked for, serves every entry point. */
START_TEST(every_table_serves_every_entry_point) {
    static const uint64_t KIB[] = {1, 2, 5, 32, 63, 64, 65, 1024};
    for (size_t i = 0; i < sizeof KIB / sizeof *KIB; i++)
        for (int limited = 0; limited < 2; limited++)
            for (int threads = 1; threads <= 3; threads += 2) {
                Course course = {.rng = 77 + i, .saved = tmpfile(), .threads = threads};
                ck_assert_ptr_nonnull(course.saved);
                expect_equal(kaname_set_memory(engine, limited ? 40 * MIB : 0), KANAME_OK);
                expect_equal(kaname_set_hash(engine, KIB[i]), KANAME_OK);
                expect_equal(kaname_set_threads(engine, threads), KANAME_OK);
                set_up_position(&course);
                think(&course);
                save(&course);
                for (int mode = 0; mode < 4; mode++)
                    solve(&course);
                load(&course);
                expect(kaname_hash_kib(engine) >= 1 && kaname_hash_kib(engine) <= KIB[i]);
                warm_up(&course);
                think(&course);
                fclose(course.saved);
            }
}
END_TEST

int main(int argc, char **argv) {
    int courses = argc > 1 ? atoi(argv[1]) : COURSES; /* more by hand: check_limits 1000 */
    Suite *suite = suite_create("limits");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, setup, teardown);
    tcase_set_timeout(all, 120);
    tcase_add_loop_test(all, no_course_exceeds_its_limits, 0, courses);
    tcase_add_test(all, a_loaded_table_takes_the_place_of_what_was_there);
    tcase_add_test(all, damaged_data_leaves_the_engine_fit);
    tcase_add_loop_test(all, no_search_exceeds_its_nodes, 0, 4);
    tcase_add_test(all, threads_share_the_nodes);
    tcase_add_test(all, searches_of_threats_watch_the_clock);
    tcase_add_test(all, a_change_of_walls_forgets_what_was_learned);
    tcase_add_test(all, every_table_serves_every_entry_point);
    suite_add_tcase(suite, all);
    return run_suite(suite);
}
