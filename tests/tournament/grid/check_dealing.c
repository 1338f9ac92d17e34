/* Random courses of managers and workers without a server: encounters, kills, restarts, delays,
 * losses, abandoned runs, false results. See world.h.
 *
 * check_tournament_dealing [COURSES [SEED]] */
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "game/random.h"
#include "support/harness.h"
#include "tournament/grid/world.h"

enum { PART = 1000 };

static int courses = PART;
static uint64_t first_seed = 1;

static void print_plan(const WorldPlan *plan) {
    printf("%d runs, %d abandoned, %d workers, %d tables, %d encounters, lease %" PRId64
           " ms, games %" PRId64 " ms, room %d, kills %d %d, losses %d, faults %d, attacker %d, "
           "sequel %d\n",
           plan->runs, plan->abandoned, plan->workers, plan->tables, plan->encounters,
           plan->lease_ms, plan->game_ms, plan->saver_room, plan->has_worker_kills,
           plan->has_manager_kills, plan->has_losses, plan->has_faults, plan->has_attacker,
           plan->has_sequel);
    fflush(stdout);
}

/* Games outlast many leases, and nothing goes wrong: no encounter is played twice, and each manager
 * prints one line, which announces the worker. */
START_TEST(a_shared_or_large_worker_plays_each_encounter_once) {
    enum { LEASE_MS = 1000, GAME_MS = 70000, COURSES = 10 };
    static const struct {
        int runs, tables, encounters;
    } sizes[] = {{2, 2, 12}, {3, 8, 40}, {1, 100, 115}};
    const WorldPlan plan = {.runs = sizes[_i].runs,
                            .workers = 1,
                            .tables = sizes[_i].tables,
                            .encounters = sizes[_i].encounters,
                            .lease_ms = LEASE_MS,
                            .game_ms = GAME_MS,
                            .saver_room = sizes[_i].encounters};
    for (uint64_t seed = 1; seed <= COURSES; seed++) {
        WorldResult result = world_run(&plan, seed);
        ck_assert_int_eq(result.encounters, plan.runs * plan.encounters);
        ck_assert_int_eq(result.played, plan.runs * plan.encounters);
        ck_assert_int_eq(result.lines, plan.runs);
        ck_assert_int_gt(result.seconds, 10 * LEASE_MS / 1000);
    }
}
END_TEST

/* A test of its own for each PART courses: Check measures no test of more than 35 minutes. */
START_TEST(every_encounter_is_played_once_in_every_course) {
    WorldResult sum = {0};
    int count = courses - PART * _i < PART ? courses - PART * _i : PART;
    for (int i = 0; i < count; i++) {
        uint64_t seed = first_seed + (uint64_t)(PART * _i + i);
        WorldPlan plan = world_plan(seed);
        if (courses == 1)
            print_plan(&plan);
        WorldResult result = world_run(&plan, seed);
        sum.encounters += result.encounters;
        sum.played += result.played;
        sum.kills += result.kills;
        sum.restarts += result.restarts;
        sum.false_results += result.false_results;
        sum.lines += result.lines;
        sum.seconds += result.seconds;
    }
    printf("dealing: %d courses, %" PRId64 " h: %" PRId64 " encounters, %" PRId64
           " played, %" PRId64 " kills, %" PRId64 " restarts, %" PRId64 " false results\n",
           count, sum.seconds / 3600, sum.encounters, sum.played, sum.kills, sum.restarts,
           sum.false_results);
}
END_TEST

int main(int argc, char **argv) {
    if (argc > 1)
        courses = atoi(argv[1]);
    if (argc > 2)
        first_seed = strtoull(argv[2], NULL, 10);
    TCase *tests = tcase_create("dealing");
    tcase_set_timeout(tests, 3600);
    tcase_add_loop_test(tests, every_encounter_is_played_once_in_every_course, 0,
                        (courses + PART - 1) / PART);
    tcase_add_loop_test(tests, a_shared_or_large_worker_plays_each_encounter_once, 0, 3);
    Suite *suite = suite_create("dealing");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
