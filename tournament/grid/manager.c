#include "grid/manager.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/url.h"
#include "grid/binary.h"
#include "grid/dispatch.h"
#include "grid/played.h"
#include "grid/roster.h"
#include "grid/wire_encounter.h"
#include "grid/wire_run.h"
#include "run/setup.h"

enum {
    ANNOUNCE_MS = 2000,
    STALL_MS = 5000,      /* beyond the lease, see look_for_loss() */
    HELLO_MS = 200,       /* between answers to workers that look for runs */
    AHEAD = 2,            /* encounters published for each table of a worker */
    CATCH_UP_MAX = 10000, /* encounters dealt because a result named them, in total */
    ATTEMPTS_MAX = 50,    /* of one encounter, before the run fails */
    TEXT_MAX = 400
};

/* An encounter that was dealt. */
typedef struct Open {
    int64_t id; /* key */
    Encounter encounter;
    DispatchResult *result; /* its games are being saved; NULL: no result has come */
    int unsaved;            /* games not yet saved */
    UT_hash_handle hh;
} Open;

/* Maps the number of a game to its encounter, until the game is saved. */
typedef struct OpenGame {
    int64_t number; /* key */
    Open *open;
    UT_hash_handle hh;
} OpenGame;

struct Away {
    const GridOptions *options;
    AwayEvents events;
    WireRun run;
    int rule_code;
    Dispatch *dispatch;
    Roster roster;
    Open *open; /* hash tables */
    OpenGame *saving;
    uv_timer_t timer;
    int caught_up;   /* encounters dealt because a result named them */
    int64_t last_id; /* of the encounters dealt, which come in order */
    uint64_t announced_ns;
    uint64_t stall_ns; /* since when there are free tables and open encounters */
    bool is_hello_waiting, is_closed;
    bool must_start; /* see AwayRun */
};

static void note(const Away *away, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void note(const Away *away, const char *format, ...) {
    char text[TEXT_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    away->events.on_note(away->events.context, text);
}

void manager_key_text(int64_t key, char *text, size_t size) {
    snprintf(text, size, "%016" PRIx64, (uint64_t)key);
}

/* ---- Announcements ------------------------------------------------------------------------ */

static void announce(Away *away) {
    away->announced_ns = uv_hrtime();
    away->is_hello_waiting = false;
    dispatch_announce(away->dispatch, wire_run_print(&away->run));
}

static void set_aside(Away *away, RosterWorker *worker, const char *why) {
    WireRun *run = &away->run;
    if (worker->is_aside)
        return;
    worker->is_aside = true;
    note(away, "worker %s is set aside: %s", worker->name, why);
    char(*grown)[WIRE_WORKER_MAX] =
        realloc(run->aside, ((size_t)run->aside_count + 1) * sizeof *grown);
    if (grown != NULL && run->aside_count < WIRE_ASIDE_MAX) {
        memcpy(grown[run->aside_count++], worker->name, WIRE_WORKER_MAX);
    }
    if (grown != NULL)
        run->aside = grown;
    announce(away);
}

/* ---- Encounters out ----------------------------------------------------------------------- */

static bool publish(Away *away, const Open *open) {
    char *text = wire_encounter_print(&open->encounter);
    if (text != NULL && dispatch_publish(away->dispatch, open->id, open->encounter.attempt, text))
        return true;
    away->events.on_failure(away->events.context, "no memory");
    return false;
}

static void publish_again(Away *away, Open *open) {
    if (++open->encounter.attempt <= ATTEMPTS_MAX) {
        publish(away, open);
        return;
    }
    char text[TEXT_MAX];
    snprintf(text, sizeof text, "no worker could play encounter %" PRId64, open->id);
    away->events.on_failure(away->events.context, text);
}

static void forget(Away *away, Open *open) {
    HASH_DEL(away->open, open);
    encounter_release(&open->encounter);
    free(open);
}

/* Deals the next encounter. Returns false if there is none now. */
static bool hand_out(Away *away) {
    Open *open = calloc(1, sizeof *open);
    if (open == NULL || !away->events.next(away->events.context, &open->encounter)) {
        free(open);
        return false;
    }
    open->id = away->last_id = open->encounter.id;
    HASH_ADD(hh, away->open, id, sizeof open->id, open);
    return publish(away, open);
}

/* Deals encounters as long as workers may want them soon. */
static void fill(Away *away) {
    int wanted = AHEAD * roster_tables(&away->roster, uv_hrtime());
    while (!away->is_closed && (int)HASH_COUNT(away->open) < wanted && hand_out(away))
        ;
}

/* Returns the open encounter of this number; NULL if all its games are in the database. A result
 * may belong to an encounter that an earlier start of the manager dealt; this start deals them in
 * the same order. */
static Open *find_open(Away *away, int64_t id) {
    Open *open = NULL;
    while (away->caught_up < CATCH_UP_MAX && away->last_id < id && hand_out(away))
        away->caught_up++;
    HASH_FIND(hh, away->open, &id, sizeof id, open);
    return open;
}

/* ---- Games in ----------------------------------------------------------------------------- */

static bool expect_saved(Away *away, Open *open, int64_t number) {
    OpenGame *game = calloc(1, sizeof *game);
    if (game == NULL) {
        away->events.on_failure(away->events.context, "no memory");
        return false;
    }
    game->number = number;
    game->open = open;
    HASH_ADD(hh, away->saving, number, sizeof game->number, game);
    return true;
}

static void take_games(Away *away, Open *open, Played *played, DispatchResult *result) {
    const Encounter *encounter = &open->encounter;
    bool is_suspect = false;
    open->result = result;
    open->unsaved = encounter->count;
    for (int i = 0; i < encounter->count; i++)
        if (!expect_saved(away, open, encounter->games[i].number))
            return;
    int count = encounter->count;
    PlayTask tasks[ENCOUNTER_GAMES_MAX];
    memcpy(tasks, encounter->games, sizeof tasks);
    for (int i = 0; i < count; i++) {
        GameRecord *game = played_game(played, tasks[i].number);
        snprintf(game->worker, sizeof game->worker, "%s", played->worker);
        game->scale = played->scale;
        is_suspect =
            roster_count(&away->roster, played->worker, game, away->options->aside_percent) ||
            is_suspect;
        away->events.on_game(away->events.context, &tasks[i], game);
    }
    RosterWorker *worker = roster_worker(&away->roster, played->worker);
    if (!is_suspect || worker == NULL)
        return;
    char why[TEXT_MAX];
    snprintf(why, sizeof why, "%" PRId64 " of its %" PRId64 " games ended by crash or time",
             worker->faults, worker->games);
    set_aside(away, worker, why);
}

/* Refuses a useless result and publishes the encounter again. */
static void refuse(Away *away, Open *open, const Played *played, const char *why) {
    RosterWorker *worker = roster_worker(&away->roster, played->worker);
    if (worker != NULL)
        set_aside(away, worker, why);
    publish_again(away, open);
}

static void on_result(void *context, const char *text, size_t length, DispatchResult *result) {
    Away *away = context;
    Played played;
    away->stall_ns = 0;
    if (!wire_played_read(text, length, &played)) {
        note(away, "a result of %zu bytes cannot be read and is dropped", length);
        wire_played_release(&played);
        dispatch_result_done(away->dispatch, result);
        return;
    }
    Open *open = find_open(away, played.id);
    const RosterWorker *worker = roster_find(&away->roster, played.worker);
    if (open == NULL) {
        dispatch_result_done(away->dispatch, result); /* it is in the database already */
    } else if (open->result != NULL) {
        dispatch_result_leave(result); /* until the first one is in the database */
    } else if ((worker != NULL && worker->is_aside) ||
               played.check != encounter_check(&open->encounter)) {
        dispatch_result_done(away->dispatch, result);
        publish_again(away, open);
    } else {
        const char *fault = away->must_start && !played_has_started(&played)
                                ? "an engine did not start there"
                                : played_fault(&played, &open->encounter, &away->run);
        if (fault == NULL) {
            take_games(away, open, &played, result);
        } else {
            dispatch_result_done(away->dispatch, result);
            refuse(away, open, &played, fault);
        }
    }
    wire_played_release(&played);
    fill(away);
}

static void saved(Away *away, int64_t number) {
    OpenGame *game = NULL;
    HASH_FIND(hh, away->saving, &number, sizeof number, game);
    if (game == NULL)
        return;
    Open *open = game->open;
    HASH_DEL(away->saving, game);
    free(game);
    if (--open->unsaved > 0)
        return;
    dispatch_result_done(away->dispatch, open->result);
    forget(away, open);
    fill(away);
    if (away->open == NULL && away->events.on_idle != NULL)
        away->events.on_idle(away->events.context);
}

/* ---- Workers ------------------------------------------------------------------------------ */

static bool has_hashes(const Away *away, const Beat *beat) {
    for (int i = 0; i < away->run.engine_count; i++) {
        const char *wanted = away->run.engines[i].hash;
        if (wanted[0] != '\0' && (i >= beat->hash_count || strcmp(wanted, beat->hashes[i]) != 0))
            return false;
    }
    return true;
}

static void on_beat(void *context, const char *text, size_t length) {
    Away *away = context;
    static const char wrong[] = "its programs are not those of the run";
    Beat *beat = malloc(sizeof *beat);
    if (beat == NULL || !wire_beat_read(text, length, beat)) {
        note(away, "a worker's message of %zu bytes cannot be read and is dropped", length);
        free(beat);
        return;
    }
    const RosterWorker *known = roster_find(&away->roster, beat->worker);
    bool is_new = known == NULL || known->seen_ns == 0;
    bool was_leaving = known != NULL && known->is_leaving;
    roster_beat(&away->roster, beat, uv_hrtime());
    RosterWorker *worker = roster_worker(&away->roster, beat->worker);
    if (is_new && worker != NULL)
        note(away, "worker %s: %d tables, speed %.1f, %s", worker->name, worker->tables,
             worker->speed, worker->cpu);
    if (!is_new && worker != NULL && worker->is_leaving && !was_leaving)
        note(away, "worker %s leaves", worker->name);
    if (worker != NULL && !has_hashes(away, beat))
        set_aside(away, worker, wrong);
    free(beat);
    fill(away);
}

static void on_hello(void *context) {
    Away *away = context;
    if (uv_hrtime() - away->announced_ns >= (uint64_t)HELLO_MS * 1000000)
        announce(away);
    else
        away->is_hello_waiting = true;
}

/* Publishes again the open encounters that nobody plays. */
static void publish_lost(Away *away) {
    uint64_t now = uv_hrtime();
    int count = 0;
    for (Open *open = away->open; open != NULL; open = open->hh.next) {
        if (open->result == NULL && !roster_plays(&away->roster, &open->encounter, now)) {
            publish_again(away, open);
            count++;
        }
    }
    if (count > 0)
        note(away, "%d encounters were lost; publishing them again", count);
}

/* A server that was killed may forget the tasks it had lent, or hold them back for long. If workers
 * have had free tables for longer than a lease while encounters are open, these encounters are
 * lost. */
static void look_for_loss(Away *away) {
    uint64_t now = uv_hrtime();
    uint64_t limit_ns = ((uint64_t)away->run.lease_ms + STALL_MS) * 1000000;
    bool is_waiting = away->open != NULL && roster_has_room(&away->roster, now);
    if (!is_waiting || away->stall_ns == 0)
        away->stall_ns = now;
    if (now - away->stall_ns < limit_ns)
        return;
    away->stall_ns = now;
    publish_lost(away);
}

static void on_timer(uv_timer_t *timer) {
    Away *away = timer->data;
    uint64_t since_ms = (uv_hrtime() - away->announced_ns) / 1000000;
    if (since_ms >= ANNOUNCE_MS || away->is_hello_waiting)
        announce(away);
    fill(away);
    look_for_loss(away);
}

static void on_lost(void *context) {
    publish_lost(context);
}

static void on_note(void *context, const char *text) {
    note(context, "%s", text);
}

static void on_refusal(void *context, const char *text) {
    const Away *away = context;
    away->events.on_failure(away->events.context, text);
}

/* ---- The kind ----------------------------------------------------------------------------- */

static bool describe_engines(Away *away, const AwayRun *run) {
    const Options *options = run->options;
    away->run.engines = calloc(options->engine_count, sizeof *away->run.engines);
    if (away->run.engines == NULL)
        return false;
    for (size_t i = 0; i < options->engine_count; i++) {
        WireEngine *engine = &away->run.engines[away->run.engine_count++];
        engine->options = options->engines[i];
        engine->options.command = NULL;
        engine->options.name = NULL;
        snprintf(engine->name, sizeof engine->name, "%s", run->names->text[i]);
        if (!away->options->is_any_binary)
            snprintf(engine->hash, sizeof engine->hash, "%s", run->hashes[i]);
    }
    return true;
}

static bool describe_run(Away *away, const AwayRun *run) {
    const ArenaConfig config = setup_arena(run->options);
    away->run.work = WIRE_WORK_GAMES;
    away->run.settings = config.settings;
    away->run.is_memory_watched = config.is_memory_watched;
    away->run.is_suspending = config.is_suspending;
    away->run.lease_ms = away->options->lease_ms;
    if (away->options->is_scaled)
        away->run.reference = away->options->scale > 0 ? away->options->scale : binary_speed();
    manager_key_text(run->key, away->run.key, sizeof away->run.key);
    return describe_engines(away, run);
}

static void release(Away *away) {
    if (away == NULL)
        return;
    OpenGame *game, *next_game;
    Open *open, *next_open;
    HASH_ITER(hh, away->saving, game, next_game) {
        HASH_DEL(away->saving, game);
        free(game);
    }
    HASH_ITER(hh, away->open, open, next_open) {
        if (open->result != NULL)
            dispatch_result_leave(open->result);
        forget(away, open);
    }
    roster_release(&away->roster);
    dispatch_free(away->dispatch);
    free(away->run.engines); /* their options belong to the run */
    free(away->run.aside);
    free(away);
}

static Away *begin(void *maker, uv_loop_t *loop, const AwayRun *run, const AwayEvents *events,
                   char *error, size_t error_size) {
    DispatchEvents dispatching = {.on_result = on_result,
                                  .on_beat = on_beat,
                                  .on_hello = on_hello,
                                  .on_lost = on_lost,
                                  .on_note = on_note,
                                  .on_refusal = on_refusal};
    Away *away = calloc(1, sizeof *away);
    snprintf(error, error_size, "no memory");
    if (away == NULL)
        return NULL;
    away->options = maker;
    away->events = *events;
    away->must_start = run->must_start;
    dispatching.context = away;
    if (describe_run(away, run))
        away->dispatch =
            dispatch_new(loop, away->options, away->run.key, &dispatching, error, error_size);
    if (away->dispatch == NULL) {
        release(away);
        return NULL;
    }
    uv_timer_init(loop, &away->timer);
    away->timer.data = away;
    uv_timer_start(&away->timer, on_timer, HELLO_MS, HELLO_MS);
    note(away, "run %s at %s; waiting for workers", away->run.key,
         url_mask(away->options->url, (char[URL_SHOWN_MAX]){0}));
    announce(away);
    return away;
}

static void end(Away *away, bool is_finished) {
    assert(!away->is_closed);
    if (is_finished) {
        away->run.is_done = true;
        announce(away);
    }
    away->is_closed = true;
    uv_close((uv_handle_t *)&away->timer, NULL);
    dispatch_close(away->dispatch, is_finished);
}

static int count_open(const Away *away) {
    return (int)HASH_COUNT(away->open);
}

static void each_live(const Away *away, void (*fn)(void *context, const AwayLive *live),
                      void *context) {
    roster_each_live(&away->roster, uv_hrtime(), away->run.engine_count, fn, context);
}

static void each_worker(const Away *away, void (*fn)(void *context, const AwayWorker *worker),
                        void *context) {
    roster_each_worker(&away->roster, uv_hrtime(), fn, context);
}

AwayKind manager_kind(GridOptions *options) {
    return (AwayKind){.maker = options,
                      .local_tables = options->local,
                      .needs_engines = options->local > 0 || !options->is_any_binary,
                      .hash = binary_hash,
                      .begin = begin,
                      .wake = fill,
                      .saved = saved,
                      .open = count_open,
                      .each_live = each_live,
                      .each_worker = each_worker,
                      .end = end,
                      .release = release};
}
