#include "commands.h"

#include <string.h>

#include "check/check.h"
#include "cli/completion.h"
#include "cli/help.h"
#include "generate/generate.h"
#include "report/report.h"
#include "run/options.h"
#include "run/runner.h"
#include "tune/tune.h"

static void print_subcommands(FILE *out) {
    fputs("\nSubcommands, each with its own --help\n", out);
    for (size_t i = 1; commands[i] != NULL; i++)
        fprintf(out, "  %-21s %s\n", commands[i]->name, commands[i]->about);
    fputs("\nFirst word\n"
          "  --help                prints this text; --help-all: also those of the subcommands\n"
          "  --version             prints the version\n",
          out);
}

static bool check_options(OptionReader *reader, void *target) {
    return options_check(reader, target);
}

static const char *const usage[] = {
    "[OPTION]... -engine cmd=COMMAND [WORD]... -engine cmd=COMMAND [WORD]...",
    "-quick COMMAND COMMAND [OPTION]...", "SUBCOMMAND [OPTION]...", NULL};

static int play(int argc, char **argv);

static const OptionCommand tournament_command = {
    .about = "Plays matches and tournaments between Gomoku engines.",
    .usage = usage,
    .groups = options_groups,
    .tables = &options_table,
    .table_count = 1,
    .check = check_options,
    .print_more = print_subcommands,
    .run = play};

const OptionCommand *const commands[] = {&tournament_command, &report_command, &check_command,
                                         &generator_command,  &tune_command,   NULL};

/* Plays a tournament, then writes its page: also of a run that was stopped. */
static int play_with_page(const Options *options, char *const *command) {
    int64_t run = 0;
    if (options->html != NULL && !report_check_page(options->html))
        return 1;
    int status = runner_run(options, command, &run);
    if (options->html == NULL || run == 0)
        return status;
    const char *database = options->database != NULL ? options->database : "kaname-tournament.db";
    return report_write_page(database, run, options->html) ? status : 1;
}

static int play(int argc, char **argv) {
    Options options = {0};
    OptionOutcome outcome = option_read_command(&tournament_command, &options, argc - 1, argv + 1);
    int status = outcome == OPTION_READ ? play_with_page(&options, argv) : option_status(outcome);
    options_release(&options);
    return status;
}

/* What the program says of itself; -1: the word is none of these. */
static int answer(const char *word) {
    if (strcmp(word, "--version") == 0)
        puts("kaname-tournament " KANAME_VERSION);
    else if (strcmp(word, "--completion-cases") == 0)
        completion_print(stdout, commands);
    else if (strcmp(word, "--help-all") == 0)
        for (size_t i = 0; commands[i] != NULL; i++) {
            fputs(i > 0 ? "\n" : "", stdout);
            help_print(stdout, commands[i]);
        }
    else
        return -1;
    return fflush(stdout) == 0 ? 0 : 1;
}

int commands_run(int argc, char **argv) {
    int status = argc > 1 ? answer(argv[1]) : -1;
    if (status >= 0)
        return status;
    for (size_t i = 1; argc > 1 && commands[i] != NULL; i++)
        if (strcmp(argv[1], commands[i]->name) == 0)
            return commands[i]->run(argc - 1, argv + 1);
    return commands[0]->run(argc, argv);
}
