#include "analyze/analyze.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/answers.h"
#include "grid/grid_options.h"
#include "process/limits.h"
#include "shared/cli/reader.h"
#ifdef KANAME_WITH_GRID
#include "grid/manager/manager.h"
#endif
#include "run/setup.h"
#include "shared/cli/say.h"
#include "shared/status/failure.h"
#include "store/lane.h"
#include "store/outlet.h"
#include "tune/afar.h"

enum { STONES_TEXT_MAX = 4 * OPENING_STONES_MAX + 8, PROGRESS_POSITIONS = 100 };
enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_STOPPED = 3 };

/* A position is a game that ends after one move, so local tables and workers play it like any game.
 */
typedef struct Analyze {
    Options options;
    GridOptions grid;
    AnswersFiles files;
    OpeningList positions;
    Answers *answers;
    SharingWait wait;      /* of the answers */
    Lane *saving;          /* owns `answers` while the arena runs */
    bool has_write_failed; /* for the thread */
    FILE *out;             /* a stream of the outlet, while the arena runs */
    Arena *arena;
    AwayKind away_kind;
    Away *away;
    Afar afar;
    int table_count;
    bool *is_taken;     /* [number - 1]: the position is answered or dealt */
    int64_t next, done; /* no position below `next` is to be dealt; positions answered */
    bool is_closed;
} Analyze;

static bool complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints the message. Always returns false, so that callers can return it. */
static bool complain(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fflush(stdout);
    fputs("kaname-tournament analyze: ", stderr);
    say_error_list(format, arguments);
    va_end(arguments);
    return false;
}

/* ---- Positions out and in ----------------------------------------------------------------- */

/* Returns the number of the next position to deal; 0 if there is none. */
static int64_t next_position(Analyze *analyze) {
    while (analyze->next <= (int64_t)analyze->positions.count &&
           analyze->is_taken[analyze->next - 1])
        analyze->next++;
    if (analyze->next > (int64_t)analyze->positions.count)
        return 0;
    analyze->is_taken[analyze->next - 1] = true;
    return analyze->next++;
}

static PlayTask task_of(const Analyze *analyze, int64_t number) {
    return (PlayTask){.number = number,
                      .pair = number,
                      .round = 1,
                      .game = 1,
                      .engine = {0, 1},
                      .opening_index = number - 1,
                      .stop_after = (int)analyze->positions.openings[number - 1].count + 1};
}

static void close_if_done(Analyze *analyze) {
    bool is_stopping = arena_is_stopping(analyze->arena);
    bool is_all = analyze->done == (int64_t)analyze->positions.count;
    if (analyze->is_closed || !arena_is_empty(analyze->arena) ||
        lane_waiting(analyze->saving) > 0 || (analyze->away != NULL && !is_stopping && !is_all))
        return;
    analyze->is_closed = true;
    if (analyze->away != NULL)
        analyze->away_kind.end(analyze->away, is_all);
    arena_close(analyze->arena);
}

/* An answer to be saved. */
typedef struct AnswerJob {
    GameRecord game;
    bool is_away, is_saved;
    Failure failure;
} AnswerJob;

/* On the thread. */
static void save(void *context, void *item) {
    Analyze *analyze = context;
    AnswerJob *job = item;
    char stones[STONES_TEXT_MAX];
    if (analyze->has_write_failed)
        return;
    opening_to_pos(&analyze->positions.openings[job->game.number - 1], stones, sizeof stones);
    job->is_saved = answers_add(analyze->answers, job->game.number, stones, &job->game);
    analyze->has_write_failed = !job->is_saved;
    if (!job->is_saved)
        failure_say(&job->failure, STATUS_DATABASE, "%s", answers_error(analyze->answers));
}

static void count_answer(Analyze *analyze) {
    analyze->done++;
    if (analyze->done % PROGRESS_POSITIONS == 0 ||
        analyze->done == (int64_t)analyze->positions.count)
        fprintf(analyze->out, "%" PRId64 " of %zu positions\n", analyze->done,
                analyze->positions.count);
    fflush(analyze->out);
}

static void on_saved(void *context, void *item) {
    Analyze *analyze = context;
    AnswerJob *job = item;
    if (job->is_saved)
        count_answer(analyze);
    else if (!arena_has_failed(analyze->arena))
        arena_fail(analyze->arena, "%s: %s", analyze->files.database, job->failure.text);
    if (job->is_saved && job->is_away && !analyze->is_closed)
        analyze->away_kind.saved(analyze->away, job->game.number);
    game_record_release(&job->game);
    free(job);
    close_if_done(analyze);
}

static void fail_at(Analyze *analyze, const GameRecord *game) {
    arena_fail(analyze->arena, "position %" PRId64 ": %s: %s", game->number,
               game_reason_text(game->reason), game->detail);
}

/* Takes the contents of the game. */
static void take_answer(Analyze *analyze, GameRecord *game, bool is_away) {
    AnswerJob *job = malloc(sizeof *job);
    if (job != NULL)
        *job = (AnswerJob){.game = *game, .is_away = is_away};
    if (job == NULL || !lane_add(analyze->saving, job)) {
        free(job);
        arena_fail(analyze->arena, "%s", status_text(STATUS_MEMORY));
        return;
    }
    game_record_init(game);
}

static ArenaNext next_game(void *context, int table, ArenaGame *game) {
    Analyze *analyze = context;
    (void)table;
    if (arena_is_stopping(analyze->arena))
        return ARENA_DONE;
    int64_t number = next_position(analyze);
    if (number == 0)
        number = away_recall(&analyze->away_kind, analyze->away);
    if (number == 0)
        return away_is_open(&analyze->away_kind, analyze->away) ? ARENA_WAIT : ARENA_DONE;
    game->task = task_of(analyze, number);
    game->opening = analyze->positions.openings[number - 1];
    for (int seat = 0; seat < 2; seat++)
        game->engines[seat] = &analyze->afar.options.engines[seat];
    return ARENA_GAME;
}

static void on_game(void *context, int table, GameRecord *game) {
    Analyze *analyze = context;
    (void)table;
    if (game->result == GAME_UNDECIDED)
        arena_fail(analyze->arena, "%s", game->detail);
    else if (game->reason == GAME_REASON_START) /* no answer; the same command asks again */
        fail_at(analyze, game);
    else
        take_answer(analyze, game, false);
}

static void on_empty(void *context) {
    close_if_done(context);
}

static bool can_spare(void *context, int table) {
    (void)context;
    (void)table;
    return true;
}

static void on_signal(void *context, bool is_abort) {
    Analyze *analyze = context;
    if (is_abort)
        sharing_hurry(&analyze->wait);
}

static void on_text(void *context, const char *text) {
    (void)context;
    complain("%s", text);
}

#ifdef KANAME_WITH_GRID
static bool next_encounter(void *context, Encounter *encounter) {
    Analyze *analyze = context;
    int64_t number = arena_is_stopping(analyze->arena) ? 0 : next_position(analyze);
    if (number == 0)
        return false;
    *encounter = (Encounter){.id = number, .attempt = 1, .count = 1};
    encounter->games[0] = task_of(analyze, number);
    encounter->opening = analyze->positions.openings[number - 1];
    return true;
}

static void on_away_game(void *context, const PlayTask *task, GameRecord *game) {
    Analyze *analyze = context;
    (void)task;
    take_answer(analyze, game, true);
}

/* Tables may have a position again, or none any more. */
static void on_away_change(void *context) {
    Analyze *analyze = context;
    arena_wake(analyze->arena);
}

static void on_away_note(void *context, const char *text) {
    const Analyze *analyze = context;
    fprintf(analyze->out, "Grid: %s\n", text);
    fflush(analyze->out);
}

static void on_away_failure(void *context, const char *text) {
    Analyze *analyze = context;
    arena_fail(analyze->arena, "%s", text);
}

static bool begin_away(Analyze *analyze) {
    Failure failure = FAILURE_NONE;
    AwayEvents events = {.next = next_encounter,
                         .on_game = on_away_game,
                         .on_idle = on_away_change,
                         .on_left = on_away_change,
                         .on_note = on_away_note,
                         .on_failure = on_away_failure,
                         .context = analyze};
    if (analyze->grid.url == NULL)
        return true;
    analyze->away = analyze->away_kind.begin(analyze->away_kind.maker, arena_loop(analyze->arena),
                                             &analyze->afar.run, &events, &failure);
    return analyze->away != NULL || complain("%s", failure.text);
}
#else
static bool begin_away(Analyze *analyze) {
    (void)analyze;
    return true;
}
#endif

/* ---- The whole ---------------------------------------------------------------------------- */

/* Returns the settings that decide the answers: options, engine and positions. The caller frees
 * them. Returns NULL if out of memory. */
static char *list_settings(const Analyze *analyze) {
    char *text = NULL, *options = options_settings(&analyze->options);
    char stones[STONES_TEXT_MAX];
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out != NULL && options != NULL)
        fputs(options, out);
    for (size_t i = 0; out != NULL && i < analyze->positions.count; i++) {
        opening_to_pos(&analyze->positions.openings[i], stones, sizeof stones);
        fprintf(out, "%s\n", stones);
    }
    bool is_made = out != NULL && fclose(out) == 0 && text != NULL && options != NULL;
    free(options);
    if (is_made)
        return text;
    free(text);
    return NULL;
}

static bool load_positions(Analyze *analyze) {
    const Options *options = &analyze->options;
    const ArenaConfig config = setup_arena(options);
    Failure failure = FAILURE_NONE;
    if (!opening_list_load(&analyze->positions, analyze->files.list, options->notation,
                           options->width, options->height, &failure))
        return complain("%s", failure.text);
    for (size_t i = 0; i < analyze->positions.count; i++)
        if (!play_accepts_opening(&config.settings.game, &analyze->positions.openings[i]))
            return complain("%s: the game is over in position %zu", analyze->files.list, i + 1);
    return true;
}

static bool open_all(Analyze *analyze) {
    Failure failure = FAILURE_NONE;
    char *settings = list_settings(analyze);
    if (settings == NULL)
        return complain("%s", status_text(STATUS_MEMORY));
    analyze->answers = answers_open(analyze->files.database, settings, &failure);
    bool is_open = analyze->answers != NULL &&
                   afar_init(&analyze->afar, &analyze->options,
                             analyze->grid.url != NULL ? &analyze->away_kind : NULL, settings,
                             analyze->files.database, &failure);
    free(settings);
    return is_open || complain("%s", failure.text);
}

/* Finds the positions that earlier starts have answered. */
static bool list_answers(Analyze *analyze) {
    int64_t count = (int64_t)analyze->positions.count;
    analyze->is_taken = calloc((size_t)count + 1, sizeof(bool));
    if (analyze->is_taken == NULL)
        return complain("%s", status_text(STATUS_MEMORY));
    if (!answers_mark_answered(analyze->answers, analyze->is_taken, count))
        return complain("%s: %s", analyze->files.database, answers_error(analyze->answers));
    analyze->next = 1;
    for (int64_t i = 0; i < count; i++)
        analyze->done += analyze->is_taken[i];
    return true;
}

static bool play_all(Analyze *analyze) {
    ArenaConfig config = setup_arena(&analyze->options);
    ArenaEvents events = {.next = next_game,
                          .on_game = on_game,
                          .on_empty = on_empty,
                          .on_signal = on_signal,
                          .on_complaint = on_text,
                          .can_spare = can_spare,
                          .on_note = on_text,
                          .context = analyze};
    config.tables = analyze->table_count;
    Outlet *outlet = outlet_new();
    analyze->arena = arena_new(&config, &events);
    analyze->out = outlet != NULL ? outlet_stream(outlet, stdout) : NULL;
    if (analyze->arena != NULL)
        analyze->saving = lane_new(arena_loop(analyze->arena), save, on_saved, analyze);
    bool is_made = analyze->out != NULL && analyze->saving != NULL;
    Failure failure = FAILURE_NONE;
    bool is_begun = is_made ? begin_away(analyze)
                            : limits_explain_beginning(&failure) || complain("%s", failure.text);
    answers_set_wait(analyze->answers, &analyze->wait);
    if (is_begun && analyze->table_count == 0)
        close_if_done(analyze);
    if (is_begun)
        arena_run(analyze->arena);
    if (analyze->out != NULL)
        fclose(analyze->out);
    if (!outlet_free(outlet))
        return complain("some output was not written");
    return is_begun && !arena_has_failed(analyze->arena) &&
           (answers_are_there(analyze->answers) ||
            complain("%s: %s", analyze->files.database, answers_error(analyze->answers)));
}

static bool write_files(const Analyze *analyze) {
    Failure failure = FAILURE_NONE;
    const AnswersBoard board = {(int)analyze->options.rule, analyze->options.width,
                                analyze->options.height};
    return answers_write(analyze->answers, &analyze->files, &board, &failure) ||
           complain("%s", failure.text);
}

static int run(Analyze *analyze) {
    Failure failure = FAILURE_NONE;
    bool needs_engine = analyze->grid.url == NULL || analyze->away_kind.needs_engines;
    if ((needs_engine && !setup_find_engines(&analyze->options, &failure)) ||
        !answers_check_outputs(&analyze->files, &failure)) {
        complain("%s", failure.text);
        return EXIT_FAILED;
    }
    if (!load_positions(analyze) || !open_all(analyze) || !list_answers(analyze) ||
        (analyze->done < (int64_t)analyze->positions.count && !play_all(analyze)) ||
        !write_files(analyze))
        return EXIT_FAILED;
    return analyze->done < (int64_t)analyze->positions.count ? EXIT_STOPPED : EXIT_DONE;
}

/* ---- Command line ------------------------------------------------------------------------- */

#define AT(field) .offset = offsetof(Analyze, field)

static const char positions_group[] = "Positions";
static const char *const notations[] = {[OPENING_OFFSET] = "offset", [OPENING_POS] = "pos", NULL};

static const OptionRow rows[] = {
    {.name = "FILE",
     .help = "positions, one per line, as an -openings file has them",
     .group = positions_group,
     .kind = OPTION_TEXT,
     AT(files.list)},
    {.name = "-type",
     .value = "T",
     .help = "notation of the file:",
     .group = positions_group,
     .standard = "pos",
     .kind = OPTION_CHOICE,
     .choices = notations,
     AT(options.notation)},
    {.name = "-answers",
     .value = "FILE",
     .help = "SQLite file of the answers: move, score, depth, line; the same command continues",
     .group = positions_group,
     .standard = "kaname-answers.db",
     .kind = OPTION_TEXT,
     AT(files.database)},
    {.name = "-json",
     .value = "FILE",
     .help = "writes all answers as JSON at the end",
     .group = positions_group,
     .kind = OPTION_TEXT,
     AT(files.json)},
    {.name = "-positions",
     .value = "FILE",
     .help = "writes the answers with a score as text that 'pbrain-kaname gather' merges into a "
             "position database, at the end",
     .group = positions_group,
     .kind = OPTION_TEXT,
     AT(files.text)},
    {.name = NULL},
};

static const char *const shared[] = {"-engine", "-rule",        "-boardsize",
                                     "-memory", "-concurrency", NULL};

static const OptionTable tables[] = {
    {.rows = options_rows, .offset = offsetof(Analyze, options), .only = shared},
    {.rows = rows},
    {.rows = grid_link_rows, .offset = offsetof(Analyze, grid)},
    {.rows = grid_manager_rows, .offset = offsetof(Analyze, grid)}};

static bool check_options(OptionReader *reader, void *target) {
    Analyze *analyze = target;
    analyze->table_count = analyze->options.concurrency;
#ifdef KANAME_WITH_GRID
    analyze->away_kind = manager_kind(&analyze->grid);
    if (analyze->grid.url != NULL)
        analyze->table_count = analyze->grid.local;
#endif
    if (analyze->files.list == NULL)
        return option_complain(reader, "expected FILE, a list of positions");
    if (!options_check_single(reader, &analyze->options) ||
        !grid_check(reader, &analyze->grid, &analyze->options))
        return false;
    if (analyze->options.engines[0].name == NULL)
        return option_text(reader, &analyze->options.engines[0].name, "engine");
    return true;
}

static const char *const usage[] = {"FILE -engine cmd=COMMAND [WORD]... [OPTION]...", NULL};
static const char *const groups[] = {positions_group,     options_engines_group,
                                     options_games_group, options_running_group,
                                     grid_group,          NULL};

static int analyze_main(int argc, char **argv);

const OptionCommand analyze_command = {.program = "kaname-tournament",
                                       .name = "analyze",
                                       .about = "Asks an engine about a list of positions.",
                                       .usage = usage,
                                       .groups = groups,
                                       .tables = tables,
                                       .table_count = sizeof tables / sizeof *tables,
                                       .check = check_options,
                                       .run = analyze_main};

static int analyze_main(int argc, char **argv) {
    Analyze analyze = {0};
    OptionOutcome outcome = option_read_command(&analyze_command, &analyze, argc - 1, argv + 1);
    int status = outcome == OPTION_READ ? run(&analyze) : option_status(outcome);
    if (analyze.away != NULL && !analyze.is_closed)
        analyze.away_kind.end(analyze.away, false);
    arena_free(analyze.arena);
    lane_free(analyze.saving);
    if (analyze.away != NULL)
        analyze.away_kind.release(analyze.away);
    afar_release(&analyze.afar);
    answers_close(analyze.answers);
    free(analyze.is_taken);
    opening_list_release(&analyze.positions);
    option_release(&tables[1], &analyze);
    option_release(&tables[2], &analyze.grid);
    options_release(&analyze.options);
    return status;
}
