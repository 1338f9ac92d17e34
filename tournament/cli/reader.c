#include "cli/reader.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/help.h"
#include "shared/cli/say.h"

enum { EXIT_GOOD = 0, EXIT_USAGE = 2 };

/* ---- Errors ------------------------------------------------------------------------------- */

static void leave(OptionReader *reader, const char *format, va_list arguments) {
    char what[500];
    vsnprintf(what, sizeof what, format, arguments);
    snprintf(reader->error, reader->error_size, "%s%s%s", reader->option ? reader->option : "",
             reader->option ? ": " : "", what);
}

bool option_complain(OptionReader *reader, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    leave(reader, format, arguments);
    va_end(arguments);
    return false;
}

bool option_expected(OptionReader *reader, const char *word, const char *format, ...) {
    char what[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    /* For a KEY=VALUE word, name both the option and the word. */
    return option_complain(reader, "'%.300s': expected %s",
                           reader->word != NULL ? reader->word : word, what);
}

/* ---- Values ------------------------------------------------------------------------------- */

bool option_whole(OptionReader *reader, const char *word, int64_t least, int64_t most,
                  int64_t *value) {
    char *end;
    errno = 0;
    intmax_t number = strtoimax(word, &end, 10);
    bool is_number = end != word && *end == '\0' && !isspace((unsigned char)word[0]);
    if (!is_number || errno == ERANGE || number < least || number > most) {
        if (most == INT64_MAX)
            return option_expected(reader, word, "a whole number, %" PRId64 " or more", least);
        return option_expected(reader, word, "a whole number from %" PRId64 " to %" PRId64, least,
                               most);
    }
    *value = (int64_t)number;
    return true;
}

bool option_int(OptionReader *reader, const char *word, int least, int most, int *value) {
    int64_t number = 0;
    if (!option_whole(reader, word, least, most, &number))
        return false;
    *value = (int)number;
    return true;
}

bool option_real(const char *word, char **end, double *value) {
    char *stop;
    if (!isdigit((unsigned char)word[0]) && word[0] != '.' && word[0] != '-' && word[0] != '+')
        return false;
    *value = strtod(word, &stop);
    if (stop == word || !isfinite(*value))
        return false;
    if (end != NULL)
        *end = stop;
    return end != NULL || *stop == '\0';
}

bool option_text(OptionReader *reader, char **target, const char *text) {
    char *copy = strdup(text);
    if (copy == NULL)
        return option_complain(reader, "no memory");
    free(*target);
    *target = copy;
    return true;
}

bool option_choice(OptionReader *reader, const char *word, const char *const *choices, int *index) {
    for (int i = 0; choices[i] != NULL; i++) {
        if (strcmp(word, choices[i]) == 0) {
            *index = i;
            return true;
        }
    }
    char list[300];
    help_join(list, sizeof list, choices);
    return option_expected(reader, word, "%s", list);
}

static bool read_real(OptionReader *reader, const OptionRow *row, const char *word, double *value) {
    double number;
    bool is_any = row->least_real >= row->most_real;
    if (option_real(word, NULL, &number) &&
        (is_any || (number >= row->least_real && number <= row->most_real))) {
        *value = number;
        return true;
    }
    if (is_any)
        return option_expected(reader, word, "a number");
    return option_expected(reader, word, "a number from %g to %g", row->least_real, row->most_real);
}

static bool read_seconds(OptionReader *reader, const char *word, int64_t *ms) {
    double seconds;
    if (!option_real(word, NULL, &seconds) || seconds < 0 || seconds > OPTION_SECONDS_MAX)
        return option_expected(reader, word, "seconds, 0 or more");
    *ms = (int64_t)llround(seconds * 1000);
    return true;
}

static bool read_bytes(OptionReader *reader, const char *word, uint64_t *bytes) {
    static const char units[] = "KMG";
    double value;
    char *end;
    if (option_real(word, &end, &value) && value >= 0) {
        const char *unit = *end != '\0' ? strchr(units, toupper((unsigned char)*end)) : NULL;
        if (unit != NULL) {
            value = ldexp(value, 10 * (int)(unit - units + 1));
            end++;
        }
        if (*end == '\0' && value < 1e18) {
            *bytes = (uint64_t)value;
            return true;
        }
    }
    return option_expected(reader, word, "bytes, 0 or more; K, M or G may follow");
}

static bool read_on_off(OptionReader *reader, const char *word, bool *value) {
    static const char *const choices[] = {"on", "off", NULL};
    if (strcmp(word, "true") == 0 || strcmp(word, "1") == 0)
        word = "on";
    else if (strcmp(word, "false") == 0 || strcmp(word, "0") == 0)
        word = "off";
    int index = 0;
    bool is_read = option_choice(reader, word, choices, &index);
    if (is_read)
        *value = index == 0;
    return is_read;
}

/* Reads the value of one word into the field. */
static bool read_field(OptionReader *reader, const OptionRow *row, void *field, const char *word) {
    switch (row->kind) {
    case OPTION_INT:
        return option_int(reader, word, (int)row->least, (int)row->most, field);
    case OPTION_WHOLE:
        return option_whole(reader, word, row->least, row->most, field);
    case OPTION_REAL:
        return read_real(reader, row, word, field);
    case OPTION_SECONDS:
        return read_seconds(reader, word, field);
    case OPTION_BYTES:
        return read_bytes(reader, word, field);
    case OPTION_TEXT:
        return option_text(reader, field, word);
    case OPTION_CHOICE:
        return option_choice(reader, word, row->choices, field);
    case OPTION_FLAG:
        return read_on_off(reader, word, field);
    case OPTION_WORDS:
    case OPTION_OWN:
        break;
    }
    assert(!"such a row has no field");
    return false;
}

int option_read_value(OptionReader *reader, const OptionRow *row, void *target, int left,
                      char *const *words) {
    void *field = (char *)target + row->offset;
    int taken = 1;
    if (row->kind == OPTION_OWN) {
        taken = row->read(reader, row, target, left, words);
    } else if (row->kind == OPTION_WORDS) {
        taken = option_read_pairs(reader, row->words, target, left, words);
    } else if (row->kind == OPTION_FLAG && reader->word == NULL) {
        *(bool *)field = true;
        taken = 0;
    } else if (left < 1) {
        option_complain(reader, "expected a value after it");
        return -1;
    } else if (!read_field(reader, row, field, words[0])) {
        return -1;
    }
    if (taken >= 0 && row->given != 0)
        *(bool *)((char *)target + row->given) = true;
    return taken;
}

void option_defaults(const OptionTable *table, void *target) {
    for (const OptionRow *row = table->rows; row->name != NULL; row++) {
        if (!option_takes(table, row))
            continue;
        if (row->kind == OPTION_WORDS)
            option_defaults(row->words, target);
        if (row->standard == NULL)
            continue;
        char error[200], word[64];
        OptionReader reader = {.option = row->name, .error = error, .error_size = sizeof error};
        snprintf(word, sizeof word, "%s", row->standard);
        bool is_read = option_read_value(&reader, row, target, 1, (char *[]){word}) >= 0;
        assert(is_read);
        (void)is_read;
        /* A default does not count as given. */
        if (row->given != 0)
            *(bool *)((char *)target + row->given) = false;
    }
}

/* ---- Words -------------------------------------------------------------------------------- */

/* Returns the row of a KEY=VALUE word, NULL if there is none. Sets `value` to the value, NULL if
 * there is none. */
static const OptionRow *find_pair(const OptionTable *table, char *word, char **value) {
    for (const OptionRow *row = table->rows; row->name != NULL; row++) {
        size_t length = strlen(row->name);
        if (!option_takes(table, row) || strncmp(word, row->name, length) != 0)
            continue;
        bool is_bare = help_is_bare(row), is_prefix = row->name[length - 1] == '.';
        if (is_bare && word[length] == '\0') {
            *value = NULL;
            return row;
        }
        if (!is_bare && (is_prefix || word[length] == '=')) {
            *value = word + length + !is_prefix;
            return row;
        }
    }
    return NULL;
}

int option_read_pairs(OptionReader *reader, const OptionTable *table, void *target, int left,
                      char *const *words) {
    int taken = 0;
    for (; taken < left && words[taken][0] != '-'; taken++) {
        char *value;
        reader->word = words[taken];
        const OptionRow *row = find_pair(table, words[taken], &value);
        if (row == NULL) {
            char list[300];
            help_join_pairs(list, sizeof list, table);
            option_expected(reader, words[taken], "%s", list);
        }
        if (row == NULL ||
            option_read_value(reader, row, target, value != NULL ? 1 : 0, &value) < 0) {
            reader->word = NULL;
            return -1;
        }
    }
    reader->word = NULL;
    return taken;
}

/* Finds the row that reads this word: an option by its name, anything else as an operand. */
static const OptionRow *find_row(const OptionCommand *command, const char *word,
                                 const OptionTable **table) {
    for (size_t i = 0; i < command->table_count; i++) {
        *table = &command->tables[i];
        if (word[0] == '-') {
            const OptionRow *row = option_find(*table, word, strlen(word));
            if (row != NULL)
                return row;
        }
        for (const OptionRow *row = (*table)->rows; row->name != NULL && word[0] != '-'; row++)
            if (row->name[0] != '-' && option_takes(*table, row))
                return row;
    }
    return NULL;
}

/* Reads the operand, which is a text and may come once. */
static bool read_operand(OptionReader *reader, const OptionRow *row, void *target,
                         const char *word) {
    char **field = (char **)(void *)((char *)target + row->offset);
    if (*field != NULL)
        return option_complain(reader, "'%.300s': expected one %s only", word, row->name);
    return option_text(reader, field, word);
}

bool option_read_words(OptionReader *reader, int count, char *const *words) {
    for (int at = 0; at < count;) {
        const OptionTable *table;
        char *name = words[at++];
        reader->option = NULL;
        if (!reader->is_from_file && (strcmp(name, "--help") == 0 || strcmp(name, "-help") == 0)) {
            reader->is_help = true;
            return false;
        }
        const OptionRow *row = find_row(reader->command, name, &table);
        if (row == NULL)
            return option_complain(reader, "'%.300s': no such option; --help lists them", name);
        if (row->is_command_line_only && reader->is_from_file)
            return option_complain(reader, "'%s': expected on the command line only", name);
        void *rows_target = (char *)reader->target + table->offset;
        if (row->name[0] != '-') {
            if (!read_operand(reader, row, rows_target, name))
                return false;
            continue;
        }
        reader->option = name;
        int taken = option_read_value(reader, row, rows_target, count - at, &words[at]);
        if (taken < 0)
            return false;
        at += taken;
    }
    reader->option = NULL;
    return true;
}

/* ---- Commands ----------------------------------------------------------------------------- */

void option_print_error(const OptionCommand *command, const char *error) {
    fflush(stdout);
    say_error("kaname-tournament: %s%s%s", command->name != NULL ? command->name : "",
              command->name != NULL ? ": " : "", error);
}

OptionOutcome option_read_command(const OptionCommand *command, void *target, int count,
                                  char *const *words) {
    char error[600] = "";
    OptionReader reader = {
        .command = command, .target = target, .error = error, .error_size = sizeof error};
    for (size_t i = 0; i < command->table_count; i++)
        option_defaults(&command->tables[i], (char *)target + command->tables[i].offset);
    bool is_read = option_read_words(&reader, count, words) &&
                   (command->check == NULL || command->check(&reader, target));
    if (is_read)
        return OPTION_READ;
    if (reader.is_help) {
        help_print(stdout, command);
        return OPTION_HELPED;
    }
    option_print_error(command, error);
    return OPTION_WRONG;
}

int option_status(OptionOutcome outcome) {
    return outcome == OPTION_WRONG ? EXIT_USAGE : EXIT_GOOD;
}
