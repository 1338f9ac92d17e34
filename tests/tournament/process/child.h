/* child.h: a child behind pipes and what it was heard to say. */
#ifndef TESTS_TOURNAMENT_PROCESS_CHILD_H
#define TESTS_TOURNAMENT_PROCESS_CHILD_H

#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "process/process.h"

enum { HEARD_MAX = 64, WAIT_MS = 20000 };

typedef struct World {
    uv_loop_t loop;
    ProcessHub *hub;
    Process *process;
    uv_timer_t guard;
    char heard[HEARD_MAX][512];
    ProcessStream streams[HEARD_MAX];
    bool is_cut[HEARD_MAX];
    size_t heard_count, lines;
    bool has_exited;
    int status, signal;
    size_t stop_at; /* lines after which the loop pauses */
} World;

static inline void on_line(void *context, ProcessStream stream, const char *line, bool is_cut) {
    World *world = context;
    world->lines++;
    if (world->heard_count < HEARD_MAX) {
        snprintf(world->heard[world->heard_count], sizeof world->heard[0], "%s", line);
        world->streams[world->heard_count] = stream;
        world->is_cut[world->heard_count++] = is_cut;
    }
    if (world->lines == world->stop_at)
        uv_stop(&world->loop);
}

static inline void on_exit_event(void *context, int status, int signum) {
    World *world = context;
    ck_assert(!world->has_exited);
    world->has_exited = true;
    world->status = status;
    world->signal = signum;
    uv_stop(&world->loop);
}

static inline void on_guard(uv_timer_t *timer) {
    uv_stop(timer->loop);
}

static inline void world_init(World *world) {
    memset(world, 0, sizeof *world);
    ck_assert_int_eq(uv_loop_init(&world->loop), 0);
    world->hub = process_hub_new(&world->loop);
    ck_assert_ptr_nonnull(world->hub);
    uv_timer_init(&world->loop, &world->guard);
}

static inline void world_start(World *world, const char *command, size_t line_max) {
    ProcessConfig config = {.command = command, .line_max = line_max};
    ProcessEvents events = {on_line, on_exit_event, world};
    int error = 0;
    world->process = process_new(world->hub, &config, &events, &error);
    ck_assert_msg(world->process != NULL, "%s: %s", command, uv_strerror(error));
}

/* Runs the loop until a callback stops it, or the time is up. */
static inline void world_run(World *world, unsigned ms) {
    uv_update_time(&world->loop);
    uv_timer_start(&world->guard, on_guard, ms, 0);
    uv_run(&world->loop, UV_RUN_DEFAULT);
    uv_timer_stop(&world->guard);
}

static inline void world_release(World *world) {
    process_free(world->process);
    process_hub_free(world->hub);
    uv_close((uv_handle_t *)&world->guard, NULL);
    uv_run(&world->loop, UV_RUN_DEFAULT);
    ck_assert_int_eq(uv_loop_close(&world->loop), 0);
    /* No child is left, not even a dead one. */
    ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1);
    ck_assert_int_eq(errno, ECHILD);
}

#endif
