#include "train/train_commands.h"

#include <stdio.h>

#include "shared/cli/help.h"
#include "shared/cli/program.h"
#include "shared/cli/reader.h"
#include "train/evolve_commands.h"
#include "train/fit_commands.h"
#include "train/label_commands.h"
#include "train/play_commands.h"
#include "train/tool_commands.h"

static void print_commands(FILE *out) {
    fputs("\ncommands:\n", out);
    help_print_commands(out, train_commands);
    fputs("\n'kaname-train COMMAND --help' lists the options of a command.\n"
          "exit status: 0 done, 1 failed or a file is damaged, 2 wrong arguments, 3 stopped by "
          "Ctrl-C\n",
          out);
}

static int run_program(int argc, char **argv);

static const OptionCommand program = {
    .program = "kaname-train",
    .about = "Makes the weights of Kaname's evaluation from games of the engine against itself.",
    .usage = (const char *const[]){"COMMAND [OPTIONS]", NULL},
    .print_more = print_commands,
    .run = run_program};

const OptionCommand *const train_commands[] = {
    &program,        &generate_command,  &farm_command,
    &evolve_command, &fit_command,       &fit_regions_command,
    &label_command,  &yardstick_command, &results_command,
    &stats_command,  &view_command,      &calibrate_command,
    &merge_command,  &shuffle_command,   NULL};

/* Runs without a command, or with a word that is none. */
static int run_program(int argc, char **argv) {
    if (argc > 1 && argv[1][0] != '-')
        return program_refuse(&program, argv[1]);
    OptionOutcome outcome = option_read_command(&program, NULL, argc - 1, argv + 1);
    if (outcome != OPTION_READ)
        return option_status(outcome);
    option_print_error(&program, "a command is missing; --help lists them");
    return option_status(OPTION_WRONG);
}
