#include "play/play.h"

#include "games/read.h"
#include "io/values.h"
#include "level/level.h"
#include "play/console.h"
#include "play/loop.h"
#include "shared/cli/say.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef struct PlayOptions {
    TerminalOptions game;
    const char *book; /* path; NULL: none */
    WeightsFiles weights;
} PlayOptions;

static bool read_size(const Option *option, const char *value, void *target) {
    PlayOptions *options = target;
    (void)option;
    return option_size(value, &options->game.width, &options->game.height);
}

static bool read_level(const Option *option, const char *value, void *target) {
    PlayOptions *options = target;
    (void)option;
    options->game.level = level_find(value, strlen(value));
    return options->game.level > 0;
}

static bool read_time(const Option *option, const char *value, void *target) {
    PlayOptions *options = target;
    (void)option;
    return option_seconds(value, &options->game.turn_ms);
}

static bool read_pos_order(const Option *option, const char *value, void *target) {
    (void)option;
    return game_pos_order_read(value, &((PlayOptions *)target)->game.pos_order);
}

/* clang-format off */
static const Option OPTIONS[] = {
    {"--rule", "R", "freestyle", 0, 0, OPTION_RULE_HELP,
     option_read_rule, offsetof(PlayOptions, game.rule)},
    {"--size", "N|WxH", "15", 0, 0, OPTION_SIZE_HELP, read_size, 0},
    {"--level", "NAME", "full", 0, 0, LEVEL_NAMES ": strength of the engine, or its number, 1 to 10",
     read_level, 0},
    {"--seed", "N", "0", 0, 1000000000, "varies what a level below full overlooks",
     option_read_int64, offsetof(PlayOptions, game.seed)},
    {"--time", "S", "3", 0, 0, "0.01 to 86400: the engine's seconds a move", read_time, 0},
    {"--book", "DATABASE", NULL, 0, 0,
     "position database: shows the moves that its games played, with results ('gather' adds games)",
     option_read_text, offsetof(PlayOptions, book)},
    {"--pos-order", "ORDER", NULL, 0, 0, GAME_POS_ORDER_HELP, read_pos_order, 0},
    {"--ascii", NULL, NULL, 0, 0, "draw with ASCII characters alone",
     option_read_flag, offsetof(PlayOptions, game.is_ascii)},
    {"--weights", "FILE", NULL, 0, 0, WEIGHTS_OPTION_HELP,
     option_read_weights, offsetof(PlayOptions, weights)},
    {"--eval", "NAME", NULL, 0, 0, EVALUATOR_OPTION_HELP,
     option_read_evaluator, offsetof(PlayOptions, weights)},
};
/* clang-format on */

static const CommandLine COMMAND = {
    "pbrain-kaname play", "[OPTIONS]",
    "Plays against you in this terminal. A move is written h8; row 1 is the lowest. The command "
    "'help' lists all commands: hints, undo, openings, levels, rules, sizes, times, saved games. "
    "Ctrl-C "
    "makes the engine move at once, or leaves if it is your turn (twice if the game is not saved).",
    OPTIONS, sizeof OPTIONS / sizeof OPTIONS[0]};

OptionsOutcome terminal_read_options(TerminalOptions *options, int count, char *const *words,
                                     char *error, size_t error_size) {
    PlayOptions all = {.weights.count = 0};
    OptionsOutcome outcome = options_read(&COMMAND, count, words, &all, error, error_size);
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

/* Opens the book, if one is named. Prints why it cannot be opened. */
static bool open_book(PlayOptions *options) {
    char error[256];
    if (options->book == NULL)
        return true;
    options->game.book = book_open_to_read(options->book, error, sizeof error);
    if (options->game.book == NULL)
        say_error("%s: %s: %s\n", COMMAND.name, options->book, error);
    return options->game.book != NULL;
}

int terminal_run(const WeightsFiles *weights, int count, char *const *words) {
    PlayOptions options = {.weights = *weights};
    TerminalConsole console;
    int status;
    if (!options_take(&COMMAND, count, words, &options, &status))
        return status;
    if (!open_book(&options))
        return 1;
    KanameEngine *engine = weights_engine(COMMAND.name, &options.weights);
    if (engine == NULL) {
        book_close(options.game.book);
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
    book_close(options.game.book);
    return is_good ? 0 : 1;
}
