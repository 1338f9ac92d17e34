#include "play/play.h"

#include "io/values.h"
#include "io/words.h"
#include "play/console.h"
#include "play/loop.h"
#include "session/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TURN_DEFAULT_MS = 3000 };

static bool read_level(TerminalOptions *options, const char *value) {
    int64_t level;
    Words words = words_of(value, strlen(value));
    if (!words_integer(&words, &level) || !words_at_end(&words) || level < 0 ||
        level > SETTINGS_STRENGTH_FULL)
        return false;
    options->level = (int)level;
    return true;
}

static bool read_value(TerminalOptions *options, const char *name, const char *value) {
    if (strcmp(name, "--rule") == 0)
        return option_rule(value, &options->rule);
    if (strcmp(name, "--size") == 0)
        return option_size(value, &options->width, &options->height);
    if (strcmp(name, "--level") == 0)
        return read_level(options, value);
    return option_seconds(value, &options->turn_ms);
}

bool terminal_read_options(TerminalOptions *options, int count, char **arguments, char *error,
                           size_t error_size) {
    static const char *const names[] = {"--rule", "--size", "--level", "--time"};
    *options = (TerminalOptions){.rule = KANAME_RULE_FREESTYLE,
                                 .width = 15,
                                 .height = 15,
                                 .level = SETTINGS_STRENGTH_FULL,
                                 .turn_ms = TURN_DEFAULT_MS};
    for (int i = 0; i < count; i++) {
        const char *name = arguments[i];
        bool is_known = false;
        for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
            is_known = is_known || strcmp(name, names[k]) == 0;
        if (strcmp(name, "--ascii") == 0) {
            options->is_ascii = true;
        } else if (!is_known) {
            snprintf(error, error_size, "unknown argument: %s", name);
            return false;
        } else if (i + 1 == count) {
            snprintf(error, error_size, "%s needs a value", name);
            return false;
        } else if (!read_value(options, name, arguments[++i])) {
            snprintf(error, error_size, "bad value for %s: %s", name, arguments[i]);
            return false;
        }
    }
    return true;
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

int terminal_run(int count, char **arguments) {
    TerminalOptions options;
    TerminalConsole console;
    char error[256];
    if (!terminal_read_options(&options, count, arguments, error, sizeof error)) {
        fprintf(stderr, "play: %s\n", error);
        return 2;
    }
    KanameEngine *engine = kaname_new();
    if (engine == NULL) {
        fprintf(stderr, "play: not enough memory\n");
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
    bool is_good = terminal_play(engine, &options, &io);
    terminal_console_release(&console);
    kaname_free(engine);
    return is_good ? 0 : 1;
}
