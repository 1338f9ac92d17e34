#include "cli/completion.h"

#include <string.h>

#include "cli/help.h"

/* Prints the case of one value, "COMMAND:OPTION:WHICH". The placeholder, up to a blank, gives its
 * kind. */
static void print_values(FILE *out, const char *command, const char *option, const char *which,
                         const OptionRow *row, const char *placeholder) {
    static const char *const known[][2] = {
        {"FILE", "@file"}, {"FOLDER", "@folder"}, {"COMMAND", "@command"}};
    fprintf(out, "    '%s:%s:%s') echo ' ", command, option, which);
    for (size_t i = 0; row->choices != NULL && row->choices[i] != NULL; i++)
        fprintf(out, "%s ", row->choices[i]);
    if (placeholder == NULL)
        fputs("on off", out);
    for (size_t i = 0; placeholder != NULL && i < sizeof known / sizeof *known; i++)
        if (strncmp(known[i][0], placeholder, strcspn(placeholder, " ")) == 0)
            fputs(known[i][1], out);
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
    fprintf(out, "    '%s:%s:*') echo '", command, option->name);
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

static void print_command_cases(FILE *out, const OptionCommand *command) {
    const char *name = command->name != NULL ? command->name : "";
    fprintf(out, "    %s) echo '--help", command->name != NULL ? name : "@program");
    if (command->name == NULL)
        fputs(" --version", out);
    for (size_t i = 0; i < command->table_count; i++) {
        const OptionTable *table = &command->tables[i];
        for (const OptionRow *row = table->rows; row->name != NULL; row++)
            if (option_takes(table, row) && row->name[0] == '-')
                fprintf(out, " %s", row->name);
    }
    fputs("' ;;\n", out);
    for (size_t i = 0; i < command->table_count; i++) {
        const OptionTable *table = &command->tables[i];
        for (const OptionRow *row = table->rows; row->name != NULL; row++) {
            if (!option_takes(table, row))
                continue;
            if (row->name[0] == '-')
                print_option_cases(out, name, row);
            else
                print_values(out, name, "", "1", row, row->name);
        }
    }
}

void completion_print(FILE *out, const OptionCommand *const *commands) {
    for (size_t i = 0; commands[i] != NULL; i++)
        print_command_cases(out, commands[i]);
    fputs("    @commands) echo '", out);
    for (size_t i = 0; commands[i] != NULL; i++)
        if (commands[i]->name != NULL)
            fprintf(out, "%s ", commands[i]->name);
    fputs("' ;;\n", out);
}
