#include "cli/help.h"

#include <inttypes.h>
#include <limits.h>
#include <string.h>

#include "shared/cli/help.h"

enum { HELP_TEXT_MAX = 1200 };

static const HelpLayout ROWS = {.indent = 2, .column = 24, .width = 80};
static const HelpLayout PAIRS = {.indent = 4, .column = 24, .width = 80};

/* ---- Pieces of text ------------------------------------------------------------------------- */

/* Appends as much of the piece as fits. */
static void add(char *text, size_t size, const char *piece) {
    size_t length = strlen(text);
    if (length < size)
        snprintf(text + length, size - length, "%s", piece);
}

bool help_is_bare(const OptionRow *row) {
    return row->kind == OPTION_OWN && row->value == NULL;
}

void help_join(char *text, size_t size, const char *const *words) {
    text[0] = '\0';
    for (size_t i = 0; words[i] != NULL; i++) {
        if (i > 0)
            add(text, size, words[i + 1] == NULL ? " or " : ", ");
        add(text, size, words[i]);
    }
}

/* "depth=N", "option.KEY=VALUE", "restart=on|off", "none" */
static void describe_pair(char *text, size_t size, const OptionRow *row) {
    snprintf(text, size, "%s", row->name);
    if (help_is_bare(row))
        return;
    if (row->name[strlen(row->name) - 1] != '.')
        add(text, size, "=");
    add(text, size, row->kind == OPTION_FLAG ? "on|off" : row->value);
}

void help_join_pairs(char *text, size_t size, const OptionTable *table) {
    enum { PAIRS_MAX = 32, PAIR_MAX = 64 };
    char pairs[PAIRS_MAX][PAIR_MAX];
    const char *words[PAIRS_MAX + 1];
    size_t count = 0;
    for (const OptionRow *row = table->rows; row->name != NULL && count < PAIRS_MAX; row++) {
        if (!option_takes(table, row))
            continue;
        bool is_short = !help_is_bare(row) && row->name[strlen(row->name) - 1] != '.';
        if (is_short)
            snprintf(pairs[count], PAIR_MAX, "%s=", row->name);
        else
            describe_pair(pairs[count], PAIR_MAX, row);
        words[count] = pairs[count];
        count++;
    }
    words[count] = NULL;
    help_join(text, size, words);
}

/* "1 to 1024", "0 or more"; empty: the kind has no range. */
static void describe_range(char *text, size_t size, const OptionRow *row) {
    text[0] = '\0';
    if (row->kind == OPTION_REAL && row->least_real < row->most_real)
        snprintf(text, size, "%g to %g", row->least_real, row->most_real);
    if (row->kind != OPTION_INT && row->kind != OPTION_WHOLE)
        return;
    if (row->most >= INT_MAX)
        snprintf(text, size, "%" PRId64 " or more", row->least);
    else
        snprintf(text, size, "%" PRId64 " to %" PRId64, row->least, row->most);
}

/* "Meaning: choices (range unit; default)" */
static void describe(char *text, size_t size, const OptionRow *row) {
    char piece[300], notes[400] = "";
    snprintf(text, size, "%s", row->help);
    if (row->choices != NULL && row->help[strlen(row->help) - 1] == ':') {
        help_join(piece, sizeof piece, row->choices);
        add(text, size, " ");
        add(text, size, piece);
    }
    describe_range(notes, sizeof notes, row);
    if (row->unit != NULL) {
        add(notes, sizeof notes, notes[0] != '\0' ? " " : "");
        add(notes, sizeof notes, row->unit);
    }
    if (row->otherwise != NULL || row->standard != NULL) {
        add(notes, sizeof notes, notes[0] != '\0' ? "; default" : "default");
        add(notes, sizeof notes, row->otherwise != NULL ? ": " : " ");
        add(notes, sizeof notes, row->otherwise != NULL ? row->otherwise : row->standard);
    }
    if (notes[0] != '\0') {
        add(text, size, " (");
        add(text, size, notes);
        add(text, size, ")");
    }
}

/* ---- Help ----------------------------------------------------------------------------------- */

static void print_row(FILE *out, const OptionRow *row) {
    char head[100], text[HELP_TEXT_MAX];
    snprintf(head, sizeof head, "%s%s%s", row->name, row->value != NULL ? " " : "",
             row->value != NULL ? row->value : "");
    describe(text, sizeof text, row);
    help_print_entry(out, &ROWS, head, text);
}

static void print_pairs(FILE *out, const OptionTable *table) {
    char head[100], text[HELP_TEXT_MAX];
    for (const OptionRow *row = table->rows; row->name != NULL; row++) {
        if (!option_takes(table, row))
            continue;
        describe_pair(head, sizeof head, row);
        describe(text, sizeof text, row);
        help_print_entry(out, &PAIRS, head, text);
    }
}

/* Prints the options of a group. KEY=VALUE words follow the first option of a table that reads
 * them. */
static void print_group(FILE *out, const OptionCommand *command, const char *group) {
    fprintf(out, "\n%s\n", group);
    const OptionTable *printed = NULL;
    for (size_t i = 0; i < command->table_count; i++) {
        const OptionTable *table = &command->tables[i];
        for (const OptionRow *row = table->rows; row->name != NULL; row++) {
            if (!option_takes(table, row) || strcmp(row->group, group) != 0)
                continue;
            print_row(out, row);
            if (row->words != NULL && row->words != printed)
                print_pairs(out, row->words);
            printed = row->words != NULL ? row->words : printed;
        }
    }
}

void help_print(FILE *out, const OptionCommand *command) {
    const char *space = command->name != NULL ? " " : "";
    const char *name = command->name != NULL ? command->name : "";
    for (size_t i = 0; command->usage[i] != NULL; i++)
        fprintf(out, "%s kaname-tournament%s%s %s\n", i == 0 ? "usage:" : "      ", space, name,
                command->usage[i]);
    fprintf(out, "\n%s\n", command->about);
    for (size_t i = 0; command->groups[i] != NULL; i++)
        print_group(out, command, command->groups[i]);
    if (command->print_more != NULL)
        command->print_more(out);
}
