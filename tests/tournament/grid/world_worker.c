/* The workers of world.h: duties.h and joined.h, and games that only take time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/harness.h"
#include "tournament/grid/world_parts.h"

enum { SEND_MS_MAX = 300 };

static int run_of(const char *key) {
    return (int)strtol(key, NULL, 16) - 1;
}

/* ---- The port ----------------------------------------------------------------------------- */

static void renew(void *context, int table) {
    const SimWorker *worker = context;
    const SimTable *game = &worker->tables[table - 1];
    ServerTask *task = server_find(worker->world, game->run, game->id, game->attempt);
    if (task != NULL && task->holder == worker->number && task->life == worker->life)
        task->until_ns = worker->world->now_ns + (uint64_t)worker->world->plan.lease_ms * WORLD_MS;
}

static void send_beat(void *context, const char *key) {
    static Beat beat;
    const SimWorker *worker = context;
    SimMessage *message = world_send(worker->world, SIM_BEAT);
    if (message == NULL)
        return;
    beat.task_count = 0;
    duties_describe(&worker->duties, key, worker->world->now_ns, &beat);
    message->run = run_of(key);
    message->worker = worker->number;
    message->life = worker->life;
    message->tables = beat.tables;
    message->busy = beat.busy;
    message->empty_ms = beat.empty_ms;
    message->task_count = beat.task_count;
    memcpy(message->tasks, beat.tasks, (size_t)beat.task_count * sizeof *beat.tasks);
}

static void say_hello(void *context) {
    const SimWorker *worker = context;
    world_send(worker->world, SIM_HELLO);
}

static void on_silent(void *context, const char *key) {
    SimWorker *worker = context;
    joined_find(&worker->joined, key)->state = JOINED_SILENT;
    worker->asks[run_of(key)] = false;
}

/* ---- Life --------------------------------------------------------------------------------- */

void worker_start(SimWorker *worker) {
    static EngineOptions options = {.command = "a", .name = "A"};
    World *world = worker->world;
    const DutiesPort port = {.renew = renew,
                             .beat = send_beat,
                             .hello = say_hello,
                             .silent = on_silent,
                             .context = worker};
    bool is_calm = world->now_ns >= world->calm_ns;
    worker->life++;
    worker->is_alive = true;
    worker->is_broken = world->plan.has_faults && !is_calm && world_chance(world, 400);
    worker->stopped_ns = 0;
    worker->send_count = worker->turn = 0;
    memset(worker->heard, 0, sizeof worker->heard);
    memset(worker->asks, 0, sizeof worker->asks);
    snprintf(worker->identity, sizeof worker->identity, "%016x%016x", worker->number, worker->life);
    ck_assert(duties_init(&worker->duties, world->plan.tables, &port));
    worker->engine.options = &options;
    worker->joined = (JoinedList){.engines = &worker->engine, .engine_count = 1, .speed = 1};
    memcpy(worker->joined.identity, worker->identity, sizeof worker->identity);
    world_send(world, SIM_HELLO);
}

void worker_kill(SimWorker *worker, uint64_t restart_ns) {
    duties_release(&worker->duties);
    joined_release(&worker->joined);
    worker->is_alive = false;
    worker->restart_ns = restart_ns;
}

bool worker_is_live(const SimWorker *worker, int run) {
    char key[WIRE_KEY_MAX];
    snprintf(key, sizeof key, "%016x", (unsigned)run + 1);
    return worker->is_alive && worker->stopped_ns <= worker->world->now_ns &&
           duties_serves(&worker->duties, key);
}

/* ---- Runs --------------------------------------------------------------------------------- */

static void give_back(SimWorker *worker, int table) {
    SimTable *game = &worker->tables[table - 1];
    ServerTask *task = server_find(worker->world, game->run, game->id, game->attempt);
    if (task != NULL && task->holder == worker->number && task->life == worker->life)
        task->holder = -1;
    duties_free(&worker->duties, table);
}

static void part(SimWorker *worker, const char *key) {
    worker->asks[run_of(key)] = false;
    duties_leave(&worker->duties, key);
    for (int i = 0; i < worker->duties.table_count; i++)
        if (worker->duties.tables[i].is_taken && worker->tables[i].run == run_of(key))
            give_back(worker, i + 1);
}

void worker_announcement(SimWorker *worker, const SimMessage *message) {
    char key[WIRE_KEY_MAX];
    Joined *joined, *replaced;
    snprintf(key, sizeof key, "%016x", (unsigned)message->run + 1);
    if (!worker->is_alive || worker->stopped_ns > worker->world->now_ns)
        return;
    if (worker->heard[message->run] == message->version && duties_serves(&worker->duties, key)) {
        duties_heard(&worker->duties, key, worker->world->now_ns);
        return; /* the same text as before: nothing to read */
    }
    worker->heard[message->run] = message->version;
    JoinedNews news =
        joined_announce(&worker->joined, message->text, strlen(message->text), &joined, &replaced);
    ck_assert_int_ne(news, JOINED_UNREADABLE);
    ck_assert_ptr_null(replaced);
    duties_heard(&worker->duties, key, worker->world->now_ns);
    if (news != JOINED_CHANGED)
        return;
    if (joined->state != JOINED_YES) {
        part(worker, key);
        return;
    }
    worker->asks[message->run] = true;
    duties_serve(&worker->duties, key, joined->run.lease_ms, worker->world->now_ns);
}

/* ---- Tasks -------------------------------------------------------------------------------- */

/* Asks for a task of the run. Returns false if the server has none. */
static bool ask(SimWorker *worker, int run) {
    World *world = worker->world;
    char key[WIRE_KEY_MAX];
    snprintf(key, sizeof key, "%016x", (unsigned)run + 1);
    ServerTask *task = server_lend(world, run, worker->number, worker->life);
    if (task == NULL) {
        duties_empty(&worker->duties, key, world->now_ns);
        return false;
    }
    int table = duties_take(&worker->duties, key, task->id, world->now_ns);
    if (table == 0) {
        task->holder = -1;
        return false;
    }
    uint64_t length_ms = 1 + world_below(world, (uint64_t)world->plan.game_ms);
    worker->tables[table - 1] = (SimTable){.run = run,
                                           .attempt = task->attempt,
                                           .id = task->id,
                                           .code = task->code,
                                           .ends_ns = world->now_ns + length_ms * WORLD_MS};
    return true;
}

/* Asks one run after the other, as fetch.c does, until the tables are full or a run has nothing. */
static void fetch(SimWorker *worker) {
    for (int i = 0; i < 40 && worker->duties.busy < worker->duties.table_count; i++) {
        int looked = 0;
        do
            worker->turn = (worker->turn + 1) % worker->world->run_count;
        while (!worker->asks[worker->turn] && ++looked < worker->world->run_count);
        if (!worker->asks[worker->turn] || !ask(worker, worker->turn))
            return;
    }
}

static void end_games(SimWorker *worker) {
    World *world = worker->world;
    for (int i = 0; i < worker->duties.table_count; i++) {
        SimTable *game = &worker->tables[i];
        if (!worker->duties.tables[i].is_taken || game->ends_ns > world->now_ns)
            continue;
        duties_answer(&worker->duties, i + 1);
        ck_assert_int_lt(worker->send_count, 2 * WORLD_TABLES_MAX);
        game->ends_ns = world->now_ns + world_below(world, SEND_MS_MAX) * WORLD_MS;
        worker->sends[worker->send_count++] = *game;
    }
}

/* The answer reaches the server; then the task is acknowledged. */
static void send_answer(SimWorker *worker, const SimTable *game) {
    World *world = worker->world;
    char key[WIRE_KEY_MAX];
    ServerResult result = {.id = game->id,
                           .attempt = game->attempt,
                           .code = game->code,
                           .is_wrong = worker->is_broken};
    bool has_loss = world->plan.has_losses && world->now_ns < world->calm_ns;
    memcpy(result.identity, worker->identity, sizeof result.identity);
    if (!has_loss || !world_chance(world, 20))
        server_add_result(world, game->run, &result);
    world->managers[game->run].plays[game->id] += !worker->is_broken;
    ServerTask *task = server_find(world, game->run, game->id, game->attempt);
    if (task != NULL && (!has_loss || !world_chance(world, 20)))
        server_remove(world, game->run, task);
    snprintf(key, sizeof key, "%016x", (unsigned)game->run + 1);
    duties_sent(&worker->duties, key, game->id);
}

static void send_answers(SimWorker *worker) {
    for (int i = 0; i < worker->send_count; i++) {
        SimTable game = worker->sends[i];
        if (game.ends_ns > worker->world->now_ns)
            continue;
        worker->sends[i--] = worker->sends[--worker->send_count];
        send_answer(worker, &game);
    }
}

/* Returns whether the worker lives on. */
static bool suffer(SimWorker *worker) {
    World *world = worker->world;
    bool is_calm = world->now_ns >= world->calm_ns;
    bool is_useless = worker->is_broken && is_calm;
    if (is_useless || (!is_calm && world->plan.has_worker_kills && world_chance(world, 3))) {
        worker_kill(worker, world->now_ns + world_below(world, 100000) * WORLD_MS);
        world->result.kills++;
        return false;
    }
    if (!is_calm && world->plan.has_losses && world_chance(world, 2))
        worker->stopped_ns = world->now_ns + world_below(world, 50000) * WORLD_MS;
    return worker->stopped_ns <= world->now_ns;
}

void worker_tick(SimWorker *worker) {
    World *world = worker->world;
    if (!worker->is_alive) {
        if (world->now_ns >= worker->restart_ns)
            worker_start(worker);
        return;
    }
    if (!suffer(worker))
        return;
    send_answers(worker);
    end_games(worker);
    fetch(worker);
    duties_tick(&worker->duties, world->now_ns);
}
