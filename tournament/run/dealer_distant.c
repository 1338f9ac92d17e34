#include "run/dealer_distant.h"

#include "run/away_begin.h"
#include "shared/status/failure.h"

static DealerDistant *distant_of(Dealer *dealer) {
    return (DealerDistant *)dealer;
}

static const DealerDistant *distant_of_const(const Dealer *dealer) {
    return (const DealerDistant *)dealer;
}

/* ---- Games of the schedule ---------------------------------------------------------------- */

/* Returns whether the schedule has a game to deal now. Reads one game ahead. */
static bool has_more(DealerDistant *distant) {
    return distant->ahead.number != 0 ||
           ledger_next(distant->base.ledger, &distant->ahead) == SCHEDULE_JOB;
}

/* Gets the next game, or the two games of the next pair, so that a pair is never split between
 * machines. */
static ScheduleStatus next_group(DealerDistant *distant, Job jobs[ENCOUNTER_GAMES_MAX],
                                 int *count) {
    ScheduleStatus status = SCHEDULE_JOB;
    if (distant->ahead.number == 0)
        status = ledger_next(distant->base.ledger, &distant->ahead);
    if (status != SCHEDULE_JOB)
        return status;
    jobs[0] = distant->ahead;
    distant->ahead.number = 0;
    *count = 1;
    if (!distant->base.options->is_repeat || !has_more(distant) ||
        distant->ahead.pair != jobs[0].pair)
        return SCHEDULE_JOB;
    jobs[(*count)++] = distant->ahead;
    distant->ahead.number = 0;
    return SCHEDULE_JOB;
}

/* For the ledger, which counts a game without its opening and colours. */
static Job job_of(const PlayTask *task) {
    return (Job){.number = task->number,
                 .engine = {task->engine[0], task->engine[1]},
                 .round = task->round,
                 .game = task->game,
                 .pair = task->pair};
}

/* Returns the job from which dealer_prepare() made a game of the encounter. */
static Job job_of_game(const Dealer *dealer, const Encounter *encounter, int game) {
    const PlayTask *task = &encounter->games[game];
    bool is_odd = encounter->opening.count % 2 == 1;
    Job job = job_of(task);
    job.is_reversed = task->is_reversed != (is_odd && !dealer->options->is_repeat);
    if (task->opening_index >= 0)
        job.opening = task->opening_index + task->transform * (int64_t)dealer->openings->count;
    return job;
}

/* Gets the games of an encounter that no worker plays any more. If there is none, tables wait for
 * one as long as encounters are open. */
static ScheduleStatus recall_group(DealerDistant *distant, Job jobs[ENCOUNTER_GAMES_MAX],
                                   int *count, ScheduleStatus otherwise) {
    Encounter encounter;
    if (!distant->away_kind->recall(distant->away, &encounter))
        return away_is_open(distant->away_kind, distant->away) ? SCHEDULE_WAIT : otherwise;
    *count = encounter.count;
    for (int i = 0; i < encounter.count; i++)
        jobs[i] = job_of_game(&distant->base, &encounter, i);
    encounter_release(&encounter);
    return SCHEDULE_JOB;
}

static ScheduleStatus next(Dealer *dealer, Job *job) {
    DealerDistant *distant = distant_of(dealer);
    Job jobs[ENCOUNTER_GAMES_MAX];
    int count;
    if (distant->half.number != 0) {
        *job = distant->half;
        distant->half.number = 0;
        return SCHEDULE_JOB;
    }
    ScheduleStatus status = next_group(distant, jobs, &count);
    if (status == SCHEDULE_WAIT || status == SCHEDULE_DONE)
        status = recall_group(distant, jobs, &count, status);
    if (status != SCHEDULE_JOB)
        return status;
    *job = jobs[0];
    if (count > 1)
        distant->half = jobs[1];
    return SCHEDULE_JOB;
}

/* ---- Events of workers -------------------------------------------------------------------- */

static bool on_next(void *context, Encounter *encounter) {
    DealerDistant *distant = context;
    Job jobs[ENCOUNTER_GAMES_MAX];
    int count;
    if (!distant->events.may_deal(distant->events.context) ||
        next_group(distant, jobs, &count) != SCHEDULE_JOB)
        return false;
    *encounter = (Encounter){.id = jobs[0].pair, .attempt = 1, .count = count};
    for (int i = 0; i < count; i++)
        dealer_prepare(&distant->base, &jobs[i], &encounter->games[i], &encounter->opening);
    return true;
}

static void on_game(void *context, const PlayTask *task, GameRecord *game) {
    DealerDistant *distant = context;
    const Job job = job_of(task);
    distant->events.on_game(distant->events.context, &job, game);
}

static void on_change(void *context) {
    DealerDistant *distant = context;
    distant->events.on_change(distant->events.context);
}

static void on_note(void *context, const char *text) {
    DealerDistant *distant = context;
    distant->events.on_note(distant->events.context, text);
}

static void on_failure(void *context, const char *text) {
    DealerDistant *distant = context;
    distant->events.on_failure(distant->events.context, text);
}

/* ---- The interface ------------------------------------------------------------------------ */

static bool begin(Dealer *dealer, uv_loop_t *loop, const DealerEvents *events, Failure *failure) {
    DealerDistant *distant = distant_of(dealer);
    distant->events = *events;
    AwayEvents away = {.next = on_next,
                       .on_game = on_game,
                       .on_idle = on_change,
                       .on_left = on_change,
                       .on_note = on_note,
                       .on_failure = on_failure,
                       .context = distant};
    distant->away = away_begin(distant->away_kind, loop, dealer->ledger, &away, failure);
    return distant->away != NULL;
}

static void wake(Dealer *dealer) {
    DealerDistant *distant = distant_of(dealer);
    distant->away_kind->wake(distant->away);
}

static void saved(Dealer *dealer, const GameRecord *game) {
    DealerDistant *distant = distant_of(dealer);
    if (game->worker[0] != '\0')
        distant->away_kind->saved(distant->away, game->number);
}

static int count_away(const Dealer *dealer) {
    const DealerDistant *distant = distant_of_const(dealer);
    return distant->away_kind->open(distant->away);
}

static bool is_waiting(Dealer *dealer) {
    return count_away(dealer) > 0 || has_more(distant_of(dealer));
}

static void each_live(const Dealer *dealer, DealerLiveFn fn, void *context) {
    const DealerDistant *distant = distant_of_const(dealer);
    distant->away_kind->each_live(distant->away, fn, context);
}

static void each_worker(const Dealer *dealer, DealerWorkerFn fn, void *context) {
    const DealerDistant *distant = distant_of_const(dealer);
    distant->away_kind->each_worker(distant->away, fn, context);
}

static void end(Dealer *dealer, bool is_finished) {
    DealerDistant *distant = distant_of(dealer);
    if (distant->away != NULL)
        distant->away_kind->end(distant->away, is_finished);
}

static void release(Dealer *dealer) {
    DealerDistant *distant = distant_of(dealer);
    distant->away_kind->release(distant->away);
}

static const DealerKind distant_kind = {.begin = begin,
                                        .next = next,
                                        .wake = wake,
                                        .saved = saved,
                                        .count_away = count_away,
                                        .is_waiting = is_waiting,
                                        .each_live = each_live,
                                        .each_worker = each_worker,
                                        .end = end,
                                        .release = release};

DealerDistant dealer_distant(const AwayKind *away) {
    return (DealerDistant){.base = {.kind = &distant_kind,
                                    .tables = away->local_tables,
                                    .needs_engines = away->needs_engines,
                                    .stop_note = " here, those of workers when the run is resumed"},
                           .away_kind = away};
}
