#include "train/arguments.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/cli/layout.h"

bool number_read(const char *text, uint64_t *number) {
    *number = 0;
    if (*text == '\0')
        return false;
    for (; *text != '\0'; text++) {
        if (*text < '0' || *text > '9')
            return false;
        uint64_t digit = (uint64_t)(*text - '0');
        if (*number > (UINT64_MAX - digit) / 10)
            return false;
        *number = *number * 10 + digit;
    }
    return true;
}

Argument argument_text(const char *name, const char *value, const char **target, const char *help) {
    return (Argument){
        .name = name, .value = value, .help = help, .kind = ARGUMENT_TEXT, .target = target};
}

/* A number from `least` to `most`. */
static Argument ranged(const char *name, const char *value, ArgumentKind kind, void *target,
                       double least, double most, const char *help) {
    return (Argument){.name = name,
                      .value = value,
                      .help = help,
                      .kind = kind,
                      .target = target,
                      .least = least,
                      .most = most};
}

Argument argument_int(const char *name, int *target, int least, int most, const char *help) {
    return ranged(name, "N", ARGUMENT_INT, target, least, most, help);
}

Argument argument_number(const char *name, uint64_t *target, uint64_t least, uint64_t most,
                         const char *help) {
    return ranged(name, "N", ARGUMENT_NUMBER, target, (double)least, (double)most, help);
}

Argument argument_real(const char *name, double *target, double least, double most,
                       const char *help) {
    return ranged(name, "X", ARGUMENT_REAL, target, least, most, help);
}

Argument argument_flag(const char *name, bool *target, const char *help) {
    return (Argument){.name = name, .help = help, .kind = ARGUMENT_FLAG, .target = target};
}

Argument argument_custom(const char *name, const char *value, void *target, ArgumentTaker take,
                         ArgumentShower show, const char *help) {
    return (Argument){.name = name,
                      .value = value,
                      .help = help,
                      .kind = ARGUMENT_CUSTOM,
                      .target = target,
                      .take = take,
                      .show = show};
}

/* ---- Reading -------------------------------------------------------------------------------- */

static bool take_value(const Argument *argument, const char *value) {
    uint64_t number;
    double real;
    char *end;
    switch (argument->kind) {
    case ARGUMENT_TEXT:
        *(const char **)argument->target = value;
        return true;
    case ARGUMENT_INT:
    case ARGUMENT_NUMBER:
        if (!number_read(value, &number) || (double)number < argument->least ||
            (double)number > argument->most)
            return false;
        if (argument->kind == ARGUMENT_INT)
            *(int *)argument->target = (int)number;
        else
            *(uint64_t *)argument->target = number;
        return true;
    case ARGUMENT_REAL:
        errno = 0;
        real = strtod(value, &end);
        if (end == value || *end != '\0' || errno != 0 || !isfinite(real) ||
            real < argument->least || real > argument->most)
            return false;
        *(double *)argument->target = real;
        return true;
    case ARGUMENT_CUSTOM:
        return argument->take(argument->target, value);
    case ARGUMENT_FLAG:
        break;
    }
    return false;
}

static const Argument *find(const ArgumentTable *table, const char *name) {
    for (size_t i = 0; i < table->count; i++)
        if (strcmp(table->arguments[i].name, name) == 0)
            return &table->arguments[i];
    return NULL;
}

/* The range as text; empty if there is none. */
static void show_range(const Argument *argument, char *text, size_t size) {
    const char *format = argument->kind == ARGUMENT_REAL ? "%g to %g" : "%.0f to %.0f";
    text[0] = '\0';
    if (argument->least < argument->most)
        snprintf(text, size, format, argument->least, argument->most);
}

static void refuse_value(const Argument *argument, const char *value, char *error, size_t size) {
    char range[64];
    show_range(argument, range, sizeof range);
    snprintf(error, size, "bad value for %s: %s%s%s%s", argument->name, value,
             range[0] != '\0' ? " (" : "", range, range[0] != '\0' ? ")" : "");
}

ArgumentsOutcome arguments_read(const ArgumentTable *table, int count, char **values, char **words,
                                int *word_count, char *error, size_t error_size) {
    *word_count = 0;
    for (int i = 0; i < count; i++) {
        const char *name = values[i];
        if (strcmp(name, "--help") == 0)
            return ARGUMENTS_HELP;
        if (name[0] != '-' && table->takes_words) {
            words[(*word_count)++] = values[i];
            continue;
        }
        const Argument *argument = find(table, name);
        if (argument == NULL) {
            snprintf(error, error_size, "unknown argument: %s", name);
            return ARGUMENTS_MISTAKE;
        }
        if (argument->kind == ARGUMENT_FLAG) {
            *(bool *)argument->target = true;
            continue;
        }
        if (++i == count) {
            snprintf(error, error_size, "%s needs a value", name);
            return ARGUMENTS_MISTAKE;
        }
        if (!take_value(argument, values[i])) {
            refuse_value(argument, values[i], error, error_size);
            return ARGUMENTS_MISTAKE;
        }
    }
    return ARGUMENTS_READ;
}

/* ---- Help ----------------------------------------------------------------------------------- */

static const Layout LAYOUT = {.indent = 2, .column = 20, .width = 79};

/* The default as text; empty if there is none. */
static void show_default(const Argument *argument, char text[ARGUMENT_SHOWN_MAX]) {
    const void *target = argument->target;
    text[0] = '\0';
    switch (argument->kind) {
    case ARGUMENT_INT:
        if (*(const int *)target >= argument->least)
            snprintf(text, ARGUMENT_SHOWN_MAX, "%d", *(const int *)target);
        break;
    case ARGUMENT_NUMBER:
        if ((double)*(const uint64_t *)target >= argument->least)
            snprintf(text, ARGUMENT_SHOWN_MAX, "%" PRIu64, *(const uint64_t *)target);
        break;
    case ARGUMENT_REAL:
        if (*(const double *)target >= argument->least)
            snprintf(text, ARGUMENT_SHOWN_MAX, "%.10g", *(const double *)target);
        break;
    case ARGUMENT_CUSTOM:
        argument->show(target, text);
        break;
    case ARGUMENT_TEXT:
    case ARGUMENT_FLAG:
        break;
    }
}

void arguments_print_row(const char *name, const char *help) {
    layout_print_entry(stdout, &LAYOUT, name, help);
}

static void print_argument(const Argument *argument) {
    char name[64], initial[ARGUMENT_SHOWN_MAX], range[64], help[1024];
    snprintf(name, sizeof name, "%s%s%s", argument->name, argument->value != NULL ? " " : "",
             argument->value != NULL ? argument->value : "");
    show_range(argument, range, sizeof range);
    show_default(argument, initial);
    snprintf(help, sizeof help, "%s%s%s%s%s%s", range, range[0] != '\0' ? ": " : "", argument->help,
             initial[0] != '\0' ? " (default " : "", initial, initial[0] != '\0' ? ")" : "");
    arguments_print_row(name, help);
}

void arguments_print_help(const ArgumentTable *table) {
    printf("usage: %s %s\n\n", table->command, table->usage);
    layout_print_text(stdout, &LAYOUT, table->summary);
    putchar('\n');
    for (size_t i = 0; i < table->count; i++)
        print_argument(&table->arguments[i]);
    arguments_print_row("--help", "this text");
}
