#include "tournament_commands.h"

#include <stddef.h>
#include <string.h>

#include "analyze/analyze.h"
#include "check/check.h"
#include "generate/command.h"
#include "grid/grid_options.h"
#ifdef KANAME_WITH_GRID
#include "grid/blocks/book.h"
#include "grid/blocks/training.h"
#include "grid/manager/manager.h"
#include "grid/worker/work.h"
#endif
#include "report/report.h"
#include "run/dealer_distant.h"
#include "run/dealer_local.h"
#include "run/options.h"
#include "run/runner.h"
#include "shared/cli/help.h"
#include "shared/cli/program.h"
#include "tune/tune.h"
#ifdef KANAME_WITH_WATCH
#include "watch/watch.h"
#endif

static void print_subcommands(FILE *out) {
    fputs("\nSubcommands, each with its own --help\n", out);
    help_print_commands(out, tournament_commands);
    fputs("\nFirst word\n"
          "  --help                prints this text; --help-all: also those of the subcommands\n"
          "  --version             prints the version\n",
          out);
    if (grid_missing[0] != '\0')
        fprintf(out, "\n%s\n", grid_missing);
#ifndef KANAME_WITH_WATCH
    fputs("\nBuilt without libmicrohttpd: no watch.\n", out);
#endif
}

/* A tournament, on this machine or on many. */
typedef struct Tournament {
    Options options;
    GridOptions grid;
} Tournament;

static bool check_options(OptionReader *reader, void *target) {
    Tournament *tournament = target;
    return options_check(reader, &tournament->options) &&
           grid_check(reader, &tournament->grid, &tournament->options);
}

static const char *const usage[] = {
    "[OPTION]... -engine cmd=COMMAND [WORD]... -engine cmd=COMMAND [WORD]...",
    "-quick COMMAND COMMAND [OPTION]...", "SUBCOMMAND [OPTION]...", NULL};

static int run_program(int argc, char **argv);

static const OptionTable tables[] = {
    {.rows = options_rows},
    {.rows = grid_link_rows, .offset = offsetof(Tournament, grid)},
    {.rows = grid_manager_rows, .offset = offsetof(Tournament, grid)}};
enum { TABLES = sizeof tables / sizeof *tables };

static const char *const groups[] = {options_engines_group,
                                     options_games_group,
                                     options_tournament_group,
                                     options_running_group,
                                     options_results_group,
                                     grid_group,
                                     NULL};

static const OptionCommand tournament_command = {
    .program = "kaname-tournament",
    .version = "kaname-tournament " KANAME_VERSION,
    .about = "Plays matches and tournaments between Gomoku engines.",
    .usage = usage,
    .groups = groups,
    .tables = tables,
    .table_count = TABLES,
    .check = check_options,
    .print_more = print_subcommands,
    .run = run_program};

const OptionCommand *const tournament_commands[] = {&tournament_command,
                                                    &report_command,
                                                    &check_command,
                                                    &generate_command,
                                                    &tune_command,
                                                    &analyze_command,
#ifdef KANAME_WITH_GRID
                                                    &work_command,
                                                    &training_command,
                                                    &book_command,
#endif
#ifdef KANAME_WITH_WATCH
                                                    &watch_command,
#endif
                                                    NULL};

static int run_tournament(Tournament *tournament, char *const *command, int64_t *run) {
#ifdef KANAME_WITH_GRID
    AwayKind away = manager_kind(&tournament->grid);
    DealerDistant distant = dealer_distant(&away);
    if (tournament->grid.url != NULL)
        return runner_run(&tournament->options, command, &distant.base, run);
#endif
    Dealer dealer = dealer_local(tournament->options.concurrency);
    return runner_run(&tournament->options, command, &dealer, run);
}

/* Plays a tournament, then writes its page, also after a run that was stopped. */
static int play_with_page(Tournament *tournament, char *const *command) {
    const Options *options = &tournament->options;
    int64_t run = 0;
    const char *database = options->database != NULL ? options->database : "kaname-tournament.db";
    if (options->html != NULL && !report_check_page(database, options->html))
        return 1;
    int status = run_tournament(tournament, command, &run);
    if (options->html == NULL || run == 0)
        return status;
    return report_write_page(database, run, options->html) ? status : 1;
}

static int run_program(int argc, char **argv) {
    Tournament tournament = {0};
    OptionOutcome outcome =
        option_read_command(&tournament_command, &tournament, argc - 1, argv + 1);
    int status =
        outcome == OPTION_READ ? play_with_page(&tournament, argv) : option_status(outcome);
    options_release(&tournament.options);
    option_release(&tables[1], &tournament.grid);
    return status;
}

int tournament_run(int argc, char **argv) {
    return program_run(tournament_commands, argc, argv);
}
