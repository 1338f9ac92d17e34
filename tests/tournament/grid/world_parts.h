/* world_parts.h: the parts of world.h's world. */
#ifndef KANAME_TESTS_WORLD_PARTS_H
#define KANAME_TESTS_WORLD_PARTS_H

#include <stddef.h>

#include "grid/manager/dealing.h"
#include "grid/worker/duties.h"
#include "grid/worker/joined.h"
#include "tournament/grid/world.h"

enum {
    WORLD_RUNS_MAX = 24,
    WORLD_WORKERS_MAX = 4,
    WORLD_TABLES_MAX = 100,
    WORLD_IDS_MAX = 130,
    WORLD_ATTEMPTS_MAX = 200,
    WORLD_TICK_MS = 100
};

#define WORLD_MS UINT64_C(1000000)

/* A task on the server. */
typedef struct ServerTask {
    int64_t id;
    int attempt;
    uint64_t code;    /* of the delivery */
    int holder, life; /* the worker; -1: nobody */
    uint64_t until_ns;
} ServerTask;

typedef struct ServerResult {
    int64_t id;
    int attempt;
    uint64_t code;
    char identity[WIRE_SECRET_MAX];
    bool is_wrong, is_false; /* an engine did not start; made up by the attacker */
    bool is_removed;
    uint64_t until_ns; /* lent to the manager until then */
} ServerResult;

/* A run on the server. */
typedef struct Stream {
    bool exists;
    uint64_t secret;
    ServerTask *tasks;
    int task_count, task_room;
    ServerResult *results;
    int result_count, result_room;
    bool is_seen[WORLD_IDS_MAX + 1][WORLD_ATTEMPTS_MAX]; /* the server drops duplicates */
} Stream;

typedef struct World World;

typedef struct SimManager {
    World *world;
    int run;
    bool is_alive, is_over, is_abandoned, had_sequel;
    Dealing dealing;
    WireRun about;
    WireEngine engine;
    int version; /* of the announcement */
    int64_t total, next;
    bool is_saved[WORLD_IDS_MAX + 1];
    int plays[WORLD_IDS_MAX + 1]; /* by workers whose engines start */
    struct {
        int64_t id;
        int result;
        uint64_t at_ns;
    } saving[WORLD_IDS_MAX + 1];
    int saving_count;
    uint64_t restart_ns, line_ns, alone_ns;
    int published;
} SimManager;

typedef struct SimTable {
    int run, attempt;
    int64_t id;
    uint64_t code, ends_ns;
    bool is_answered; /* its answer is on the way, until ends_ns */
} SimTable;

typedef struct SimWorker {
    World *world;
    int number, life;
    bool is_alive, is_broken;
    uint64_t stopped_ns, restart_ns; /* stopped until; starts again at */
    char identity[WIRE_SECRET_MAX];
    Duties duties;
    JoinedList joined;
    OwnEngine engine;
    int heard[WORLD_RUNS_MAX]; /* versions of announcements */
    bool asks[WORLD_RUNS_MAX];
    int turn;
    SimTable tables[WORLD_TABLES_MAX];
    SimTable sends[2 * WORLD_TABLES_MAX];
    int send_count;
} SimWorker;

typedef enum { SIM_BEAT, SIM_ANNOUNCEMENT, SIM_HELLO } SimKind;

/* A message that the server does not keep. */
typedef struct SimMessage {
    SimKind kind;
    uint64_t at_ns;
    int run, version; /* of an announcement */
    bool is_done;
    int worker, life, tables, busy, task_count;
    int64_t empty_ms;
    bool is_leaving;
    int64_t tasks[2 * WORLD_TABLES_MAX];
    char *text;
} SimMessage;

struct World {
    WorldPlan plan;
    WorldResult result;
    uint64_t seed, random, now_ns, calm_ns; /* no faults after it */
    Stream streams[WORLD_RUNS_MAX];
    SimManager managers[WORLD_RUNS_MAX];
    SimWorker workers[WORLD_WORKERS_MAX];
    SimMessage *messages;
    int message_count, message_room;
    int run_count;
};

/* Returns whether an event of `permille` in a thousand happens. */
bool world_chance(World *world, int permille);
uint64_t world_below(World *world, uint64_t bound);
SimMessage *world_send(World *world, SimKind kind);

ServerTask *server_add_task(World *world, int run, int64_t id, int attempt, uint64_t code);
/* Lends a task; NULL: there is none. */
ServerTask *server_lend(World *world, int run, int holder, int life);
ServerTask *server_find(World *world, int run, int64_t id, int attempt);
void server_remove(World *world, int run, ServerTask *task);
void server_add_result(World *world, int run, const ServerResult *result);
void server_tick(World *world);
void server_make(World *world, int run);
void server_delete(World *world, int run);

void manager_start(SimManager *manager);
void manager_kill(SimManager *manager, uint64_t restart_ns);
void manager_tick(SimManager *manager);
void manager_beat(SimManager *manager, const SimMessage *message);

void worker_start(SimWorker *worker);
void worker_kill(SimWorker *worker, uint64_t restart_ns);
void worker_tick(SimWorker *worker);
void worker_announcement(SimWorker *worker, const SimMessage *message);
/* Returns whether the worker is there to play for the run. */
bool worker_is_live(const SimWorker *worker, int run);

uint64_t world_code(uint64_t secret, int64_t id, int attempt);

#endif
