#include "train/evolve_commands.h"

#include "kaname.h"
#include "shared/cli/reader.h"
#include "train/evolve/evolve.h"
#include "train/evolve/match.h"
#include "train/rows.h"
#include "train/values.h"

static void init_evolve(void *target) {
    *(EvolveOptions *)target = evolve_defaults();
}

static bool check_evolve(OptionReader *reader, void *target) {
    const EvolveOptions *options = target;
    return options->match_games % 2 == 0 ||
           option_complain(reader, "--match-games is not even: each opening is played twice");
}

static int run_evolve(int argc, char **argv);

static const OptionRow evolve_rows[] = {
    {.name = "--rule",
     .value = "R",
     .help = "rule of the games:",
     .kind = OPTION_CHOICE,
     .choices = values_rules,
     .offset = offsetof(EvolveOptions, rule)},
    {.name = "--size",
     .help = "size of the board",
     ROW_INT(EvolveOptions, size, KANAME_MIN_SIZE, KANAME_MAX_SIZE)},
    {.name = "--generations",
     .help = "generations after which to end; a later run may go on with more",
     ROW_INT(EvolveOptions, generations, 1, EVOLVE_GENERATIONS_MAX)},
    {.name = "--tables",
     .help = "generations that fit tables; all later ones fit a network of regions",
     ROW_INT(EvolveOptions, tables, 1, EVOLVE_GENERATIONS_MAX)},
    {.name = "--positions",
     .help = "searched positions of a generation",
     ROW_WHOLE(EvolveOptions, positions, 1, ROWS_GAMES_MAX)},
    {.name = "--nodes",
     .help = "nodes of each move, in games and matches",
     ROW_WHOLE(EvolveOptions, nodes, 1, ROWS_NODES_MAX)},
    {.name = "--window",
     .help = "generations whose games a fit reads, the newest ones",
     ROW_INT(EvolveOptions, window, 1, EVOLVE_WINDOW_MAX)},
    {.name = "--epochs",
     .help = "passes of a network's fit over the games",
     ROW_INT(EvolveOptions, epochs, 1, 1000)},
    {.name = "--match-games",
     .help = "games of the match against the best generation before; even",
     ROW_INT(EvolveOptions, match_games, 2, 2 * MATCH_PAIRS_MAX)},
    {.name = "--gate",
     .help = "percent of the points with which a generation becomes the best one",
     ROW_INT(EvolveOptions, gate, 0, 100)},
    ROWS_WORK(EvolveOptions, seed, "games played at a time; the result does not depend on it",
              "seed of everything"),
    ROW_QUIET(EvolveOptions, "print no progress of games and fits"),
    {.name = "DIR",
     .help = "folder of the evolution; made if it does not exist",
     .is_required = true,
     ROW_WORD(EvolveOptions, folder)},
    {.name = NULL},
};

static const OptionTable evolve_tables[] = {{.rows = evolve_rows}};

const OptionCommand evolve_command = {
    .program = "kaname-train",
    .name = "evolve",
    .about = "make an evaluation from nothing",
    .usage = (const char *const[]){"[OPTIONS] DIR", NULL},
    .summary =
        "Makes an evaluation from nothing: begins with blank tables, plays games, fits numbers to "
        "them, plays a match against the best generation before, and repeats. DIR/index.html shows "
        "curves of strength and loss while it runs, DIR/evolve.tsv has a line for each generation. "
        "The same command continues an interrupted run.",
    .tables = evolve_tables,
    .table_count = sizeof evolve_tables / sizeof evolve_tables[0],
    .init = init_evolve,
    .check = check_evolve,
    .run = run_evolve};

static int run_evolve(int argc, char **argv) {
    EvolveOptions options;
    OptionOutcome outcome = option_read_command(&evolve_command, &options, argc - 1, argv + 1);
    return outcome == OPTION_READ ? evolve_run(&options) : option_status(outcome);
}
