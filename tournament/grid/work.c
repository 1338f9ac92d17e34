#include "grid/work.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/reader.h"
#include "grid/binary.h"
#include "grid/block_job.h"
#include "grid/fetch.h"
#include "grid/joined.h"
#include "grid/wire_beat.h"
#include "grid/wire_encounter.h"
#include "run/option_words.h"
#include "run/options.h"
#include "run/setup.h"

enum {
    BEAT_MS = 2000,
    HELLO_TICKS = 3, /* beats between two calls for runs while there is none */
    TICK_MS = 250,
    LEASE_PARTS = 3, /* of a lease, after one of which the server is told that work goes on */
    EXIT_DONE = 0,
    EXIT_FAILED = 1
};

typedef struct WorkOptions {
    Options options;
    GridOptions grid;
    char *name;    /* NULL: host and process */
    bool is_once;  /* leaves with the first run */
    bool is_speed; /* prints the speed and ends */
} WorkOptions;

/* What a table does. */
typedef struct Slot {
    FetchTask *task; /* NULL: nothing */
    Joined *joined;
    uint64_t told_ns; /* when the server heard last that work goes on */
    Encounter encounter;
    Played played; /* its games so far */
    Block block;   /* of training games, instead of an encounter */
    BlockJob *job; /* that plays it */
    struct Worker *worker;
    EngineOptions engines[2]; /* with the encounter's options; own nothing */
} Slot;

typedef struct Worker {
    const WorkOptions *options;
    char name[WIRE_WORKER_MAX];
    char cpu[WIRE_TEXT_MAX];
    OwnEngine *engines;
    JoinedList joined;
    Arena *arena;
    Fetch *fetch;
    Slot *slots;
    int busy;
    int64_t encounters;
    int failures; /* of blocks, in a row */
    uv_timer_t timer;
    uint64_t beat_ns;
    int ticks;
    bool is_leaving, is_closing;
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
    fprintf(stderr, "kaname-tournament: work: %s\n", text);
}

/* ---- Tasks -------------------------------------------------------------------------------- */

static Slot *slot_of(Worker *worker, int table) {
    return &worker->slots[table - 1];
}

/* The slot has nothing to do any more; its task has been answered or given back. */
static void clear(Worker *worker, Slot *slot) {
    wire_played_release(&slot->played);
    encounter_release(&slot->encounter);
    block_job_free(slot->job);
    *slot = (Slot){.worker = worker};
    worker->busy--;
    fetch_want(worker->fetch, 1);
}

static void answer(Worker *worker, Slot *slot) {
    char id[WIRE_WORKER_MAX + 64];
    Played *played = &slot->played;
    snprintf(id, sizeof id, "%s-%" PRId64 "-%d", worker->name, played->id, played->attempt);
    char *text = wire_played_print(played);
    if (text != NULL)
        fetch_answer(worker->fetch, slot->task, id, text, strlen(text), true);
    else
        fetch_drop(worker->fetch, slot->task);
    worker->encounters++;
    clear(worker, slot);
}

static void give_back(Worker *worker, Slot *slot) {
    fetch_drop(worker->fetch, slot->task);
    clear(worker, slot);
}

/* The engines of the encounter at the two seats. They stay while the run's do, unless the
 * encounter brings options of its own. */
static void seat_engines(Slot *slot) {
    const EncounterOptions *more = slot->encounter.options;
    for (int seat = 0; seat < 2 && more != NULL; seat++) {
        EngineOptions *engine = &slot->engines[seat];
        *engine = slot->joined->run.engines[slot->encounter.games[0].engine[seat]].options;
        for (int i = 0; i < more->count && engine->option_count < PLAYER_OPTION_MAX; i++)
            engine->options[engine->option_count++] = (char *)more->text[seat][i];
    }
}

static void begin_encounter(Worker *worker, Slot *slot) {
    Played *played = &slot->played;
    const Encounter *encounter = &slot->encounter;
    *played = (Played){.id = encounter->id,
                       .attempt = encounter->attempt,
                       .check = encounter_check(encounter),
                       .scale = slot->joined->scale};
    snprintf(played->worker, sizeof played->worker, "%s", worker->name);
    for (int seat = 0; seat < 2; seat++)
        memcpy(played->hashes[seat], slot->joined->own[encounter->games[0].engine[seat]]->hash,
               WIRE_HASH_MAX);
    for (int i = 0; i < ENCOUNTER_GAMES_MAX; i++)
        game_record_init(&played->games[i]);
    seat_engines(slot);
}

/* Sends the file of a block in parts; the last one answers the task. */
static bool answer_block(Worker *worker, Slot *slot, const char *bytes, size_t length) {
    char id[WIRE_WORKER_MAX + 64];
    BlockPart part = {.id = slot->block.id, .attempt = slot->block.attempt};
    part.parts = (int)((length + BLOCK_PART_BYTES - 1) / BLOCK_PART_BYTES);
    memcpy(part.worker, worker->name, sizeof part.worker);
    memcpy(part.hash, slot->joined->own[0]->hash, sizeof part.hash);
    for (; part.part < part.parts; part.part++) {
        size_t at = (size_t)part.part * BLOCK_PART_BYTES, size;
        part.bytes = bytes + at;
        part.length = length - at < BLOCK_PART_BYTES ? length - at : BLOCK_PART_BYTES;
        char *text = wire_part_print(&part, &size);
        snprintf(id, sizeof id, "%s-%" PRId64 "-%d-%d", worker->name, part.id, part.attempt,
                 part.part);
        if (text == NULL ||
            !fetch_answer(worker->fetch, slot->task, id, text, size, part.part == part.parts - 1))
            return part.part == part.parts - 1 && text != NULL;
    }
    return true;
}

/* A program that fails again and again does not get the same block for ever. */
static void on_block_end(void *context, char *bytes, size_t length, const char *why) {
    enum { FAILURES_MAX = 3 };
    Slot *slot = context;
    Worker *worker = slot->worker;
    if (bytes != NULL && answer_block(worker, slot, bytes, length)) {
        worker->encounters++;
        worker->failures = 0;
    } else {
        fetch_drop(worker->fetch, slot->task);
        complain(why);
        if (++worker->failures == FAILURES_MAX) {
            complain("too many failures; no more blocks of this run");
            slot->joined->state = JOINED_NO;
            fetch_leave(worker->fetch, slot->joined->run.key);
        }
    }
    free(bytes);
    clear(worker, slot);
    arena_wake(worker->arena);
}

/* Reads the task and starts it. False: it cannot be read, or not be started. */
static bool begin_task(Worker *worker, Slot *slot, const char *text, size_t length) {
    const WireRun *run = &slot->joined->run;
    if (run->work == WIRE_WORK_BLOCKS) {
        if (!wire_block_read(text, length, &slot->block))
            return false;
        slot->job = block_job_new(arena_hub(worker->arena), run->engines[0].options.command,
                                  &slot->block, on_block_end, slot);
        return slot->job != NULL;
    }
    if (run->work != WIRE_WORK_GAMES ||
        !wire_encounter_read(text, length, run->engine_count, run->settings.game.width,
                             run->settings.game.height, &slot->encounter))
        return false;
    begin_encounter(worker, slot);
    return true;
}

static void on_task(void *context, const char *key, const char *text, size_t length,
                    FetchTask *task) {
    Worker *worker = context;
    Joined *joined = joined_find(&worker->joined, key);
    Slot *slot = worker->slots;
    while (slot->task != NULL && slot + 1 < worker->slots + worker->options->options.concurrency)
        slot++;
    if (joined == NULL || joined->state != JOINED_YES || worker->is_leaving || slot->task != NULL) {
        fetch_drop(worker->fetch, task);
        fetch_want(worker->fetch, 1);
        return;
    }
    worker->busy++;
    slot->worker = worker;
    slot->task = task;
    slot->joined = joined;
    slot->told_ns = uv_hrtime();
    if (begin_task(worker, slot, text, length)) {
        arena_wake(worker->arena);
        return;
    }
    complain("a task cannot be read or started and is refused");
    fetch_refuse(worker->fetch, task);
    clear(worker, slot);
}

/* ---- Games -------------------------------------------------------------------------------- */

static bool has_run(const Worker *worker) {
    for (const Joined *joined = worker->joined.first; joined != NULL; joined = joined->next)
        if (joined->state == JOINED_YES)
            return true;
    return false;
}

static ArenaNext next_game(void *context, int table, ArenaGame *game) {
    Worker *worker = context;
    Slot *slot = slot_of(worker, table);
    const Encounter *encounter = &slot->encounter;
    if (slot->task == NULL && worker->is_leaving)
        return ARENA_DONE;
    if (slot->task == NULL)
        return has_run(worker) ? ARENA_WAIT : ARENA_REST;
    if (slot->joined->run.work != WIRE_WORK_GAMES)
        return ARENA_REST; /* it has another program at work */
    game->task = encounter->games[slot->played.count];
    game->opening = encounter->opening;
    game->config = &slot->joined->config;
    for (int seat = 0; seat < 2; seat++)
        game->engines[seat] = encounter->options != NULL
                                  ? &slot->engines[seat]
                                  : &slot->joined->run.engines[game->task.engine[seat]].options;
    return ARENA_GAME;
}

static void on_game(void *context, int table, GameRecord *game) {
    Worker *worker = context;
    Slot *slot = slot_of(worker, table);
    if (slot->task == NULL)
        return;
    if (game->result == GAME_UNDECIDED) {
        give_back(worker, slot);
        return;
    }
    slot->played.games[slot->played.count++] = *game;
    game_record_init(game);
    if (slot->played.count == slot->encounter.count)
        answer(worker, slot);
}

/* ---- Beats -------------------------------------------------------------------------------- */

static void write_moves(const GameRecord *game, char moves[BEAT_MOVES_MAX]) {
    int used = 0;
    moves[0] = '\0';
    for (size_t i = 0; i < game->move_count && i < GAME_MAX_CELLS; i++)
        used += snprintf(moves + used, (size_t)(BEAT_MOVES_MAX - used), "%c%d",
                         'a' + game->moves[i].x, game->height - game->moves[i].y);
}

static void add_live_games(Worker *worker, const Joined *joined, Beat *beat) {
    for (int table = 1; table <= worker->options->options.concurrency; table++) {
        const Slot *slot = slot_of(worker, table);
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
        write_moves(game, live->moves);
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

/* The server goes on lending what is still being played. */
static void keep_leases(Worker *worker, uint64_t now_ns) {
    for (int table = 1; table <= worker->options->options.concurrency; table++) {
        Slot *slot = slot_of(worker, table);
        if (slot->task == NULL)
            continue;
        uint64_t lease_ns = (uint64_t)slot->joined->run.lease_ms * 1000000;
        if (now_ns - slot->told_ns < lease_ns / LEASE_PARTS)
            continue;
        slot->told_ns = now_ns;
        fetch_progress(slot->task);
    }
}

static void on_tick(uv_timer_t *timer) {
    Worker *worker = timer->data;
    uint64_t now_ns = uv_hrtime();
    keep_leases(worker, now_ns);
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

/* Drops what is under way for a run that is over for this worker. */
static void drop_run(Worker *worker, const Joined *joined) {
    fetch_leave(worker->fetch, joined->run.key);
    for (int table = 1; table <= worker->options->options.concurrency; table++) {
        Slot *slot = slot_of(worker, table);
        if (slot->task == NULL || slot->joined != joined)
            continue;
        if (arena_game(worker->arena, table) != NULL)
            arena_cut(worker->arena, table);
        else
            give_back(worker, slot);
    }
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
    say("Run %s: %s: %s", joined->run.key, joined->state == JOINED_OVER ? "left" : "not joined",
        joined->reason);
    drop_run(worker, joined);
    if (joined->state == JOINED_OVER && worker->options->is_once && !has_run(worker)) {
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

static void on_complaint(void *context, const char *text) {
    (void)context;
    complain(text);
}

static void on_signal(void *context, bool is_abort) {
    Worker *worker = context;
    if (!is_abort)
        say("Stopping: %d tasks are being finished; again to give them back at once", worker->busy);
    leave(worker);
}

static void on_empty(void *context) {
    Worker *worker = context;
    if (worker->is_closing)
        return;
    worker->is_closing = true;
    for (int table = 1; table <= worker->options->options.concurrency; table++)
        if (slot_of(worker, table)->task != NULL)
            give_back(worker, slot_of(worker, table));
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
                            .context = worker};
    if (!setup_find_engines(options, error, sizeof error)) {
        complain(error);
        return false;
    }
    choose_name(worker);
    binary_cpu(worker->cpu, sizeof worker->cpu);
    if (!describe_engines(worker))
        return false;
    worker->slots = calloc((size_t)options->concurrency, sizeof *worker->slots);
    worker->arena = worker->slots != NULL ? arena_new(&config, &events) : NULL;
    if (worker->arena == NULL) {
        complain("no memory for the tables");
        return false;
    }
    worker->fetch = fetch_new(arena_loop(worker->arena), &worker->options->grid, worker->name,
                              &fetching, error, sizeof error);
    if (worker->fetch == NULL)
        complain(error);
    return worker->fetch != NULL;
}

static int work(const WorkOptions *options) {
    Worker worker = {.options = options};
    bool is_begun = begin(&worker);
    if (is_begun) {
        say("Worker %s: %d tables, speed %.1f, %s", worker.name, options->options.concurrency,
            worker.joined.speed, worker.cpu);
        uv_timer_init(arena_loop(worker.arena), &worker.timer);
        worker.timer.data = &worker;
        uv_timer_start(&worker.timer, on_tick, TICK_MS, TICK_MS);
        fetch_want(worker.fetch, options->options.concurrency);
        fetch_hello(worker.fetch);
        arena_run(worker.arena);
        say("Worker %s: %" PRId64 " tasks done", worker.name, worker.encounters);
    }
    arena_free(worker.arena);
    fetch_free(worker.fetch);
    joined_release(&worker.joined);
    free(worker.engines);
    free(worker.slots);
    return is_begun ? EXIT_DONE : EXIT_FAILED;
}

/* ---- Command line ------------------------------------------------------------------------- */

#define AT(field) .offset = offsetof(WorkOptions, field)

static const char worker_group[] = "Worker";

/* What a run decides cannot be set here. */
static const char *const engine_words[] = {"cmd", "name", NULL};
static const OptionTable own_engines = {.rows = engine_rows, .only = engine_words};

static const OptionRow rows[] = {
    {.name = "-engine",
     .value = "WORD...",
     .help = "a program that runs may use under this name, and no other; the run says how it is "
             "set:",
     .group = worker_group,
     .kind = OPTION_OWN,
     .words = &own_engines,
     .read = words_read_engine,
     .list = "engines",
     .example = "-engine cmd=another name=other"},
    {.name = NULL},
};

static const OptionRow own_rows[] = {
    {.name = "-name",
     .value = "NAME",
     .help = "name of this worker: letters, digits, '-', '_', '.'",
     .group = worker_group,
     .otherwise = "host and process number",
     .kind = OPTION_TEXT,
     AT(name)},
    {.name = "-once",
     .help = "leaves when the run that it joined is over",
     .group = worker_group,
     .kind = OPTION_FLAG,
     AT(is_once)},
    {.name = "-speed",
     .help = "prints the speed of this machine, for -scale, and does nothing else",
     .group = worker_group,
     .kind = OPTION_FLAG,
     AT(is_speed)},
    {.name = NULL},
};

static const char *const shared[] = {"-concurrency", "-pin", NULL};

static const OptionTable tables[] = {
    {.rows = rows, .offset = offsetof(WorkOptions, options)},
    {.rows = own_rows},
    {.rows = grid_link_rows, .offset = offsetof(WorkOptions, grid)},
    {.rows = options_rows, .offset = offsetof(WorkOptions, options), .only = shared}};
enum { TABLES = sizeof tables / sizeof *tables };

static bool check_options(OptionReader *reader, void *target) {
    const WorkOptions *work_options = target;
    const Options *options = &work_options->options;
    if (work_options->is_speed)
        return true;
    reader->option = "-grid";
    if (work_options->grid.url == NULL)
        return option_complain(reader, "expected the server's URL");
    reader->option = "-name";
    if (work_options->name != NULL &&
        (!wire_is_name(work_options->name) || strlen(work_options->name) >= WIRE_WORKER_MAX))
        return option_complain(reader, "expected 1 to %d letters, digits, '-', '_', '.'",
                               WIRE_WORKER_MAX - 1);
    reader->option = "-engine";
    if (options->engine_count == 0)
        return option_complain(reader, "expected one at least");
    for (size_t i = 0; i < options->engine_count; i++)
        if (options->engines[i].command == NULL || options->engines[i].name == NULL)
            return option_complain(reader, "number %zu: expected name=NAME and cmd=COMMAND", i + 1);
    return true;
}

static const char *const usage[] = {"-grid URL -engine name=NAME cmd=COMMAND [OPTION]...", NULL};
static const char *const groups[] = {worker_group, grid_group, options_running_group, NULL};

const OptionCommand work_command = {.name = "work",
                                    .about = "Plays the games of runs on other machines.",
                                    .usage = usage,
                                    .groups = groups,
                                    .tables = tables,
                                    .table_count = TABLES,
                                    .check = check_options,
                                    .run = work_main};

int work_main(int argc, char **argv) {
    WorkOptions options = {0};
    OptionOutcome outcome = option_read_command(&work_command, &options, argc - 1, argv + 1);
    int status = option_status(outcome);
    if (outcome == OPTION_READ && options.is_speed)
        printf("%.1f\n", binary_speed());
    else if (outcome == OPTION_READ)
        status = work(&options);
    option_release(&tables[1], &options);
    option_release(&tables[2], &options.grid);
    options_release(&options.options);
    return status;
}
