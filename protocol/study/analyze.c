#include "study/analyze.h"

#include "engines/engines.h"
#include "games/options.h"
#include "io/lines.h"
#include "play/console.h"
#include "play/terminal_game.h"
#include "shared/cli/say.h"
#include "shared/files/input.h"
#include "shared/games/files.h"
#include "shared/games/read.h"
#include "shared/notation/values.h"
#include "shared/status/failure.h"
#include "study/analyze_lines.h"
#include "study/analyze_output.h"

#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Options ------------------------------------------------------------------------------- */

static const OptionRow ROWS[] = {
    {.name = "--lines",
     .value = "N",
     .help = "best moves to show",
     .standard = "3",
     .kind = OPTION_INT,
     .offset = offsetof(AnalyzeOptions, lines),
     .least = 1,
     .most = ANALYZE_LINES_MAX},
    {.name = "--time",
     .value = "S",
     .help = "time to think",
     .unit = "seconds",
     .otherwise = "5 without --depth and --nodes",
     .kind = OPTION_SECONDS,
     .offset = offsetof(AnalyzeOptions, turn_ms),
     .least_real = 0.01,
     .most_real = VALUES_SECONDS_MAX},
    {.name = "--depth",
     .value = "N",
     .help = "plies to search",
     .otherwise = "no limit",
     .kind = OPTION_INT,
     .offset = offsetof(AnalyzeOptions, depth),
     .least = 1,
     .most = 64},
    {.name = "--nodes",
     .value = "N",
     .help = "nodes to search",
     .otherwise = "no limit",
     .kind = OPTION_WHOLE,
     .offset = offsetof(AnalyzeOptions, nodes),
     .least = 1,
     .most = INT64_C(1000000000000)},
    {.name = "--threads",
     .value = "N",
     .help = "search threads",
     .standard = "1",
     .kind = OPTION_INT,
     .offset = offsetof(AnalyzeOptions, threads),
     .least = 1,
     .most = KANAME_MAX_THREADS},
    {.name = "--move",
     .value = "N",
     .help = "analyze the position after N moves of the main line, passes not counted",
     .otherwise = "its last position",
     .kind = OPTION_INT,
     .offset = offsetof(AnalyzeOptions, move),
     .least = 0,
     .most = KANAME_MAX_CELLS,
     .given = offsetof(AnalyzeOptions, has_move)},
    {.name = "--json",
     .help = "write one JSON object instead of the table",
     .kind = OPTION_FLAG,
     .offset = offsetof(AnalyzeOptions, is_json)},
    {.name = "--ascii",
     .help = "draw with ASCII characters alone",
     .kind = OPTION_FLAG,
     .offset = offsetof(AnalyzeOptions, is_ascii)},
    {.name = "WHAT",
     .value = "POSITION",
     .help = "moves (h8i9j10, row 1 is the lowest; or 'h8 i9'), a link, a file, or -",
     .otherwise = "standard input",
     .kind = OPTION_WORD,
     .offset = offsetof(AnalyzeOptions, what)},
    {.name = NULL},
};

static const OptionTable TABLES[] = {
    {.rows = ROWS},
    {.rows = game_options_rows, .offset = offsetof(AnalyzeOptions, rules)},
    {.rows = weights_rows, .offset = offsetof(AnalyzeOptions, weights)},
};

static const char NAME[] = "pbrain-kaname analyze";

const OptionCommand analyze_usage = {
    .program = "pbrain-kaname",
    .name = "analyze",
    .about = "show the best lines of a position or a game file",
    .usage = (const char *const[]){"[OPTIONS] [POSITION | FILE | -]", NULL},
    .summary = "Shows the best moves of a position, best first: win rate of the side to move, "
               "score, depth, "
               "nodes and line. Of a game file, analyzes the last position of the main line of the "
               "first game, or that of --move; reads " GAME_FORMATS_READ
               ". Ctrl-C ends the search and shows the lines so far.",
    .tables = TABLES,
    .table_count = sizeof TABLES / sizeof TABLES[0]};

/* ---- Input --------------------------------------------------------------------------------- */

static GameReadStatus read_stream(FILE *stream, Game *game, Failure *failure, size_t *count) {
    size_t used = 0, capacity = 0;
    char *bytes = NULL;
    bool is_short = false;
    while (!is_short && used <= GAME_BYTES_MAX) {
        if (used == capacity) {
            size_t wanted = capacity > 0 ? 2 * capacity : 1 << 16;
            char *more = realloc(bytes, wanted);
            is_short = more == NULL;
            bytes = is_short ? bytes : more;
            capacity = is_short ? capacity : wanted;
        }
        size_t added = is_short ? 0 : fread(bytes + used, 1, capacity - used, stream);
        used += added;
        if (added == 0)
            break;
    }
    GameReadStatus status = GAME_READ_NOTHING;
    if (is_short || ferror(stream))
        failure_say(failure, is_short ? STATUS_MEMORY : STATUS_UNREADABLE, "%s",
                    is_short ? status_text(STATUS_MEMORY) : "the input cannot be read");
    else
        status = games_read_first(bytes, used, game, failure, count);
    free(bytes);
    return status;
}

/* Reads the word as a file if a file of this name exists, else as a list of moves. Sets `count` to
 * the number of games there. */
static GameReadStatus read_what(const char *what, Game *game, Failure *failure, size_t *count) {
    *count = 1;
    if (what == NULL && isatty(STDIN_FILENO))
        fprintf(stderr, "reads a position from standard input; Ctrl-D ends it\n");
    if (what == NULL || strcmp(what, "-") == 0)
        return read_stream(stdin, game, failure, count);
    FILE *file;
    if (files_open_input(what, &file) == STATUS_OK) {
        fclose(file);
        return games_read_first_of(what, game, failure, count);
    }
    GameReadStatus status = game_read(what, strlen(what), game, failure);
    if (status == GAME_READ_WHOLE && game->format == GAME_MOVES)
        return status;
    bool is_link = strchr(what, '#') != NULL || strchr(what, '?') != NULL;
    bool begins_so = isalpha((unsigned char)what[0]) && isdigit((unsigned char)what[1]);
    bool has_reason =
        game->format == GAME_MOVES && (status == GAME_READ_PART || is_link || begins_so);
    char reason[GAME_ERROR_MAX] = "";
    if (has_reason) /* without what is kept of a file */
        snprintf(reason, sizeof reason, " (%.*s)", (int)strcspn(failure->text, ";"), failure->text);
    failure_say(failure, STATUS_FORMAT,
                "'%.300s': neither a file that can be read nor a list of moves%s", what, reason);
    return GAME_READ_NOTHING;
}

/* ---- The command --------------------------------------------------------------------------- */

static void on_report(const KanameReport *report, void *context) {
    analyze_add_report(context, report);
}

static KanameStatus search(const AnalyzeOptions *options, TerminalConsole *console,
                           AnalyzeLines *lines, AnalyzeSummary *summary) {
    KanameLimits limits = kaname_no_limits();
    KanameCallbacks callbacks = {.on_report = on_report, .context = lines};
    KanameResult result;
    bool is_limited = options->depth > 0 || options->nodes > 0;
    limits.turn_ms = options->turn_ms > 0 ? options->turn_ms : is_limited ? -1 : ANALYZE_TURN_MS;
    limits.exact_time = true;
    limits.max_depth = options->depth;
    limits.max_nodes = (uint64_t)options->nodes;
    limits.lines = options->lines;
    lines->wanted = options->lines;
    terminal_console_begin_search(console);
    KanameStatus status = kaname_think(console->engine, &limits, &callbacks, &result);
    summary->is_interrupted = terminal_console_end_search(console);
    if (status != KANAME_OK)
        return status;
    summary->nodes = result.nodes;
    summary->time_ms = result.time_ms;
    analyze_finish_lines(lines);
    if (lines->count == 0) {
        /* The search ended before its first iteration. */
        KanameReport *only = &lines->lines[lines->count++];
        *only = (KanameReport){.depth = result.depth,
                               .seldepth = result.depth,
                               .score = result.score,
                               .nodes = result.nodes,
                               .time_ms = result.time_ms,
                               .pv_count = 1,
                               .pv = {result.best}};
    }
    return status;
}

static int analyze_board(const AnalyzeOptions *options, const TerminalGame *board,
                         TerminalConsole *console, AnalyzeSummary *summary) {
    AnalyzeLines *lines = calloc(1, sizeof *lines);
    KanameStatus status = lines != NULL ? KANAME_OK : KANAME_ERR_MEMORY;
    if (status == KANAME_OK)
        status = kaname_set_threads(console->engine, options->threads);
    if (status == KANAME_OK && board->end == TERMINAL_GOES_ON)
        status = search(options, console, lines, summary);
    bool is_written = false;
    if (status != KANAME_OK)
        say_error("%s: %s\n", NAME, kaname_status_text(status));
    else if (options->is_json)
        is_written = analyze_write_json(stdout, board, lines, summary);
    else
        is_written = analyze_write_table(stdout, board, lines, summary);
    free(lines);
    return is_written && fflush(stdout) == 0 ? 0 : 1;
}

static int analyze_game(const AnalyzeOptions *options, KanameEngine *engine, const Game *game,
                        AnalyzeSummary *summary) {
    TerminalGame board;
    TerminalConsole console;
    Failure failure = FAILURE_NONE;
    terminal_game_init(&board, engine);
    bool is_set = terminal_game_set(&board, game, game_shown(game), &failure);
    bool is_over = !is_set && board.end != TERMINAL_GOES_ON; /* moves follow the end */
    if (!is_set)
        say_error("%s: %s", NAME, failure.text);
    if (!is_set && !is_over)
        return 1;
    if (is_over && summary->fault.status == STATUS_OK)
        summary->fault = failure;
    terminal_console_init(&console, engine);
    summary->look = (TerminalLook){.columns = terminal_console_columns(&console),
                                   .is_unicode = console.is_unicode && !options->is_ascii,
                                   .has_color = console.has_color};
    int status = analyze_board(options, &board, &console, summary);
    terminal_console_release(&console);
    return status;
}

/* Makes the position after the first moves of the main line the one to analyze. Returns false, with
 * a message, if there is none. */
static bool show_move(Game *game, size_t move) {
    uint32_t node = game_after_moves(game, move);
    size_t count = game_move_count(game, game_last(game));
    if (node == GAME_NONE)
        say_error("%s: --move %zu: no such position; the game has %zu move%s\n", NAME, move, count,
                  say_plural(count));
    else
        game->shown = node;
    return node != GAME_NONE;
}

int analyze_run(const WeightsFiles *weights, int count, char *const *words) {
    AnalyzeOptions options = {.weights = *weights};
    AnalyzeSummary summary = {.fault = FAILURE_NONE};
    Game game;
    OptionOutcome outcome = option_read_command(&analyze_usage, &options, count, words);
    if (outcome != OPTION_READ)
        return option_status(outcome);
    line_prepare_process();
    game_init(&game, options.rules.rule, options.rules.width, options.rules.height);
    game.pos_order = options.rules.pos_order;
    size_t games;
    GameReadStatus read = read_what(options.what, &game, &summary.fault, &games);
    if (read == GAME_READ_NOTHING) {
        say_error("%s: %s\n", NAME, summary.fault.text);
        game_release(&game);
        return 1;
    }
    if (options.rules.has_rule)
        game.rule = options.rules.rule;
    if (read == GAME_READ_PART)
        say_error("%s: %s\n", NAME, summary.fault.text);
    if (options.has_move && !show_move(&game, (size_t)options.move)) {
        game_release(&game);
        return 1;
    }
    summary.format = game_format_name(game.format);
    summary.game = &game;
    if (game.notice[0] != '\0')
        say_error("%s: note: %s", NAME, game.notice);
    if (games > 1)
        say_error("%s: note: the first of %zu games; 'pbrain-kaname convert' writes all as SGF",
                  NAME, games);
    KanameEngine *engine = engines_new(NAME, &options.weights);
    int status = engine != NULL ? analyze_game(&options, engine, &game, &summary) : 1;
    kaname_free(engine);
    game_release(&game);
    return status;
}
