#include "run/runner.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <uv.h>

#include "run/arena.h"
#include "run/dealer.h"
#include "run/frame.h"
#include "run/ledger.h"
#include "run/live.h"
#include "run/live_file.h"
#include "run/logs.h"
#include "run/names.h"
#include "run/news.h"
#include "run/press.h"
#include "run/resumption.h"
#include "run/setup.h"
#include "shared/cli/say.h"
#include "shared/status/failure.h"
#include "store/saver.h"

enum {
    QUEUE_MAX = 64,  /* games waiting for the disk before tables pause */
    STATUS_MS = 500, /* between drawings of the status */
    LIVE_TICKS = 2,  /* redraws between two writes of the file for `watch` */
    EXIT_DONE = 0,
    EXIT_FAILED = 1,
    EXIT_STOPPED = 3
};

typedef struct Runner {
    const Options *options;
    char *const *command; /* the command line */
    Dealer *dealer;
    Names names;
    Ledger ledger;
    OpeningList openings;
    Arena *arena;
    Saver *saver;
    Press press;
    Live live;
    News news;
    uv_timer_t status_timer;
    Job *jobs; /* by table: of the game that it plays or is about to play */
    Logs logs;
    unsigned ticks;
    bool is_decided; /* by the sequential test */
    bool is_hurried; /* by a signal that stops the run at once */
    bool is_closing, has_failed;
} Runner;

static Job *job_of(Runner *runner, int table) {
    return &runner->jobs[table - 1];
}

/* ---- Errors and signals ------------------------------------------------------------------- */

static void on_complaint(void *context, const char *text) {
    Runner *runner = context;
    live_end(&runner->live);
    frame_complain("%s", text);
}

static void close_if_done(Runner *runner);

static void on_signal(void *context, bool is_abort) {
    Runner *runner = context;
    if (runner->is_hurried)
        return;
    runner->is_hurried = is_abort;
    if (is_abort) {
        saver_hurry(runner->saver);
        ledger_hurry(&runner->ledger);
    }
    if (is_abort)
        live_line(&runner->live, "Stopping now");
    else
        live_line(&runner->live,
                  "Stopping: finishing %d game%s%s; press Ctrl-C again to stop at once",
                  arena_running(runner->arena), say_plural((uint64_t)arena_running(runner->arena)),
                  runner->dealer->stop_note);
    if (is_abort)
        close_if_done(runner); /* a game file may hold up the end */
}

/* ---- Events of players -------------------------------------------------------------------- */

static void on_ready(void *context, int table, int engine, const Player *player) {
    Runner *runner = context;
    Names *names = &runner->names;
    if (names->is_settled[engine])
        return;
    const PlayerAbout *about = player_about(player);
    names->is_settled[engine] = true;
    if (player_options(player)->name == NULL && about->name[0] != '\0' && !names->is_kept[engine])
        names_set(names, (size_t)engine, about->name);
    news_line(&runner->news, "[%d] Load engine: %s (%s%s%s)%s%s%s%s", table, names->text[engine],
              about->name, about->version[0] != '\0' ? " " : "", about->version,
              about->author[0] != '\0' ? " by " : "", about->author,
              about->country[0] != '\0' ? ", " : "", about->country);
    if (!saver_add_about(runner->saver, engine, names->text[engine], about))
        arena_fail(runner->arena, "%s", status_text(STATUS_MEMORY));
}

static void on_traffic(void *context, int table, int engine, char direction, const char *line) {
    Runner *runner = context;
    const char *name = runner->names.text[engine];
    logs_write(&runner->logs, table, name, direction, line);
    if (runner->options->is_debug && direction == '#')
        live_line(&runner->live, "[%d] %s: %s", table, name, line);
}

/* ---- Results ------------------------------------------------------------------------------ */

static void check_test(Runner *runner) {
    double llr;
    SprtVerdict verdict = ledger_verdict(&runner->ledger, &llr);
    if (runner->is_decided || verdict == SPRT_CONTINUE)
        return;
    runner->is_decided = true;
    arena_stop(runner->arena);
    news_line(&runner->news, "SPRT: %s was accepted, LLR %.2f",
              verdict == SPRT_ACCEPT_H1 ? "H1" : "H0", llr);
}

static void draw_status(Runner *runner) {
    live_status(&runner->live, &runner->ledger.summary, runner->ledger.total,
                arena_running(runner->arena) + dealer_count_away(runner->dealer));
}

static bool is_fatal(const GameRecord *game) {
    return game->reason == GAME_REASON_CRASH || game->reason == GAME_REASON_START ||
           game->reason == GAME_REASON_TIME;
}

/* Reports the first repetition: engines that play alike each time need more openings. */
static void warn_of_repeats(Runner *runner, int64_t number, int64_t before) {
    if (before > 0 || runner->ledger.summary.repeats == 0)
        return;
    news_line(&runner->news,
              "Game %" PRId64
              " has the players and all moves of an earlier one: statistics take it "
              "for a new one, so errors are larger than stated. More openings or -transform help.",
              number);
}

/* Takes a finished game, from a table or from a worker. */
static void take_game(Runner *runner, const char *place, const Job *job, GameRecord *game) {
    for (int color = 0; color < 2; color++) {
        snprintf(game->name[color], sizeof game->name[color], "%s",
                 runner->names.text[game->engine[color]]);
        runner->names.is_kept[game->engine[color]] = true;
    }
    int64_t number = game->number, repeats = runner->ledger.summary.repeats;
    if (!ledger_count(&runner->ledger, job, game)) {
        arena_fail(runner->arena, "%s", runner->ledger.failure.text);
        return;
    }
    bool is_told = news_game(&runner->news, place, job, game);
    bool is_end = runner->options->is_fatal_error && is_fatal(game);
    char text[GAME_DETAIL_MAX + 2 * GAME_NAME_MAX];
    snprintf(text, sizeof text, "game %" PRId64 ", %s: %s", number, game_reason_text(game->reason),
             game->detail);
    bool is_kept = saver_add_game(runner->saver, game);
    if (!is_told || !is_kept)
        arena_fail(runner->arena, "%s", status_text(STATUS_MEMORY));
    else if (is_end && !arena_has_failed(runner->arena))
        arena_fail(runner->arena, "-fatalerror: %s", text);
    warn_of_repeats(runner, number, repeats);
    check_test(runner);
}

static void on_game(void *context, int table, GameRecord *game) {
    Runner *runner = context;
    char place[16];
    if (game->result == GAME_UNDECIDED) {
        arena_fail(runner->arena, "game %" PRId64 ": %s", game->number, game->detail);
        return;
    }
    snprintf(place, sizeof place, "%d", table);
    take_game(runner, place, job_of(runner, table), game);
}

/* ---- The saver ---------------------------------------------------------------------------- */

/* Ends the loop once the last table is closed and all games are on the disk. */
static void close_if_done(Runner *runner) {
    bool is_written =
        saver_is_idle(runner->saver) && (runner->is_hurried || press_is_idle(&runner->press));
    if (runner->is_closing || !arena_is_empty(runner->arena) || !is_written)
        return;
    /* Games that workers play when a run stops count once it is resumed. */
    if (!arena_is_stopping(runner->arena) && dealer_is_waiting(runner->dealer))
        return;
    runner->is_closing = true;
    dealer_end(runner->dealer, runner->is_decided || !arena_is_stopping(runner->arena));
    uv_close((uv_handle_t *)&runner->status_timer, NULL);
    arena_close(runner->arena);
}

static void on_empty(void *context) {
    close_if_done(context);
}

static void on_saved(void *context, GameRecord *game) {
    Runner *runner = context;
    if (!runner->is_closing)
        dealer_saved(runner->dealer, game);
    int64_t number = game->number;
    bool is_kept = press_add_game(&runner->press, game);
    news_saved(&runner->news, number);
    if (runner->live.is_terminal)
        draw_status(runner);
    if (!is_kept && !arena_has_failed(runner->arena))
        arena_fail(runner->arena, "%s", status_text(STATUS_MEMORY));
}

static void on_save_failure(void *context, const char *error) {
    Runner *runner = context;
    arena_fail(runner->arena, "%s", error);
}

/* Returns whether too many games wait to be written. */
static bool is_behind(const Runner *runner) {
    return saver_waiting(runner->saver) + press_waiting(&runner->press) >= QUEUE_MAX;
}

/* The saver or the press has become idle. */
static void on_written(void *context) {
    Runner *runner = context;
    if (!runner->is_closing) {
        arena_wake(runner->arena);
        dealer_wake(runner->dealer);
    }
    close_if_done(runner);
}

static void on_press_failure(void *context) {
    Runner *runner = context;
    if (!arena_has_failed(runner->arena) && !runner->is_hurried) /* else ledger_close() tells it */
        arena_fail(runner->arena, "%s", ledger_output_error(&runner->ledger));
}

/* ---- Games -------------------------------------------------------------------------------- */

/* Fails the arena if a program was replaced since the run began. */
static bool check_programs(Runner *runner, const ArenaGame *game) {
    for (int side = 0; side < 2; side++) {
        int engine = game->task.engine[side];
        if (ledger_check_program(&runner->ledger, engine))
            continue;
        arena_fail(runner->arena, "%s: its program was replaced during the run",
                   runner->names.text[engine]);
        return false;
    }
    return true;
}

static ArenaNext next_game(void *context, int table, ArenaGame *game) {
    static const ArenaNext answers[] = {[SCHEDULE_JOB] = ARENA_GAME,
                                        [SCHEDULE_WAIT] = ARENA_WAIT,
                                        [SCHEDULE_DONE] = ARENA_DONE,
                                        [SCHEDULE_NO_MEMORY] = ARENA_NO_MEMORY};
    Runner *runner = context;
    if (arena_is_stopping(runner->arena))
        return ARENA_DONE;
    if (is_behind(runner))
        return ARENA_WAIT; /* woken when the saver and the press are idle */
    ScheduleStatus status = dealer_next(runner->dealer, job_of(runner, table), game);
    if (status == SCHEDULE_JOB && !check_programs(runner, game))
        return ARENA_DONE;
    return answers[status];
}

/* No table keeps anything between two games. */
static bool can_spare(void *context, int table) {
    (void)context;
    (void)table;
    return true;
}

static void on_note(void *context, const char *text) {
    Runner *runner = context;
    news_line(&runner->news, "%s", text);
}

static void on_start(void *context, int table, const ArenaGame *game) {
    Runner *runner = context;
    news_start(&runner->news, table, game);
}

/* ---- Games of workers --------------------------------------------------------------------- */

static bool may_deal(void *context) {
    Runner *runner = context;
    return !arena_is_stopping(runner->arena) && !is_behind(runner);
}

static void on_worker_game(void *context, const Job *job, GameRecord *game) {
    take_game(context, game->worker, job, game);
}

/* Tables may have a game again, or none any more. */
static void on_worker_change(void *context) {
    Runner *runner = context;
    if (!runner->is_closing)
        arena_wake(runner->arena);
    close_if_done(runner);
}

static void on_worker_note(void *context, const char *text) {
    Runner *runner = context;
    live_line(&runner->live, "Grid: %s", text);
}

static void on_worker_failure(void *context, const char *text) {
    Runner *runner = context;
    arena_fail(runner->arena, "%s", text);
}

/* Call it before the saver owns the store. */
static bool begin_dealer(Runner *runner) {
    Failure failure = FAILURE_NONE;
    DealerEvents events = {.may_deal = may_deal,
                           .on_game = on_worker_game,
                           .on_change = on_worker_change,
                           .on_note = on_worker_note,
                           .on_failure = on_worker_failure,
                           .context = runner};
    return dealer_begin(runner->dealer, arena_loop(runner->arena), &events, &failure) ||
           frame_complain("%s", failure.text);
}

/* ---- Beginning ---------------------------------------------------------------------------- */

static bool begin_ledger(Runner *runner) {
    Failure failure = FAILURE_NONE;
    Ledger *ledger = &runner->ledger;
    /* A new run that does not begin leaves no file; an old one may have started them before. */
    if (!runner->options->is_resume && !frame_try_engines(runner->options, runner->dealer->tables))
        return false;
    if (!ledger_open(ledger, runner->options, &runner->names))
        return frame_complain("%s", ledger->failure.text);
    if (runner->options->is_resume && !ledger_has_started(ledger) &&
        !frame_try_engines(runner->options, runner->dealer->tables))
        return false;
    if (!setup_openings(&runner->openings, runner->options, ledger->seed, &failure))
        return frame_complain("%s", failure.text);
    dealer_init(runner->dealer, runner->options, ledger, &runner->openings);
    bool has_tables = runner->dealer->tables > 0;
    bool is_begun = ledger_begin(ledger, &runner->openings, has_tables) &&
                    (!has_tables || ledger_set_started(ledger));
    return is_begun || frame_complain("%s", ledger->failure.text);
}

static bool make_tables(Runner *runner) {
    int count = runner->dealer->tables;
    runner->jobs = calloc((size_t)count + 1, sizeof *runner->jobs);
    if (runner->jobs == NULL)
        return frame_complain("%s", status_text(STATUS_MEMORY));
    return !runner->options->is_log || logs_open(&runner->logs, &runner->ledger, count) ||
           frame_complain("%s", runner->ledger.failure.text);
}

static bool make_arena(Runner *runner) {
    ArenaConfig config = setup_arena(runner->options);
    config.tables = runner->dealer->tables;
    ArenaEvents events = {.next = next_game,
                          .on_start = on_start,
                          .on_ready = on_ready,
                          .on_game = on_game,
                          .on_empty = on_empty,
                          .on_signal = on_signal,
                          .on_complaint = on_complaint,
                          .can_spare = can_spare,
                          .on_note = on_note,
                          .on_traffic = runner->options->is_log ? on_traffic : NULL,
                          .context = runner};
    runner->arena = arena_new(&config, &events);
    if (runner->arena == NULL)
        return frame_complain_of_lack("cannot make the tables");
    if (!begin_dealer(runner))
        return false;
    SaverEvents saving = {.on_written = on_saved,
                          .on_failure = on_save_failure,
                          .on_idle = on_written,
                          .context = runner};
    runner->saver = saver_new(arena_loop(runner->arena), runner->ledger.store, &saving);
    PressEvents printing = {
        .on_failure = on_press_failure, .on_idle = on_written, .context = runner};
    bool is_made = runner->saver != NULL && press_init(&runner->press, arena_loop(runner->arena),
                                                       &runner->ledger, &printing);
    return is_made || frame_complain_of_lack("cannot save games");
}

/* ---- The whole ---------------------------------------------------------------------------- */

static void on_status_tick(uv_timer_t *timer) {
    Runner *runner = timer->data;
    draw_status(runner);
    if (++runner->ticks % LIVE_TICKS == 0)
        press_add_page(&runner->press,
                       live_file_text(runner->ledger.run.id, runner->arena, runner->dealer));
}

static void play_all(Runner *runner) {
    check_test(runner);
    uv_timer_init(arena_loop(runner->arena), &runner->status_timer);
    runner->status_timer.data = runner;
    uv_timer_start(&runner->status_timer, on_status_tick, STATUS_MS, STATUS_MS);
    dealer_wake(runner->dealer);
    if (runner->dealer->tables == 0)
        close_if_done(runner); /* there may be nothing left to do */
    arena_run(runner->arena);
    live_file_remove(ledger_path(&runner->ledger));
}

static void print_end(Runner *runner) {
    live_end(&runner->live);
    if (!live_stop_outlet(&runner->live)) {
        frame_complain("standard output: some output was not written");
        runner->has_failed = true;
    }
    runner->has_failed = !frame_print_end(&runner->ledger) || runner->has_failed;
    if (arena_has_failed(runner->arena) ||
        (arena_is_interrupted(runner->arena) && !runner->is_decided))
        resumption_print(&runner->ledger, runner->command);
}

static void release(Runner *runner) {
    live_stop_outlet(&runner->live); /* unless print_end() has done so */
    if (!ledger_close(&runner->ledger)) {
        frame_complain("%s", runner->ledger.failure.text);
        runner->has_failed = true;
    }
    if (!logs_close(&runner->logs))
        runner->has_failed = true;
    saver_free(runner->saver);
    press_release(&runner->press);
    if (!runner->is_closing)
        dealer_end(runner->dealer, false);
    arena_free(runner->arena);
    dealer_release(runner->dealer);
    opening_list_release(&runner->openings);
    names_release(&runner->names);
    news_release(&runner->news);
    free(runner->jobs);
}

static int run(Runner *runner) {
    live_init(&runner->live, stdout, isatty(STDOUT_FILENO) == 1, 0);
    if ((runner->dealer->needs_engines && !frame_find_engines(runner->options)) ||
        !frame_names(&runner->names, runner->options) || !begin_ledger(runner) ||
        !make_arena(runner))
        return EXIT_FAILED;
    live_init(&runner->live, stdout, runner->live.is_terminal, runner->ledger.summary.games);
    if (!live_start_outlet(&runner->live)) {
        frame_complain("no memory or no thread to print");
        return EXIT_FAILED;
    }
    frame_print_beginning(&runner->live, &runner->ledger);
    if (!make_tables(runner) ||
        (!ledger_set_begun(&runner->ledger) && !frame_complain("%s", runner->ledger.failure.text)))
        return EXIT_FAILED;
    play_all(runner);
    print_end(runner);
    if (runner->has_failed || arena_has_failed(runner->arena))
        return EXIT_FAILED;
    return arena_is_interrupted(runner->arena) && !runner->is_decided ? EXIT_STOPPED : EXIT_DONE;
}

int runner_run(const Options *options, char *const *command, Dealer *dealer, int64_t *run_id) {
    Runner runner = {.options = options, .command = command, .dealer = dealer};
    runner.news = (News){.live = &runner.live, .ledger = &runner.ledger};
    int status = run(&runner);
    *run_id = runner.ledger.is_open ? 0 : runner.ledger.run.id;
    release(&runner);
    return status == EXIT_DONE && runner.has_failed ? EXIT_FAILED : status;
}
