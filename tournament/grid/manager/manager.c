#include "grid/manager/manager.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/url.h"
#include "grid/binary.h"
#include "grid/manager/dealing.h"
#include "grid/manager/description.h"
#include "grid/manager/dispatch.h"
#include "grid/manager/played.h"
#include "grid/secret.h"
#include "grid/wire/encounter.h"
#include "grid/wire/run.h"
#include "shared/status/failure.h"

enum {
    TICK_MS = 200,
    TEXT_MAX = 400,
    WAITING_MAX = 1024 /* results of encounters that cannot be dealt yet */
};

/* Maps the number of a game to its encounter, until the game is saved. */
typedef struct OpenGame {
    int64_t number; /* key */
    DealingTask *task;
    UT_hash_handle hh;
} OpenGame;

/* An encounter that was dealt. */
typedef struct Open {
    Encounter encounter;
    int unsaved; /* games of its result that are not saved yet */
} Open;

/* A result of an encounter that cannot be dealt yet. */
typedef struct Waiting {
    struct Waiting *next;
    int64_t id;
    DispatchResult *result;
    size_t length;
    char text[];
} Waiting;

struct Away {
    const GridOptions *options;
    AwayEvents events;
    WireRun run;
    Dispatch *dispatch;
    Dealing dealing;
    OpenGame *saving; /* a hash table */
    Waiting *waiting;
    int waiting_count;
    uv_timer_t timer;
    bool is_retrying, is_closed;
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

/* ---- What the dealing asks for ------------------------------------------------------------ */

static void announce(void *context) {
    Away *away = context;
    roster_list_aside(&away->dealing.roster, &away->run);
    dispatch_announce(away->dispatch, wire_run_print(&away->run));
}

static void note_text(void *context, const char *text) {
    note(context, "%s", text);
}

static bool next(void *context, int64_t *id, void **item) {
    Away *away = context;
    Open *open = away->is_closed ? NULL : calloc(1, sizeof *open);
    if (open == NULL || !away->events.next(away->events.context, &open->encounter)) {
        free(open);
        return false;
    }
    *id = open->encounter.id;
    *item = open;
    return true;
}

static void publish(void *context, const DealingTask *task) {
    Away *away = context;
    Encounter *encounter = &((Open *)task->item)->encounter;
    encounter->attempt = task->attempt;
    char *text = secret_of_delivery(dispatch_secret(away->dispatch), task->id, task->attempt,
                                    encounter->secret)
                     ? wire_encounter_print(encounter)
                     : NULL;
    if (text == NULL || !dispatch_publish(away->dispatch, encounter->secret, text))
        away->events.on_failure(away->events.context, status_text(STATUS_MEMORY));
}

static void forget(Away *away, DealingTask *task) {
    Open *open = task->item;
    encounter_release(&open->encounter);
    free(open);
    dealing_forget(&away->dealing, task);
}

/* ---- Games in ----------------------------------------------------------------------------- */

static bool expect_saved(Away *away, DealingTask *task, int64_t number) {
    OpenGame *game = calloc(1, sizeof *game);
    if (game == NULL) {
        away->events.on_failure(away->events.context, status_text(STATUS_MEMORY));
        return false;
    }
    game->number = number;
    game->task = task;
    HASH_ADD(hh, away->saving, number, sizeof game->number, game);
    return true;
}

/* Counts the games of a worker, which may then be set aside. */
static void count_games(Away *away, const Played *played, const char *identity) {
    bool is_suspect = false;
    RosterWorker *worker = roster_worker(&away->dealing.roster, identity, played->worker);
    for (int i = 0; i < played->count && worker != NULL; i++)
        is_suspect =
            roster_count(worker, &played->games[i], away->options->aside_percent) || is_suspect;
    if (!is_suspect)
        return;
    char why[TEXT_MAX];
    snprintf(why, sizeof why, "%" PRId64 " of its %" PRId64 " games ended by crash or time",
             worker->faults, worker->games);
    dealing_set_aside(&away->dealing, worker, why, uv_hrtime());
}

/* Passes the games on. The owner may save them at once, and then the task is gone. */
static void take_games(Away *away, DealingTask *task, Played *played, DispatchResult *result) {
    Open *open = task->item;
    int count = open->encounter.count;
    PlayTask games[ENCOUNTER_GAMES_MAX];
    memcpy(games, open->encounter.games, sizeof games);
    task->result = result;
    open->unsaved = count;
    for (int i = 0; i < count; i++)
        if (!expect_saved(away, task, games[i].number))
            return;
    for (int i = 0; i < count; i++) {
        GameRecord *game = played_game(played, games[i].number);
        snprintf(game->worker, sizeof game->worker, "%s", played->worker);
        game->scale = played->scale;
        away->events.on_game(away->events.context, &games[i], game);
    }
}

/* Returns why the result is no answer to the encounter; NULL if it is one. */
static const char *find_fault(const Away *away, Played *played, const Encounter *encounter) {
    if (away->must_start && !played_has_started(played))
        return "an engine did not start there";
    return played_fault(played, encounter, &away->run);
}

/* Examines a result that answers the open task. Returns false if it is useless. */
static bool take_result(Away *away, DealingTask *task, const DealingAnswer *answer, Played *played,
                        DispatchResult *result) {
    const Encounter *encounter = &((Open *)task->item)->encounter;
    /* A start with other openings or values may have dealt it: nobody's fault. */
    bool is_other = played->check != encounter_check(encounter);
    const char *fault = is_other ? NULL : find_fault(away, played, encounter);
    if (is_other || fault != NULL) {
        dealing_refuse(&away->dealing, task, answer, played->worker, fault, uv_hrtime());
        return false;
    }
    count_games(away, played, answer->identity);
    take_games(away, task, played, result);
    return true;
}

static void wait_for_deal(Away *away, int64_t id, const char *text, size_t length,
                          DispatchResult *result) {
    Waiting *waiting = away->waiting_count < WAITING_MAX ? malloc(sizeof *waiting + length) : NULL;
    if (waiting == NULL) {
        dispatch_result_leave(result); /* the server sends it again */
        return;
    }
    waiting->id = id;
    waiting->result = result;
    waiting->length = length;
    memcpy(waiting->text, text, length);
    waiting->next = NULL;
    Waiting **end = &away->waiting;
    while (*end != NULL)
        end = &(*end)->next;
    *end = waiting;
    away->waiting_count++;
}

static void judge(Away *away, const char *text, size_t length, Played *played,
                  DispatchResult *result) {
    char code[SECRET_MAX], identity[SECRET_MAX];
    DealingTask *task;
    DealingAnswer answer = {.id = played->id, .attempt = played->attempt, .identity = identity};
    answer.is_genuine =
        secret_digest(played->token, identity) &&
        secret_of_delivery(dispatch_secret(away->dispatch), played->id, played->attempt, code) &&
        secret_is_equal(code, played->secret);
    switch (dealing_result(&away->dealing, &answer, uv_hrtime(), &task)) {
    case DEALING_TAKE:
        if (!take_result(away, task, &answer, played, result))
            dispatch_result_done(away->dispatch, result);
        break;
    case DEALING_DROP:
        dispatch_result_done(away->dispatch, result);
        break;
    case DEALING_LEAVE:
        dispatch_result_leave(result);
        break;
    case DEALING_LATER:
        wait_for_deal(away, played->id, text, length, result);
        break;
    }
}

static void on_result(void *context, const char *text, size_t length, DispatchResult *result) {
    Away *away = context;
    Played played;
    if (wire_played_read(text, length, &played)) {
        judge(away, text, length, &played, result);
    } else {
        note(away, "a result of %zu bytes cannot be read and is dropped", length);
        dispatch_result_done(away->dispatch, result);
    }
    wire_played_release(&played);
    dealing_fill(&away->dealing, uv_hrtime());
}

/* Judges those waiting results whose encounters can be dealt now. */
static void retry(Away *away) {
    Waiting **link = &away->waiting;
    if (away->is_retrying || away->is_closed)
        return;
    away->is_retrying = true; /* judging may come back here */
    while (*link != NULL) {
        Waiting *waiting = *link;
        if (!dealing_reach(&away->dealing, waiting->id, uv_hrtime())) {
            link = &waiting->next;
            continue;
        }
        *link = waiting->next;
        away->waiting_count--;
        on_result(away, waiting->text, waiting->length, waiting->result);
        free(waiting);
    }
    away->is_retrying = false;
}

static void wake(Away *away) {
    if (away->is_closed)
        return;
    retry(away);
    dealing_fill(&away->dealing, uv_hrtime());
}

static bool recall(Away *away, Encounter *encounter) {
    DealingTask *task = away->is_closed ? NULL : dealing_recall(&away->dealing, uv_hrtime());
    if (task == NULL)
        return false;
    Open *open = task->item;
    *encounter = open->encounter;
    free(open);
    dealing_forget(&away->dealing, task);
    note(away, "encounter %" PRId64 " comes back to this machine's tables", encounter->id);
    return true;
}

static void saved(Away *away, int64_t number) {
    OpenGame *game = NULL;
    HASH_FIND(hh, away->saving, &number, sizeof number, game);
    if (game == NULL)
        return;
    DealingTask *task = game->task;
    Open *open = task->item;
    HASH_DEL(away->saving, game);
    free(game);
    if (--open->unsaved > 0)
        return;
    dispatch_result_done(away->dispatch, task->result);
    forget(away, task);
    wake(away);
    if (dealing_open(&away->dealing) == 0 && away->events.on_idle != NULL)
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
    char identity[SECRET_MAX];
    Beat *beat = malloc(sizeof *beat);
    if (beat != NULL && wire_beat_read(text, length, beat) && secret_digest(beat->token, identity))
        dealing_beat(&away->dealing, beat, identity, has_hashes(away, beat), uv_hrtime());
    else
        note(away, "a worker's message of %zu bytes cannot be read and is dropped", length);
    free(beat);
}

static void on_hello(void *context) {
    Away *away = context;
    dealing_hello(&away->dealing, uv_hrtime());
}

static void on_timer(uv_timer_t *timer) {
    Away *away = timer->data;
    retry(away);
    dealing_tick(&away->dealing, uv_hrtime());
    if (away->events.on_left != NULL && dealing_recall(&away->dealing, uv_hrtime()) != NULL)
        away->events.on_left(away->events.context);
}

static void on_lost(void *context) {
    Away *away = context;
    dealing_lost(&away->dealing, uv_hrtime());
}

static void on_refusal(void *context, const char *text) {
    const Away *away = context;
    away->events.on_failure(away->events.context, text);
}

/* ---- The kind ----------------------------------------------------------------------------- */

static void leave_results(Away *away) {
    DealingTask *task, *next_task;
    HASH_ITER(hh, away->dealing.tasks, task, next_task) {
        if (task->result != NULL)
            dispatch_result_leave(task->result);
        forget(away, task);
    }
    while (away->waiting != NULL) {
        Waiting *waiting = away->waiting;
        away->waiting = waiting->next;
        dispatch_result_leave(waiting->result);
        free(waiting);
    }
}

static void release(Away *away) {
    if (away == NULL)
        return;
    OpenGame *game, *next_game;
    HASH_ITER(hh, away->saving, game, next_game) {
        HASH_DEL(away->saving, game);
        free(game);
    }
    leave_results(away);
    dealing_release(&away->dealing);
    dispatch_free(away->dispatch);
    free(away->run.engines); /* their options belong to the run */
    free(away->run.aside);
    free(away);
}

static Away *begin(void *maker, uv_loop_t *loop, const AwayRun *run, const AwayEvents *events,
                   Failure *failure) {
    DispatchEvents dispatching = {.on_result = on_result,
                                  .on_beat = on_beat,
                                  .on_hello = on_hello,
                                  .on_lost = on_lost,
                                  .on_note = note_text,
                                  .on_refusal = on_refusal};
    DealingPort port = {.next = next, .publish = publish, .announce = announce, .note = note_text};
    char programs[WIRE_HASH_MAX];
    Away *away = calloc(1, sizeof *away);
    if (away == NULL) {
        failure_set(failure, STATUS_MEMORY);
        return NULL;
    }
    away->options = maker;
    away->events = *events;
    away->must_start = run->must_start;
    dispatching.context = port.context = away;
    dealing_init(&away->dealing, &port, away->options->lease_ms, "encounters", uv_hrtime());
    if (!description_make(&away->run, run, away->options)) {
        failure_set(failure, STATUS_MEMORY);
    } else if (!wire_run_fits(&away->run)) {
        failure_say(failure, STATUS_OPTION, "%s", wire_run_limits);
    } else {
        description_of_programs(&away->run, programs);
        away->dispatch =
            dispatch_new(loop, away->options, away->run.key, programs, &dispatching, failure);
    }
    if (away->dispatch == NULL) {
        release(away);
        return NULL;
    }
    uv_timer_init(loop, &away->timer);
    away->timer.data = away;
    uv_timer_start(&away->timer, on_timer, TICK_MS, TICK_MS);
    note(away, "run %s at %s; waiting for workers", away->run.key,
         url_mask(away->options->url, (char[URL_SHOWN_MAX]){0}));
    dealing_tick(&away->dealing, uv_hrtime());
    return away;
}

static void end(Away *away, bool is_finished) {
    assert(!away->is_closed);
    if (is_finished) {
        away->run.is_done = true;
        announce(away);
    }
    away->is_closed = true;
    dealing_end(&away->dealing);
    uv_close((uv_handle_t *)&away->timer, NULL);
    dispatch_close(away->dispatch, is_finished);
}

static int count_open(const Away *away) {
    return dealing_open(&away->dealing);
}

static void each_live(const Away *away, void (*fn)(void *context, const AwayLive *live),
                      void *context) {
    roster_each_live(&away->dealing.roster, uv_hrtime(), away->run.engine_count, fn, context);
}

static void each_worker(const Away *away, void (*fn)(void *context, const AwayWorker *worker),
                        void *context) {
    roster_each_worker(&away->dealing.roster, uv_hrtime(), fn, context);
}

AwayKind manager_kind(GridOptions *options) {
    return (AwayKind){.maker = options,
                      .local_tables = options->local,
                      .needs_engines = options->local > 0 || !options->is_any_binary,
                      .hash = binary_hash,
                      .begin = begin,
                      .wake = wake,
                      .recall = recall,
                      .saved = saved,
                      .open = count_open,
                      .each_live = each_live,
                      .each_worker = each_worker,
                      .end = end,
                      .release = release};
}
