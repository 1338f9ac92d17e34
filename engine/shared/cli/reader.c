#include "shared/cli/reader.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/cli/help.h"
#include "shared/cli/say.h"
#include "shared/status/status.h"

enum { EXIT_GOOD = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

/* ---- Values ------------------------------------------------------------------------------- */

static bool read_list(OptionReader *reader, OptionList *list, char *word) {
    char **grown = realloc(list->words, ((size_t)list->count + 1) * sizeof *grown);
    if (grown == NULL)
        return option_complain(reader, "%s", status_text(STATUS_MEMORY));
    list->words = grown;
    list->words[list->count++] = word;
    return true;
}

/* Returns whether a row that reads its words itself takes exactly one. */
static bool takes_one_word(const OptionRow *row) {
    return row->kind == OPTION_OWN && row->words == NULL && row->value != NULL &&
           strpbrk(row->value, " ") == NULL;
}

/* Reads the words after the option, or the value of a KEY=VALUE word, into the row's field. Returns
 * how many it took, or a negative number after a wrong word. */
static int read_value(OptionReader *reader, const OptionRow *row, void *target, int left,
                      char *const *words) {
    void *field = option_field(row, target);
    int taken = 1;
    if (takes_one_word(row) && left < 1) {
        option_complain(reader, "expected a value after it");
        return -1;
    }
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
    } else if (row->kind == OPTION_LIST) {
        taken = read_list(reader, field, words[0]) ? 1 : -1;
    } else if (!option_read_field(reader, row, field, words[0])) {
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
        if (row->kind == OPTION_WORD) { /* keeps the word itself */
            *(const char **)option_field(row, target) = row->standard;
            continue;
        }
        char word[64];
        Failure failure;
        OptionReader reader = {.option = row->name, .failure = &failure};
        snprintf(word, sizeof word, "%s", row->standard);
        bool is_read = read_value(&reader, row, target, 1, (char *[]){word}) >= 0;
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
        if (row == NULL || read_value(reader, row, target, value != NULL ? 1 : 0, &value) < 0) {
            reader->word = NULL;
            return -1;
        }
    }
    reader->word = NULL;
    return taken;
}

/* ---- Command lines ------------------------------------------------------------------------ */

/* "-" alone is an operand. */
static bool is_option_word(const char *word) {
    return word[0] == '-' && word[1] != '\0';
}

static const OptionRow *find_option(const OptionCommand *command, const char *word,
                                    const OptionTable **table) {
    for (size_t i = 0; i < command->table_count; i++) {
        *table = &command->tables[i];
        const OptionRow *row = option_find(*table, word, strlen(word));
        if (row != NULL && !option_is_operand(row))
            return row;
    }
    return NULL;
}

static bool is_repeated(const OptionRow *operand) {
    return operand->kind == OPTION_LIST;
}

/* Returns operand number `index` of the command, from 0; NULL if there are fewer. Sets `last` to
 * the last one, NULL if there is none. */
static const OptionRow *find_operand(const OptionCommand *command, int index,
                                     const OptionTable **table, const OptionRow **last) {
    *last = NULL;
    for (size_t i = 0; i < command->table_count; i++) {
        *table = &command->tables[i];
        for (const OptionRow *row = (*table)->rows; row->name != NULL; row++) {
            if (!option_is_operand(row) || !option_takes(*table, row))
                continue;
            *last = row;
            if (index-- == 0 || is_repeated(row))
                return row;
        }
    }
    return NULL;
}

static bool read_operand(OptionReader *reader, char *const *words) {
    const OptionTable *table;
    const OptionRow *last, *row = find_operand(reader->command, reader->operands, &table, &last);
    if (row == NULL && last != NULL)
        return option_complain(reader, "'%.300s': expected one %s only", words[0], last->name);
    if (row == NULL)
        return option_complain(reader, "'%.300s': no such option; --help lists them", words[0]);
    reader->operands++;
    reader->option = row->name;
    return read_value(reader, row, (char *)reader->target + table->offset, 1, words) >= 0;
}

/* Reads an option, whose name is words[0], and the words after it. Returns how many it took, or a
 * negative number after a wrong word. */
static int read_option(OptionReader *reader, int left, char *const *words) {
    const OptionTable *table;
    const OptionRow *row = find_option(reader->command, words[0], &table);
    bool is_known = false;
    if (row == NULL)
        option_complain(reader, "'%.300s': no such option; --help lists them", words[0]);
    else if (row->is_command_line_only && reader->is_from_file)
        option_complain(reader, "'%s': expected on the command line only", words[0]);
    else
        is_known = true;
    if (!is_known)
        return -1;
    reader->option = row->name;
    int taken =
        read_value(reader, row, (char *)reader->target + table->offset, left - 1, words + 1);
    return taken < 0 ? taken : taken + 1;
}

bool option_read_words(OptionReader *reader, int count, char *const *words) {
    for (int at = 0; at < count;) {
        const char *word = words[at];
        int taken = 1;
        reader->option = NULL;
        if (!reader->is_from_file && (strcmp(word, "--help") == 0 || strcmp(word, "-help") == 0)) {
            reader->is_help = true;
            return false;
        }
        if (!is_option_word(word) && reader->command->leads)
            break;
        if (is_option_word(word))
            taken = read_option(reader, count - at, words + at);
        else if (!read_operand(reader, words + at))
            return false;
        if (taken < 0)
            return false;
        at += taken;
        reader->taken = at;
    }
    reader->option = NULL;
    return true;
}

/* ---- Commands ----------------------------------------------------------------------------- */

static void set_defaults(const OptionCommand *command, void *target) {
    if (command->init != NULL)
        command->init(target);
    for (size_t i = 0; i < command->table_count; i++)
        option_defaults(&command->tables[i], (char *)target + command->tables[i].offset);
}

static bool is_missing(const OptionRow *row, void *target) {
    if (!row->is_required)
        return false;
    const void *field = option_field(row, target);
    if (row->kind == OPTION_LIST)
        return ((const OptionList *)field)->count == 0;
    return *(char *const *)field == NULL;
}

static bool check_required(OptionReader *reader) {
    const OptionCommand *command = reader->command;
    for (size_t i = 0; i < command->table_count; i++) {
        const OptionTable *table = &command->tables[i];
        for (const OptionRow *row = table->rows; row->name != NULL; row++)
            if (option_takes(table, row) && is_missing(row, (char *)reader->target + table->offset))
                return option_complain(reader, "%.*s is missing; see --help",
                                       (int)strcspn(row->name, "."), row->name);
    }
    return true;
}

OptionOutcome option_read(const OptionCommand *command, void *target, int count, char *const *words,
                          int *taken, Failure *failure) {
    OptionReader reader = {.command = command, .target = target, .failure = failure};
    set_defaults(command, target);
    bool is_read = option_read_words(&reader, count, words) && check_required(&reader) &&
                   (command->check == NULL || command->check(&reader, target));
    if (taken != NULL)
        *taken = reader.taken;
    if (reader.is_help && command->init != NULL) {
        for (size_t i = 0; i < command->table_count; i++)
            option_release(&command->tables[i], (char *)target + command->tables[i].offset);
        set_defaults(command, target);
    }
    return is_read ? OPTION_READ : reader.is_help ? OPTION_HELPED : OPTION_WRONG;
}

OptionOutcome option_read_command(const OptionCommand *command, void *target, int count,
                                  char *const *words) {
    Failure failure = FAILURE_NONE;
    OptionOutcome outcome = option_read(command, target, count, words, NULL, &failure);
    if (outcome == OPTION_HELPED)
        help_print(stdout, command, target);
    if (outcome == OPTION_WRONG)
        option_print_error(command, failure.text);
    return outcome;
}

void option_print_error(const OptionCommand *command, const char *error) {
    fflush(stdout);
    say_error("%s%s%s: %s", command->program, command->name != NULL ? " " : "",
              command->name != NULL ? command->name : "", error);
}

int option_run(const OptionCommand *command, void *line, int (*use)(void *line), int argc,
               char **argv) {
    OptionOutcome outcome = option_read_command(command, line, argc - 1, argv + 1);
    int status = outcome == OPTION_READ ? use(line) : option_status(outcome);
    for (size_t i = 0; i < command->table_count; i++)
        option_release(&command->tables[i], (char *)line + command->tables[i].offset);
    return status;
}

int option_status(OptionOutcome outcome) {
    if (outcome == OPTION_HELPED)
        return fflush(stdout) == 0 && !ferror(stdout) ? EXIT_GOOD : EXIT_FAILED;
    return outcome == OPTION_WRONG ? EXIT_USAGE : EXIT_GOOD;
}
