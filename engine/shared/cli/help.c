#include "shared/cli/help.h"

#include <inttypes.h>
#include <limits.h>
#include <string.h>

#include "shared/cli/layout.h"

enum { HELP_TEXT_MAX = 1200 };

static const Layout ROWS = {.indent = 2, .column = 24, .width = 80};
static const Layout PAIRS = {.indent = 4, .column = 24, .width = 80};

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
    bool has_reals = row->kind == OPTION_REAL || row->kind == OPTION_SECONDS;
    if (has_reals && row->least_real < row->most_real)
        snprintf(text, size, "%g to %.10g", row->least_real, row->most_real);
    if (row->kind != OPTION_INT && row->kind != OPTION_WHOLE)
        return;
    if (row->most == INT_MAX || row->most == INT64_MAX)
        snprintf(text, size, "%" PRId64 " or more", row->least);
    else
        snprintf(text, size, "%" PRId64 " to %" PRId64, row->least, row->most);
}

/* The value that the row's field holds, as the text that sets it; empty: a number below the least
 * stands for none, as does no text. */
static void describe_value(char text[OPTION_SHOWN_MAX], const OptionRow *row, const void *target) {
    const void *field = (const char *)target + row->offset;
    text[0] = '\0';
    if (row->show != NULL)
        row->show(target, text);
    else if (row->kind == OPTION_INT && *(const int *)field >= row->least)
        snprintf(text, OPTION_SHOWN_MAX, "%d", *(const int *)field);
    else if (row->kind == OPTION_WHOLE && *(const int64_t *)field >= row->least)
        snprintf(text, OPTION_SHOWN_MAX, "%" PRId64, *(const int64_t *)field);
    else if (row->kind == OPTION_REAL && *(const double *)field >= row->least_real)
        snprintf(text, OPTION_SHOWN_MAX, "%.10g", *(const double *)field);
    else if (row->kind == OPTION_CHOICE)
        snprintf(text, OPTION_SHOWN_MAX, "%s", row->choices[*(const int *)field]);
}

/* "default: none", "default 3", "required"; empty: none of them. */
static void describe_default(char *text, size_t size, const OptionRow *row, const void *target) {
    char value[OPTION_SHOWN_MAX] = "";
    text[0] = '\0';
    if (row->is_required)
        snprintf(text, size, "required");
    else if (row->otherwise != NULL)
        snprintf(text, size, "default: %s", row->otherwise);
    else if (row->standard != NULL)
        snprintf(text, size, "default %s", row->standard);
    else if (target != NULL)
        describe_value(value, row, target);
    if (value[0] != '\0')
        snprintf(text, size, "default %s", value);
}

/* "Meaning: choices (range unit; default)" */
static void describe(char *text, size_t size, const OptionRow *row, const void *target) {
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
    describe_default(piece, sizeof piece, row, target);
    if (piece[0] != '\0') {
        add(notes, sizeof notes, notes[0] != '\0' ? "; " : "");
        add(notes, sizeof notes, piece);
    }
    if (notes[0] != '\0') {
        add(text, size, " (");
        add(text, size, notes);
        add(text, size, ")");
    }
}

/* ---- Help ----------------------------------------------------------------------------------- */

void help_print_entry(FILE *out, const char *name, const char *meaning) {
    layout_print_entry(out, &ROWS, name, meaning);
}

static void print_row(FILE *out, const OptionRow *row, const void *target) {
    char head[100], text[HELP_TEXT_MAX];
    bool has_value = row->value != NULL && !option_is_operand(row);
    snprintf(head, sizeof head, "%s%s%s", row->name, has_value ? " " : "",
             has_value ? row->value : "");
    describe(text, sizeof text, row, target);
    help_print_entry(out, head, text);
}

static void print_pairs(FILE *out, const OptionTable *table) {
    char head[100], text[HELP_TEXT_MAX];
    for (const OptionRow *row = table->rows; row->name != NULL; row++) {
        if (!option_takes(table, row))
            continue;
        describe_pair(head, sizeof head, row);
        describe(text, sizeof text, row, NULL);
        layout_print_entry(out, &PAIRS, head, text);
    }
}

static bool is_in_group(const OptionRow *row, const char *group) {
    return group == NULL || strcmp(row->group, group) == 0;
}

/* Prints the options of a group, of all if it is NULL, or its operands. KEY=VALUE words follow the
 * first option of a table that reads them. */
static void print_rows(FILE *out, const OptionCommand *command, const char *group, bool is_operands,
                       const void *target) {
    const OptionTable *printed = NULL;
    for (size_t i = 0; i < command->table_count; i++) {
        const OptionTable *table = &command->tables[i];
        const void *fields = target != NULL ? (const char *)target + table->offset : NULL;
        for (const OptionRow *row = table->rows; row->name != NULL; row++) {
            if (!option_takes(table, row) || !is_in_group(row, group) ||
                option_is_operand(row) != is_operands)
                continue;
            print_row(out, row, fields);
            if (row->words != NULL && row->words != printed)
                print_pairs(out, row->words);
            printed = row->words != NULL ? row->words : printed;
        }
    }
}

static void print_group(FILE *out, const OptionCommand *command, const char *group,
                        const void *target) {
    print_rows(out, command, group, false, target);
    print_rows(out, command, group, true, target);
}

void help_print_commands(FILE *out, const OptionCommand *const *commands) {
    for (size_t i = 1; commands[i] != NULL; i++)
        help_print_entry(out, commands[i]->name, commands[i]->about);
}

void help_print(FILE *out, const OptionCommand *command, const void *target) {
    const char *space = command->name != NULL ? " " : "";
    const char *name = command->name != NULL ? command->name : "";
    const void *defaults = command->init != NULL ? target : NULL;
    for (size_t i = 0; command->usage[i] != NULL; i++)
        fprintf(out, "%s %s%s%s %s\n", i == 0 ? "usage:" : "      ", command->program, space, name,
                command->usage[i]);
    fputc('\n', out);
    layout_print_text(out, &ROWS, command->summary != NULL ? command->summary : command->about);
    if (command->groups == NULL) {
        fputc('\n', out);
        print_group(out, command, NULL, defaults);
        help_print_entry(out, "--help", "prints this text");
    }
    for (size_t i = 0; command->groups != NULL && command->groups[i] != NULL; i++) {
        fprintf(out, "\n%s\n", command->groups[i]);
        print_group(out, command, command->groups[i], defaults);
    }
    if (command->print_more != NULL)
        command->print_more(out);
}
