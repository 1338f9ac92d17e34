#include "train/fit_commands.h"

#include "kaname.h"
#include "shared/cli/reader.h"
#include "train/fit.h"
#include "train/regions/fit.h"
#include "train/rows.h"
#include "train/values.h"

/* ---- fit ----------------------------------------------------------------------------------------
 */

typedef struct FitLine {
    FitOptions options;
    OptionList games;
} FitLine;

static void init_fit(void *target) {
    *(FitLine *)target = (FitLine){.options = fit_defaults()};
}

static int run_fit(int argc, char **argv);

static const OptionRow fit_rows[] = {
    {.name = "--out",
     .value = "FILE",
     .help = "weights file to write",
     .is_required = true,
     ROW_WORD(FitOptions, out)},
    {.name = "--start",
     .value = "FILE",
     .help = "weights to compare with; they also supply what is not fitted",
     .otherwise = "the built-in ones",
     ROW_WORD(FitOptions, start)},
    ROWS_FIT(FitOptions),
    {.name = "--epochs",
     .help = "passes over the games, at most",
     ROW_INT(FitOptions, epochs, 1, 10000)},
    {.name = "--patience",
     .help = "epochs without progress after which to stop",
     ROW_INT(FitOptions, patience, 1, 10000)},
    {.name = "--batch", .help = "games of one step", ROW_INT(FitOptions, batch, 1, 1000000)},
    {.name = "--rate",
     .help =
         "size of the first step of the values in nats; that of the order is ten times as large",
     ROW_REAL(FitOptions, rate, 1e-6, 1)},
    {.name = "--value-units",
     .help = "evaluation units of a nat",
     .otherwise = "measured on the start weights",
     ROW_REAL(FitOptions, value_units, 1, 5000)},
    {.name = "--order-units",
     .help = "the same for the move order",
     ROW_REAL(FitOptions, order_units, 1, 5000)},
    {.name = "--skip-value",
     .help = "keep the start's value weights",
     ROW_FLAG(FitOptions, skips_value)},
    {.name = "--skip-order",
     .help = "keep the start's order weights",
     ROW_FLAG(FitOptions, skips_order)},
    ROWS_WORK(FitOptions, seed, "threads; the result does not depend on it",
              "seed of the order of games"),
    {.name = NULL},
};

static const OptionRow fit_games_rows[] = {ROW_GAMES(FitLine), {.name = NULL}};

static const OptionTable fit_tables[] = {{.rows = fit_rows, .offset = offsetof(FitLine, options)},
                                         {.rows = fit_games_rows}};

const OptionCommand fit_command = {.program = "kaname-train",
                                   .name = "fit",
                                   .about = "fit the weights of one rule to games",
                                   .usage =
                                       (const char *const[]){"--out FILE [OPTIONS] GAMES...", NULL},
                                   .summary = "Fits the weights of one rule to games.",
                                   .tables = fit_tables,
                                   .table_count = sizeof fit_tables / sizeof fit_tables[0],
                                   .init = init_fit,
                                   .run = run_fit};

static int use_fit(void *target) {
    FitLine *line = target;
    line->options.paths = line->games.words;
    line->options.path_count = line->games.count;
    return fit_run(&line->options);
}

static int run_fit(int argc, char **argv) {
    FitLine line;
    return option_run(&fit_command, &line, use_fit, argc, argv);
}

/* ---- fit-regions --------------------------------------------------------------------------------
 */

typedef struct FitRegionsLine {
    FitRegionsOptions options;
    OptionList games;
} FitRegionsLine;

static void init_fit_regions(void *target) {
    *(FitRegionsLine *)target = (FitRegionsLine){.options = fit_regions_defaults()};
}

static int run_fit_regions(int argc, char **argv);

static const OptionRow fit_regions_rows[] = {
    {.name = "--out",
     .value = "FILE",
     .help = "network file to write",
     .is_required = true,
     ROW_WORD(FitRegionsOptions, out)},
    {.name = "--start",
     .value = "FILE",
     .help = "weights of the tables that the network corrects",
     .otherwise = "the built-in ones",
     ROW_WORD(FitRegionsOptions, start)},
    {.name = "--state",
     .value = "FILE",
     .help = "file from which the same command line continues after an interruption",
     .otherwise = "none",
     ROW_WORD(FitRegionsOptions, state)},
    {.name = "--save-seconds",
     .help = "time from one saving of --state to the next",
     .unit = "seconds",
     ROW_INT(FitRegionsOptions, save_seconds, 0, 86400)},
    {.name = "--svg",
     .value = "FILE",
     .help = "picture of the loss curve to write",
     .otherwise = "none",
     ROW_WORD(FitRegionsOptions, svg)},
    ROWS_FIT(FitRegionsOptions),
    {.name = "--epochs",
     .help = "passes over the games",
     ROW_INT(FitRegionsOptions, epochs, 1, 10000)},
    {.name = "--rate",
     .help = "size of the first full step",
     ROW_REAL(FitRegionsOptions, rate, 1e-6, 1)},
    {.name = "--units",
     .help = "evaluation units of a nat",
     ROW_REAL(FitRegionsOptions, units, 1, 5000)},
    ROWS_WORK(FitRegionsOptions, seed,
              "threads, of which 8 find work; the result does not depend on it",
              "seed of the first numbers and of the order of positions"),
    ROW_QUIET(FitRegionsOptions, "print no progress"),
    {.name = "--from",
     .value = "FILE",
     .help = "state of another fit, or network file, of any rule, whose numbers to begin with",
     .otherwise = "small random numbers",
     ROW_WORD(FitRegionsOptions, from)},
    {.name = "--points",
     .help = "points of the curve in an epoch; --state holds 100000 in all",
     ROW_INT(FitRegionsOptions, points, 1, 1000)},
    {.name = "--yardstick",
     .value = "FILE",
     .help = "positions with deep labels, whose losses are printed at each point too",
     .otherwise = "none",
     ROW_WORD(FitRegionsOptions, yardstick)},
    {.name = "--nodes",
     .help = "nodes of the searches in files that do not name them",
     ROW_WHOLE(FitRegionsOptions, nodes, 1, ROWS_NODES_MAX)},
    {.name = "--order-nodes",
     .help = "nodes of a search whose move counts in full; that of N times fewer counts an Nth",
     ROW_WHOLE(FitRegionsOptions, order_nodes, 1, ROWS_NODES_MAX)},
    {.name = "--batch",
     .help = "positions of a step at first",
     ROW_INT(FitRegionsOptions, batch, 1, REGIONS_FIT_BATCH_MAX)},
    {.name = "--last-batch",
     .help = "positions of a step in the end",
     ROW_INT(FitRegionsOptions, last_batch, 1, REGIONS_FIT_BATCH_MAX)},
    {.name = "--block",
     .help = "thousands of positions in memory at a time, 350 KB each thousand",
     ROW_INT(FitRegionsOptions, block, 1, 100000)},
    {.name = "--warm-up",
     .help = "steps in which the rate grows to the full one",
     ROW_INT(FitRegionsOptions, warm_up, 0, 1000000)},
    {.name = NULL},
};

static const OptionRow fit_regions_games_rows[] = {ROW_GAMES(FitRegionsLine), {.name = NULL}};

static const OptionTable fit_regions_tables[] = {
    {.rows = fit_regions_rows, .offset = offsetof(FitRegionsLine, options)},
    {.rows = fit_regions_games_rows}};

const OptionCommand fit_regions_command = {
    .program = "kaname-train",
    .name = "fit-regions",
    .about = "fit a network of regions of one rule to games",
    .usage = (const char *const[]){"--out FILE [OPTIONS] GAMES...", NULL},
    .summary = "Fits a network of regions of one rule to games.",
    .tables = fit_regions_tables,
    .table_count = sizeof fit_regions_tables / sizeof fit_regions_tables[0],
    .init = init_fit_regions,
    .run = run_fit_regions};

static int use_fit_regions(void *target) {
    FitRegionsLine *line = target;
    line->options.paths = line->games.words;
    line->options.path_count = line->games.count;
    return fit_regions_run(&line->options);
}

static int run_fit_regions(int argc, char **argv) {
    FitRegionsLine line;
    return option_run(&fit_regions_command, &line, use_fit_regions, argc, argv);
}
