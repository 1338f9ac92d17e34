#include "run/runner.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>
#include <uv.h>

#include "game/opening.h"
#include "game/play.h"
#include "game/player.h"
#include "process/process.h"
#include "process/spawn.h"

#include "run/live.h"
#include "run/setup.h"
#include "stats/elo.h"
#include "stats/schedule.h"
#include "stats/summary.h"
#include "stats/table.h"
#include "store/formats.h"
#include "store/outputs.h"
#include "store/saver.h"
#include "store/store.h"

enum {
    QUEUE_MAX = 64,  /* games waiting for the disk before tables pause */
    STATUS_MS = 500, /* between drawings of the status */
    EXIT_DONE = 0,
    EXIT_FAILED = 1,
    EXIT_STOPPED = 3
};

typedef struct Runner Runner;
typedef struct Table Table;

/* One side of a table: the player there and what it is doing. */
typedef struct Seat {
    PlaySeat common; /* first: the context of the player's events is both */
    Table *table;
    int engine; /* of the player */
    bool has_played;
} Seat;

struct Table {
    Runner *runner;
    int id; /* from 1 */
    Seat seats[2];
    Play play;
    Job job;
    bool has_job, is_playing, is_closed;
    FILE *log;
};

/* A game that an earlier start of the run has finished. */
typedef struct Done {
    bool is_done;
    int winner; /* index of the engine; -1: a draw */
} Done;

struct Runner {
    const Options *options;
    PlaySettings settings;
    uv_loop_t loop;
    ProcessHub *hub;
    uv_signal_t signals[3];
    uv_timer_t status_timer;
    Store *store;
    Saver *saver;
    Output *output;
    Schedule *schedule;
    OpeningList openings;
    uint64_t seed;
    StoreRun run;
    StoreEngine *run_engines;
    char (*names)[GAME_NAME_MAX]; /* as shown; unique */
    bool *is_named;               /* by ABOUT, or for good by the option */
    Summary summary;
    Done *done;
    int64_t done_count; /* entries; index is the number */
    int64_t total;
    Live live;
    Table *tables;
    int open_tables, games_running;
    bool is_stopping; /* no new games */
    bool is_aborting; /* nor wait for the running ones */
    bool is_decided;  /* by the sequential test */
    bool is_interrupted, has_failed, is_closing;
    uint64_t log_start_ns;
};

static void table_continue(Table *table);

/* ---- Errors and stopping ------------------------------------------------------------------ */

static void abort_tables(Runner *runner) {
    runner->is_stopping = runner->is_aborting = true;
    for (int i = 0; i < runner->options->concurrency; i++) {
        Table *table = &runner->tables[i];
        if (table->is_closed)
            continue;
        play_interrupt(&table->play);
        for (int side = 0; side < 2; side++)
            play_seat_abort(&table->seats[side].common);
        table_continue(table);
    }
}

static void fail_run(Runner *runner, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void fail_run(Runner *runner, const char *format, ...) {
    char text[640];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    live_end(&runner->live);
    fprintf(stderr, "kaname-tournament: %s\n", text);
    runner->has_failed = true;
    if (!runner->is_aborting)
        abort_tables(runner);
}

static void wake_tables(Runner *runner) {
    for (int i = 0; i < runner->options->concurrency; i++) {
        Table *table = &runner->tables[i];
        if (!table->is_closed && !table->is_playing)
            table_continue(table);
    }
}

static void on_signal(uv_signal_t *handle, int signum) {
    Runner *runner = handle->data;
    if (runner->is_aborting)
        return;
    runner->is_interrupted = true;
    if (signum == SIGINT && !runner->is_stopping) {
        live_line(&runner->live, "Stopping: %d games are being finished; again to stop at once",
                  runner->games_running);
        runner->is_stopping = true;
        wake_tables(runner);
        return;
    }
    live_line(&runner->live, "Stopping now");
    abort_tables(runner);
}

/* ---- Names -------------------------------------------------------------------------------- */

static bool is_name_taken(const Runner *runner, const char *name, size_t except) {
    for (size_t i = 0; i < runner->options->engine_count; i++)
        if (i != except && strcmp(runner->names[i], name) == 0)
            return true;
    return false;
}

static void set_name(Runner *runner, size_t engine, const char *wanted) {
    char name[GAME_NAME_MAX];
    snprintf(name, sizeof name, "%.80s", wanted);
    message_clean(name);
    for (int copy = 2; is_name_taken(runner, name, engine); copy++)
        snprintf(name, sizeof name, "%.80s (%d)", wanted, copy);
    memcpy(runner->names[engine], name, sizeof name);
}

/* Until an engine has told its name it goes by that of its program. */
static void name_after_program(Runner *runner, size_t engine) {
    char **words = spawn_split(runner->options->engines[engine].command);
    const char *name = words != NULL ? words[0] : "engine";
    const char *slash = strrchr(name, '/');
    set_name(runner, engine, slash != NULL && slash[1] != '\0' ? slash + 1 : name);
    free(words);
}

static void learn_name(Runner *runner, const Seat *seat) {
    if (runner->is_named[seat->engine])
        return;
    const PlayerAbout *about = player_about(seat->common.player);
    const EngineOptions *options = player_options(seat->common.player);
    runner->is_named[seat->engine] = true;
    if (options->name == NULL && about->name[0] != '\0')
        set_name(runner, (size_t)seat->engine, about->name);
    live_line(&runner->live, "[%d] Load engine: %s (%s%s%s) by %s, %s", seat->table->id,
              runner->names[seat->engine], about->name, about->version[0] != '\0' ? " " : "",
              about->version, about->author, about->country);
    if (!saver_add_about(runner->saver, seat->engine, runner->names[seat->engine], about))
        fail_run(runner, "no memory");
}

/* ---- Events of players -------------------------------------------------------------------- */

static void on_ready(void *context) {
    Seat *seat = context;
    learn_name(seat->table->runner, seat);
    play_ready(seat->common.play, seat->common.side);
}

static void on_ended(void *context) {
    Seat *seat = context;
    play_seat_clear(&seat->common);
    seat->has_played = false;
    table_continue(seat->table);
}

static void on_traffic(void *context, char direction, const char *line) {
    Seat *seat = context;
    const Runner *runner = seat->table->runner;
    static const struct {
        char direction;
        const char *arrow;
    } arrows[] = {{'<', "<-"}, {'>', "->"}, {'!', "!!"}, {'#', "##"}};
    const char *arrow = "";
    for (size_t i = 0; i < sizeof arrows / sizeof *arrows; i++)
        if (arrows[i].direction == direction)
            arrow = arrows[i].arrow;
    fprintf(seat->table->log, "%" PRIu64 ": %s %s %s\n",
            (uv_hrtime() - runner->log_start_ns) / 1000000, runner->names[seat->engine], arrow,
            line);
    if (runner->options->is_debug && direction == '#')
        live_line(&seat->table->runner->live, "[%d] %s: %s", seat->table->id,
                  runner->names[seat->engine], line);
}

/* ---- Results ------------------------------------------------------------------------------ */

static int half_points_of(const Job *job, int winner) {
    return winner < 0 ? 1 : winner == job->engine[0] ? 2 : 0;
}

static void check_test(Runner *runner) {
    if (!runner->options->has_sprt || runner->is_decided)
        return;
    double llr = summary_llr(&runner->summary);
    SprtVerdict verdict = sprt_verdict(&runner->run.sprt, llr);
    if (verdict == SPRT_CONTINUE)
        return;
    runner->is_decided = runner->is_stopping = true;
    live_line(&runner->live, "SPRT: %s was accepted, LLR %.2f",
              verdict == SPRT_ACCEPT_H1 ? "H1" : "H0", llr);
}

static void print_result(Runner *runner, const Table *table, const GameRecord *game) {
    static const char *const results[] = {"*", "1-0", "0-1", "1/2-1/2"};
    const Job *job = &table->job;
    live_line(&runner->live, "[%d] Finished game %" PRId64 " (%s vs %s): %s {%s}%s%s", table->id,
              game->number, game->name[GAME_BLACK], game->name[GAME_WHITE], results[game->result],
              format_termination(game), game->detail[0] != '\0' ? " " : "", game->detail);
    if (runner->live.is_terminal) {
        live_status(&runner->live, &runner->summary, runner->total, runner->games_running);
        return;
    }
    const Wdl *wdl = summary_cross(&runner->summary, job->engine[0], job->engine[1]);
    live_line(&runner->live,
              "Score of %s vs %s: %" PRId64 " - %" PRId64 " - %" PRId64 "  [%.3f] %" PRId64,
              runner->names[job->engine[0]], runner->names[job->engine[1]], wdl->wins, wdl->losses,
              wdl->draws, wdl_score(wdl), wdl_games(wdl));
    if (runner->options->engine_count == 2) {
        char match[160];
        live_match_text(&runner->summary, match, sizeof match);
        live_line(&runner->live, "%s", match);
    }
}

static bool is_fatal(const GameRecord *game) {
    return game->reason == GAME_REASON_CRASH || game->reason == GAME_REASON_START ||
           game->reason == GAME_REASON_TIME;
}

/* A game that counts: into the statistics, the schedule and the database. */
static void take_result(Runner *runner, Table *table, GameRecord *game) {
    for (int color = 0; color < 2; color++)
        snprintf(game->name[color], sizeof game->name[color], "%s",
                 runner->names[game->engine[color]]);
    int color = game_record_winner(game);
    int winner = color < 0 ? -1 : game->engine[color];
    if (!summary_add(&runner->summary, game)) {
        fail_run(runner, "no memory");
        return;
    }
    schedule_report(runner->schedule, &table->job, half_points_of(&table->job, winner));
    print_result(runner, table, game);
    bool is_end = runner->options->is_fatal_error && is_fatal(game);
    char text[GAME_DETAIL_MAX + 2 * GAME_NAME_MAX];
    snprintf(text, sizeof text, "game %" PRId64 ", %s: %s", game->number,
             game_reason_text(game->reason), game->detail);
    if (!saver_add_game(runner->saver, game))
        fail_run(runner, "no memory");
    else if (is_end && !runner->has_failed)
        fail_run(runner, "-fatalerror: %s", text);
    check_test(runner);
}

static void on_play_end(void *context) {
    Table *table = context;
    Runner *runner = table->runner;
    GameRecord game = table->play.record;
    game_record_init(&table->play.record);
    table->is_playing = false;
    table->has_job = false;
    runner->games_running--;
    for (int side = 0; side < 2; side++)
        table->seats[side].has_played = true;
    if (game.result != GAME_UNDECIDED)
        take_result(runner, table, &game);
    else if (!runner->is_aborting)
        fail_run(runner, "game %" PRId64 ": %s", game.number, game.detail);
    game_record_release(&game);
    if (runner->is_aborting)
        return; /* abort_tables() goes on with every table */
    wake_tables(runner);
}

static void on_written(void *context, GameRecord *game) {
    Runner *runner = context;
    if (!output_add(runner->output, game) && !runner->has_failed)
        fail_run(runner, "%s", output_error(runner->output));
}

static void on_write_failure(void *context, const char *error) {
    fail_run(context, "%s", error);
}

static void close_if_done(Runner *runner);

static void on_saver_idle(void *context) {
    Runner *runner = context;
    if (!runner->is_closing)
        wake_tables(runner);
    close_if_done(runner);
}

/* ---- Tables ------------------------------------------------------------------------------- */

/* The next game that is yet to be played. */
static ScheduleStatus next_job(Runner *runner, Job *job) {
    for (;;) {
        ScheduleStatus status = schedule_next(runner->schedule, job);
        if (status != SCHEDULE_JOB || job->number >= runner->done_count ||
            !runner->done[job->number].is_done)
            return status;
        schedule_report(runner->schedule, job,
                        half_points_of(job, runner->done[job->number].winner));
    }
}

static Player *new_player(Runner *runner, Seat *seat, int engine) {
    PlayerEvents events = play_seat_events(&seat->common);
    events.on_ready = on_ready;
    events.on_ended = on_ended;
    events.on_traffic = seat->table->log != NULL ? on_traffic : NULL;
    return setup_player(runner->options, &runner->options->engines[engine], seat->table->id,
                        runner->hub, &runner->loop, &events);
}

/* Sends those away who are not wanted at the table; true: some are still leaving. */
static bool dismiss(Table *table) {
    bool is_leaving = false;
    for (int side = 0; side < 2; side++) {
        Seat *seat = &table->seats[side];
        bool is_wanted =
            table->has_job && seat->engine == table->job.engine[side] &&
            !(seat->has_played && table->runner->options->engines[seat->engine].restart);
        if (!is_wanted)
            play_seat_end(&seat->common);
        is_leaving = is_leaving || seat->common.is_ending;
    }
    return is_leaving;
}

static void play_job(Table *table) {
    Runner *runner = table->runner;
    const Job *job = &table->job;
    Opening opening;
    PlayTask task = {.number = job->number,
                     .pair = job->pair,
                     .round = job->round,
                     .game = job->game,
                     .engine = {job->engine[0], job->engine[1]},
                     .is_reversed = job->is_reversed,
                     .opening = &opening};
    setup_opening(&opening, &task.opening_index, &task.transform, &runner->openings,
                  runner->options, job->opening);
    bool is_second_black = job->is_reversed != (opening.count % 2 == 1);
    int black = job->engine[is_second_black], white = job->engine[!is_second_black];
    char of_total[32] = "";
    if (runner->total > 0)
        snprintf(of_total, sizeof of_total, " of %" PRId64, runner->total);
    if (!runner->live.is_terminal)
        live_line(&runner->live, "[%d] Started game %" PRId64 "%s (%s vs %s)", table->id,
                  job->number, of_total, runner->names[black], runner->names[white]);
    table->is_playing = true;
    runner->games_running++;
    Player *players[2] = {table->seats[0].common.player, table->seats[1].common.player};
    play_start(&table->play, &runner->settings, players, &task, on_play_end, table);
}

static void close_table(Table *table) {
    table->is_closed = true;
    table->runner->open_tables--;
    close_if_done(table->runner);
}

/* Brings a table without a running game to its next one, or to its end; called whenever something
 * has changed that it may have been waiting for. */
static void table_continue(Table *table) {
    Runner *runner = table->runner;
    if (table->is_closed || table->is_playing)
        return;
    ScheduleStatus status = SCHEDULE_JOB;
    if (runner->is_stopping) {
        table->has_job = false;
        status = SCHEDULE_DONE;
    } else if (!table->has_job) {
        if (saver_waiting(runner->saver) >= QUEUE_MAX)
            return; /* woken when the writer is idle */
        status = next_job(runner, &table->job);
        table->has_job = status == SCHEDULE_JOB;
    }
    if (status == SCHEDULE_WAIT)
        return; /* woken by the next result */
    if (status == SCHEDULE_NO_MEMORY) {
        fail_run(runner, "no memory");
        return;
    }
    if (dismiss(table))
        return; /* woken by on_ended */
    if (status == SCHEDULE_DONE) {
        close_table(table);
        return;
    }
    for (int side = 0; side < 2; side++) {
        Seat *seat = &table->seats[side];
        if (seat->common.player == NULL) {
            seat->engine = table->job.engine[side];
            seat->common.player = new_player(runner, seat, seat->engine);
        }
        if (seat->common.player == NULL) {
            fail_run(runner, "no memory");
            return;
        }
    }
    play_job(table);
}

static bool complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

static bool complain(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("kaname-tournament: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return false;
}

/* ---- Resuming ----------------------------------------------------------------------------- */

static bool mark_done(Runner *runner, const GameRecord *game) {
    if (game->number >= runner->done_count) {
        int64_t count = 2 * game->number + 64;
        Done *grown = realloc(runner->done, (size_t)count * sizeof *grown);
        if (grown == NULL)
            return false;
        memset(grown + runner->done_count, 0, (size_t)(count - runner->done_count) * sizeof *grown);
        runner->done = grown;
        runner->done_count = count;
    }
    int color = game_record_winner(game);
    runner->done[game->number] = (Done){true, color < 0 ? -1 : game->engine[color]};
    return true;
}

static bool copy_record(GameRecord *copy, const GameRecord *game) {
    *copy = *game;
    copy->moves = NULL;
    copy->move_count = 0;
    for (size_t i = 0; i < game->move_count; i++) {
        if (!game_record_append(copy, &game->moves[i])) {
            game_record_release(copy);
            return false;
        }
    }
    return true;
}

static bool on_earlier_game(const GameRecord *game, void *context) {
    Runner *runner = context;
    GameRecord copy;
    if (!summary_add(&runner->summary, game) || !mark_done(runner, game) ||
        !copy_record(&copy, game)) {
        fprintf(stderr, "kaname-tournament: no memory\n");
        runner->has_failed = true;
        return false;
    }
    if (!output_add_earlier(runner->output, &copy)) {
        fprintf(stderr, "kaname-tournament: %s\n", output_error(runner->output));
        runner->has_failed = true;
    }
    game_record_release(&copy);
    return !runner->has_failed;
}

/* Notes where in a file the run's games begin. An earlier start may have done so: then they are
 * looked for from there on. */
static bool open_place(Runner *runner, int file, const char *place) {
    int64_t start = -1;
    if (runner->options->is_resume && !store_note(runner->store, place, &start))
        return complain("%s", store_error(runner->store));
    if (!output_look_back(runner->output, file, &start))
        return complain("%s", output_error(runner->output));
    if (!store_set_note(runner->store, place, start))
        return complain("%s", store_error(runner->store));
    return true;
}

static bool open_output(Runner *runner) {
    char error[512];
    runner->output = output_open(runner->options, runner->seed, error, sizeof error);
    if (runner->output == NULL)
        return complain("%s", error);
    for (int i = 0; i < OUTPUT_FILES; i++) {
        char *place = output_place(runner->output, i);
        bool is_open = place != NULL ? open_place(runner, i, place) : complain("no memory");
        free(place);
        if (!is_open)
            return false;
    }
    return true;
}

/* ---- Beginning ---------------------------------------------------------------------------- */

static bool prepare_names(Runner *runner) {
    size_t count = runner->options->engine_count;
    runner->names = calloc(count, sizeof *runner->names);
    runner->is_named = calloc(count, sizeof *runner->is_named);
    runner->run_engines = calloc(count, sizeof *runner->run_engines);
    if (runner->names == NULL || runner->is_named == NULL || runner->run_engines == NULL)
        return complain("no memory");
    for (size_t i = 0; i < count; i++) {
        const EngineOptions *engine = &runner->options->engines[i];
        if (engine->name != NULL)
            set_name(runner, i, engine->name);
        else
            name_after_program(runner, i);
        runner->run_engines[i] =
            (StoreEngine){.name = runner->names[i], .command = engine->command};
    }
    return true;
}

/* The seed of the run: given, taken over from the run that is resumed, or drawn. */
static bool choose_seed(Runner *runner) {
    runner->seed = runner->options->seed;
    if (runner->options->is_resume && store_select_run(runner->store, 0)) {
        uint64_t earlier = store_run(runner->store)->seed;
        if (runner->options->has_seed && runner->seed != earlier)
            return complain("-seed: the run was begun with %" PRIu64 ", which decides its openings",
                            earlier);
        runner->seed = earlier;
        /* What the engines told of themselves then. */
        const StoreRun *run = store_run(runner->store);
        for (int i = 0; i < run->engine_count && (size_t)i < runner->options->engine_count; i++)
            if (runner->options->engines[i].name == NULL)
                set_name(runner, (size_t)i, run->engines[i].name);
    } else if (!runner->options->has_seed) {
        uint32_t drawn;
        if (getrandom(&drawn, sizeof drawn, 0) != (ssize_t)sizeof drawn)
            drawn = (uint32_t)uv_hrtime();
        runner->seed = drawn;
    }
    return true;
}

static bool load_openings(Runner *runner) {
    char error[400];
    return setup_openings(&runner->openings, runner->options, runner->seed, error, sizeof error) ||
           complain("%s", error);
}

static bool open_database(Runner *runner) {
    const Options *options = runner->options;
    const char *path = options->database != NULL ? options->database : "kaname-tournament.db";
    char error[512];
    if (options->is_resume && access(path, F_OK) != 0)
        return complain("%s: %s", path, strerror(errno));
    runner->store = store_open(path, error, sizeof error);
    if (runner->store == NULL)
        return complain("%s", error);
    return choose_seed(runner);
}

static bool begin_run(Runner *runner) {
    const Options *options = runner->options;
    char *settings = options_settings(options);
    if (settings == NULL)
        return complain("no memory");
    runner->run =
        (StoreRun){.rule = (int)options->rule + (options->is_continuous ? REFEREE_CONTINUOUS : 0),
                   .width = options->width,
                   .height = options->height,
                   .seed = runner->seed,
                   .planned = runner->total,
                   .has_sprt = options->has_sprt,
                   .sprt = options->sprt,
                   .settings = settings,
                   .engine_count = (int)options->engine_count,
                   .engines = runner->run_engines};
    bool is_begun = options->is_resume ? store_resume_run(runner->store, &runner->run)
                                       : store_begin_run(runner->store, &runner->run);
    runner->run.settings = "";
    if (is_begun)
        runner->run.id = store_run(runner->store)->id;
    free(settings);
    if (!is_begun)
        return complain("%s", store_error(runner->store));
    if (!summary_init(&runner->summary, &runner->run))
        return complain("no memory");
    if (!open_output(runner))
        return false;
    if (options->is_resume &&
        !store_each_game(runner->store, STORE_EVERYTHING, on_earlier_game, runner))
        return complain("%s", store_error(runner->store));
    return !runner->has_failed;
}

static bool make_schedule(Runner *runner) {
    const Options *options = runner->options;
    ScheduleConfig config = {.format = options->format,
                             .engines = (int)options->engine_count,
                             .rounds = options->rounds,
                             .games = options->games,
                             .is_repeat = options->is_repeat};
    runner->schedule = schedule_new(&config);
    if (runner->schedule == NULL)
        return complain("no memory");
    runner->total = schedule_total(runner->schedule);
    return true;
}

static bool make_tables(Runner *runner) {
    const Options *options = runner->options;
    SaverEvents events = {.on_written = on_written,
                          .on_failure = on_write_failure,
                          .on_idle = on_saver_idle,
                          .context = runner};
    runner->saver = saver_new(&runner->loop, runner->store, &events);
    runner->tables = calloc((size_t)options->concurrency, sizeof *runner->tables);
    if (runner->saver == NULL || runner->tables == NULL)
        return complain("no memory");
    for (int i = 0; i < options->concurrency; i++) {
        Table *table = &runner->tables[i];
        table->runner = runner;
        table->id = i + 1;
        for (int side = 0; side < 2; side++)
            table->seats[side] =
                (Seat){.common = {.play = &table->play, .side = side}, .table = table};
        if (options->is_log) {
            char name[64];
            snprintf(name, sizeof name, "kaname-tournament.%d.log", i + 1);
            table->log = fopen(name, options->is_resume ? "a" : "w");
            if (table->log == NULL)
                return complain("%s: %s", name, strerror(errno));
        }
    }
    return true;
}

/* ---- The loop ----------------------------------------------------------------------------- */

static void on_status_tick(uv_timer_t *timer) {
    Runner *runner = timer->data;
    live_status(&runner->live, &runner->summary, runner->total, runner->games_running);
}

static bool start_loop(Runner *runner) {
    static const int signums[] = {SIGINT, SIGTERM, SIGHUP};
    if (uv_loop_init(&runner->loop) != 0)
        return complain("no event loop");
    for (size_t i = 0; i < sizeof signums / sizeof *signums; i++) {
        uv_signal_init(&runner->loop, &runner->signals[i]);
        runner->signals[i].data = runner;
        uv_signal_start(&runner->signals[i], on_signal, signums[i]);
    }
    uv_timer_init(&runner->loop, &runner->status_timer);
    runner->status_timer.data = runner;
    uv_timer_start(&runner->status_timer, on_status_tick, STATUS_MS, STATUS_MS);
    runner->hub = process_hub_new(&runner->loop);
    return runner->hub != NULL || complain("no memory");
}

/* When the last table is closed and all is on the disk, the loop has nothing left to run for. */
static void close_if_done(Runner *runner) {
    if (runner->is_closing || runner->open_tables > 0 || !saver_is_idle(runner->saver))
        return;
    runner->is_closing = true;
    for (size_t i = 0; i < sizeof runner->signals / sizeof *runner->signals; i++)
        uv_close((uv_handle_t *)&runner->signals[i], NULL);
    uv_close((uv_handle_t *)&runner->status_timer, NULL);
    process_hub_kill_all(runner->hub);
    process_hub_free(runner->hub);
}

static void print_end(Runner *runner) {
    live_end(&runner->live);
    if (runner->summary.games > 0 && summary_finish(&runner->summary)) {
        putchar('\n');
        table_write(stdout, &runner->summary);
    }
    int champion = schedule_champion(runner->schedule);
    if (champion >= 0)
        printf("Winner: %s\n", runner->names[champion]);
    errno = 0;
    if (fflush(stdout) != 0 || ferror(stdout)) {
        complain("standard output: %s", errno != 0 ? strerror(errno) : "not all was written");
        runner->has_failed = true;
    }
}

static void release(Runner *runner) {
    char error[512];
    if (!output_close(runner->output, error, sizeof error)) {
        complain("%s", error);
        runner->has_failed = true;
    }
    for (int i = 0; runner->tables != NULL && i < runner->options->concurrency; i++) {
        play_release(&runner->tables[i].play);
        if (runner->tables[i].log != NULL)
            fclose(runner->tables[i].log);
    }
    saver_free(runner->saver);
    store_close(runner->store);
    summary_release(&runner->summary);
    schedule_free(runner->schedule);
    opening_list_release(&runner->openings);
    free(runner->tables);
    free(runner->done);
    free(runner->names);
    free(runner->is_named);
    free(runner->run_engines);
}

static int run(Runner *runner) {
    runner->settings = setup_settings(runner->options);
    live_init(&runner->live, stdout, isatty(STDOUT_FILENO) == 1, 0);
    if (!prepare_names(runner) || !open_database(runner) || !load_openings(runner) ||
        !make_schedule(runner) || !begin_run(runner) || !start_loop(runner))
        return EXIT_FAILED;
    runner->log_start_ns = uv_hrtime();
    live_init(&runner->live, stdout, runner->live.is_terminal, runner->summary.games);
    live_line(&runner->live, "Seed %" PRIu64 "%s", runner->seed,
              runner->options->is_resume ? ", resumed" : "");
    if (!make_tables(runner))
        return EXIT_FAILED;
    check_test(runner);
    runner->open_tables = runner->options->concurrency;
    wake_tables(runner);
    uv_run(&runner->loop, UV_RUN_DEFAULT);
    uv_loop_close(&runner->loop);
    print_end(runner);
    if (runner->has_failed)
        return EXIT_FAILED;
    return runner->is_interrupted && !runner->is_decided ? EXIT_STOPPED : EXIT_DONE;
}

int runner_run(const Options *options) {
    Runner runner = {.options = options};
    int status = run(&runner);
    release(&runner);
    return status == EXIT_DONE && runner.has_failed ? EXIT_FAILED : status;
}
