#include "tournament/grid/world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/random.h"
#include "support/harness.h"
#include "tournament/grid/world_parts.h"

enum { ATTACKER = 1000, DELAY_MS_MAX = 400 };

bool world_chance(World *world, int permille) {
    return random_below(&world->random, 1000) < (uint64_t)permille;
}

uint64_t world_below(World *world, uint64_t bound) {
    return random_below(&world->random, bound);
}

WorldPlan world_plan(uint64_t seed) {
    uint64_t random = random_stream(seed, 7);
    WorldPlan plan = {.runs = 1 + (int)random_below(&random, 3),
                      .workers = 1 + (int)random_below(&random, WORLD_WORKERS_MAX),
                      .tables = 1 + (int)random_below(&random, 4),
                      .encounters = 3 + (int)random_below(&random, 50),
                      .saver_room = 1 + (int)random_below(&random, 30)};
    static const int64_t leases[] = {1000, 3000, 30000};
    static const int64_t games[] = {100, 2000, 10000, 70000};
    plan.lease_ms = leases[random_below(&random, 3)];
    plan.game_ms = games[random_below(&random, 4)];
    if (random_below(&random, 8) == 0) {
        plan.tables = 60 + (int)random_below(&random, 41);
        plan.encounters = 115;
    } else if (plan.game_ms > 10000) {
        plan.encounters = 3 + plan.encounters / 5;
    }
    plan.abandoned = random_below(&random, 4) == 0 ? 20 : 0;
    plan.has_worker_kills = random_below(&random, 2) == 0;
    plan.has_manager_kills = random_below(&random, 2) == 0;
    plan.has_losses = random_below(&random, 4) == 0;
    plan.has_faults = random_below(&random, 4) == 0;
    plan.has_attacker = random_below(&random, 3) == 0;
    plan.has_sequel = random_below(&random, 4) == 0;
    return plan;
}

/* ---- Messages ----------------------------------------------------------------------------- */

/* Returns a message to fill in, which will arrive or not; NULL: it is lost. */
SimMessage *world_send(World *world, SimKind kind) {
    if (world->plan.has_losses && world->now_ns < world->calm_ns && world_chance(world, 50))
        return NULL;
    if (world->message_count == world->message_room) {
        world->message_room = world->message_room > 0 ? 2 * world->message_room : 16;
        world->messages =
            realloc(world->messages, (size_t)world->message_room * sizeof *world->messages);
        ck_assert_ptr_nonnull(world->messages);
    }
    SimMessage *message = &world->messages[world->message_count++];
    message->kind = kind;
    message->text = NULL;
    message->is_done = message->is_leaving = false;
    message->at_ns = world->now_ns + world_below(world, DELAY_MS_MAX) * WORLD_MS;
    return message;
}

static void deliver(World *world, const SimMessage *message) {
    switch (message->kind) {
    case SIM_BEAT:
        manager_beat(&world->managers[message->run], message);
        break;
    case SIM_ANNOUNCEMENT:
        for (int i = 0; i < world->plan.workers; i++)
            worker_announcement(&world->workers[i], message);
        break;
    case SIM_HELLO:
        for (int run = 0; run < world->run_count; run++)
            if (world->managers[run].is_alive)
                dealing_hello(&world->managers[run].dealing, world->now_ns);
        break;
    }
}

/* Delivers what is due. Announcements of one manager keep their order, as on a connection. */
static void deliver_all(World *world) {
    static SimMessage message;
    bool is_late[WORLD_RUNS_MAX] = {false};
    int count = world->message_count, kept = 0;
    for (int i = 0; i < count; i++) {
        SimMessage *each = &world->messages[i];
        bool is_announcement = each->kind == SIM_ANNOUNCEMENT;
        if (each->at_ns > world->now_ns || (is_announcement && is_late[each->run])) {
            if (is_announcement)
                is_late[each->run] = true;
            if (kept != i)
                world->messages[kept] = *each;
            kept++;
            continue;
        }
        message = *each;
        deliver(world, &message);
        free(message.text);
    }
    int more = world->message_count - count; /* sent meanwhile */
    if (more > 0)
        memmove(world->messages + kept, world->messages + count,
                (size_t)more * sizeof *world->messages);
    world->message_count = kept + more;
}

/* ---- The attacker ------------------------------------------------------------------------- */

/* Answers in the name of another worker a task that it was not lent. */
static void send_false_results(World *world, int run) {
    const SimWorker *victim = &world->workers[world_below(world, (uint64_t)world->plan.workers)];
    ServerResult result = {.is_false = true, .is_wrong = true};
    result.id = 1 + (int64_t)world_below(world, WORLD_IDS_MAX);
    memcpy(result.identity, victim->identity, sizeof result.identity);
    for (int i = 0; i < 60; i++) {
        result.attempt = 1 + i;
        result.code = world_below(world, UINT64_C(1) << 50);
        server_add_result(world, run, &result);
        world->result.false_results++;
    }
}

/* Takes a task, as its account may, and answers it wrongly under a name of its own. */
static void spoil_task(World *world, int run) {
    ServerTask *task = server_lend(world, run, ATTACKER, (int)world_below(world, 1000));
    if (task == NULL)
        return;
    ServerResult result = {.id = task->id,
                           .attempt = task->attempt,
                           .code = task->code,
                           .is_wrong = true,
                           .is_false = true};
    snprintf(result.identity, sizeof result.identity, "attacker%d", task->life);
    for (int i = 0; i < 60; i++) /* only the first may cost anything */
        server_add_result(world, run, &result);
    world->result.false_results += 60;
    server_remove(world, run, task);
}

static void attack(World *world) {
    int run = (int)world_below(world, (uint64_t)world->run_count);
    if (!world->plan.has_attacker || world->now_ns > world->calm_ns ||
        !world->streams[run].exists || !world_chance(world, 10))
        return;
    if (world_chance(world, 700))
        send_false_results(world, run);
    else
        spoil_task(world, run);
}

/* ---- The course --------------------------------------------------------------------------- */

static World *new_world(const WorldPlan *plan, uint64_t seed) {
    World *world = calloc(1, sizeof *world);
    ck_assert_ptr_nonnull(world);
    world->plan = *plan;
    world->seed = seed;
    world->random = random_stream(seed, 8);
    world->now_ns = WORLD_MS;
    world->calm_ns = (60000 + world_below(world, 200000)) * WORLD_MS;
    world->run_count = plan->runs + plan->abandoned;
    for (int run = 0; run < world->run_count; run++) {
        SimManager *manager = &world->managers[run];
        manager->world = world;
        manager->run = run;
        manager->total = plan->encounters;
        manager_start(manager);
    }
    for (int i = 0; i < plan->workers; i++) {
        world->workers[i].world = world;
        world->workers[i].number = i;
        worker_start(&world->workers[i]);
    }
    return world;
}

static void free_world(World *world) {
    for (int run = 0; run < world->run_count; run++) {
        if (world->managers[run].is_alive)
            dealing_release(&world->managers[run].dealing);
        free(world->managers[run].about.aside);
        server_delete(world, run);
    }
    for (int i = 0; i < world->plan.workers; i++)
        if (world->workers[i].is_alive)
            worker_kill(&world->workers[i], 0);
    for (int i = 0; i < world->message_count; i++)
        free(world->messages[i].text);
    free(world->messages);
    free(world);
}

/* Kills the managers that never come back, after a while. */
static void abandon(World *world) {
    for (int run = world->plan.runs; run < world->run_count; run++) {
        SimManager *manager = &world->managers[run];
        if (manager->is_alive && world_chance(world, 20))
            manager_kill(manager, 0);
        manager->is_abandoned = !manager->is_alive;
    }
}

static bool is_over(const World *world) {
    for (int run = 0; run < world->plan.runs; run++)
        if (!world->managers[run].is_over)
            return false;
    return true;
}

/* Long enough for one table to play everything twice, after the faults. */
static uint64_t limit_ns(const World *world) {
    const WorldPlan *plan = &world->plan;
    uint64_t games = (uint64_t)(plan->encounters + 10) * (uint64_t)world->run_count;
    uint64_t tables = (uint64_t)(plan->tables < 4 ? plan->tables : 4);
    uint64_t ms = 2 * games * ((uint64_t)plan->game_ms + 2000) / tables +
                  6 * ((uint64_t)plan->lease_ms + 100000) + 300000;
    return world->calm_ns + (plan->has_sequel ? 2 : 1) * ms * WORLD_MS;
}

WorldResult world_run(const WorldPlan *plan, uint64_t seed) {
    World *world = new_world(plan, seed);
    while (!is_over(world)) {
        ck_assert_msg(world->now_ns < limit_ns(world), "seed %llu: a run does not end",
                      (unsigned long long)seed);
        world->now_ns += WORLD_TICK_MS * WORLD_MS;
        server_tick(world);
        deliver_all(world);
        attack(world);
        abandon(world);
        for (int run = 0; run < world->run_count; run++)
            manager_tick(&world->managers[run]);
        for (int i = 0; i < plan->workers; i++)
            worker_tick(&world->workers[i]);
    }
    WorldResult result = world->result;
    result.seconds = (int64_t)(world->now_ns / 1000000000);
    free_world(world);
    return result;
}
