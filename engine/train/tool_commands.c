#include "train/tool_commands.h"

#include "shared/cli/reader.h"
#include "train/calibrate.h"
#include "train/rows.h"
#include "train/tools.h"
#include "train/values.h"

typedef struct ToolLine {
    ToolOptions options;
    OptionList games;
} ToolLine;

static void init(void *target) {
    *(ToolLine *)target = (ToolLine){.options = {.seed = 1}};
}

/* Each tool uses some of these. */
static const OptionRow rows[] = {
    {.name = "--format",
     .value = "F",
     .help = "format of GAMES; the last two are c-gomoku-cli's, uncompressed:",
     .kind = OPTION_CHOICE,
     .choices = values_formats,
     .offset = offsetof(ToolLine, options.format)},
    {.name = "--seed",
     .help = "seed of the order",
     ROW_WHOLE(ToolLine, options.seed, 0, ROWS_SEED_MAX)},
    {.name = "--first",
     .help = "first game to show, counted from 0",
     ROW_WHOLE(ToolLine, options.first, 0, ROWS_GAMES_MAX)},
    {.name = "--count",
     .help = "games to show",
     .otherwise = "all",
     ROW_WHOLE(ToolLine, options.count, 1, ROWS_GAMES_MAX)},
    {.name = NULL},
};

static const OptionRow games_rows[] = {ROW_GAMES(ToolLine), {.name = NULL}};

/* The file that `merge` and `shuffle` write. */
static const OptionRow out_rows[] = {
    {.name = "--out",
     .value = "FILE",
     .help = "file of games to write",
     .is_required = true,
     ROW_WORD(ToolLine, options.out)},
    {.name = NULL},
};

static int run(const OptionCommand *command, int (*tool)(const ToolOptions *options), int argc,
               char **argv) {
    static const OptionTable games_table = {.rows = games_rows};
    ToolLine line;
    OptionOutcome outcome = option_read_command(command, &line, argc - 1, argv + 1);
    int status = option_status(outcome);
    if (outcome == OPTION_READ) {
        line.options.paths = line.games.words;
        line.options.path_count = line.games.count;
        status = tool(&line.options);
    }
    option_release(&games_table, &line);
    return status;
}

/* ---- stats --------------------------------------------------------------------------------------
 */

static const char *const stats_only[] = {"--format", NULL};
static const OptionTable stats_tables[] = {{.rows = rows, .only = stats_only},
                                           {.rows = games_rows}};

static int run_stats(int argc, char **argv);

const OptionCommand stats_command = {.program = "kaname-train",
                                     .name = "stats",
                                     .about = "count games, positions and results",
                                     .usage = (const char *const[]){"[OPTIONS] GAMES...", NULL},
                                     .summary =
                                         "Counts games, positions and results by rule and size.",
                                     .tables = stats_tables,
                                     .table_count = sizeof stats_tables / sizeof stats_tables[0],
                                     .init = init,
                                     .run = run_stats};

static int run_stats(int argc, char **argv) {
    return run(&stats_command, tool_stats, argc, argv);
}

/* ---- view ---------------------------------------------------------------------------------------
 */

static const char *const view_only[] = {"--format", "--first", "--count", NULL};
static const OptionTable view_tables[] = {{.rows = rows, .only = view_only}, {.rows = games_rows}};

static int run_view(int argc, char **argv);

const OptionCommand view_command = {
    .program = "kaname-train",
    .name = "view",
    .about = "print games",
    .usage = (const char *const[]){"[OPTIONS] GAMES...", NULL},
    .summary = "Prints a line for each game: number, rule, size, result, moves with scores.",
    .tables = view_tables,
    .table_count = sizeof view_tables / sizeof view_tables[0],
    .init = init,
    .run = run_view};

static int run_view(int argc, char **argv) {
    return run(&view_command, tool_view, argc, argv);
}

/* ---- calibrate ----------------------------------------------------------------------------------
 */

static const OptionRow calibrate_rows[] = {
    {.name = "--weights",
     .value = "FILE",
     .help = "weights or a network to use",
     .otherwise = "the built-in ones",
     ROW_WORD(ToolLine, options.weights)},
    {.name = "--out",
     .value = "FILE",
     .help = "writes --weights with the win scale that predicts the results best",
     .otherwise = "no",
     ROW_WORD(ToolLine, options.out)},
    {.name = "--svg",
     .value = "FILE",
     .help = "picture of the table to write",
     .otherwise = "none",
     ROW_WORD(ToolLine, options.svg)},
    {.name = NULL},
};

static bool check_calibrate(OptionReader *reader, void *target) {
    const ToolOptions *options = &((ToolLine *)target)->options;
    return options->out == NULL || options->weights != NULL ||
           option_complain(reader, "--out needs --weights");
}

static const char *const calibrate_only[] = {"--format", NULL};
static const OptionTable calibrate_tables[] = {
    {.rows = rows, .only = calibrate_only}, {.rows = calibrate_rows}, {.rows = games_rows}};

static int run_calibrate(int argc, char **argv);

const OptionCommand calibrate_command = {.program = "kaname-train",
                                         .name = "calibrate",
                                         .about = "compare win rates with results",
                                         .usage = (const char *const[]){"[OPTIONS] GAMES...", NULL},
                                         .summary = "Compares predicted win rates with the results "
                                                    "of games: for each rule a table of ten bins, "
                                                    "for the side to move.",
                                         .tables = calibrate_tables,
                                         .table_count =
                                             sizeof calibrate_tables / sizeof calibrate_tables[0],
                                         .init = init,
                                         .check = check_calibrate,
                                         .run = run_calibrate};

static int run_calibrate(int argc, char **argv) {
    return run(&calibrate_command, tool_calibrate, argc, argv);
}

/* ---- merge --------------------------------------------------------------------------------------
 */

static const char *const merge_only[] = {"--format", NULL};
static const OptionTable merge_tables[] = {
    {.rows = out_rows}, {.rows = rows, .only = merge_only}, {.rows = games_rows}};

static int run_merge(int argc, char **argv);

const OptionCommand merge_command = {
    .program = "kaname-train",
    .name = "merge",
    .about = "write games to one file",
    .usage = (const char *const[]){"--out FILE [OPTIONS] GAMES...", NULL},
    .summary = "Writes all games to one file, in their order.",
    .tables = merge_tables,
    .table_count = sizeof merge_tables / sizeof merge_tables[0],
    .init = init,
    .run = run_merge};

static int run_merge(int argc, char **argv) {
    return run(&merge_command, tool_merge, argc, argv);
}

/* ---- shuffle ------------------------------------------------------------------------------------
 */

static const char *const shuffle_only[] = {"--format", "--seed", NULL};
static const OptionTable shuffle_tables[] = {
    {.rows = out_rows}, {.rows = rows, .only = shuffle_only}, {.rows = games_rows}};

static int run_shuffle(int argc, char **argv);

const OptionCommand shuffle_command = {
    .program = "kaname-train",
    .name = "shuffle",
    .about = "write games to one file in a random order",
    .usage = (const char *const[]){"--out FILE [OPTIONS] GAMES...", NULL},
    .summary = "Writes all games to one file, in a random order.",
    .tables = shuffle_tables,
    .table_count = sizeof shuffle_tables / sizeof shuffle_tables[0],
    .init = init,
    .run = run_shuffle};

static int run_shuffle(int argc, char **argv) {
    return run(&shuffle_command, tool_shuffle, argc, argv);
}
