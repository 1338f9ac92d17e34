#include "tune/tune.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grid/grid_options.h"
#include "shared/cli/reader.h"
#ifdef KANAME_WITH_GRID
#include "grid/manager/manager.h"
#endif
#include "run/options.h"
#include "run/setup.h"
#include "run/trial.h"
#include "shared/status/failure.h"
#include "stats/table.h"
#include "tune/tuner.h"

enum { PARAMS_FILE_MAX = 65536, EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2, EXIT_STOPPED = 3 };

static size_t tuned_count(const SpsaPlan *plan) {
    size_t count = 0;
    for (size_t i = 0; i < plan->count; i++)
        count += !plan->params[i].is_compared;
    return count;
}

/* The tuned values, and the same as words for -engine. */
static void print_tuned(const Tuner *tuner) {
    const double *values = course_values(&tuner->course);
    const char *between = "";
    printf("\n%-32s %8s %12s\n", "parameter", "start", "tuned");
    for (size_t i = 0; i < tuner->plan.count; i++) {
        const SpsaParam *param = &tuner->plan.params[i];
        if (!param->is_compared)
            printf("%-32s %8g %8d (%.3f)\n", param->name, param->start,
                   spsa_rounded(param, values[i]), values[i]);
    }
    putchar('\n');
    for (size_t i = 0; i < tuner->plan.count; i++) {
        const SpsaParam *param = &tuner->plan.params[i];
        if (param->is_compared)
            continue;
        printf("%soption.%s=%d", between, param->name, spsa_rounded(param, values[i]));
        between = " ";
    }
    putchar('\n');
}

/* What the other values are worth against the usual ones. */
static void print_compared(const Tuner *tuner) {
    printf("\n%-32s %8s %8s   %s\n", "parameter", "value", "other", "Elo of the other");
    for (size_t i = 0; i < tuner->plan.count; i++) {
        const SpsaParam *param = &tuner->plan.params[i];
        if (!param->is_compared)
            continue;
        printf("%-32s %8g %8d   ", param->name, param->start, spsa_other(param));
        table_put_estimate(stdout, course_worth(&tuner->course, i));
        putchar('\n');
    }
}

static void print_end(const Tuner *tuner) {
    if (course_is_level(&tuner->course))
        printf(
            "\nEvery iteration ended level, 1 to 1: the games tell nothing of the parameters. Does "
            "the engine use them, at this time control?\n");
    size_t tuned = tuned_count(&tuner->plan);
    if (tuned > 0)
        print_tuned(tuner);
    if (tuned < tuner->plan.count)
        print_compared(tuner);
}

static bool read_params(Tuner *tuner) {
    Failure failure = FAILURE_NONE;
    char *text = calloc(1, PARAMS_FILE_MAX + 1);
    FILE *file = fopen(tuner->params_path, "r");
    bool is_read = false;
    if (text == NULL || file == NULL) {
        tuner_complain("%s: %s", tuner->params_path,
                       text == NULL ? status_text(STATUS_MEMORY) : strerror(errno));
    } else {
        size_t length = fread(text, 1, PARAMS_FILE_MAX, file);
        is_read = !ferror(file) && length < PARAMS_FILE_MAX && strlen(text) == length;
        if (!is_read)
            tuner_complain("%s: cannot be read as a list of parameters", tuner->params_path);
        else if (!(is_read = spsa_read(&tuner->plan, text, tuner->params_path, &failure)))
            tuner_complain("%s", failure.text);
    }
    if (file != NULL)
        fclose(file);
    free(text);
    return is_read;
}

static bool open_state(Tuner *tuner) {
    Failure failure = FAILURE_NONE;
    char *settings = tuner_settings(tuner);
    bool is_open = settings != NULL ? tune_state_open(&tuner->state, tuner->state_path, settings,
                                                      tuner->plan.iterations, &failure) ||
                                          tuner_complain("%s", failure.text)
                                    : tuner_complain("%s", status_text(STATUS_MEMORY));
    free(settings);
    return is_open;
}

static bool find_engines(const Tuner *tuner) {
    Failure failure = FAILURE_NONE;
    if (tuner->grid.url != NULL && !tuner->away_kind.needs_engines)
        return true;
    return setup_find_engines(&tuner->options, &failure) || tuner_complain("%s", failure.text);
}

static bool open_openings(Tuner *tuner) {
    Failure failure = FAILURE_NONE;
    return setup_openings(&tuner->openings, &tuner->options, tuner->plan.seed, &failure) ||
           tuner_complain("%s", failure.text);
}

static bool check_curves(const Tuner *tuner) {
    Failure failure;
    return curve_check(&tuner->curves, tuner->state_path, &failure) ||
           tuner_complain("%s", failure.text);
}

static bool write_curves(const Tuner *tuner) {
    Failure failure;
    return curve_write(&tuner->curves, &tuner->plan, &tuner->state, &failure) ||
           tuner_complain("%s", failure.text);
}

static bool begin_course(Tuner *tuner) {
    return course_init(&tuner->course, &tuner->plan, &tuner->state, tuner->options.concurrency) ||
           tuner_complain("%s", status_text(STATUS_MEMORY));
}

/* ---- Parameters that the engine refuses ---------------------------------------------------- */

/* A parameter at a limit: the least value of parameter i is 2 i, the greatest 2 i + 1. */
enum { LIMITS_MAX = 2 * SPSA_PARAMS_MAX };

static int limit_of(const SpsaPlan *plan, size_t limit) {
    const SpsaParam *param = &plan->params[limit / 2];
    return limit % 2 == 0 ? param->least : param->most;
}

/* Starts the engine with the parameters at their limits: one engine for each, or one that has all
 * least values and one that has all greatest ones. Sets refused[i] for each of these engines. */
static bool find_refusals(const Tuner *tuner, bool is_single, bool *refused, Failure *failure) {
    const SpsaPlan *plan = &tuner->plan;
    size_t limits = 2 * plan->count;
    Options options = tuner->options;
    options.engine_count = is_single ? limits : 2;
    options.engines = calloc(options.engine_count, sizeof *options.engines);
    char(*texts)[TUNER_TEXT_MAX] = calloc(limits, sizeof *texts);
    bool is_good = options.engines != NULL && texts != NULL;
    for (size_t i = 0; is_good && i < options.engine_count; i++) {
        options.engines[i] = tuner->options.engines[0];
        options.engines[i].option_count = 0;
    }
    for (size_t i = 0; is_good && i < limits; i++) {
        EngineOptions *engine = &options.engines[is_single ? i : i % 2];
        snprintf(texts[i], sizeof texts[i], "%s=%d", plan->params[i / 2].name, limit_of(plan, i));
        engine->options[engine->option_count++] = texts[i];
    }
    is_good = is_good ? trial_find_refusals(&options, refused, failure)
                      : failure_set(failure, STATUS_MEMORY);
    free(options.engines);
    free(texts);
    return is_good;
}

/* Reports each parameter whose name or limit the engine refuses. Returns whether there is none. The
 * engines of workers are not asked. */
static bool check_engine_takes(const Tuner *tuner) {
    const SpsaPlan *plan = &tuner->plan;
    Failure failure = FAILURE_NONE;
    bool refused[LIMITS_MAX], is_good = true;
    if (tuner->table_count == 0)
        return true;
    if (!find_refusals(tuner, false, refused, &failure))
        return tuner_complain("%s", failure.text);
    if (!refused[0] && !refused[1])
        return true;
    if (!find_refusals(tuner, true, refused, &failure))
        return tuner_complain("%s", failure.text);
    for (size_t i = 0; i < 2 * plan->count; i++)
        if (refused[i] && !(i % 2 == 1 && refused[i - 1]))
            is_good =
                tuner_complain("%s: parameter %s: the engine, cmd=%s, refuses the name or the "
                               "value %d",
                               tuner->params_path, plan->params[i / 2].name,
                               tuner->options.engines[0].command, limit_of(plan, i));
    return is_good;
}

static int run(Tuner *tuner) {
    if (!read_params(tuner))
        return EXIT_USAGE;
    if (tuner->options.engines[0].option_count + tuner->plan.count > PLAYER_OPTION_MAX) {
        tuner_complain("more than %d options and parameters of the engine", PLAYER_OPTION_MAX);
        return EXIT_USAGE;
    }
    if (!find_engines(tuner) || !open_openings(tuner) || !check_curves(tuner) ||
        !open_state(tuner) || !begin_course(tuner) ||
        (course_has_more(&tuner->course) && !check_engine_takes(tuner)))
        return EXIT_FAILED;
    if (tuner->course.applied > 0)
        printf("Continuing after iteration %" PRId64 "\n", tuner->course.applied);
    fflush(stdout);
    bool is_played = !course_has_more(&tuner->course) || tuner_play(tuner);
    if (!write_curves(tuner) || !is_played)
        return EXIT_FAILED;
    if (tuner->course.applied < tuner->plan.iterations)
        return EXIT_STOPPED;
    print_end(tuner);
    errno = 0;
    bool is_written = (fflush(stdout) == 0 && !ferror(stdout)) ||
                      tuner_complain("standard output: %s",
                                     errno != 0 ? strerror(errno) : "some output was not written");
    return is_written ? EXIT_DONE : EXIT_FAILED;
}

/* ---- Command line ------------------------------------------------------------------------- */

#define AT(field) .offset = offsetof(Tuner, field)

static const char tuning_group[] = "Tuning";

/* tuner_settings() prints the settings that must not differ when a tuning continues. */
static const OptionRow rows[] = {
    {.name = "-params",
     .value = "FILE",
     .help = "one parameter per line: name start minimum maximum step_end rate_end; sent as INFO "
             "name VALUE. step_end: shift of the last iteration, in units of the value; rate_end: "
             "fraction of it by which a win moves the value. Or two values to compare: name value "
             "other",
     .group = tuning_group,
     .kind = OPTION_TEXT,
     AT(params_path)},
    {.name = "-iterations",
     .value = "N",
     .help = "length of the tuning",
     .group = tuning_group,
     .unit = "pairs of games",
     .standard = "1000",
     .kind = OPTION_WHOLE,
     AT(plan.iterations),
     .least = 1,
     .most = SPSA_ITERATIONS_MAX},
    {.name = "-state",
     .value = "FILE",
     .help = "kept after each iteration; the same command continues from it",
     .group = tuning_group,
     .standard = "kaname-tune.state",
     .kind = OPTION_TEXT,
     AT(state_path)},
    {.name = "-csv",
     .value = "FILE",
     .help = "the values after each iteration as CSV; written every few seconds and at the end",
     .group = tuning_group,
     .kind = OPTION_TEXT,
     AT(curves.csv)},
    {.name = "-svg",
     .value = "FILE",
     .help = "their curves as a picture, in the same way",
     .group = tuning_group,
     .kind = OPTION_TEXT,
     AT(curves.svg)},
    {.name = NULL},
};

/* Options of a tournament that apply here. */
static const char *const shared[] = {"-engine",    "-rule",        "-boardsize",   "-openings",
                                     "-transform", "-openingrule", "-swap2",       "-drawafter",
                                     "-resign",    "-draw",        "-sendbyboard", "-memory",
                                     "-seed",      "-concurrency", "-pin",         "-suspend",
                                     NULL};

static const OptionTable tables[] = {
    {.rows = rows},
    {.rows = options_rows, .offset = offsetof(Tuner, options), .only = shared},
    {.rows = grid_link_rows, .offset = offsetof(Tuner, grid)},
    {.rows = grid_manager_rows, .offset = offsetof(Tuner, grid)}};

static bool check_options(OptionReader *reader, void *target) {
    Tuner *tuner = target;
    if (tuner->params_path == NULL)
        return option_complain(reader, "-params: expected a file of parameters");
    tuner->plan.seed = tuner->options.has_seed ? tuner->options.seed : 1;
    tuner->table_count = tuner->options.concurrency;
#ifdef KANAME_WITH_GRID
    tuner->away_kind = manager_kind(&tuner->grid);
    if (tuner->grid.url != NULL)
        tuner->table_count = tuner->grid.local;
#endif
    return options_check_single(reader, &tuner->options) &&
           grid_check(reader, &tuner->grid, &tuner->options);
}

static const char *const usage[] = {"-engine cmd=COMMAND [WORD]... -params FILE [OPTION]...", NULL};
static const char *const groups[] = {tuning_group,        options_engines_group,
                                     options_games_group, options_running_group,
                                     grid_group,          NULL};

static int tune_main(int argc, char **argv);

const OptionCommand tune_command = {.program = "kaname-tournament",
                                    .name = "tune",
                                    .about =
                                        "Tunes an engine's parameters by games against itself.",
                                    .usage = usage,
                                    .groups = groups,
                                    .tables = tables,
                                    .table_count = sizeof tables / sizeof *tables,
                                    .check = check_options,
                                    .run = tune_main};

static void release(Tuner *tuner) {
    tuner_release(tuner);
    course_release(&tuner->course);
    tune_state_release(&tuner->state);
    opening_list_release(&tuner->openings);
    option_release(&tables[0], tuner);
    option_release(&tables[2], &tuner->grid);
    options_release(&tuner->options);
}

static int tune_main(int argc, char **argv) {
    Tuner tuner = {0};
    OptionOutcome outcome = option_read_command(&tune_command, &tuner, argc - 1, argv + 1);
    int status = outcome == OPTION_READ ? run(&tuner) : option_status(outcome);
    release(&tuner);
    return status;
}
