#include "shared/cli/program.h"

#include <stdio.h>
#include <string.h>

#include "shared/cli/completion.h"
#include "shared/cli/help.h"
#include "shared/cli/reader.h"

const OptionCommand *program_find(const OptionCommand *const *commands, const char *name) {
    for (size_t i = 1; commands[i] != NULL; i++)
        if (strcmp(name, commands[i]->name) == 0)
            return commands[i];
    return NULL;
}

int program_answer(const OptionCommand *const *commands, const char *word) {
    const char *version = commands[0]->version;
    if (version != NULL && strcmp(word, "--version") == 0)
        puts(version);
    else if (strcmp(word, "--completion-cases") == 0)
        completion_print(stdout, commands);
    else if (strcmp(word, "--help-all") == 0)
        for (size_t i = 0; commands[i] != NULL; i++) {
            fputs(i > 0 ? "\n" : "", stdout);
            help_print(stdout, commands[i], NULL);
        }
    else
        return -1;
    return fflush(stdout) == 0 ? 0 : 1;
}

int program_refuse(const OptionCommand *program, const char *name) {
    char error[400];
    snprintf(error, sizeof error, "'%.300s': no such command; --help lists them", name);
    option_print_error(program, error);
    return option_status(OPTION_WRONG);
}

int program_run(const OptionCommand *const *commands, int argc, char **argv) {
    int status = argc > 1 ? program_answer(commands, argv[1]) : -1;
    if (status >= 0)
        return status;
    const OptionCommand *command = argc > 1 ? program_find(commands, argv[1]) : NULL;
    return command != NULL ? command->run(argc - 1, argv + 1) : commands[0]->run(argc, argv);
}
