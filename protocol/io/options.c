#include "io/options.h"

#include "io/values.h"
#include "io/words.h"
#include "shared/cli/layout.h"
#include "shared/cli/say.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { ROW_MAX = 1024 };

static const Layout LAYOUT = {.indent = 2, .column = 18, .width = 79};

/* ---- Reading ----------------------------------------------------------------------------- */

static bool is_operand(const Option *option) {
    return option->name[0] != '-';
}

static const Option *find_option(const CommandLine *command, const char *name) {
    for (size_t i = 0; i < command->option_count; i++)
        if (strcmp(command->options[i].name, name) == 0)
            return &command->options[i];
    return NULL;
}

static bool is_repeated(const Option *operand) {
    return strstr(operand->name, "...") != NULL;
}

/* Returns operand number `index` of the table, from 0; NULL if there are fewer. */
static const Option *find_operand(const CommandLine *command, int index) {
    for (size_t i = 0; i < command->option_count; i++) {
        const Option *option = &command->options[i];
        if (is_operand(option) && (index-- == 0 || is_repeated(option)))
            return option;
    }
    return NULL;
}

static void set_defaults(const CommandLine *command, void *target) {
    for (size_t i = 0; i < command->option_count; i++) {
        const Option *option = &command->options[i];
        bool is_read = option->initial == NULL || option->read(option, option->initial, target);
        assert(is_read);
        (void)is_read;
    }
}

static OptionsOutcome refuse_value(const Option *option, const char *value, char *error,
                                   size_t error_size) {
    if (option->least < option->most)
        snprintf(error, error_size, "bad value for %s: %s (%" PRId64 " to %" PRId64 ")",
                 option->name, value, option->least, option->most);
    else
        snprintf(error, error_size, "bad value for %s: %s", option->name, value);
    return OPTIONS_MISTAKE;
}

/* Reads words from `*at` on. Without `stops`, a word that is not an option must be an operand. */
static OptionsOutcome read_words(const CommandLine *command, int count, char *const *words,
                                 bool stops, int *at, void *target, char *error,
                                 size_t error_size) {
    int operands = 0;
    set_defaults(command, target);
    for (*at = 0; *at < count; (*at)++) {
        const char *name = words[*at], *value = name;
        bool is_option = name[0] == '-' && name[1] != '\0';
        if (strcmp(name, "--help") == 0)
            return OPTIONS_HELP;
        if (!is_option && stops)
            return OPTIONS_READ;
        const Option *option =
            is_option ? find_option(command, name) : find_operand(command, operands++);
        if (option == NULL) {
            snprintf(error, error_size, "unknown argument: %s", name);
            return OPTIONS_MISTAKE;
        }
        if (is_option && option->argument == NULL) {
            value = NULL;
        } else if (is_option && ++*at == count) {
            snprintf(error, error_size, "%s needs a value", name);
            return OPTIONS_MISTAKE;
        } else {
            value = words[*at];
        }
        if (!option->read(option, value, target))
            return refuse_value(option, value != NULL ? value : "", error, error_size);
    }
    return OPTIONS_READ;
}

OptionsOutcome options_read(const CommandLine *command, int count, char *const *words, void *target,
                            char *error, size_t error_size) {
    int taken;
    return read_words(command, count, words, false, &taken, target, error, error_size);
}

OptionsOutcome options_read_leading(const CommandLine *command, int count, char *const *words,
                                    void *target, int *taken, char *error, size_t error_size) {
    return read_words(command, count, words, true, taken, target, error, error_size);
}

bool options_take(const CommandLine *command, int count, char *const *words, void *target,
                  int *status) {
    char error[256];
    switch (options_read(command, count, words, target, error, sizeof error)) {
    case OPTIONS_READ:
        return true;
    case OPTIONS_HELP:
        *status = options_print_help(command) && fflush(stdout) == 0 ? 0 : 1;
        return false;
    case OPTIONS_MISTAKE:
        break;
    }
    *status = options_refuse(command, error);
    return false;
}

int options_refuse(const CommandLine *command, const char *error) {
    say_error("%s: %s (see %s --help)\n", command->name, error, command->name);
    return 2;
}

/* ---- Help -------------------------------------------------------------------------------- */

void options_print_row(const char *name, const char *help) {
    layout_print_entry(stdout, &LAYOUT, name, help);
}

static void print_option(const Option *option) {
    char name[64], help[ROW_MAX], range[64] = "", initial[64] = "";
    snprintf(name, sizeof name, "%s%s%s", option->name, option->argument != NULL ? " " : "",
             option->argument != NULL ? option->argument : "");
    if (option->least < option->most)
        snprintf(range, sizeof range, "%" PRId64 " to %" PRId64 ": ", option->least, option->most);
    if (option->initial != NULL)
        snprintf(initial, sizeof initial, " (default %s)", option->initial);
    snprintf(help, sizeof help, "%s%s%s", range, option->help, initial);
    options_print_row(name, help);
}

bool options_print_help(const CommandLine *command) {
    printf("usage: %s %s\n\n", command->name, command->usage);
    layout_print_text(stdout, &LAYOUT, command->summary);
    printf("\n");
    for (size_t i = 0; i < command->option_count; i++)
        print_option(&command->options[i]);
    options_print_row("--help", "this text");
    return !ferror(stdout);
}

/* ---- Readers ----------------------------------------------------------------------------- */

static void *member(const Option *option, void *target) {
    return (char *)target + option->offset;
}

static bool read_number(const Option *option, const char *value, int64_t *number) {
    Words words = words_of(value, strlen(value));
    int64_t read;
    if (!words_integer(&words, &read) || !words_at_end(&words) || read < option->least ||
        read > option->most)
        return false;
    *number = read;
    return true;
}

bool option_read_flag(const Option *option, const char *value, void *target) {
    (void)value;
    *(bool *)member(option, target) = true;
    return true;
}

bool option_read_int(const Option *option, const char *value, void *target) {
    int64_t number;
    if (!read_number(option, value, &number))
        return false;
    *(int *)member(option, target) = (int)number;
    return true;
}

bool option_read_int64(const Option *option, const char *value, void *target) {
    return read_number(option, value, member(option, target));
}

bool option_read_text(const Option *option, const char *value, void *target) {
    *(const char **)member(option, target) = value;
    return true;
}

bool option_read_rule(const Option *option, const char *value, void *target) {
    return option_rule(value, member(option, target));
}
