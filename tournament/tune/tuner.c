#include "tune/tuner.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <uv.h>

#ifdef KANAME_WITH_GRID
#include "grid/manager/manager.h"
#endif
#include "process/limits.h"
#include "run/inputs.h"
#include "run/setup.h"
#include "shared/cli/say.h"
#include "shared/status/failure.h"
#include "stats/table.h"

enum { FAILURES_MAX = 10 /* games in a row that an engine lost by failing */ };

bool tuner_complain(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fflush(stdout);
    fputs("kaname-tournament tune: ", stderr);
    say_error_list(format, arguments);
    va_end(arguments);
    return false;
}

/* ---- Settings ------------------------------------------------------------------------------ */

char *tuner_settings(const Tuner *tuner) {
    char *text = NULL, *options = options_settings(&tuner->options);
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out != NULL && options != NULL) {
        fprintf(out,
                "%siterations = %" PRId64 "\nconcurrency = %d\nseed = %" PRIu64
                "\nopenings digest = %" PRId64 "\n",
                options, tuner->plan.iterations, tuner->options.concurrency, tuner->plan.seed,
                inputs_openings(&tuner->openings));
        for (size_t i = 0; i < tuner->plan.count; i++) {
            const SpsaParam *param = &tuner->plan.params[i];
            fprintf(out, "parameter %s %.17g %d %d %.17g %.17g\n", param->name, param->start,
                    param->least, param->most, param->step_end, param->rate_end);
        }
    }
    bool is_made = out != NULL && fclose(out) == 0 && options != NULL;
    free(options);
    if (is_made)
        return text;
    free(text);
    return NULL;
}

/* ---- Errors and signals ------------------------------------------------------------------- */

static void on_complaint(void *context, const char *text) {
    const Tuner *tuner = context;
    if (!arena_has_failed(tuner->arena))
        tuner_complain("%s", text);
}

static void on_signal(void *context, bool is_abort) {
    Tuner *tuner = context;
    if (is_abort) {
        sharing_hurry(&tuner->wait);
        return;
    }
    fputs("Stopping: finishing the iterations in progress; press Ctrl-C again to stop at once\n",
          tuner->out);
    fflush(tuner->out);
}

static void on_note(void *context, const char *text) {
    const Tuner *tuner = context;
    fprintf(tuner->out, "%s\n", text);
    fflush(tuner->out);
}

static void on_away_note(void *context, const char *text) {
    const Tuner *tuner = context;
    fprintf(tuner->out, "Grid: %s\n", text);
    fflush(tuner->out);
}

/* ---- Results ------------------------------------------------------------------------------ */

static void put_time_left(const Tuner *tuner, FILE *out) {
    int64_t applied = tuner->course.applied, done = applied - tuner->applied_at_start;
    double seconds = (double)(uv_hrtime() - tuner->started_ns) / 1e9;
    double left = seconds / (double)done * (double)(tuner->plan.iterations - applied);
    int64_t whole = (int64_t)left;
    fprintf(out, "%" PRId64 ":%02d:%02d left", whole / 3600, (int)(whole / 60 % 60),
            (int)(whole % 60));
}

static void print_progress(const Tuner *tuner) {
    int64_t applied = tuner->course.applied;
    int result = tune_state_result(&tuner->state, applied);
    const double *values = course_values(&tuner->course);
    fprintf(tuner->out, "Iteration %" PRId64 " of %" PRId64 ": plus %.1f - %.1f minus,", applied,
            tuner->plan.iterations, result / 2.0, (SPSA_WON - result) / 2.0);
    for (size_t i = 0; i < tuner->plan.count; i++) {
        const SpsaParam *param = &tuner->plan.params[i];
        fprintf(tuner->out, " %s ", param->name);
        if (param->is_compared) {
            fprintf(tuner->out, "%d ", spsa_other(param));
            table_put_estimate(tuner->out, course_worth(&tuner->course, i));
        } else {
            fprintf(tuner->out, "%.3f", values[i]);
        }
        fputc(',', tuner->out);
    }
    fputc(' ', tuner->out);
    put_time_left(tuner, tuner->out);
    fputc('\n', tuner->out);
    fflush(tuner->out);
}

/* ---- Saving -------------------------------------------------------------------------------- */

struct TunerResult {
    TunerResult *next;
    int64_t iteration;
    int half_points;
    bool is_away, is_applied; /* is_applied: it, perhaps with later ones, moved the values */
    bool is_saved;
    Failure failure;
};

/* Writes the curves so far, at most every CURVES_S seconds. The end reports a fault. */
static void draw_curves(Tuner *tuner) {
    enum { CURVES_S = 5 };
    Failure failure;
    uint64_t now_ns = uv_hrtime();
    if (now_ns - tuner->curves_ns < CURVES_S * UINT64_C(1000000000))
        return;
    tuner->curves_ns = now_ns;
    (void)curve_write(&tuner->curves, &tuner->plan, &tuner->state, &failure);
}

/* On the thread, while the loop changes neither the state nor the values. */
static void save(void *context, void *job) {
    Tuner *tuner = context;
    TunerResult *result = job;
    result->is_saved = tune_state_write(&tuner->state, &tuner->plan, course_values(&tuner->course),
                                        &result->failure);
    if (result->is_saved)
        draw_curves(tuner);
}

/* Applies the first waiting result and starts to save it, unless one is being saved. Returns
 * whether values of further iterations are known now. */
static bool save_next(Tuner *tuner) {
    TunerResult *result = tuner->first_open;
    if (result == NULL || lane_waiting(tuner->saving) > 0 || arena_has_failed(tuner->arena))
        return false;
    tuner->first_open = result->next;
    tune_state_set(&tuner->state, result->iteration, result->half_points);
    result->is_applied = course_apply(&tuner->course);
    bool is_applied = result->is_applied;
    if (!lane_add(tuner->saving, result)) {
        free(result);
        arena_fail(tuner->arena, "%s", status_text(STATUS_MEMORY));
    }
    return is_applied;
}

static void close_if_done(Tuner *tuner);

static void on_saved(void *context, void *job) {
    Tuner *tuner = context;
    TunerResult *result = job;
    if (!result->is_saved)
        arena_fail(tuner->arena, "%s", result->failure.text);
    else if (result->is_applied)
        print_progress(tuner);
    if (result->is_saved && result->is_away && !tuner->is_closed) {
        tuner->away_kind.saved(tuner->away, 2 * result->iteration - 1);
        tuner->away_kind.saved(tuner->away, 2 * result->iteration);
    }
    free(result);
    if (save_next(tuner)) {
        arena_wake(tuner->arena);
        if (tuner->away != NULL)
            tuner->away_kind.wake(tuner->away);
    }
    close_if_done(tuner);
}

/* Counts and saves the table's iteration. */
static void take_result(Tuner *tuner, TunerTable *table) {
    TunerResult *result = malloc(sizeof *result);
    if (result == NULL) {
        arena_fail(tuner->arena, "%s", status_text(STATUS_MEMORY));
        return;
    }
    *result = (TunerResult){.iteration = table->iteration,
                            .half_points = table->half_points,
                            .is_away = table == &tuner->away_table};
    table->iteration = 0;
    TunerResult **link = &tuner->first_open;
    while (*link != NULL)
        link = &(*link)->next;
    *link = result;
    save_next(tuner);
}

/* ---- Games' ends --------------------------------------------------------------------------- */

/* A game lost by an engine's fault is an ordinary loss, but too many in a row end the tuning: then
 * returns false. */
static bool bear_failure(Tuner *tuner, const TunerTable *table, const GameRecord *game) {
    static const char *const sides[TUNER_SIDES] = {"plus", "minus"};
    bool is_fault = game->reason == GAME_REASON_CRASH || game->reason == GAME_REASON_TIME ||
                    game->reason == GAME_REASON_ILLEGAL || game->reason == GAME_REASON_MEMORY;
    if (game->reason == GAME_REASON_START) {
        arena_fail(tuner->arena, "iteration %" PRId64 " is left open: %s: %s", table->iteration,
                   game_reason_text(game->reason), game->detail);
        return false;
    }
    if (!is_fault) {
        tuner->failures = 0;
        return true;
    }
    int winner = game->engine[game_record_winner(game)];
    fprintf(tuner->out, "Iteration %" PRId64 ": %s lost a game: %s: %s\n", table->iteration,
            sides[1 - winner], game_reason_text(game->reason), game->detail);
    fflush(tuner->out);
    if (++tuner->failures < FAILURES_MAX)
        return true;
    arena_fail(tuner->arena, "the engine failed in %d games in a row; last failure: %s: %s",
               FAILURES_MAX, game_reason_text(game->reason), game->detail);
    return false;
}

/* Takes a game with a result, from a table or from a worker. */
static void take_game(Tuner *tuner, TunerTable *table, const GameRecord *game) {
    if (!bear_failure(tuner, table, game))
        return;
    int color = game_record_winner(game);
    table->half_points += color < 0 ? 1 : game->engine[color] == 0 ? 2 : 0;
    if (++table->games_done == 2)
        take_result(tuner, table);
}

static void on_game(void *context, int id, GameRecord *game) {
    Tuner *tuner = context;
    TunerTable *table = &tuner->tables[id - 1];
    if (game->result == GAME_UNDECIDED)
        arena_fail(tuner->arena, "iteration %" PRId64 ": %s", table->iteration, game->detail);
    else
        take_game(tuner, table, game);
}

/* ---- Games -------------------------------------------------------------------------------- */

/* Begins an iteration at the table. */
static void begin_iteration(Tuner *tuner, TunerTable *table, int64_t iteration) {
    const SpsaPlan *plan = &tuner->plan;
    int values[TUNER_SIDES][SPSA_PARAMS_MAX];
    table->iteration = iteration;
    table->games_done = table->half_points = 0;
    course_sides(&tuner->course, iteration, values[0], values[1]);
    for (int side = 0; side < TUNER_SIDES; side++)
        for (size_t i = 0; i < plan->count; i++)
            snprintf(table->texts[side][i], TUNER_TEXT_MAX, "%s=%d", plan->params[i].name,
                     values[side][i]);
}

/* Returns game 0 or 1 of an iteration. */
static PlayTask task_of(int64_t iteration, int game) {
    return (PlayTask){.number = 2 * iteration - 1 + game,
                      .pair = iteration,
                      .round = 1,
                      .game = game + 1,
                      .engine = {0, 1},
                      .is_reversed = game == 1};
}

/* Gets the next game of the table's iteration, or the first game of the next iteration. */
static ArenaNext next_game(void *context, int id, ArenaGame *game) {
    Tuner *tuner = context;
    TunerTable *table = &tuner->tables[id - 1];
    if (table->iteration == 0) {
        bool is_stopping = arena_is_stopping(tuner->arena);
        int64_t iteration = is_stopping ? 0 : course_next(&tuner->course);
        if (iteration == 0 && !is_stopping)
            iteration = away_recall(&tuner->away_kind, tuner->away);
        if (iteration == 0)
            return !is_stopping && (course_has_more(&tuner->course) ||
                                    away_is_open(&tuner->away_kind, tuner->away))
                       ? ARENA_WAIT
                       : ARENA_DONE;
        begin_iteration(tuner, table, iteration);
    }
    game->task = task_of(table->iteration, table->games_done);
    setup_opening(&game->opening, &game->task.opening_index, &game->task.transform,
                  &tuner->openings, &tuner->options, table->iteration - 1);
    for (int side = 0; side < TUNER_SIDES; side++)
        game->engines[side] = &table->engines[side];
    return ARENA_GAME;
}

/* A table keeps the first game of an iteration until the second has ended. */
static bool can_spare(void *context, int id) {
    const Tuner *tuner = context;
    return tuner->tables[id - 1].iteration == 0;
}

/* Workers' iterations count when the tuning continues, unless the tuner waits for the last of them
 * now. */
static void close_if_done(Tuner *tuner) {
    bool is_stopping = arena_is_stopping(tuner->arena);
    bool is_saved = lane_waiting(tuner->saving) == 0 &&
                    (tuner->first_open == NULL || arena_has_failed(tuner->arena));
    if (!arena_is_empty(tuner->arena) || tuner->is_closed || !is_saved)
        return;
    if (tuner->away != NULL && !is_stopping &&
        (away_is_open(&tuner->away_kind, tuner->away) || course_has_more(&tuner->course)))
        return;
    tuner->is_closed = true;
    if (tuner->away != NULL)
        tuner->away_kind.end(tuner->away, !is_stopping);
    arena_close(tuner->arena);
}

static void on_empty(void *context) {
    close_if_done(context);
}

/* ---- Iterations of workers ---------------------------------------------------------------- */

static bool next_encounter(void *context, Encounter *encounter) {
    Tuner *tuner = context;
    const SpsaPlan *plan = &tuner->plan;
    int values[TUNER_SIDES][SPSA_PARAMS_MAX];
    int64_t iteration = arena_is_stopping(tuner->arena) ? 0 : course_next(&tuner->course);
    EncounterOptions *more = iteration > 0 ? calloc(1, sizeof *more) : NULL;
    if (more == NULL)
        return false;
    course_sides(&tuner->course, iteration, values[0], values[1]);
    more->count = (int)plan->count;
    for (int side = 0; side < TUNER_SIDES; side++)
        for (size_t i = 0; i < plan->count; i++)
            snprintf(more->text[side][i], ENCOUNTER_OPTION_MAX, "%s=%d", plan->params[i].name,
                     values[side][i]);
    *encounter = (Encounter){.id = iteration, .attempt = 1, .count = 2, .options = more};
    for (int i = 0; i < 2; i++) {
        encounter->games[i] = task_of(iteration, i);
        setup_opening(&encounter->opening, &encounter->games[i].opening_index,
                      &encounter->games[i].transform, &tuner->openings, &tuner->options,
                      iteration - 1);
    }
    return true;
}

/* Takes a game from a worker; the games of an iteration come one after the other. */
static void on_away_game(void *context, const PlayTask *task, GameRecord *game) {
    Tuner *tuner = context;
    TunerTable *table = &tuner->away_table;
    if (table->iteration != task->pair)
        *table = (TunerTable){.iteration = task->pair};
    take_game(tuner, table, game);
    if (table->iteration != 0 || arena_has_failed(tuner->arena))
        return;
    tuner->away_kind.wake(tuner->away); /* the values of further iterations are known now */
    arena_wake(tuner->arena);
    close_if_done(tuner);
}

/* Tables may have an iteration again, or none any more. */
static void on_away_change(void *context) {
    Tuner *tuner = context;
    arena_wake(tuner->arena);
}

static void on_away_failure(void *context, const char *text) {
    Tuner *tuner = context;
    arena_fail(tuner->arena, "%s", text);
}

static bool begin_away(Tuner *tuner) {
#ifdef KANAME_WITH_GRID
    Failure failure = FAILURE_NONE;
    AwayEvents events = {.next = next_encounter,
                         .on_game = on_away_game,
                         .on_idle = on_away_change,
                         .on_left = on_away_change,
                         .on_note = on_away_note,
                         .on_failure = on_away_failure,
                         .context = tuner};
    if (tuner->grid.url == NULL)
        return true;
    char *settings = tuner_settings(tuner);
    if (settings == NULL)
        return tuner_complain("%s", status_text(STATUS_MEMORY));
    if (afar_init(&tuner->afar, &tuner->options, &tuner->away_kind, settings, tuner->state_path,
                  &failure))
        tuner->away = tuner->away_kind.begin(tuner->away_kind.maker, arena_loop(tuner->arena),
                                             &tuner->afar.run, &events, &failure);
    free(settings);
    return tuner->away != NULL || tuner_complain("%s", failure.text);
#else
    (void)tuner, (void)next_encounter, (void)on_away_game, (void)on_away_change;
    (void)on_away_failure, (void)on_away_note;
    return true;
#endif
}

/* ---- The whole ---------------------------------------------------------------------------- */

static bool make_tables(Tuner *tuner) {
    tuner->tables = calloc((size_t)tuner->table_count + 1, sizeof *tuner->tables);
    if (tuner->tables == NULL)
        return false;
    for (int i = 0; i < tuner->table_count; i++) {
        for (int side = 0; side < TUNER_SIDES; side++) {
            TunerTable *table = &tuner->tables[i];
            EngineOptions *engine = &table->engines[side];
            *engine = tuner->options.engines[0];
            for (size_t k = 0; k < tuner->plan.count; k++)
                engine->options[engine->option_count++] = table->texts[side][k];
        }
    }
    return true;
}

/* Prints what is left. Returns false if some output was dropped. */
static bool stop_printing(Tuner *tuner) {
    Outlet *outlet = tuner->outlet;
    if (tuner->out != NULL)
        fclose(tuner->out);
    tuner->out = NULL;
    tuner->outlet = NULL;
    return outlet_free(outlet);
}

bool tuner_play(Tuner *tuner) {
    ArenaConfig config = setup_arena(&tuner->options);
    ArenaEvents events = {.next = next_game,
                          .on_game = on_game,
                          .on_empty = on_empty,
                          .on_signal = on_signal,
                          .on_complaint = on_complaint,
                          .can_spare = can_spare,
                          .on_note = on_note,
                          .context = tuner};
    config.tables = tuner->table_count;
    if (!make_tables(tuner) || (tuner->arena = arena_new(&config, &events)) == NULL ||
        (tuner->outlet = outlet_new()) == NULL ||
        (tuner->out = outlet_stream(tuner->outlet, stdout)) == NULL ||
        (tuner->saving = lane_new(arena_loop(tuner->arena), save, on_saved, tuner)) == NULL) {
        Failure failure;
        return limits_explain_beginning(&failure) || tuner_complain("%s", failure.text);
    }
    if (!begin_away(tuner))
        return false;
    tune_state_set_wait(&tuner->state, &tuner->wait);
    tuner->applied_at_start = tuner->course.applied;
    tuner->started_ns = uv_hrtime();
    if (tuner->away != NULL)
        tuner->away_kind.wake(tuner->away);
    arena_run(tuner->arena);
    bool is_printed = stop_printing(tuner) || tuner_complain("some output was not written");
    return is_printed && !arena_has_failed(tuner->arena);
}

void tuner_release(Tuner *tuner) {
    stop_printing(tuner);
    if (tuner->away != NULL && !tuner->is_closed)
        tuner->away_kind.end(tuner->away, false);
    arena_free(tuner->arena);
    lane_free(tuner->saving);
    while (tuner->first_open != NULL) {
        TunerResult *result = tuner->first_open;
        tuner->first_open = result->next;
        free(result);
    }
    if (tuner->away != NULL)
        tuner->away_kind.release(tuner->away);
    afar_release(&tuner->afar);
    free(tuner->tables);
}
