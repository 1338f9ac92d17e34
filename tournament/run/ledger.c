#include "run/ledger.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>
#include <uv.h>

#include "shared/cli/say.h"
#include "shared/referee/referee.h"
#include "shared/status/failure.h"

/* ---- Opening ------------------------------------------------------------------------------ */

static uint32_t draw(void) {
    uint32_t drawn;
    if (getrandom(&drawn, sizeof drawn, 0) != (ssize_t)sizeof drawn)
        drawn = (uint32_t)uv_hrtime();
    return drawn;
}

/* Gives the engines without name= the names that the run has stored. All lose the names of their
 * programs first, which may be other engines' stored names. */
static void restore_names(Ledger *ledger, const StoreRun *run) {
    const Options *options = ledger->options;
    int count = run->engine_count < (int)options->engine_count ? run->engine_count
                                                               : (int)options->engine_count;
    for (int i = 0; i < count; i++)
        if (options->engines[i].name == NULL)
            ledger->names->text[i][0] = '\0';
    for (int i = 0; i < count; i++)
        if (options->engines[i].name == NULL)
            names_set(ledger->names, (size_t)i, run->engines[i].name);
}

static bool choose_seed(Ledger *ledger) {
    const Options *options = ledger->options;
    ledger->seed = options->seed;
    if (ledger->is_resumed && store_select_run(ledger->store, 0)) {
        const StoreRun *run = store_run(ledger->store);
        if (options->has_seed && ledger->seed != run->seed)
            return failure_say(
                &ledger->failure, STATUS_MISMATCH,
                "-seed: the run was begun with %" PRIu64 ", which decides its openings", run->seed);
        ledger->seed = run->seed;
        restore_names(ledger, run);
    } else if (!options->has_seed) {
        ledger->seed = draw();
    }
    return true;
}

const char *ledger_path(const Ledger *ledger) {
    const char *path = ledger->options->database;
    return path != NULL ? path : "kaname-tournament.db";
}

static bool open_store(Ledger *ledger) {
    const Options *options = ledger->options;
    const char *path = ledger_path(ledger);
    if (options->is_resume && access(path, F_OK) != 0)
        return failure_at(&ledger->failure, STATUS_UNWRITABLE, "%s", path);
    ledger->store = store_open(path, &ledger->failure);
    if (ledger->store == NULL)
        return false;
    bool is_empty = false;
    bool is_good = store_claim(ledger->store) && store_holds_none(ledger->store, &is_empty);
    ledger->is_resumed = options->is_resume && !is_empty;
    return is_good || store_pass(ledger->store, &ledger->failure);
}

static bool make_schedule(Ledger *ledger) {
    const Options *options = ledger->options;
    ScheduleConfig config = {.format = options->format,
                             .engines = (int)options->engine_count,
                             .rounds = options->rounds,
                             .games = options->games,
                             .is_repeat = options->is_repeat};
    ledger->schedule = schedule_new(&config);
    if (ledger->schedule == NULL)
        return failure_set(&ledger->failure, STATUS_MEMORY);
    ledger->total = schedule_total(ledger->schedule);
    return true;
}

bool ledger_open(Ledger *ledger, const Options *options, Names *names) {
    *ledger = (Ledger){.options = options, .names = names};
    return open_store(ledger) && choose_seed(ledger) && make_schedule(ledger);
}

/* ---- Earlier games ------------------------------------------------------------------------ */

static bool mark_done(Ledger *ledger, const GameRecord *game) {
    if (game->number >= ledger->done_count) {
        int64_t count = 2 * game->number + 64;
        LedgerGame *grown = realloc(ledger->done, (size_t)count * sizeof *grown);
        if (grown == NULL)
            return false;
        memset(grown + ledger->done_count, 0, (size_t)(count - ledger->done_count) * sizeof *grown);
        ledger->done = grown;
        ledger->done_count = count;
    }
    int color = game_record_winner(game);
    ledger->done[game->number] = (LedgerGame){true, color < 0 ? -1 : game->engine[color]};
    return true;
}

static bool on_earlier_game(const GameRecord *game, void *context) {
    Ledger *ledger = context;
    GameRecord copy;
    if (!summary_add(&ledger->summary, game) || !mark_done(ledger, game) ||
        !game_record_copy(&copy, game))
        return failure_set(&ledger->failure, STATUS_MEMORY);
    for (int color = 0; color < 2; color++)
        ledger->names->is_kept[game->engine[color]] = true;
    bool is_added =
        output_add_earlier(ledger->output, &copy) ||
        failure_say(&ledger->failure, STATUS_UNWRITABLE, "%s", output_error(ledger->output));
    game_record_release(&copy);
    return is_added;
}

static bool read_earlier_games(Ledger *ledger) {
    ledger->failure.status = STATUS_OK;
    if (!store_each_game(ledger->store, STORE_EVERYTHING, on_earlier_game, ledger))
        return store_pass(ledger->store, &ledger->failure);
    return ledger->failure.status == STATUS_OK;
}

/* ---- Game files --------------------------------------------------------------------------- */

/* Records where the run's games begin in a file. If an earlier start has recorded it, searches the
 * file for them from there. */
static bool open_place(Ledger *ledger, int file, const char *place) {
    int64_t start = -1;
    if (ledger->is_resumed && !store_note(ledger->store, place, &start))
        return store_pass(ledger->store, &ledger->failure);
    if (!output_look_back(ledger->output, file, &start))
        return failure_say(&ledger->failure, STATUS_UNWRITABLE, "%s", output_error(ledger->output));
    if (!store_set_note(ledger->store, place, start))
        return store_pass(ledger->store, &ledger->failure);
    return true;
}

static OutputBusy busy_files(const Ledger *ledger) {
    return (OutputBusy){.database = ledger_path(ledger),
                        .book = ledger->options->openings_file,
                        .page = ledger->options->html};
}

static bool take_fetched(const GameRecord *game, void *context) {
    GameRecord *copy = context;
    if (!game_record_copy(copy, game))
        game_record_init(copy); /* without the number */
    return false;               /* the first is all */
}

/* Reads a game of the run, which is on the disk, for the thread that writes the game files. */
static bool fetch_game(void *context, int64_t number, GameRecord *game) {
    Ledger *ledger = context;
    Failure failure = FAILURE_NONE;
    game_record_init(game);
    if (ledger->reader == NULL)
        ledger->reader = store_open_read_only(ledger_path(ledger), &failure);
    return ledger->reader != NULL && store_select_run(ledger->reader, ledger->run.id) &&
           store_each_game_from(ledger->reader, STORE_EVERYTHING, number, take_fetched, game) &&
           game->number == number;
}

static bool open_output(Ledger *ledger) {
    const Options *options = ledger->options;
    OutputBusy busy = busy_files(ledger);
    ledger->output =
        output_open(&options->outputs, &busy, ledger->is_resumed, ledger->seed, &ledger->failure);
    if (ledger->output == NULL)
        return false;
    output_set_fetch(ledger->output, fetch_game, ledger);
    for (int i = 0; i < OUTPUT_FILES; i++) {
        char *place = output_place(ledger->output, i);
        bool is_open = place != NULL ? open_place(ledger, i, place)
                                     : failure_set(&ledger->failure, STATUS_MEMORY);
        free(place);
        if (!is_open)
            return false;
    }
    return true;
}

bool ledger_open_log(Ledger *ledger, const char *path, FILE **log) {
    OutputBusy busy = busy_files(ledger);
    Status status = output_open_log(&ledger->options->outputs, &busy, path, log);
    return status == STATUS_OK || failure_at(&ledger->failure, status, "%s", path);
}

/* ---- Beginning and ending ----------------------------------------------------------------- */

static bool list_engines(Ledger *ledger) {
    size_t count = ledger->options->engine_count;
    ledger->engines = calloc(count, sizeof *ledger->engines);
    if (ledger->engines == NULL)
        return failure_set(&ledger->failure, STATUS_MEMORY);
    for (size_t i = 0; i < count; i++)
        ledger->engines[i] = (StoreEngine){.name = ledger->names->text[i],
                                           .command = ledger->options->engines[i].command};
    return true;
}

/* The newest run, read before another one begins. */
typedef struct Look {
    Ledger *ledger;
    Summary summary;
    bool is_same;     /* it has the settings of the new one, so that its games have their numbers */
    bool is_complete; /* memory sufficed */
} Look;

static bool on_looked_at(const GameRecord *game, void *context) {
    Look *look = context;
    look->ledger->earlier.games++;
    look->is_complete =
        summary_add(&look->summary, game) && (!look->is_same || mark_done(look->ledger, game));
    return look->is_complete;
}

/* Returns whether the schedule has a game that is not marked as done; leaves the schedule as it was
 * and no game marked. */
static bool has_games_left(Ledger *ledger) {
    Job job;
    ScheduleStatus status = ledger_next(ledger, &job);
    schedule_free(ledger->schedule);
    free(ledger->done);
    ledger->done = NULL;
    ledger->done_count = 0;
    return make_schedule(ledger) && status == SCHEDULE_JOB;
}

/* ---- The run's row ------------------------------------------------------------------------ */

static const char begun_note[] = "begun";

static bool is_same_run(Ledger *ledger, const char *settings) {
    const StoreRun *run = store_run(ledger->store);
    const Options *options = ledger->options;
    bool may_differ = options->opening_order == ORDER_RANDOM && options->order_seed == 0 &&
                      !options->has_seed; /* each run orders them anew */
    return (may_differ || !run_inputs_other_openings(&ledger->inputs, ledger->store)) &&
           strcmp(run->settings, settings) == 0 &&
           (!ledger->options->has_seed || ledger->seed == run->seed);
}

/* Returns whether the selected run has begun to be played, also if no game of it has ended (a
 * grid's server may hold finished ones). */
static bool has_begun(Ledger *ledger) {
    int64_t is_begun = 0;
    return ledger->earlier.games > 0 ||
           (store_note(ledger->store, begun_note, &is_begun) && is_begun != 0);
}

/* Returns whether the selected run has the same settings, has begun to be played and has games
 * left: it should be resumed. Fills in `earlier`. */
static bool is_unfinished(Ledger *ledger, const char *settings, bool *is_known) {
    const StoreRun *run = store_run(ledger->store);
    Look look = {.ledger = ledger, .is_same = is_same_run(ledger, settings), .is_complete = true};
    ledger->earlier = (LedgerEarlier){.id = run->id, .planned = run->planned};
    *is_known = summary_init(&look.summary, run) &&
                store_each_game(ledger->store, STORE_RESULTS, on_looked_at, &look) &&
                look.is_complete;
    bool is_decided = *is_known && summary_verdict(&look.summary) != SPRT_CONTINUE;
    summary_release(&look.summary);
    return look.is_same && has_games_left(ledger) && !is_decided && has_begun(ledger);
}

/* Writes "12 of 40 games", or "12 games" if their number is not known in advance. */
static const char *progress_text(const LedgerEarlier *earlier, char *text, size_t size) {
    int used = snprintf(text, size, "%" PRId64, earlier->games);
    int64_t counted = earlier->planned > 0 ? earlier->planned : earlier->games;
    if (earlier->planned > 0)
        used += snprintf(text + used, size - (size_t)used, " of %" PRId64, earlier->planned);
    snprintf(text + used, size - (size_t)used, " game%s", say_plural((uint64_t)counted));
    return text;
}

/* Examines the newest run before a new one begins. Returns false if that run should be resumed. */
static bool look_at_earlier(Ledger *ledger, const char *settings) {
    bool is_known = false;
    char progress[60];
    if (!store_select_run(ledger->store, 0))
        return true; /* none; an unreadable file is reported when the run begins */
    bool is_open = is_unfinished(ledger, settings, &is_known);
    if (ledger->schedule == NULL || !is_known)
        return failure_set(&ledger->failure, STATUS_MEMORY);
    if (!is_open)
        return true;
    return failure_say(&ledger->failure, STATUS_UNFINISHED,
                       "%s: run %" PRId64 " of the same settings has %s and is not finished; add "
                       "-resume to continue it, or start a new run with another -db or -seed",
                       ledger_path(ledger), ledger->earlier.id,
                       progress_text(&ledger->earlier, progress, sizeof progress));
}

static bool begin_run(Ledger *ledger) {
    const Options *options = ledger->options;
    const char *settings = ledger->settings = options_settings(options);
    if (settings == NULL)
        return failure_set(&ledger->failure, STATUS_MEMORY);
    ledger->run =
        (StoreRun){.rule = (int)options->rule + (options->is_continuous ? REFEREE_CONTINUOUS : 0),
                   .width = options->width,
                   .height = options->height,
                   .seed = ledger->seed,
                   .planned = ledger->total,
                   .has_sprt = options->has_sprt,
                   .sprt = options->sprt,
                   .settings = settings,
                   .engine_count = (int)options->engine_count,
                   .engines = ledger->engines};
    bool may_begin = ledger->is_resumed || look_at_earlier(ledger, settings);
    bool is_begun =
        may_begin && (ledger->is_resumed ? store_resume_run(ledger->store, &ledger->run)
                                         : store_begin_run(ledger->store, &ledger->run));
    if (!may_begin)
        return false;
    if (!is_begun)
        return store_pass(ledger->store, &ledger->failure);
    ledger->is_open = !ledger->is_resumed;
    if (ledger->is_resumed && !run_inputs_check(&ledger->inputs, ledger->store, ledger_path(ledger),
                                                ledger->names, &ledger->failure))
        return false;
    ledger->run.id = store_run(ledger->store)->id;
    return true;
}

bool ledger_begin(Ledger *ledger, const OpeningList *openings, bool has_tables) {
    Failure *failure = &ledger->failure;
    if (!list_engines(ledger) ||
        !run_inputs_init(&ledger->inputs, ledger->options, openings, has_tables, failure) ||
        !begin_run(ledger) || !run_inputs_record(&ledger->inputs, ledger->store, failure))
        return false;
    if (!summary_init(&ledger->summary, &ledger->run))
        return failure_set(failure, STATUS_MEMORY);
    return open_output(ledger) && (!ledger->is_resumed || read_earlier_games(ledger));
}

bool ledger_close(Ledger *ledger) {
    bool is_written = output_close(ledger->output, &ledger->failure);
    if (ledger->is_open)
        store_drop_run(ledger->store);
    store_close(ledger->reader);
    store_close(ledger->store);
    summary_release(&ledger->summary);
    schedule_free(ledger->schedule);
    free(ledger->engines);
    free(ledger->done);
    free(ledger->settings);
    run_inputs_release(&ledger->inputs);
    ledger->output = NULL;
    ledger->store = ledger->reader = NULL;
    ledger->schedule = NULL;
    ledger->engines = NULL;
    ledger->done = NULL;
    ledger->settings = NULL;
    return is_written;
}

bool ledger_key(Ledger *ledger, int64_t *key) {
    static const char name[] = "grid key";
    *key = 0;
    if (!store_note(ledger->store, name, key))
        return store_pass(ledger->store, &ledger->failure);
    if (*key != 0)
        return true;
    *key = ((int64_t)(draw() & 0x7fffffff) << 32) + draw();
    return store_set_note(ledger->store, name, *key) || store_pass(ledger->store, &ledger->failure);
}

static const char started_note[] = "engines started";

bool ledger_has_started(Ledger *ledger) {
    int64_t is_started = 0;
    return ledger->is_resumed && store_run(ledger->store)->id != 0 &&
           store_note(ledger->store, started_note, &is_started) && is_started != 0;
}

bool ledger_set_started(Ledger *ledger) {
    return store_set_note(ledger->store, started_note, 1) ||
           store_pass(ledger->store, &ledger->failure);
}

bool ledger_set_begun(Ledger *ledger) {
    ledger->is_open = !store_set_note(ledger->store, begun_note, 1);
    return !ledger->is_open || store_pass(ledger->store, &ledger->failure);
}

bool ledger_program(Ledger *ledger, int engine, char *hash, size_t size) {
    char recorded[80];
    if (!store_set_program(ledger->store, engine, hash) ||
        !store_program(ledger->store, engine, recorded, sizeof recorded))
        return store_pass(ledger->store, &ledger->failure);
    snprintf(hash, size, "%s", recorded);
    return true;
}

/* ---- Games -------------------------------------------------------------------------------- */

bool ledger_check_program(Ledger *ledger, int engine) {
    return !run_inputs_program_changed(&ledger->inputs, engine);
}

static int half_points_of(const Job *job, int winner) {
    return winner < 0 ? 1 : winner == job->engine[0] ? 2 : 0;
}

ScheduleStatus ledger_next(Ledger *ledger, Job *job) {
    Job next;
    ScheduleStatus status;
    while ((status = schedule_next(ledger->schedule, &next)) == SCHEDULE_JOB &&
           next.number < ledger->done_count && ledger->done[next.number].is_done)
        schedule_report(ledger->schedule, &next,
                        half_points_of(&next, ledger->done[next.number].winner));
    if (status == SCHEDULE_JOB)
        *job = next;
    return status;
}

/* Records a decision that the game, which has been added, has brought. */
static void decide(Ledger *ledger, GameRecord *game) {
    Summary *summary = &ledger->summary;
    SprtVerdict verdict = summary_verdict(summary);
    if (summary->decision != SPRT_CONTINUE || verdict == SPRT_CONTINUE)
        return;
    game->test = verdict == SPRT_ACCEPT_H1 ? GAME_ACCEPTS_H1 : GAME_ACCEPTS_H0;
    game->llr = summary_llr(summary);
    summary->decision = verdict;
    summary->decision_llr = game->llr;
}

bool ledger_count(Ledger *ledger, const Job *job, GameRecord *game) {
    int color = game_record_winner(game);
    game->test =
        summary_verdict(&ledger->summary) != SPRT_CONTINUE ? GAME_AFTER_TEST : GAME_COUNTED;
    if (!summary_add(&ledger->summary, game))
        return failure_set(&ledger->failure, STATUS_MEMORY);
    decide(ledger, game);
    schedule_report(ledger->schedule, job,
                    half_points_of(job, color < 0 ? -1 : game->engine[color]));
    return true;
}

bool ledger_put_out(Ledger *ledger, GameRecord *game) {
    return output_add(ledger->output, game);
}

const char *ledger_output_error(const Ledger *ledger) {
    return output_error(ledger->output);
}

void ledger_hurry(Ledger *ledger) {
    output_hurry(ledger->output);
}

SprtVerdict ledger_verdict(const Ledger *ledger, double *llr) {
    *llr = 0;
    if (!ledger->options->has_sprt)
        return SPRT_CONTINUE;
    *llr = summary_llr(&ledger->summary);
    return summary_verdict(&ledger->summary);
}
