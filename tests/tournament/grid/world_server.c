/* The server of world.h: streams of tasks and results. */
#include <stdlib.h>
#include <string.h>

#include "support/harness.h"
#include "tournament/grid/world_parts.h"

enum { RESULT_WAIT_MS = 60000 };

uint64_t world_code(uint64_t secret, int64_t id, int attempt) {
    return secret * 1000003 + (uint64_t)id * 1009 + (uint64_t)attempt;
}

static void *grow(void *items, int *room, int count, size_t size) {
    if (count < *room)
        return items;
    *room = *room > 0 ? 2 * *room : 16;
    items = realloc(items, (size_t)*room * size);
    ck_assert_ptr_nonnull(items);
    return items;
}

void server_make(World *world, int run) {
    Stream *stream = &world->streams[run];
    if (stream->exists)
        return;
    stream->exists = true;
    stream->secret = world_below(world, UINT64_C(1) << 40);
}

void server_delete(World *world, int run) {
    Stream *stream = &world->streams[run];
    free(stream->tasks);
    free(stream->results);
    *stream = (Stream){0};
}

ServerTask *server_add_task(World *world, int run, int64_t id, int attempt, uint64_t code) {
    Stream *stream = &world->streams[run];
    ck_assert_msg(attempt < WORLD_ATTEMPTS_MAX,
                  "seed %llu: task %d of run %d is published again and again",
                  (unsigned long long)world->seed, (int)id, run);
    if (!stream->exists || stream->is_seen[id][attempt])
        return NULL;
    stream->is_seen[id][attempt] = true;
    stream->tasks =
        grow(stream->tasks, &stream->task_room, stream->task_count, sizeof *stream->tasks);
    ServerTask *task = &stream->tasks[stream->task_count++];
    *task = (ServerTask){.id = id, .attempt = attempt, .code = code, .holder = -1};
    return task;
}

ServerTask *server_lend(World *world, int run, int holder, int life) {
    Stream *stream = &world->streams[run];
    for (int i = 0; i < stream->task_count; i++) {
        ServerTask *task = &stream->tasks[i];
        if (task->holder >= 0)
            continue;
        task->holder = holder;
        task->life = life;
        task->until_ns = world->now_ns + (uint64_t)world->plan.lease_ms * WORLD_MS;
        return task;
    }
    return NULL;
}

ServerTask *server_find(World *world, int run, int64_t id, int attempt) {
    Stream *stream = &world->streams[run];
    for (int i = 0; i < stream->task_count; i++)
        if (stream->tasks[i].id == id && stream->tasks[i].attempt == attempt)
            return &stream->tasks[i];
    return NULL;
}

void server_remove(World *world, int run, ServerTask *task) {
    Stream *stream = &world->streams[run];
    ServerTask *end = stream->tasks + --stream->task_count;
    memmove(task, task + 1, (size_t)(end - task) * sizeof *task);
}

void server_add_result(World *world, int run, const ServerResult *result) {
    Stream *stream = &world->streams[run];
    if (!stream->exists)
        return;
    for (int i = 0; i < stream->result_count; i++) {
        const ServerResult *old = &stream->results[i];
        if (old->id == result->id && old->attempt == result->attempt && !result->is_false &&
            !old->is_false && strcmp(old->identity, result->identity) == 0)
            return; /* a duplicate */
    }
    stream->results =
        grow(stream->results, &stream->result_room, stream->result_count, sizeof *stream->results);
    stream->results[stream->result_count++] = *result;
}

void server_tick(World *world) {
    for (int run = 0; run < world->run_count; run++) {
        Stream *stream = &world->streams[run];
        for (int i = 0; i < stream->task_count; i++)
            if (stream->tasks[i].holder >= 0 && stream->tasks[i].until_ns < world->now_ns)
                stream->tasks[i].holder = -1;
        if (!world->plan.has_losses || world->now_ns > world->calm_ns || stream->task_count == 0 ||
            !world_chance(world, 3))
            continue;
        server_remove(world, run, &stream->tasks[world_below(world, (uint64_t)stream->task_count)]);
    }
}
