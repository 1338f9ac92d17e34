#include "grid/worker.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/url.h"
#include "grid/binary.h"
#include "grid/fetch.h"
#include "grid/joined.h"
#include "grid/slots.h"
#include "grid/wire_beat.h"
#include "run/setup.h"
#include "shared/cli/say.h"

enum {
    BEAT_MS = 2000,
    HELLO_TICKS = 3, /* beats between two requests for runs while there is none */
    TICK_MS = 250,
    EXIT_DONE = 0,
    EXIT_FAILED = 1
};

typedef struct Worker {
    const WorkerOptions *options;
    char name[WIRE_WORKER_MAX];
    char cpu[WIRE_TEXT_MAX];
    OwnEngine *engines;
    JoinedList joined;
    Arena *arena;
    Fetch *fetch;
    Slots slots;
    uv_timer_t timer;
    uint64_t beat_ns;
    int ticks;
    bool is_leaving, is_closing;
    bool is_refused; /* set aside by the manager of its only run */
} Worker;

static void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void say(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
    fflush(stdout);
}

static void complain(const char *text) {
    fflush(stdout);
    say_error("kaname-tournament: work: %s\n", text);
}

/* ---- Tasks -------------------------------------------------------------------------------- */

static void on_task(void *context, const char *key, const char *text, size_t length,
                    FetchTask *task) {
    Worker *worker = context;
    Joined *joined = joined_find(&worker->joined, key);
    if (joined == NULL || joined->state != JOINED_YES || worker->is_leaving) {
        fetch_drop(worker->fetch, task);
        fetch_want(worker->fetch, 1);
        return;
    }
    slots_take(&worker->slots, joined, text, length, task);
}

static bool has_run(const Worker *worker) {
    for (const Joined *joined = worker->joined.first; joined != NULL; joined = joined->next)
        if (joined->state == JOINED_YES)
            return true;
    return false;
}

static ArenaNext next_game(void *context, int table, ArenaGame *game) {
    Worker *worker = context;
    if (slots_next_game(&worker->slots, table, game))
        return ARENA_GAME;
    bool is_free = slots_at(&worker->slots, table)->task == NULL;
    if (is_free && worker->is_leaving)
        return ARENA_DONE;
    return is_free && has_run(worker) ? ARENA_WAIT : ARENA_REST; /* at a block: kaname-train */
}

static void on_game(void *context, int table, GameRecord *game) {
    Worker *worker = context;
    slots_add_game(&worker->slots, table, game);
}

/* ---- Beats -------------------------------------------------------------------------------- */

static void add_live_games(Worker *worker, const Joined *joined, Beat *beat) {
    for (int table = 1; table <= worker->slots.count; table++) {
        const Slot *slot = slots_at(&worker->slots, table);
        const GameRecord *game = arena_game(worker->arena, table);
        if (slot->task == NULL || slot->joined != joined)
            continue;
        beat->busy++;
        if (game == NULL || beat->game_count == BEAT_GAMES_MAX)
            continue;
        BeatGame *live = &beat->games[beat->game_count++];
        live->number = game->number;
        live->black = game->engine[GAME_BLACK];
        live->white = game->engine[GAME_WHITE];
        game_record_moves(game, live->moves);
    }
}

static void send_beat(Worker *worker, const Joined *joined) {
    Beat *beat = calloc(1, sizeof *beat);
    if (beat == NULL)
        return;
    memcpy(beat->worker, worker->name, sizeof beat->worker);
    memcpy(beat->cpu, worker->cpu, sizeof beat->cpu);
    beat->speed = worker->joined.speed;
    beat->tables = worker->options->options.concurrency;
    beat->is_leaving = worker->is_leaving;
    for (int i = 0; i < joined->run.engine_count; i++)
        memcpy(beat->hashes[beat->hash_count++], joined->own[i]->hash, WIRE_HASH_MAX);
    add_live_games(worker, joined, beat);
    fetch_beat(worker->fetch, joined->run.key, wire_beat_print(beat));
    free(beat);
}

static void send_beats(Worker *worker) {
    worker->beat_ns = uv_hrtime();
    for (const Joined *joined = worker->joined.first; joined != NULL; joined = joined->next)
        if (joined->state == JOINED_YES)
            send_beat(worker, joined);
}

static void on_tick(uv_timer_t *timer) {
    Worker *worker = timer->data;
    uint64_t now_ns = uv_hrtime();
    slots_keep_leases(&worker->slots, now_ns);
    if (now_ns - worker->beat_ns < (uint64_t)BEAT_MS * 1000000)
        return;
    send_beats(worker);
    if (!has_run(worker) && worker->ticks++ % HELLO_TICKS == 0)
        fetch_hello(worker->fetch);
}

/* ---- Runs --------------------------------------------------------------------------------- */

static void leave(Worker *worker) {
    if (worker->is_leaving)
        return;
    worker->is_leaving = true;
    fetch_stop(worker->fetch);
    send_beats(worker);
}

static void on_announcement(void *context, const char *text, size_t length) {
    Worker *worker = context;
    Joined *joined;
    JoinedNews news = joined_announce(&worker->joined, text, length, &joined);
    if (news == JOINED_UNREADABLE)
        complain("an announcement cannot be read and is dropped");
    if (news != JOINED_CHANGED)
        return;
    if (joined->state == JOINED_YES) {
        say("Run %s: joined, time controls times %.2f", joined->run.key, joined->scale);
        fetch_join(worker->fetch, joined->run.key);
        send_beat(worker, joined);
        return;
    }
    say("Run %s: %s: %s", joined->run.key, joined->state == JOINED_NO ? "not joined" : "left",
        joined->reason);
    fetch_leave(worker->fetch, joined->run.key);
    slots_drop_run(&worker->slots, joined);
    if (joined->state != JOINED_NO && worker->options->is_once && !has_run(worker)) {
        worker->is_refused = joined->state == JOINED_ASIDE;
        leave(worker);
        arena_stop(worker->arena);
    }
    arena_wake(worker->arena);
}

/* ---- Signals, errors, the end ------------------------------------------------------------- */

static void on_note(void *context, const char *text) {
    (void)context;
    say("%s", text);
}

static void on_refusal(void *context, const char *text) {
    Worker *worker = context;
    leave(worker);
    arena_fail(worker->arena, "%s: %s",
               url_mask(worker->options->grid.url, (char[URL_SHOWN_MAX]){0}), text);
}

static void on_complaint(void *context, const char *text) {
    (void)context;
    complain(text);
}

static void on_signal(void *context, bool is_abort) {
    Worker *worker = context;
    if (!is_abort)
        say("Stopping: finishing %d tasks; press Ctrl-C again to give them back at once",
            worker->slots.busy);
    leave(worker);
}

static void on_empty(void *context) {
    Worker *worker = context;
    if (worker->is_closing)
        return;
    worker->is_closing = true;
    for (int table = 1; table <= worker->slots.count; table++)
        slots_give_back(&worker->slots, table);
    uv_close((uv_handle_t *)&worker->timer, NULL);
    fetch_close(worker->fetch);
    arena_close(worker->arena);
}

/* ---- Beginning ---------------------------------------------------------------------------- */

static void choose_name(Worker *worker) {
    char host[64] = "worker";
    if (worker->options->name != NULL) {
        snprintf(worker->name, sizeof worker->name, "%s", worker->options->name);
        return;
    }
    gethostname(host, sizeof host - 1);
    host[sizeof host - 1] = '\0';
    for (char *at = host; *at != '\0'; at++) {
        char one[2] = {*at, '\0'};
        if (!wire_is_name(one))
            *at = '-';
    }
    snprintf(worker->name, sizeof worker->name, "%s-%ld", host, (long)getpid());
}

static bool describe_engines(Worker *worker) {
    const Options *options = &worker->options->options;
    worker->engines = calloc(options->engine_count, sizeof *worker->engines);
    if (worker->engines == NULL)
        return false;
    for (size_t i = 0; i < options->engine_count; i++) {
        worker->engines[i].options = &options->engines[i];
        if (!binary_hash(options->engines[i].command, worker->engines[i].hash, WIRE_HASH_MAX)) {
            complain("an engine's program cannot be read");
            return false;
        }
    }
    worker->joined = (JoinedList){.engines = worker->engines,
                                  .engine_count = options->engine_count,
                                  .worker = worker->name,
                                  .speed = binary_speed()};
    return true;
}

static bool begin(Worker *worker) {
    char error[500];
    const Options *options = &worker->options->options;
    ArenaConfig config = setup_arena(options);
    ArenaEvents events = {.next = next_game,
                          .on_game = on_game,
                          .on_empty = on_empty,
                          .on_signal = on_signal,
                          .on_complaint = on_complaint,
                          .context = worker};
    FetchEvents fetching = {.on_announcement = on_announcement,
                            .on_task = on_task,
                            .on_note = on_note,
                            .on_refusal = on_refusal,
                            .context = worker};
    if (!setup_find_engines(options, error, sizeof error)) {
        complain(error);
        return false;
    }
    choose_name(worker);
    binary_cpu(worker->cpu, sizeof worker->cpu);
    if (!describe_engines(worker))
        return false;
    if (slots_init(&worker->slots, options->concurrency))
        worker->arena = arena_new(&config, &events);
    if (worker->arena == NULL) {
        complain("no memory for the tables");
        return false;
    }
    worker->fetch = fetch_new(arena_loop(worker->arena), &worker->options->grid, worker->name,
                              &fetching, error, sizeof error);
    if (worker->fetch == NULL) {
        complain(error);
        return false;
    }
    worker->slots.fetch = worker->fetch;
    worker->slots.arena = worker->arena;
    worker->slots.worker = worker->name;
    worker->slots.on_complaint = complain;
    return true;
}

int worker_run(const WorkerOptions *options) {
    Worker worker = {.options = options};
    bool is_good = begin(&worker);
    if (is_good) {
        say("Worker %s: %d tables, speed %.1f, %s", worker.name, options->options.concurrency,
            worker.joined.speed, worker.cpu);
        uv_timer_init(arena_loop(worker.arena), &worker.timer);
        worker.timer.data = &worker;
        uv_timer_start(&worker.timer, on_tick, TICK_MS, TICK_MS);
        fetch_want(worker.fetch, options->options.concurrency);
        fetch_hello(worker.fetch);
        arena_run(worker.arena);
        say("Worker %s: %" PRId64 " tasks done", worker.name, worker.slots.done);
        is_good = !arena_has_failed(worker.arena) && !worker.is_refused;
    }
    arena_free(worker.arena);
    fetch_free(worker.fetch);
    joined_release(&worker.joined);
    free(worker.engines);
    slots_release(&worker.slots);
    return is_good ? EXIT_DONE : EXIT_FAILED;
}
