/* world.h: managers, workers and a message server in one thread and with a clock of its own, for
 * tests of grid/manager/dealing.h, grid/worker/duties.h and grid/worker/joined.h. Everything that
 * happens follows from the seed. The world fails the running test as soon as an invariant is
 * broken. */
#ifndef KANAME_TESTS_WORLD_H
#define KANAME_TESTS_WORLD_H

#include <stdbool.h>
#include <stdint.h>

/* What may happen in a course. */
typedef struct WorldPlan {
    int runs;      /* with managers that come back after every kill, 1 to 3 */
    int abandoned; /* runs whose managers are killed for good, 0 to 20 */
    int workers;   /* 1 to 4 */
    int tables;    /* of each worker, 1 to 100 */
    int encounters;
    int64_t lease_ms, game_ms; /* of the longest game */
    int saver_room;            /* encounters that a manager may be saving */
    bool has_worker_kills, has_manager_kills;
    bool has_losses;   /* tasks, answers, beats are lost; workers are stopped for a while */
    bool has_faults;   /* some workers cannot start their engines */
    bool has_attacker; /* an account of a worker sends false results */
    bool has_sequel;   /* runs that are over go on with more encounters, or again from nothing */
} WorldPlan;

typedef struct WorldResult {
    int64_t encounters; /* of the runs that were not abandoned */
    int64_t played;     /* encounters finished by workers */
    int64_t kills, restarts, false_results, lines;
    int64_t seconds; /* on the world's clock */
} WorldResult;

/* Draws a plan. */
WorldPlan world_plan(uint64_t seed);
/* Runs a course until all runs that were not abandoned are over. */
WorldResult world_run(const WorldPlan *plan, uint64_t seed);

#endif
