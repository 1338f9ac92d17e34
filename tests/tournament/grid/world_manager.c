/* The managers of world.h: dealing.h with a database that saves slowly. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/harness.h"
#include "tournament/grid/world_parts.h"

enum { RESULT_WAIT_MS = 60000, SAVE_MS_MAX = 800 };

/* ---- The port ----------------------------------------------------------------------------- */

static bool next(void *context, int64_t *id, void **item) {
    SimManager *manager = context;
    while (manager->next <= manager->total && manager->is_saved[manager->next])
        manager->next++;
    if (manager->next > manager->total || manager->saving_count >= manager->world->plan.saver_room)
        return false;
    *id = manager->next++;
    *item = NULL;
    return true;
}

static void publish(void *context, const DealingTask *task) {
    SimManager *manager = context;
    const Stream *stream = &manager->world->streams[manager->run];
    manager->published++;
    server_add_task(manager->world, manager->run, task->id, task->attempt,
                    world_code(stream->secret, task->id, task->attempt));
}

static void announce(void *context) {
    SimManager *manager = context;
    int aside = manager->about.aside_count;
    roster_list_aside(&manager->dealing.roster, &manager->about);
    manager->version += aside != manager->about.aside_count;
    SimMessage *message = world_send(manager->world, SIM_ANNOUNCEMENT);
    if (message == NULL)
        return;
    message->run = manager->run;
    message->version = manager->version;
    message->is_done = manager->about.is_done;
    message->text = wire_run_print(&manager->about);
}

static void note(void *context, const char *text) {
    SimManager *manager = context;
    manager->line_ns = manager->world->now_ns;
    manager->world->result.lines++;
    (void)text;
}

/* ---- Life --------------------------------------------------------------------------------- */

static void describe(SimManager *manager) {
    snprintf(manager->engine.name, sizeof manager->engine.name, "A");
    engine_options_init(&manager->engine.options);
    manager->about = (WireRun){.lease_ms = manager->world->plan.lease_ms,
                               .settings = {.game = {.width = 15, .height = 15}},
                               .engine_count = 1,
                               .engines = &manager->engine};
    snprintf(manager->about.key, sizeof manager->about.key, "%016x", (unsigned)manager->run + 1);
}

void manager_start(SimManager *manager) {
    const DealingPort port = {
        .next = next, .publish = publish, .announce = announce, .note = note, .context = manager};
    World *world = manager->world;
    if (manager->version++ == 0)
        describe(manager);
    manager->about.is_done = false;
    manager->is_alive = true;
    manager->next = 1;
    manager->saving_count = 0;
    server_make(world, manager->run);
    for (int i = 0; i < world->streams[manager->run].result_count; i++)
        world->streams[manager->run].results[i].until_ns = 0;
    dealing_init(&manager->dealing, &port, world->plan.lease_ms, "encounters", world->now_ns);
    manager->alone_ns = manager->line_ns = world->now_ns;
}

void manager_kill(SimManager *manager, uint64_t restart_ns) {
    dealing_release(&manager->dealing);
    manager->is_alive = false;
    manager->restart_ns = restart_ns;
    manager->world->result.kills++;
}

/* Every encounter was played once, unless things were lost. */
static void check_plays(const SimManager *manager) {
    const World *world = manager->world;
    for (int64_t id = 1; id <= manager->total; id++) {
        ck_assert(manager->is_saved[id]);
        ck_assert_msg(manager->plays[id] >= 1, "seed %llu: run %d, encounter %d was never played",
                      (unsigned long long)world->seed, manager->run, (int)id);
        ck_assert_msg(manager->plays[id] == 1 || world->plan.has_losses,
                      "seed %llu: run %d, encounter %d was played %d times",
                      (unsigned long long)world->seed, manager->run, (int)id, manager->plays[id]);
    }
}

/* Ends the run. It may go on later: with more encounters, or again without what it has saved. */
static void finish(SimManager *manager) {
    World *world = manager->world;
    check_plays(manager);
    for (int64_t id = 1; id <= manager->total; id++)
        world->result.played += manager->plays[id];
    world->result.encounters += manager->total;
    manager->about.is_done = true;
    manager->version++;
    announce(manager);
    server_delete(world, manager->run);
    dealing_release(&manager->dealing);
    manager->is_alive = false;
    manager->is_over = true;
    if (!world->plan.has_sequel || manager->had_sequel)
        return;
    manager->had_sequel = true;
    manager->is_over = false;
    manager->restart_ns = world->now_ns + world_below(world, 90000) * WORLD_MS;
    if (world_chance(world, 500)) {
        memset(manager->is_saved, 0, sizeof manager->is_saved);
        memset(manager->plays, 0, sizeof manager->plays);
    } else { /* all are counted at the end */
        world->result.encounters -= manager->total;
        for (int64_t id = 1; id <= manager->total; id++)
            world->result.played -= manager->plays[id];
        manager->total += 1 + (int64_t)world_below(world, 10);
    }
}

/* ---- Results ------------------------------------------------------------------------------ */

static void judge(SimManager *manager, int at) {
    World *world = manager->world;
    Stream *stream = &world->streams[manager->run];
    ServerResult *result = &stream->results[at];
    Dealing *dealing = &manager->dealing;
    DealingTask *task;
    DealingAnswer answer = {.id = result->id,
                            .attempt = result->attempt,
                            .identity = result->identity,
                            .is_genuine = result->code ==
                                          world_code(stream->secret, result->id, result->attempt)};
    int published = manager->published, aside = manager->about.aside_count;
    int64_t last_id = dealing->last_id;
    DealingVerdict verdict = dealing_result(dealing, &answer, world->now_ns, &task);
    if (!answer.is_genuine) {
        ck_assert_int_eq(verdict, DEALING_DROP);
        ck_assert(manager->published == published && dealing->last_id == last_id &&
                  manager->about.aside_count == aside);
    }
    if (verdict == DEALING_TAKE && result->is_wrong) {
        dealing_refuse(dealing, task, &answer, "broken", "an engine did not start there",
                       world->now_ns);
        verdict = DEALING_DROP;
    }
    if (verdict == DEALING_DROP)
        result->is_removed = true;
    if (verdict == DEALING_LATER)
        result->until_ns = 0; /* it waits in the manager, which asks again at once */
    if (verdict != DEALING_TAKE)
        return;
    task->result = result;
    manager->saving[manager->saving_count].id = task->id;
    manager->saving[manager->saving_count].result = at;
    manager->saving[manager->saving_count++].at_ns =
        world->now_ns + world_below(world, SAVE_MS_MAX) * WORLD_MS;
}

static void take_results(SimManager *manager) {
    World *world = manager->world;
    Stream *stream = &world->streams[manager->run];
    for (int i = 0; i < stream->result_count; i++) {
        if (stream->results[i].is_removed || stream->results[i].until_ns > world->now_ns)
            continue;
        stream->results[i].until_ns = world->now_ns + RESULT_WAIT_MS * WORLD_MS;
        judge(manager, i);
    }
}

static void save(SimManager *manager) {
    World *world = manager->world;
    for (int i = 0; i < manager->saving_count; i++) {
        int64_t id = manager->saving[i].id;
        if (manager->saving[i].at_ns > world->now_ns)
            continue;
        ck_assert_msg(!manager->is_saved[id], "seed %llu: counted twice",
                      (unsigned long long)world->seed);
        DealingTask *task;
        HASH_FIND(hh, manager->dealing.tasks, &id, sizeof id, task);
        ck_assert_ptr_nonnull(task);
        manager->is_saved[id] = true;
        world->streams[manager->run].results[manager->saving[i].result].is_removed = true;
        dealing_forget(&manager->dealing, task);
        manager->saving[i--] = manager->saving[--manager->saving_count];
    }
}

static bool has_all(const SimManager *manager) {
    for (int64_t id = 1; id <= manager->total; id++)
        if (!manager->is_saved[id])
            return false;
    return true;
}

/* Nobody waits without a word. */
static void check_lines(SimManager *manager) {
    World *world = manager->world;
    for (int i = 0; i < world->plan.workers; i++)
        if (worker_is_live(&world->workers[i], manager->run))
            manager->alone_ns = world->now_ns;
    ck_assert_msg(world->now_ns - manager->alone_ns < 25000 * WORLD_MS ||
                      world->now_ns - manager->line_ns < 62000 * WORLD_MS,
                  "seed %llu: run %d waits without a word", (unsigned long long)world->seed,
                  manager->run);
}

void manager_beat(SimManager *manager, const SimMessage *message) {
    static Beat beat;
    World *world = manager->world;
    const SimWorker *worker = &world->workers[message->worker];
    if (!manager->is_alive)
        return;
    beat.tables = message->tables;
    beat.busy = message->busy;
    beat.empty_ms = message->empty_ms;
    beat.task_count = message->task_count;
    memcpy(beat.tasks, message->tasks, (size_t)message->task_count * sizeof *beat.tasks);
    snprintf(beat.worker, sizeof beat.worker, "w%d", message->worker);
    if (message->life == worker->life)
        dealing_beat(&manager->dealing, &beat, worker->identity, true, world->now_ns);
}

void manager_tick(SimManager *manager) {
    World *world = manager->world;
    if (!manager->is_alive) {
        if (!manager->is_over && !manager->is_abandoned && world->now_ns >= manager->restart_ns) {
            manager_start(manager);
            world->result.restarts++;
        }
        return;
    }
    if (world->now_ns < world->calm_ns && world->plan.has_manager_kills && world_chance(world, 3)) {
        manager_kill(manager, world->now_ns + world_below(world, 100000) * WORLD_MS);
        return;
    }
    save(manager);
    take_results(manager);
    dealing_tick(&manager->dealing, world->now_ns);
    check_lines(manager);
    if (has_all(manager))
        finish(manager);
}
