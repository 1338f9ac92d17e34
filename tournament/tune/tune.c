#include "tune/tune.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "cli/options.h"
#include "cli/values.h"
#include "game/play.h"
#include "process/process.h"
#include "run/setup.h"
#include "tune/spsa.h"
#include "tune/state.h"

enum {
    FAILURES_MAX = 10, /* games in a row that an engine lost by failing */
    SIDES = 2,         /* plus and minus, in this order */
    PARAMS_FILE_MAX = 65536,
    OPTION_TEXT_MAX = SPSA_NAME_MAX + 16,
    EXIT_DONE = 0,
    EXIT_FAILED = 1,
    EXIT_USAGE = 2,
    EXIT_STOPPED = 3
};

typedef struct Tune Tune;
typedef struct Table Table;

typedef struct Seat {
    PlaySeat common; /* first: the context of the player's events is both */
    Table *table;
    EngineOptions engine; /* the engine's, with the values of this side added; owns nothing */
    char texts[SPSA_PARAMS_MAX][OPTION_TEXT_MAX];
} Seat;

struct Table {
    Tune *tune;
    int id; /* from 1 */
    Seat seats[SIDES];
    Play play;
    int64_t iteration; /* 0: none */
    int games_done;    /* of it */
    int half_points;   /* of plus, so far */
    bool is_playing, is_closed;
};

struct Tune {
    Options options;
    SpsaPlan plan;
    const char *params_path, *state_path;
    TuneState state;
    PlaySettings settings;
    OpeningList openings;
    uv_loop_t loop;
    ProcessHub *hub;
    uv_signal_t signals[3];
    Table *tables;
    int open_tables;
    int64_t given;   /* the last iteration that was handed to a table, or found done before it */
    int64_t applied; /* results that the values hold, in order */
    int64_t lag;     /* an iteration starts from the values so many results before its own */
    double *history; /* the values after the last results: row n % (lag + 1) after n of them */
    int64_t applied_at_start;
    uint64_t started_ns;
    int failures; /* in a row */
    bool is_stopping, is_aborting, is_interrupted, has_failed, is_closing;
};

static void table_continue(Table *table);

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

/* ---- Stopping ----------------------------------------------------------------------------- */

static void abort_tables(Tune *tune) {
    tune->is_stopping = tune->is_aborting = true;
    for (int i = 0; i < tune->options.concurrency; i++) {
        Table *table = &tune->tables[i];
        if (table->is_closed)
            continue;
        play_interrupt(&table->play);
        for (int side = 0; side < SIDES; side++)
            play_seat_abort(&table->seats[side].common);
        table_continue(table);
    }
}

static void fail(Tune *tune, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void fail(Tune *tune, const char *format, ...) {
    char text[700];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!tune->has_failed)
        complain("%s", text);
    tune->has_failed = true;
    if (!tune->is_aborting)
        abort_tables(tune);
}

static void wake_tables(Tune *tune) {
    for (int i = 0; i < tune->options.concurrency; i++)
        if (!tune->tables[i].is_playing)
            table_continue(&tune->tables[i]);
}

static void on_signal(uv_signal_t *handle, int signum) {
    Tune *tune = handle->data;
    if (tune->is_aborting)
        return;
    tune->is_interrupted = true;
    if (signum == SIGINT && !tune->is_stopping) {
        puts("Stopping: iterations under way are being finished; again to stop at once");
        fflush(stdout);
        tune->is_stopping = true;
        wake_tables(tune);
        return;
    }
    abort_tables(tune);
}

/* ---- Values ------------------------------------------------------------------------------- */

/* The values after `results` of them, one of the last lag + 1. */
static double *values_after(const Tune *tune, int64_t results) {
    assert(results <= tune->applied && results >= tune->applied - tune->lag);
    return tune->history + (size_t)(results % (tune->lag + 1)) * tune->plan.count;
}

/* Takes one more result into the values if the next one in order is there. */
static bool apply_next(Tune *tune) {
    if (tune->applied == tune->plan.iterations)
        return false;
    int64_t next = tune->applied + 1;
    int result = tune_state_result(&tune->state, next);
    if (result == TUNE_NOT_PLAYED)
        return false;
    const double *old = values_after(tune, tune->applied);
    tune->applied = next;
    double *values = values_after(tune, next);
    memmove(values, old, tune->plan.count * sizeof *values);
    spsa_step(&tune->plan, next, result, values);
    return true;
}

static bool begin_values(Tune *tune) {
    /* Every table finds an iteration to begin while one of them takes long. */
    tune->lag = 2 * (int64_t)tune->options.concurrency - 1;
    tune->history = calloc((size_t)(tune->lag + 1) * tune->plan.count, sizeof *tune->history);
    if (tune->history == NULL)
        return complain("no memory");
    spsa_start(&tune->plan, values_after(tune, 0));
    while (apply_next(tune))
        continue;
    tune->applied_at_start = tune->applied;
    tune->given = tune->applied;
    return true;
}

/* Hands out the next iteration whose values are known; 0: none now, or none at all. */
static int64_t next_iteration(Tune *tune) {
    int64_t next = tune->given + 1;
    while (next <= tune->plan.iterations &&
           tune_state_result(&tune->state, next) != TUNE_NOT_PLAYED)
        next++;
    if (next > tune->plan.iterations || next - tune->lag > tune->applied)
        return 0;
    tune->given = next;
    return next;
}

static bool has_more(const Tune *tune) {
    for (int64_t next = tune->given + 1; next <= tune->plan.iterations; next++)
        if (tune_state_result(&tune->state, next) == TUNE_NOT_PLAYED)
            return true;
    return false;
}

/* Gives both sides of the table the values of its iteration. */
static void set_values(Table *table) {
    Tune *tune = table->tune;
    const SpsaPlan *plan = &tune->plan;
    int64_t from = table->iteration - tune->lag;
    int values[SIDES][SPSA_PARAMS_MAX];
    spsa_sides(plan, table->iteration, values_after(tune, from > 0 ? from : 0), values[0],
               values[1]);
    for (int side = 0; side < SIDES; side++)
        for (size_t i = 0; i < plan->count; i++)
            snprintf(table->seats[side].texts[i], OPTION_TEXT_MAX, "%s=%d", plan->params[i].name,
                     values[side][i]);
}

/* ---- Results ------------------------------------------------------------------------------ */

static void put_time_left(const Tune *tune, FILE *out) {
    int64_t done = tune->applied - tune->applied_at_start;
    double seconds = (double)(uv_hrtime() - tune->started_ns) / 1e9;
    double left = seconds / (double)done * (double)(tune->plan.iterations - tune->applied);
    int64_t whole = (int64_t)left;
    fprintf(out, "%" PRId64 ":%02d:%02d left", whole / 3600, (int)(whole / 60 % 60),
            (int)(whole % 60));
}

static void print_progress(const Tune *tune) {
    int result = tune_state_result(&tune->state, tune->applied);
    const double *values = values_after(tune, tune->applied);
    printf("Iteration %" PRId64 " of %" PRId64 ": plus %.1f - %.1f minus,", tune->applied,
           tune->plan.iterations, result / 2.0, (SPSA_WON - result) / 2.0);
    for (size_t i = 0; i < tune->plan.count; i++)
        printf(" %s %.3f,", tune->plan.params[i].name, values[i]);
    putchar(' ');
    put_time_left(tune, stdout);
    putchar('\n');
    fflush(stdout);
}

/* Takes the table's iteration to the disk, then into the values. False: it could not be kept. */
static bool take_result(Table *table) {
    Tune *tune = table->tune;
    char error[600], notes[SPSA_PARAMS_MAX * OPTION_TEXT_MAX * 2] = "";
    size_t length = 0;
    tune_state_set(&tune->state, table->iteration, table->half_points);
    table->iteration = 0;
    int64_t applied = tune->applied;
    while (apply_next(tune))
        continue;
    const double *values = values_after(tune, tune->applied);
    for (size_t i = 0; i < tune->plan.count; i++)
        length += (size_t)snprintf(notes + length, sizeof notes - length, "%s %.6f\n",
                                   tune->plan.params[i].name, values[i]);
    if (!tune_state_write(&tune->state, notes, error, sizeof error)) {
        fail(tune, "%s", error);
        return false;
    }
    if (tune->applied > applied)
        print_progress(tune);
    return true;
}

/* A game that was lost by an engine's fault is a loss like others, but not for ever. False: the
 * tuning has ended. */
static bool bear_failure(Table *table, const GameRecord *game) {
    Tune *tune = table->tune;
    static const char *const sides[SIDES] = {"plus", "minus"};
    bool is_fault = game->reason == GAME_REASON_CRASH || game->reason == GAME_REASON_TIME ||
                    game->reason == GAME_REASON_ILLEGAL || game->reason == GAME_REASON_MEMORY;
    if (game->reason == GAME_REASON_START) {
        fail(tune, "iteration %" PRId64 " is left open: %s: %s", table->iteration,
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
    fail(tune, "the engine failed in %d games one after the other, at last: %s: %s", FAILURES_MAX,
         game_reason_text(game->reason), game->detail);
    return false;
}

static void on_play_end(void *context) {
    Table *table = context;
    Tune *tune = table->tune;
    GameRecord game = table->play.record;
    game_record_init(&table->play.record);
    table->is_playing = false;
    if (game.result == GAME_UNDECIDED) {
        if (!tune->is_aborting)
            fail(tune, "iteration %" PRId64 ": %s", table->iteration, game.detail);
    } else if (bear_failure(table, &game)) {
        int color = game_record_winner(&game);
        table->half_points += color < 0 ? 1 : game.engine[color] == 0 ? 2 : 0;
        table->games_done++;
        bool is_kept = table->games_done < 2 || take_result(table);
        if (is_kept && tune->options.engines[0].restart)
            for (int side = 0; side < SIDES; side++)
                play_seat_end(&table->seats[side].common);
    }
    game_record_release(&game);
    if (!tune->is_aborting)
        wake_tables(tune);
}

/* ---- Events of players -------------------------------------------------------------------- */

static void on_ended(void *context) {
    Seat *seat = context;
    play_seat_clear(&seat->common);
    table_continue(seat->table);
}

/* ---- Tables ------------------------------------------------------------------------------- */

/* When the last table is closed, the loop has nothing left to run for. */
static void close_table(Table *table) {
    Tune *tune = table->tune;
    table->is_closed = true;
    if (--tune->open_tables > 0 || tune->is_closing)
        return;
    tune->is_closing = true;
    for (size_t i = 0; i < sizeof tune->signals / sizeof *tune->signals; i++)
        uv_close((uv_handle_t *)&tune->signals[i], NULL);
    process_hub_kill_all(tune->hub);
    process_hub_free(tune->hub);
}

static bool fill_seats(Table *table) {
    Tune *tune = table->tune;
    for (int side = 0; side < SIDES; side++) {
        Seat *seat = &table->seats[side];
        PlayerEvents events = play_seat_events(&seat->common);
        events.on_ended = on_ended;
        if (seat->common.player == NULL)
            seat->common.player = setup_player(&tune->options, &seat->engine, table->id, tune->hub,
                                               &tune->loop, &events);
        if (seat->common.player == NULL)
            return false;
    }
    return true;
}

/* The next game of the table's iteration. */
static void play_game(Table *table) {
    Tune *tune = table->tune;
    Opening opening;
    PlayTask task = {.number = 2 * table->iteration - 1 + table->games_done,
                     .pair = table->iteration,
                     .round = 1,
                     .game = table->games_done + 1,
                     .engine = {0, 1},
                     .is_reversed = table->games_done == 1,
                     .opening = &opening};
    setup_opening(&opening, &task.opening_index, &task.transform, &tune->openings, &tune->options,
                  table->iteration - 1);
    Player *players[SIDES] = {table->seats[0].common.player, table->seats[1].common.player};
    table->is_playing = true;
    play_start(&table->play, &tune->settings, players, &task, on_play_end, table);
}

/* Sends the players away; true: they have gone. */
static bool empty_seats(Table *table) {
    bool is_empty = true;
    for (int side = 0; side < SIDES; side++) {
        Seat *seat = &table->seats[side];
        play_seat_end(&seat->common);
        is_empty = is_empty && seat->common.player == NULL;
    }
    return is_empty;
}

/* Brings a table without a running game to its next one, or to its end; called whenever something
 * has changed that it may have been waiting for. */
static void table_continue(Table *table) {
    Tune *tune = table->tune;
    if (table->is_closed || table->is_playing)
        return;
    bool is_over = tune->is_aborting;
    if (!is_over && table->iteration == 0) {
        if (!tune->is_stopping)
            table->iteration = next_iteration(tune);
        is_over = table->iteration == 0 && (tune->is_stopping || !has_more(tune));
        if (table->iteration == 0 && !is_over)
            return; /* woken by the next result */
        table->games_done = table->half_points = 0;
        if (!is_over)
            set_values(table);
    }
    if (is_over) {
        if (empty_seats(table))
            close_table(table);
        return;
    }
    if (table->seats[0].common.is_ending || table->seats[1].common.is_ending)
        return; /* woken by on_ended */
    if (fill_seats(table))
        play_game(table);
    else
        fail(tune, "no memory");
}

static void make_table(Tune *tune, int index) {
    Table *table = &tune->tables[index];
    table->tune = tune;
    table->id = index + 1;
    for (int side = 0; side < SIDES; side++) {
        Seat *seat = &table->seats[side];
        seat->table = table;
        seat->common = (PlaySeat){.play = &table->play, .side = side};
        seat->engine = tune->options.engines[0];
        for (size_t i = 0; i < tune->plan.count; i++)
            seat->engine.options[seat->engine.option_count++] = seat->texts[i];
    }
}

/* ---- The whole ---------------------------------------------------------------------------- */

static bool play_all(Tune *tune) {
    static const int signums[] = {SIGINT, SIGTERM, SIGHUP};
    tune->tables = calloc((size_t)tune->options.concurrency, sizeof *tune->tables);
    if (tune->tables == NULL || uv_loop_init(&tune->loop) != 0)
        return complain("no memory");
    for (int i = 0; i < tune->options.concurrency; i++)
        make_table(tune, i);
    tune->hub = process_hub_new(&tune->loop);
    if (tune->hub == NULL)
        return complain("no memory");
    for (size_t i = 0; i < sizeof signums / sizeof *signums; i++) {
        uv_signal_init(&tune->loop, &tune->signals[i]);
        tune->signals[i].data = tune;
        uv_signal_start(&tune->signals[i], on_signal, signums[i]);
    }
    tune->open_tables = tune->options.concurrency;
    tune->started_ns = uv_hrtime();
    wake_tables(tune);
    uv_run(&tune->loop, UV_RUN_DEFAULT);
    uv_loop_close(&tune->loop);
    return !tune->has_failed;
}

static void print_end(const Tune *tune) {
    const double *values = values_after(tune, tune->applied);
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

static bool open_openings(Tune *tune) {
    char error[400];
    return setup_openings(&tune->openings, &tune->options, tune->plan.seed, error, sizeof error) ||
           complain("%s", error);
}

static int run(Tune *tune) {
    if (!read_params(tune))
        return EXIT_USAGE;
    if (tune->options.engines[0].option_count + tune->plan.count > PLAYER_OPTION_MAX) {
        complain("more than %d options and parameters of the engine", PLAYER_OPTION_MAX);
        return EXIT_USAGE;
    }
    tune->settings = setup_settings(&tune->options);
    if (!open_openings(tune) || !open_state(tune) || !begin_values(tune))
        return EXIT_FAILED;
    if (tune->applied > 0)
        printf("Going on after iteration %" PRId64 "\n", tune->applied);
    fflush(stdout);
    if (has_more(tune) && !play_all(tune))
        return EXIT_FAILED;
    if (tune->applied < tune->plan.iterations)
        return EXIT_STOPPED;
    print_end(tune);
    return fflush(stdout) == 0 && !ferror(stdout) ? EXIT_DONE : EXIT_FAILED;
}

/* ---- Command line ------------------------------------------------------------------------- */

static const char *const help[] = {
    "usage: kaname-tournament tune -engine cmd=COMMAND [ENGINE_OPTIONS] -params FILE [OPTION]...",
    "  -params FILE           a parameter a line: name start minimum maximum step_end rate_end;",
    "                         sent as INFO name VALUE. step_end: shift of the last iteration, in",
    "                         units of the value; rate_end: part of it that a win moves the value",
    "  -iterations N          pairs of games, default 1000",
    "  -state FILE            kept after each iteration; the same command goes on from it.",
    "                         Default kaname-tune.state",
    "  -seed N                default 1",
    "  -concurrency N         iterations at a time, default 1",
    "  -rule -boardsize -openings -transform -swap2 -drawafter -resign -draw -sendbyboard -memory",
    "  -pin -suspend          as for a tournament",
    NULL,
};

/* Options of a tournament that mean something here. */
static const char *const shared[] = {"-engine",    "-seed",     "-concurrency", "-rule",
                                     "-boardsize", "-openings", "-transform",   "-swap2",
                                     "-drawafter", "-resign",   "-draw",        "-sendbyboard",
                                     "-memory",    "-pin",      "-suspend"};

static bool is_shared(const char *word) {
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
        if (strcmp(word, shared[i]) == 0)
            return true;
    return false;
}

/* Takes tune's own options and leaves the others in `rest`; false: told on stderr. */
static bool read_words(Tune *tune, int argc, char **argv, char **rest, int *rest_count) {
    for (int at = 1; at < argc; at++) {
        const char *word = argv[at], *value = at + 1 < argc ? argv[at + 1] : NULL;
        bool is_own = strcmp(word, "-params") == 0 || strcmp(word, "-iterations") == 0 ||
                      strcmp(word, "-state") == 0;
        if (is_own && value == NULL)
            return complain("%s: expected a value after it", word);
        if (word[0] != '-' || is_shared(word)) {
            rest[(*rest_count)++] = argv[at];
            continue;
        }
        if (!is_own) {
            complain("'%s': expected one of these:", word);
            for (const char *const *line = help; *line != NULL; line++)
                fprintf(stderr, "%s\n", *line);
            return false;
        }
        at++;
        if (strcmp(word, "-params") == 0)
            tune->params_path = value;
        else if (strcmp(word, "-state") == 0)
            tune->state_path = value;
        else {
            char error[400];
            Reader reader = {.option = word, .error = error, .error_size = sizeof error};
            if (!reader_whole(&reader, value, 1, SPSA_ITERATIONS_MAX, &tune->plan.iterations))
                return complain("%s", error);
        }
    }
    return tune->params_path != NULL || complain("-params: expected a file of parameters");
}

static bool read_command_line(Tune *tune, int argc, char **argv) {
    char error[512], **rest = calloc((size_t)argc, sizeof *rest);
    int count = 0;
    if (rest == NULL)
        return complain("no memory");
    bool is_read = read_words(tune, argc, argv, rest, &count) &&
                   (options_parse_single(&tune->options, count, rest, error, sizeof error) ||
                    complain("%s", error));
    free(rest);
    tune->plan.seed = tune->options.has_seed ? tune->options.seed : 1;
    return is_read;
}

static void release(Tune *tune) {
    for (int i = 0; tune->tables != NULL && i < tune->options.concurrency; i++)
        play_release(&tune->tables[i].play);
    free(tune->tables);
    free(tune->history);
    tune_state_release(&tune->state);
    opening_list_release(&tune->openings);
    options_release(&tune->options);
}

int tune_main(int argc, char **argv) {
    Tune tune = {.state_path = "kaname-tune.state", .plan.iterations = 1000};
    options_init(&tune.options);
    int status = read_command_line(&tune, argc, argv) ? run(&tune) : EXIT_USAGE;
    release(&tune);
    return status;
}
