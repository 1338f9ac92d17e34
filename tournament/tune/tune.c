#include "tune/tune.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "cli/reader.h"
#include "grid/grid_options.h"
#ifdef KANAME_WITH_GRID
#include "grid/manager.h"
#endif
#include "run/arena.h"
#include "run/options.h"
#include "run/setup.h"
#include "tune/afar.h"
#include "tune/course.h"
#include "tune/spsa.h"
#include "tune/state.h"

enum {
    FAILURES_MAX = 10, /* games in a row that an engine lost by failing */
    SIDES = 2,         /* plus and minus, in this order; also the seats */
    PARAMS_FILE_MAX = 65536,
    OPTION_TEXT_MAX = SPSA_NAME_MAX + 16,
    EXIT_DONE = 0,
    EXIT_FAILED = 1,
    EXIT_USAGE = 2,
    EXIT_STOPPED = 3
};

/* What a table of the arena plays. */
typedef struct Table {
    int64_t iteration;            /* 0: none */
    int games_done;               /* of it */
    int half_points;              /* of plus, so far */
    EngineOptions engines[SIDES]; /* the engine's, with the values of the side; own nothing */
    char texts[SIDES][SPSA_PARAMS_MAX][OPTION_TEXT_MAX];
} Table;

typedef struct Tune {
    Options options;
    SpsaPlan plan;
    char *params_path, *state_path;
    TuneState state;
    Course course;
    OpeningList openings;
    Arena *arena;
    Table *tables;
    bool is_closed;
    int64_t applied_at_start;
    uint64_t started_ns;
    int failures; /* in a row */
    GridOptions grid;
    AwayKind away_kind; /* if away is not NULL */
    Away *away;
    Afar afar;
    Table away_table; /* the iteration whose games come in just now */
    int table_count;
} Tune;

static bool complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Always false, so that callers can return it. */
static bool complain(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fflush(stdout);
    fputs("kaname-tournament: tune: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return false;
}

/* ---- Settings ------------------------------------------------------------------------------ */

/* All that decides what is played; to be freed. NULL: no memory. */
static char *list_settings(const Tune *tune) {
    char *text = NULL, *options = options_settings(&tune->options);
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out != NULL && options != NULL) {
        fprintf(out, "%siterations = %" PRId64 "\nconcurrency = %d\nseed = %" PRIu64 "\n", options,
                tune->plan.iterations, tune->options.concurrency, tune->plan.seed);
        for (size_t i = 0; i < tune->plan.count; i++) {
            const SpsaParam *param = &tune->plan.params[i];
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
    const Tune *tune = context;
    if (!arena_has_failed(tune->arena))
        complain("%s", text);
}

static void on_signal(void *context, bool is_abort) {
    (void)context;
    if (is_abort)
        return;
    puts("Stopping: iterations under way are being finished; again to stop at once");
    fflush(stdout);
}

/* ---- Results ------------------------------------------------------------------------------ */

static void put_time_left(const Tune *tune, FILE *out) {
    int64_t applied = tune->course.applied, done = applied - tune->applied_at_start;
    double seconds = (double)(uv_hrtime() - tune->started_ns) / 1e9;
    double left = seconds / (double)done * (double)(tune->plan.iterations - applied);
    int64_t whole = (int64_t)left;
    fprintf(out, "%" PRId64 ":%02d:%02d left", whole / 3600, (int)(whole / 60 % 60),
            (int)(whole % 60));
}

static void print_progress(const Tune *tune) {
    int64_t applied = tune->course.applied;
    int result = tune_state_result(&tune->state, applied);
    const double *values = course_values(&tune->course);
    printf("Iteration %" PRId64 " of %" PRId64 ": plus %.1f - %.1f minus,", applied,
           tune->plan.iterations, result / 2.0, (SPSA_WON - result) / 2.0);
    for (size_t i = 0; i < tune->plan.count; i++)
        printf(" %s %.3f,", tune->plan.params[i].name, values[i]);
    putchar(' ');
    put_time_left(tune, stdout);
    putchar('\n');
    fflush(stdout);
}

/* Saves the table's iteration, which then counts. */
static void take_result(Tune *tune, Table *table) {
    char error[600];
    tune_state_set(&tune->state, table->iteration, table->half_points);
    table->iteration = 0;
    bool is_applied = course_apply(&tune->course);
    if (!tune_state_write(&tune->state, &tune->plan, course_values(&tune->course), error,
                          sizeof error))
        arena_fail(tune->arena, "%s", error);
    else if (is_applied)
        print_progress(tune);
}

/* A game that was lost by an engine's fault is a loss like others, but not for ever. False: the
 * tuning has ended. */
static bool bear_failure(Tune *tune, const Table *table, const GameRecord *game) {
    static const char *const sides[SIDES] = {"plus", "minus"};
    bool is_fault = game->reason == GAME_REASON_CRASH || game->reason == GAME_REASON_TIME ||
                    game->reason == GAME_REASON_ILLEGAL || game->reason == GAME_REASON_MEMORY;
    if (game->reason == GAME_REASON_START) {
        arena_fail(tune->arena, "iteration %" PRId64 " is left open: %s: %s", table->iteration,
                   game_reason_text(game->reason), game->detail);
        return false;
    }
    if (!is_fault) {
        tune->failures = 0;
        return true;
    }
    int winner = game->engine[game_record_winner(game)];
    printf("Iteration %" PRId64 ": %s lost a game: %s: %s\n", table->iteration, sides[1 - winner],
           game_reason_text(game->reason), game->detail);
    fflush(stdout);
    if (++tune->failures < FAILURES_MAX)
        return true;
    arena_fail(tune->arena, "the engine failed in %d games one after the other, at last: %s: %s",
               FAILURES_MAX, game_reason_text(game->reason), game->detail);
    return false;
}

/* A game with a result, wherever it was played. */
static void take_game(Tune *tune, Table *table, const GameRecord *game) {
    if (!bear_failure(tune, table, game))
        return;
    int color = game_record_winner(game);
    table->half_points += color < 0 ? 1 : game->engine[color] == 0 ? 2 : 0;
    if (++table->games_done == 2)
        take_result(tune, table);
}

static void on_game(void *context, int id, GameRecord *game) {
    Tune *tune = context;
    Table *table = &tune->tables[id - 1];
    if (game->result == GAME_UNDECIDED)
        arena_fail(tune->arena, "iteration %" PRId64 ": %s", table->iteration, game->detail);
    else
        take_game(tune, table, game);
}

/* ---- Games -------------------------------------------------------------------------------- */

/* Hands an iteration to the table. */
static void begin_iteration(Tune *tune, Table *table, int64_t iteration) {
    const SpsaPlan *plan = &tune->plan;
    int values[SIDES][SPSA_PARAMS_MAX];
    table->iteration = iteration;
    table->games_done = table->half_points = 0;
    course_sides(&tune->course, iteration, values[0], values[1]);
    for (int side = 0; side < SIDES; side++)
        for (size_t i = 0; i < plan->count; i++)
            snprintf(table->texts[side][i], OPTION_TEXT_MAX, "%s=%d", plan->params[i].name,
                     values[side][i]);
}

/* The first or second game of an iteration, 0 or 1. */
static PlayTask task_of(int64_t iteration, int game) {
    return (PlayTask){.number = 2 * iteration - 1 + game,
                      .pair = iteration,
                      .round = 1,
                      .game = game + 1,
                      .engine = {0, 1},
                      .is_reversed = game == 1};
}

/* The next game of the table's iteration, or the first of the next one. */
static ArenaNext next_game(void *context, int id, ArenaGame *game) {
    Tune *tune = context;
    Table *table = &tune->tables[id - 1];
    if (table->iteration == 0) {
        bool is_stopping = arena_is_stopping(tune->arena);
        int64_t iteration = is_stopping ? 0 : course_next(&tune->course);
        if (iteration == 0)
            return is_stopping || !course_has_more(&tune->course) ? ARENA_DONE : ARENA_WAIT;
        begin_iteration(tune, table, iteration);
    }
    game->task = task_of(table->iteration, table->games_done);
    setup_opening(&game->opening, &game->task.opening_index, &game->task.transform, &tune->openings,
                  &tune->options, table->iteration - 1);
    for (int side = 0; side < SIDES; side++)
        game->engines[side] = &table->engines[side];
    return ARENA_GAME;
}

/* Workers' iterations count when the tuning goes on, unless the last of them is waited for. */
static void close_if_done(Tune *tune) {
    bool is_stopping = arena_is_stopping(tune->arena);
    if (!arena_is_empty(tune->arena) || tune->is_closed)
        return;
    if (tune->away != NULL && !is_stopping &&
        (tune->away_kind.open(tune->away) > 0 || course_has_more(&tune->course)))
        return;
    tune->is_closed = true;
    if (tune->away != NULL)
        tune->away_kind.end(tune->away, !is_stopping);
    arena_close(tune->arena);
}

static void on_empty(void *context) {
    close_if_done(context);
}

/* ---- Iterations of workers ---------------------------------------------------------------- */

static bool next_encounter(void *context, Encounter *encounter) {
    Tune *tune = context;
    const SpsaPlan *plan = &tune->plan;
    int values[SIDES][SPSA_PARAMS_MAX];
    int64_t iteration = arena_is_stopping(tune->arena) ? 0 : course_next(&tune->course);
    EncounterOptions *more = iteration > 0 ? calloc(1, sizeof *more) : NULL;
    if (more == NULL)
        return false;
    course_sides(&tune->course, iteration, values[0], values[1]);
    more->count = (int)plan->count;
    for (int side = 0; side < SIDES; side++)
        for (size_t i = 0; i < plan->count; i++)
            snprintf(more->text[side][i], ENCOUNTER_OPTION_MAX, "%s=%d", plan->params[i].name,
                     values[side][i]);
    *encounter = (Encounter){.id = iteration, .attempt = 1, .count = 2, .options = more};
    for (int i = 0; i < 2; i++) {
        encounter->games[i] = task_of(iteration, i);
        setup_opening(&encounter->opening, &encounter->games[i].opening_index,
                      &encounter->games[i].transform, &tune->openings, &tune->options,
                      iteration - 1);
    }
    return true;
}

/* The games of an iteration come one after the other. */
static void on_away_game(void *context, const PlayTask *task, GameRecord *game) {
    Tune *tune = context;
    Table *table = &tune->away_table;
    if (table->iteration != task->pair)
        *table = (Table){.iteration = task->pair};
    take_game(tune, table, game);
    if (table->iteration != 0 || arena_has_failed(tune->arena))
        return;
    tune->away_kind.saved(tune->away, task->number - 1);
    tune->away_kind.saved(tune->away, task->number);
    tune->away_kind.wake(tune->away); /* the values of further iterations are known now */
    arena_wake(tune->arena);
    close_if_done(tune);
}

static void on_away_idle(void *context) {
    (void)context;
}

static void on_away_note(void *context, const char *text) {
    (void)context;
    printf("Grid: %s\n", text);
    fflush(stdout);
}

static void on_away_failure(void *context, const char *text) {
    Tune *tune = context;
    arena_fail(tune->arena, "%s", text);
}

static bool begin_away(Tune *tune) {
#ifdef KANAME_WITH_GRID
    char error[500];
    AwayEvents events = {.next = next_encounter,
                         .on_game = on_away_game,
                         .on_idle = on_away_idle,
                         .on_note = on_away_note,
                         .on_failure = on_away_failure,
                         .context = tune};
    if (tune->grid.url == NULL)
        return true;
    char *settings = list_settings(tune);
    if (settings == NULL)
        return complain("no memory");
    if (afar_init(&tune->afar, &tune->options, &tune->away_kind, settings, tune->state_path, error,
                  sizeof error))
        tune->away = tune->away_kind.begin(tune->away_kind.maker, arena_loop(tune->arena),
                                           &tune->afar.run, &events, error, sizeof error);
    free(settings);
    return tune->away != NULL || complain("%s", error);
#else
    (void)tune, (void)next_encounter, (void)on_away_game, (void)on_away_idle;
    (void)on_away_note, (void)on_away_failure;
    return true;
#endif
}

/* ---- The whole ---------------------------------------------------------------------------- */

static bool make_tables(Tune *tune) {
    tune->tables = calloc((size_t)tune->table_count + 1, sizeof *tune->tables);
    if (tune->tables == NULL)
        return false;
    for (int i = 0; i < tune->table_count; i++) {
        for (int side = 0; side < SIDES; side++) {
            Table *table = &tune->tables[i];
            EngineOptions *engine = &table->engines[side];
            *engine = tune->options.engines[0];
            for (size_t k = 0; k < tune->plan.count; k++)
                engine->options[engine->option_count++] = table->texts[side][k];
        }
    }
    return true;
}

static bool play_all(Tune *tune) {
    ArenaConfig config = setup_arena(&tune->options);
    ArenaEvents events = {.next = next_game,
                          .on_game = on_game,
                          .on_empty = on_empty,
                          .on_signal = on_signal,
                          .on_complaint = on_complaint,
                          .context = tune};
    config.tables = tune->table_count;
    if (!make_tables(tune) || (tune->arena = arena_new(&config, &events)) == NULL)
        return complain("no memory");
    if (!begin_away(tune))
        return false;
    tune->applied_at_start = tune->course.applied;
    tune->started_ns = uv_hrtime();
    if (tune->away != NULL)
        tune->away_kind.wake(tune->away);
    arena_run(tune->arena);
    return !arena_has_failed(tune->arena);
}

static void print_end(const Tune *tune) {
    const double *values = course_values(&tune->course);
    printf("\n%-32s %8s %12s\n", "parameter", "start", "tuned");
    for (size_t i = 0; i < tune->plan.count; i++) {
        const SpsaParam *param = &tune->plan.params[i];
        printf("%-32s %8g %8d (%.3f)\n", param->name, param->start, spsa_rounded(param, values[i]),
               values[i]);
    }
    putchar('\n');
    for (size_t i = 0; i < tune->plan.count; i++)
        printf("%soption.%s=%d", i > 0 ? " " : "", tune->plan.params[i].name,
               spsa_rounded(&tune->plan.params[i], values[i]));
    putchar('\n');
}

static bool read_params(Tune *tune) {
    char error[600], *text = calloc(1, PARAMS_FILE_MAX + 1);
    FILE *file = fopen(tune->params_path, "r");
    bool is_read = false;
    if (text == NULL || file == NULL) {
        complain("%s: %s", tune->params_path, text == NULL ? "no memory" : strerror(errno));
    } else {
        size_t length = fread(text, 1, PARAMS_FILE_MAX, file);
        is_read = !ferror(file) && length < PARAMS_FILE_MAX && strlen(text) == length;
        if (!is_read)
            complain("%s: cannot be read as a list of parameters", tune->params_path);
        else if (!(is_read = spsa_read(&tune->plan, text, tune->params_path, error, sizeof error)))
            complain("%s", error);
    }
    if (file != NULL)
        fclose(file);
    free(text);
    return is_read;
}

static bool open_state(Tune *tune) {
    char error[600], *settings = list_settings(tune);
    bool is_open = settings != NULL ? tune_state_open(&tune->state, tune->state_path, settings,
                                                      tune->plan.iterations, error, sizeof error) ||
                                          complain("%s", error)
                                    : complain("no memory");
    free(settings);
    return is_open;
}

static bool find_engines(const Tune *tune) {
    char error[400];
    if (tune->grid.url != NULL && !tune->away_kind.needs_engines)
        return true;
    return setup_find_engines(&tune->options, error, sizeof error) || complain("%s", error);
}

static bool open_openings(Tune *tune) {
    char error[400];
    return setup_openings(&tune->openings, &tune->options, tune->plan.seed, error, sizeof error) ||
           complain("%s", error);
}

static bool begin_course(Tune *tune) {
    return course_init(&tune->course, &tune->plan, &tune->state, tune->options.concurrency) ||
           complain("no memory");
}

static int run(Tune *tune) {
    if (!read_params(tune))
        return EXIT_USAGE;
    if (tune->options.engines[0].option_count + tune->plan.count > PLAYER_OPTION_MAX) {
        complain("more than %d options and parameters of the engine", PLAYER_OPTION_MAX);
        return EXIT_USAGE;
    }
    if (!find_engines(tune) || !open_openings(tune) || !open_state(tune) || !begin_course(tune))
        return EXIT_FAILED;
    if (tune->course.applied > 0)
        printf("Going on after iteration %" PRId64 "\n", tune->course.applied);
    fflush(stdout);
    if (course_has_more(&tune->course) && !play_all(tune))
        return EXIT_FAILED;
    if (tune->course.applied < tune->plan.iterations)
        return EXIT_STOPPED;
    print_end(tune);
    return fflush(stdout) == 0 && !ferror(stdout) ? EXIT_DONE : EXIT_FAILED;
}

/* ---- Command line ------------------------------------------------------------------------- */

#define AT(field) .offset = offsetof(Tune, field)

static const char tuning_group[] = "Tuning";

/* list_settings() prints what must not differ when a tuning continues. */
static const OptionRow rows[] = {
    {.name = "-params",
     .value = "FILE",
     .help = "a parameter a line: name start minimum maximum step_end rate_end; sent as INFO name "
             "VALUE. step_end: shift of the last iteration, in units of the value; rate_end: "
             "part of it that a win moves the value",
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
    {.name = NULL},
};

/* Options of a tournament that mean something here. */
static const char *const shared[] = {"-engine",      "-rule",        "-boardsize", "-openings",
                                     "-transform",   "-swap2",       "-drawafter", "-resign",
                                     "-draw",        "-sendbyboard", "-memory",    "-seed",
                                     "-concurrency", "-pin",         "-suspend",   NULL};

static const OptionTable tables[] = {
    {.rows = rows},
    {.rows = options_rows, .offset = offsetof(Tune, options), .only = shared},
    {.rows = grid_link_rows, .offset = offsetof(Tune, grid)},
    {.rows = grid_manager_rows, .offset = offsetof(Tune, grid)}};

static bool check_options(OptionReader *reader, void *target) {
    Tune *tune = target;
    if (tune->params_path == NULL)
        return option_complain(reader, "-params: expected a file of parameters");
    tune->plan.seed = tune->options.has_seed ? tune->options.seed : 1;
    tune->table_count = tune->options.concurrency;
#ifdef KANAME_WITH_GRID
    tune->away_kind = manager_kind(&tune->grid);
    if (tune->grid.url != NULL)
        tune->table_count = tune->grid.local;
#endif
    return options_check_single(reader, &tune->options) &&
           grid_check(reader, &tune->grid, &tune->options);
}

static const char *const usage[] = {"-engine cmd=COMMAND [WORD]... -params FILE [OPTION]...", NULL};
static const char *const groups[] = {tuning_group,        options_engines_group,
                                     options_games_group, options_running_group,
                                     grid_group,          NULL};

const OptionCommand tune_command = {.name = "tune",
                                    .about =
                                        "Tunes an engine's parameters by games against itself.",
                                    .usage = usage,
                                    .groups = groups,
                                    .tables = tables,
                                    .table_count = sizeof tables / sizeof *tables,
                                    .check = check_options,
                                    .run = tune_main};

static void release(Tune *tune) {
    if (tune->away != NULL && !tune->is_closed)
        tune->away_kind.end(tune->away, false);
    arena_free(tune->arena);
    if (tune->away != NULL)
        tune->away_kind.release(tune->away);
    afar_release(&tune->afar);
    free(tune->tables);
    course_release(&tune->course);
    tune_state_release(&tune->state);
    opening_list_release(&tune->openings);
    option_release(&tables[0], tune);
    option_release(&tables[2], &tune->grid);
    options_release(&tune->options);
}

int tune_main(int argc, char **argv) {
    Tune tune = {0};
    OptionOutcome outcome = option_read_command(&tune_command, &tune, argc - 1, argv + 1);
    int status = outcome == OPTION_READ ? run(&tune) : option_status(outcome);
    release(&tune);
    return status;
}
