#include "shared/cli/completion.h"

#include <string.h>

#include "shared/cli/help.h"

/* Prints what bash lists itself for a placeholder, up to a blank or "...": files and folders. */
static void print_kind(FILE *out, const char *placeholder) {
    static const char *const known[][2] = {
        {"FILE", "@file"},     {"FOLDER", "@folder"}, {"COMMAND", "@command"},
        {"DATABASE", "@file"}, {"DIR", "@folder"},    {"GAME", "@file"},
        {"GAMES", "@file"},    {"PREFIX", "@file"},   {"POSITION", "@file"}};
    size_t length = strcspn(placeholder, " .");
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strlen(known[i][0]) == length && strncmp(known[i][0], placeholder, length) == 0)
            fputs(known[i][1], out);
}

/* Prints the case of one value, "COMMAND:OPTION:WHICH". */
static void print_values(FILE *out, const char *command, const char *option, const char *which,
                         const OptionRow *row, const char *placeholder) {
    fprintf(out, "    '%s:%s:%s') found=' ", command, option, which);
    for (size_t i = 0; row->choices != NULL && row->choices[i] != NULL; i++)
        fprintf(out, "%s ", row->choices[i]);
    if (placeholder == NULL)
        fputs("on off", out);
    else
        print_kind(out, placeholder);
    fputs("' ;;\n", out);
}

/* Prints the cases of the words after one option. */
static void print_option_cases(FILE *out, const char *command, const OptionRow *option) {
    char which[64];
    const OptionTable *table = option->words;
    if (table == NULL) {
        int number = 0;
        for (const char *at = option->value; at != NULL && *at != '\0';) {
            snprintf(which, sizeof which, "%d", ++number);
            print_values(out, command, option->name, which, option, at);
            at += strcspn(at, " ");
            at += strspn(at, " ");
        }
        return;
    }
    fprintf(out, "    '%s:%s:*') found='", command, option->name);
    for (const OptionRow *row = table->rows; row->name != NULL; row++)
        if (option_takes(table, row))
            fprintf(out, "%s%s ", row->name,
                    help_is_bare(row) || row->name[strlen(row->name) - 1] == '.' ? "" : "=");
    fputs("' ;;\n", out);
    for (const OptionRow *row = table->rows; row->name != NULL; row++) {
        if (!option_takes(table, row) || help_is_bare(row))
            continue;
        snprintf(which, sizeof which, "%s=", row->name);
        print_values(out, command, option->name, which, row, row->value);
    }
}

/* Prints the names of the command's options. */
static void print_names(FILE *out, const OptionCommand *command) {
    fputs("--help", out);
    if (command->version != NULL)
        fputs(" --version", out);
    for (size_t i = 0; i < command->table_count; i++) {
        const OptionTable *table = &command->tables[i];
        for (const OptionRow *row = table->rows; row->name != NULL; row++)
            if (option_takes(table, row) && !option_is_operand(row))
                fprintf(out, " %s", row->name);
    }
}

/* Prints the cases of the values of the command's options and of its first operand, which stands
 * for all. */
static void print_command_values(FILE *out, const OptionCommand *command, const char *name) {
    bool has_operand = false;
    for (size_t i = 0; i < command->table_count; i++) {
        const OptionTable *table = &command->tables[i];
        for (const OptionRow *row = table->rows; row->name != NULL; row++) {
            if (!option_takes(table, row))
                continue;
            if (!option_is_operand(row))
                print_option_cases(out, name, row);
            else if (!has_operand)
                print_values(out, name, "", "1", row, row->value != NULL ? row->value : row->name);
            has_operand = has_operand || option_is_operand(row);
        }
    }
}

static void print_command_cases(FILE *out, const OptionCommand *command) {
    const char *name = command->name != NULL ? command->name : "";
    fprintf(out, "    %s) found='", command->name != NULL ? name : "@program");
    print_names(out, command);
    fputs("' ;;\n", out);
    if (command->leads) {
        fputs("    @leading) found='", out);
        print_names(out, command);
        fputs("' ;;\n", out);
    }
    print_command_values(out, command, name);
}

void completion_print(FILE *out, const OptionCommand *const *commands) {
    for (size_t i = 0; commands[i] != NULL; i++)
        print_command_cases(out, commands[i]);
    fputs("    @commands) found='", out);
    for (size_t i = 0; commands[i] != NULL; i++)
        if (commands[i]->name != NULL)
            fprintf(out, "%s ", commands[i]->name);
    fputs("' ;;\n", out);
}
