#include "play/play.h"

#include "database/openings_file.h"
#include "engines/engines.h"
#include "games/options.h"
#include "io/options.h"
#include "level/level.h"
#include "play/console.h"
#include "play/loop.h"
#include "shared/cli/say.h"
#include "shared/games/read.h"
#include "shared/notation/values.h"
#include "shared/status/failure.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef struct PlayOptions {
    TerminalOptions game;
    const char *book; /* path; NULL: none */
    WeightsFiles weights;
} PlayOptions;

static int read_level(OptionReader *reader, const OptionRow *row, void *target, int left,
                      char *const *words) {
    int level = level_find(words[0], strlen(words[0]));
    (void)row;
    (void)left;
    if (level == 0) {
        option_expected(reader, words[0], "1 to %d, or %s", LEVEL_COUNT, LEVEL_NAMES);
        return -1;
    }
    ((PlayOptions *)target)->game.level = level;
    return 1;
}

static const OptionRow ROWS[] = {
    OPTIONS_ROW_RULE(PlayOptions, game.rule),
    OPTIONS_ROW_SIZE(PlayOptions, game.width, "N|WxH", OPTIONS_SIZE_HELP),
    {.name = "--level",
     .value = "NAME",
     .help = "strength of the engine, or its number, 1 to 10:",
     .standard = "full",
     .kind = OPTION_OWN,
     .choices = level_names,
     .read = read_level},
    {.name = "--seed",
     .value = "N",
     .help = "varies what a level below full overlooks",
     .standard = "0",
     .kind = OPTION_WHOLE,
     .offset = offsetof(PlayOptions, game.seed),
     .most = 1000000000},
    {.name = "--time",
     .value = "S",
     .help = "the engine's time for a move",
     .unit = "seconds",
     .standard = "3",
     .kind = OPTION_SECONDS,
     .offset = offsetof(PlayOptions, game.turn_ms),
     .least_real = 0.01,
     .most_real = VALUES_SECONDS_MAX},
    {.name = "--book",
     .value = "FILE",
     .help = "openings, or a position database with games: shows the moves with results; at full "
             "strength the engine plays the best move of openings that were searched ('gather' and "
             "'openings' make them)",
     .kind = OPTION_WORD,
     .offset = offsetof(PlayOptions, book)},
    {.name = "--pos-order",
     .value = "ORDER",
     .help = GAME_OPTIONS_ORDER_HELP,
     .otherwise = GAME_OPTIONS_ORDER_DEFAULT,
     .kind = OPTION_OWN,
     .choices = game_options_orders,
     .read = game_options_read_order,
     .offset = offsetof(PlayOptions, game.pos_order)},
    {.name = "--ascii",
     .help = "draw with ASCII characters alone",
     .kind = OPTION_FLAG,
     .offset = offsetof(PlayOptions, game.is_ascii)},
    {.name = NULL},
};

static const OptionTable TABLES[] = {
    {.rows = ROWS},
    {.rows = weights_rows, .offset = offsetof(PlayOptions, weights)},
};

static const char NAME[] = "pbrain-kaname play";

const OptionCommand terminal_usage = {.program = "pbrain-kaname",
                                      .name = "play",
                                      .about = "play against the engine in this terminal",
                                      .usage = (const char *const[]){"[OPTIONS]", NULL},
                                      .summary =
                                          "Plays against you in this terminal. A move is written "
                                          "h8; row 1 is the lowest. The command "
                                          "'help' lists all commands: hints, undo, openings, "
                                          "levels, rules, sizes, times, saved games. "
                                          "Ctrl-C makes the engine move at once, or leaves if it "
                                          "is your turn (twice if the game is not saved).",
                                      .tables = TABLES,
                                      .table_count = sizeof TABLES / sizeof TABLES[0]};

OptionOutcome terminal_read_options(TerminalOptions *options, int count, char *const *words,
                                    Failure *failure) {
    PlayOptions all = {.weights.count = 0};
    OptionOutcome outcome = option_read(&terminal_usage, &all, count, words, NULL, failure);
    *options = all.game;
    return outcome;
}

static int console_columns(void *context) {
    return terminal_console_columns(context);
}

static void console_begin(void *context) {
    terminal_console_begin_search(context);
}

static bool console_end(void *context) {
    return terminal_console_end_search(context);
}

/* Opens the book, if one is named. Prints why it cannot be opened. The caller releases it. */
static bool open_book(PlayOptions *options, Openings **openings) {
    Failure failure = FAILURE_NONE;
    *openings = NULL;
    if (options->book == NULL)
        return true;
    if (openings_file_is(options->book)) {
        *openings = openings_file_read(options->book, &failure);
        options->game.openings = *openings;
        if (*openings == NULL)
            say_error("%s: %s\n", NAME, failure.text);
        return *openings != NULL;
    }
    options->game.book = book_open_to_read(options->book, &failure);
    if (options->game.book == NULL)
        say_error("%s: %s: %s\n", NAME, options->book, failure.text);
    return options->game.book != NULL;
}

static void close_book(const PlayOptions *options, Openings *openings) {
    book_close(options->game.book);
    openings_free(openings);
}

int terminal_run(const WeightsFiles *weights, int count, char *const *words) {
    PlayOptions options = {.weights = *weights};
    TerminalConsole console;
    OptionOutcome outcome = option_read_command(&terminal_usage, &options, count, words);
    if (outcome != OPTION_READ)
        return option_status(outcome);
    Openings *openings;
    if (!open_book(&options, &openings))
        return 1;
    KanameEngine *engine = engines_new(NAME, &options.weights);
    if (engine == NULL) {
        close_book(&options, openings);
        return 1;
    }
    line_prepare_process();
    terminal_console_init(&console, engine);
    TerminalIo io = {.read = terminal_console_read,
                     .write = line_write_stdout,
                     .columns = console_columns,
                     .begin_search = console_begin,
                     .end_search = console_end,
                     .context = &console,
                     .is_interactive = console.is_interactive,
                     .has_controls = console.has_controls,
                     .has_color = console.has_color,
                     .is_unicode = console.is_unicode};
    bool is_good = terminal_play(engine, &options.game, &io);
    terminal_console_release(&console);
    kaname_free(engine);
    close_book(&options, openings);
    return is_good ? 0 : 1;
}
