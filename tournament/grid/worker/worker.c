#include "grid/worker/worker.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/url.h"
#include "grid/binary.h"
#include "grid/secret.h"
#include "grid/wire/beat.h"
#include "grid/worker/duties.h"
#include "grid/worker/fetch.h"
#include "grid/worker/joined.h"
#include "grid/worker/slots.h"
#include "process/limits.h"
#include "run/setup.h"
#include "shared/cli/say.h"
#include "shared/status/failure.h"

enum { TICK_MS = 250, EXIT_DONE = 0, EXIT_FAILED = 1 };

typedef struct Worker {
    const WorkerOptions *options;
    char name[WIRE_WORKER_MAX];
    char token[SECRET_MAX];
    char cpu[WIRE_TEXT_MAX];
    OwnEngine *engines;
    JoinedList joined;
    Arena *arena;
    Fetch *fetch;
    Duties duties;
    Slots slots;
    uv_timer_t timer;
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
    say_error("kaname-tournament work: %s\n", text);
}

static void leave(Worker *worker) {
    if (worker->is_leaving)
        return;
    worker->is_leaving = true;
    fetch_stop(worker->fetch);
    duties_beat_all(&worker->duties, uv_hrtime());
}

/* Ends the worker, which gives its tasks back, if it has hashed another program than it would run
 * for this run. Returns whether it goes on. */
static bool check_programs(Worker *worker, const Joined *joined) {
    const OwnEngine *engine = joined_find_replaced(joined);
    if (engine == NULL)
        return true;
    leave(worker);
    arena_fail(worker->arena,
               "%s: its program was replaced while the worker ran; start the worker again",
               engine->options->name);
    return false;
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
    if (joined_find_replaced(joined) != NULL) {
        fetch_drop(worker->fetch, task);
        check_programs(worker, joined);
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
    const Slot *slot = slots_at(&worker->slots, table);
    if (slot->task != NULL && !check_programs(worker, slot->joined))
        return ARENA_DONE;
    if (slots_next_game(&worker->slots, table, game))
        return ARENA_GAME;
    bool is_free = slot->task == NULL;
    if (is_free && worker->is_leaving)
        return ARENA_DONE;
    return is_free && has_run(worker) ? ARENA_WAIT : ARENA_REST; /* at a block: a child */
}

static void on_game(void *context, int table, GameRecord *game) {
    Worker *worker = context;
    const Slot *slot = slots_at(&worker->slots, table);
    /* Its players may have started after the program was replaced. */
    if (slot->task != NULL && !check_programs(worker, slot->joined))
        return;
    slots_add_game(&worker->slots, table, game);
}

/* ---- Beats -------------------------------------------------------------------------------- */

static void add_live_games(const Worker *worker, const Joined *joined, Beat *beat) {
    for (int table = 1; table <= worker->slots.count; table++) {
        const Slot *slot = slots_at(&worker->slots, table);
        const GameRecord *game = arena_game(worker->arena, table);
        if (slot->task == NULL || slot->joined != joined || game == NULL ||
            beat->game_count == BEAT_GAMES_MAX)
            continue;
        BeatGame *live = &beat->games[beat->game_count++];
        live->number = game->number;
        live->black = game->engine[GAME_BLACK];
        live->white = game->engine[GAME_WHITE];
        game_record_moves(game, live->moves);
    }
}

static void send_beat(void *context, const char *key) {
    const Worker *worker = context;
    const Joined *joined = joined_find(&worker->joined, key);
    Beat *beat = calloc(1, sizeof *beat);
    if (beat == NULL || joined == NULL) {
        free(beat);
        return;
    }
    memcpy(beat->worker, worker->name, sizeof beat->worker);
    memcpy(beat->token, worker->token, sizeof beat->token);
    memcpy(beat->cpu, worker->cpu, sizeof beat->cpu);
    beat->speed = worker->joined.speed;
    beat->is_leaving = worker->is_leaving;
    for (int i = 0; i < joined->run.engine_count; i++)
        memcpy(beat->hashes[beat->hash_count++], joined->own[i]->hash, WIRE_HASH_MAX);
    duties_describe(&worker->duties, key, uv_hrtime(), beat);
    add_live_games(worker, joined, beat);
    fetch_beat(worker->fetch, key, wire_beat_print(beat));
    free(beat);
}

static void renew(void *context, int table) {
    const Worker *worker = context;
    slots_renew(&worker->slots, table);
}

static void say_hello(void *context) {
    const Worker *worker = context;
    fetch_hello(worker->fetch);
}

/* Its tasks at the tables are still played: their results wait on the server. */
static void on_silent(void *context, const char *key) {
    Worker *worker = context;
    Joined *joined = joined_find(&worker->joined, key);
    say("Run %s: left: no word from its manager for a minute; waiting to be called again", key);
    if (joined != NULL)
        joined->state = JOINED_SILENT;
    fetch_pause(worker->fetch, key);
    arena_wake(worker->arena);
}

static void on_tick(uv_timer_t *timer) {
    Worker *worker = timer->data;
    duties_tick(&worker->duties, uv_hrtime());
}

static void on_server_empty(void *context, const char *key) {
    Worker *worker = context;
    duties_empty(&worker->duties, key, uv_hrtime());
}

static void on_sent(void *context, const char *key, int64_t task) {
    Worker *worker = context;
    duties_sent(&worker->duties, key, task);
}

/* ---- Runs --------------------------------------------------------------------------------- */

static void join(Worker *worker, const Joined *joined) {
    const WireRun *run = &joined->run;
    say("Run %s: joined, time controls times %.2f", run->key, joined->scale);
    if (!fetch_join(worker->fetch, run->key) ||
        !duties_serve(&worker->duties, run->key, run->lease_ms, uv_hrtime()))
        arena_fail(worker->arena, "%s", status_text(STATUS_MEMORY));
}

/* Stops serving the run and gives its tasks back. */
static void part(Worker *worker, const Joined *joined) {
    fetch_leave(worker->fetch, joined->run.key);
    duties_leave(&worker->duties, joined->run.key);
    slots_drop_run(&worker->slots, joined);
}

static void on_announcement(void *context, const char *text, size_t length) {
    Worker *worker = context;
    Joined *joined, *replaced;
    JoinedNews news = joined_announce(&worker->joined, text, length, &joined, &replaced);
    if (news == JOINED_UNREADABLE)
        complain("an announcement cannot be read and is dropped");
    else if (joined != NULL)
        duties_heard(&worker->duties, joined->run.key, uv_hrtime());
    if (replaced != NULL) {
        say("Run %s: it goes on with other engines or settings", replaced->run.key);
        part(worker, replaced);
    }
    if (news != JOINED_CHANGED)
        return;
    if (joined->state == JOINED_YES) {
        join(worker, joined);
        return;
    }
    say("Run %s: %s: %s", joined->run.key, joined->state == JOINED_NO ? "not joined" : "left",
        joined->reason);
    part(worker, joined);
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
            worker->duties.busy);
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
        OwnEngine *engine = &worker->engines[i];
        engine->options = &options->engines[i];
        engine->program = inputs_program(engine->options->command);
        if (engine->program.digest == 0 ||
            !binary_hash(engine->options->command, engine->hash, WIRE_HASH_MAX) ||
            inputs_program_changed(&engine->program, engine->options->command)) {
            complain("an engine's program cannot be read");
            return false;
        }
    }
    worker->joined = (JoinedList){.engines = worker->engines,
                                  .engine_count = options->engine_count,
                                  .speed = binary_speed(),
                                  .is_pinning = options->is_pinning};
    if (secret_random(worker->token) && secret_digest(worker->token, worker->joined.identity))
        return true;
    complain("no random numbers");
    return false;
}

static bool begin(Worker *worker) {
    Failure failure = FAILURE_NONE;
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
                            .on_empty = on_server_empty,
                            .on_sent = on_sent,
                            .on_note = on_note,
                            .on_refusal = on_refusal,
                            .context = worker};
    DutiesPort duties = {.renew = renew,
                         .beat = send_beat,
                         .hello = say_hello,
                         .silent = on_silent,
                         .context = worker};
    if (!setup_find_engines(options, &failure)) {
        complain(failure.text);
        return false;
    }
    choose_name(worker);
    binary_cpu(worker->cpu, sizeof worker->cpu);
    if (!describe_engines(worker))
        return false;
    if (duties_init(&worker->duties, options->concurrency, &duties) &&
        slots_init(&worker->slots, options->concurrency))
        worker->arena = arena_new(&config, &events);
    if (worker->arena == NULL) {
        (void)limits_explain_beginning(&failure);
        complain(failure.text);
        return false;
    }
    worker->fetch = fetch_new(arena_loop(worker->arena), &worker->options->grid, worker->name,
                              &fetching, &failure);
    if (worker->fetch == NULL) {
        complain(failure.text);
        return false;
    }
    worker->slots.duties = &worker->duties;
    worker->slots.fetch = worker->fetch;
    worker->slots.arena = worker->arena;
    worker->slots.worker = worker->name;
    worker->slots.token = worker->token;
    worker->slots.on_complaint = complain;
    return true;
}

int worker_run(const WorkerOptions *options) {
    Worker worker = {.options = options};
    bool is_good = begin(&worker);
    if (is_good) {
        say("Worker %s: %d table%s, speed %.1f, %s", worker.name, options->options.concurrency,
            say_plural((uint64_t)options->options.concurrency), worker.joined.speed, worker.cpu);
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
    duties_release(&worker.duties);
    return is_good ? EXIT_DONE : EXIT_FAILED;
}
