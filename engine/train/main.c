/* main.c: the command line of kaname-train, which makes the weights of the evaluation: `generate`
 * plays games, `fit`, `fit-network` and `fit-regions` fit numbers to them, the other commands
 * manage files of games. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "train/arguments.h"
#include "train/calibrate.h"
#include "train/farm.h"
#include "train/fit.h"
#include "train/generate.h"
#include "train/generate_arguments.h"
#include "train/label.h"
#include "train/network/fit.h"
#include "train/regions/fit.h"
#include "train/tools.h"
#include "train/values.h"
#include "train/yardstick.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])
#define GAMES_HELP " GAMES are files of games, or folders of them."

enum { GO_ON = -1 }; /* no exit status yet */

/* Words of the command line that are no options. */
typedef struct WordList {
    char **words;
    int count;
} WordList;

static int refuse(const char *command, const char *why) {
    fprintf(stderr, "%s: %s (see %s --help)\n", command, why, command);
    return 2;
}

/* Reads the words; returns GO_ON if the command should run, else the exit status. */
static int read_words(const ArgumentTable *table, int count, char **values, WordList *files) {
    char error[256];
    switch (
        arguments_read(table, count, values, files->words, &files->count, error, sizeof error)) {
    case ARGUMENTS_READ:
        return GO_ON;
    case ARGUMENTS_HELP:
        break;
    case ARGUMENTS_MISTAKE:
        return refuse(table->command, error);
    }
    arguments_print_help(table);
    return 0;
}

/* ---- generate ------------------------------------------------------------------------------- */

static int run_generate(int count, char **values, WordList *files) {
    GenerateOptions options = generate_defaults();
    uint64_t shard_mib = options.shard_bytes >> 20;
    Argument arguments[GENERATE_ARGUMENTS_MAX + 16];
    const Argument own[] = {
        argument_text("--out", "DIR", &options.folder,
                      "folder of the games; made if it does not exist. Required"),
        argument_number("--first", &options.first, 0, UINT32_MAX,
                        "number of the first game: a block of a longer run"),
        argument_number("--games", &options.games, 1, UINT32_MAX,
                        "games to play. This or --positions is required"),
        argument_number("--positions", &options.positions, 1, 1000000000000000,
                        "searched positions after which to stop"),
        argument_int("--threads", &options.threads, 1, KANAME_MAX_THREADS,
                     "games played at a time; the games do not depend on it"),
        argument_number("--seed", &options.seed, 0, 1000000000000000000, "seed of the games"),
        argument_number("--shard-mib", &shard_mib, 1, 4096,
                        "MiB after which a file is closed and the next one begun"),
        argument_text("--weights", "FILE", &options.weights,
                      "evaluation weights (default: the built-in ones)"),
        argument_flag("--quiet", &options.is_quiet, "print no progress"),
    };
    size_t used = COUNT_OF(own);
    memcpy(arguments, own, sizeof own);
    used += generate_arguments(&options, arguments + used);
    const ArgumentTable table = {
        "kaname-train generate",
        "--out DIR (--games N | --positions N) [OPTIONS]",
        "Plays games of the engine against itself and writes them to a folder, with the score of "
        "each search. After an interruption, the same command line continues the run.",
        arguments,
        used,
        false};
    int status = read_words(&table, count, values, files);
    if (status != GO_ON)
        return status;
    if (options.folder == NULL)
        return refuse(table.command, "--out is missing");
    if (options.games + options.positions == 0)
        return refuse(table.command, "--games or --positions is missing");
    options.shard_bytes = shard_mib << 20;
    return generate_run(&options);
}

/* ---- farm ----------------------------------------------------------------------------------- */

static int run_farm(int count, char **values, WordList *files) {
    FarmOptions options = farm_defaults();
    const Argument arguments[] = {
        argument_text("--plan", "FILE", &options.plan, "what to play (default: DIR/plan)"),
        argument_text("--weights", "FILE", &options.weights,
                      "evaluation weights (default: the built-in ones)"),
        argument_number("--machine", &options.machine, 0, FARM_MACHINES_MAX,
                        "number of this machine: its games differ from those of all others"),
        argument_number("--block-games", &options.block_games, 1, UINT32_MAX, "games of a block"),
        argument_number("--blocks", &options.blocks, 1, FARM_BLOCKS_MAX,
                        "blocks after which to end (default: none)"),
        argument_number("--cap-mib", &options.cap_mib, 1, 1 << 30,
                        "MiB of games; the oldest blocks are deleted first, held-out ones never"),
        argument_int("--threads", &options.threads, 1, KANAME_MAX_THREADS,
                     "games played at a time (default: one a processor)"),
        argument_flag("--keep-priority", &options.keeps_priority,
                      "run at the priority of the caller, not at the lowest"),
        argument_flag("--quiet", &options.is_quiet, "print no line for each block"),
    };
    const ArgumentTable table = {
        "kaname-train farm",
        "[OPTIONS] DIR",
        "Plays games by a plan without end, in the background: at the lowest priority, which the "
        "other processes of its session get too. The file DIR/stop, SIGINT and SIGTERM end it at "
        "once; the same command continues, after a kill too. DIR/index.tsv lists the blocks of "
        "games.",
        arguments,
        COUNT_OF(arguments),
        true};
    int status = read_words(&table, count, values, files);
    if (status != GO_ON)
        return status;
    if (files->count != 1)
        return refuse(table.command, files->count == 0 ? "DIR is missing" : "too many words");
    options.folder = files->words[0];
    return farm_run(&options);
}

/* ---- fit ------------------------------------------------------------------------------------ */

static int run_fit(int count, char **values, WordList *files) {
    FitOptions options = fit_defaults();
    const Argument arguments[] = {
        argument_text("--out", "FILE", &options.out, "weights file to write. Required"),
        argument_custom("--rule", "R", &options.rule, values_take_rule, values_show_rule,
                        "freestyle, standard, renju, caro, caro-exact; games of other rules are "
                        "left out"),
        argument_text("--start", "FILE", &options.start,
                      "weights to compare with; they also supply what is not fitted (default: the "
                      "built-in ones)"),
        argument_text("--csv", "FILE", &options.csv, "file for the loss curve (default: none)"),
        argument_real("--lambda", &options.lambda, 0, 1,
                      "share of the later game in a position's target; the rest is the score of "
                      "its search"),
        argument_int("--epochs", &options.epochs, 1, 10000, "passes over the games, at most"),
        argument_int("--patience", &options.patience, 1, 10000,
                     "epochs without progress after which to stop"),
        argument_int("--batch", &options.batch, 1, 1000000, "games of one step"),
        argument_real("--rate", &options.rate, 1e-6, 1,
                      "size of the first step of the values in nats; that of the order is ten "
                      "times as large"),
        argument_real("--value-units", &options.value_units, 1, 5000,
                      "evaluation units of a nat (default: measured on the start weights)"),
        argument_real("--order-units", &options.order_units, 1, 5000,
                      "the same for the move order"),
        argument_int("--heldout", &options.heldout_permille, 1, 900,
                     "permille of the games held out to measure the loss"),
        argument_flag("--skip-value", &options.skips_value, "keep the start's value weights"),
        argument_flag("--skip-order", &options.skips_order, "keep the start's order weights"),
        argument_int("--threads", &options.threads, 1, KANAME_MAX_THREADS,
                     "threads; the result does not depend on it"),
        argument_number("--seed", &options.seed, 0, 1000000000000000000,
                        "seed of the order of games"),
    };
    const ArgumentTable table = {"kaname-train fit",
                                 "--out FILE [OPTIONS] GAMES...",
                                 "Fits the weights of one rule to games." GAMES_HELP,
                                 arguments,
                                 COUNT_OF(arguments),
                                 true};
    int status = read_words(&table, count, values, files);
    if (status != GO_ON)
        return status;
    if (options.out == NULL)
        return refuse(table.command, "--out is missing");
    if (files->count == 0)
        return refuse(table.command, "GAMES are missing");
    options.paths = files->words;
    options.path_count = files->count;
    return fit_run(&options);
}

/* ---- fit-network ---------------------------------------------------------------------------- */

static int run_fit_network(int count, char **values, WordList *files) {
    FitNetworkOptions options = fit_network_defaults();
    const Argument arguments[] = {
        argument_text("--out", "FILE", &options.out, "network file to write. Required"),
        argument_custom("--rule", "R", &options.rule, values_take_rule, values_show_rule,
                        "freestyle, standard, renju, caro, caro-exact; games of other rules are "
                        "left out"),
        argument_text("--start", "FILE", &options.start,
                      "weights of the tables that the network corrects (default: the built-in "
                      "ones)"),
        argument_text("--from", "FILE", &options.from,
                      "network to begin with, of any rule whose colours play alike (default: small "
                      "random numbers)"),
        argument_text("--state", "FILE", &options.state,
                      "file from which the same command line continues after an interruption "
                      "(default: none)"),
        argument_int("--save-seconds", &options.save_seconds, 0, 86400,
                     "seconds from one saving of --state to the next"),
        argument_text("--csv", "FILE", &options.csv, "file for the loss curve (default: none)"),
        argument_text("--svg", "FILE", &options.svg,
                      "picture of the loss curve to write (default: none)"),
        argument_real("--lambda", &options.lambda, 0, 1,
                      "share of the later game in a position's target; the rest is the score of "
                      "its search"),
        argument_int("--epochs", &options.epochs, 1, 10000, "passes over the games"),
        argument_int("--batch", &options.batch, 1, 1000000, "games of one step"),
        argument_real("--rate", &options.rate, 1e-6, 1, "size of the first full step"),
        argument_real("--units", &options.units, 1, 5000, "evaluation units of a nat"),
        argument_int("--heldout", &options.heldout_permille, 1, 900,
                     "permille of the games held out to measure the loss"),
        argument_int("--threads", &options.threads, 1, KANAME_MAX_THREADS,
                     "threads, of which 8 find work; the result does not depend on it"),
        argument_number("--seed", &options.seed, 0, 1000000000000000000,
                        "seed of the first numbers and of the order of games"),
        argument_flag("--quiet", &options.is_quiet, "print no progress"),
    };
    const ArgumentTable table = {"kaname-train fit-network",
                                 "--out FILE [OPTIONS] GAMES...",
                                 "Fits a network of one rule to games." GAMES_HELP,
                                 arguments,
                                 COUNT_OF(arguments),
                                 true};
    int status = read_words(&table, count, values, files);
    if (status != GO_ON)
        return status;
    if (options.out == NULL)
        return refuse(table.command, "--out is missing");
    if (files->count == 0)
        return refuse(table.command, "GAMES are missing");
    options.paths = files->words;
    options.path_count = files->count;
    return fit_network_run(&options);
}

/* ---- fit-regions ---------------------------------------------------------------------------- */

static int run_fit_regions(int count, char **values, WordList *files) {
    FitRegionsOptions options = fit_regions_defaults();
    const Argument arguments[] = {
        argument_text("--out", "FILE", &options.out, "network file to write. Required"),
        argument_custom("--rule", "R", &options.rule, values_take_rule, values_show_rule,
                        "freestyle, standard, renju, caro, caro-exact; games of other rules are "
                        "left out"),
        argument_text("--start", "FILE", &options.start,
                      "weights of the tables that the network corrects (default: the built-in "
                      "ones)"),
        argument_text("--state", "FILE", &options.state,
                      "file from which the same command line continues after an interruption "
                      "(default: none)"),
        argument_int("--save-seconds", &options.save_seconds, 0, 86400,
                     "seconds from one saving of --state to the next"),
        argument_text("--csv", "FILE", &options.csv, "file for the loss curve (default: none)"),
        argument_text("--svg", "FILE", &options.svg,
                      "picture of the loss curve to write (default: none)"),
        argument_int("--points", &options.points, 1, 1000, "points of the curve in an epoch"),
        argument_text("--yardstick", "FILE", &options.yardstick,
                      "positions with deep labels, whose losses are printed at each point too "
                      "(default: none)"),
        argument_real("--lambda", &options.lambda, 0, 1,
                      "share of the later game in a position's target; the rest is the score of "
                      "its search"),
        argument_number("--nodes", &options.nodes, 1, 1000000000000,
                        "nodes of the searches in files that do not name them; orders of deeper "
                        "ones weigh more"),
        argument_int("--epochs", &options.epochs, 1, 10000, "passes over the games"),
        argument_int("--batch", &options.batch, 1, REGIONS_FIT_BATCH_MAX,
                     "positions of a step at first"),
        argument_int("--last-batch", &options.last_batch, 1, REGIONS_FIT_BATCH_MAX,
                     "positions of a step in the end"),
        argument_int("--block", &options.block, 1, 100000,
                     "thousands of positions in memory at a time, 350 KB each thousand"),
        argument_real("--rate", &options.rate, 1e-6, 1, "size of the first full step"),
        argument_int("--warm-up", &options.warm_up, 0, 1000000,
                     "steps in which the rate grows to the full one"),
        argument_real("--units", &options.units, 1, 5000, "evaluation units of a nat"),
        argument_int("--heldout", &options.heldout_permille, 1, 900,
                     "permille of the games held out to measure the loss"),
        argument_int("--threads", &options.threads, 1, KANAME_MAX_THREADS,
                     "threads, of which 8 find work; the result does not depend on it"),
        argument_number("--seed", &options.seed, 0, 1000000000000000000,
                        "seed of the first numbers and of the order of positions"),
        argument_flag("--quiet", &options.is_quiet, "print no progress"),
    };
    const ArgumentTable table = {"kaname-train fit-regions",
                                 "--out FILE [OPTIONS] GAMES...",
                                 "Fits a network of regions of one rule to games." GAMES_HELP,
                                 arguments,
                                 COUNT_OF(arguments),
                                 true};
    int status = read_words(&table, count, values, files);
    if (status != GO_ON)
        return status;
    if (options.out == NULL)
        return refuse(table.command, "--out is missing");
    if (files->count == 0)
        return refuse(table.command, "GAMES are missing");
    options.paths = files->words;
    options.path_count = files->count;
    return fit_regions_run(&options);
}

/* ---- label, yardstick ----------------------------------------------------------------------- */

static int run_label(int count, char **values, WordList *files) {
    LabelOptions options = label_defaults();
    const Argument arguments[] = {
        argument_text("--out", "FILE", &options.out, "file of labels to write. Required"),
        argument_custom("--rule", "R", &options.draw.rule, values_take_rule, values_show_rule,
                        "freestyle, standard, renju, caro, caro-exact; games of other rules are "
                        "left out"),
        argument_int("--positions", &options.draw.positions, 4, 10000000,
                     "positions to draw, a quarter in each stage: below 20 stones, 20-35, 36-69, "
                     "70 and more"),
        argument_number("--nodes", &options.nodes, 1, 1000000000000, "nodes to search for each"),
        argument_text("--source", "NAME", &options.draw.source,
                      "word for the column `source` (default: games, probes, aside, or that of the "
                      "list)"),
        argument_text("--weights", "FILE", &options.weights,
                      "weights or a network to search with (default: the built-in ones)"),
        argument_flag("--table", &options.is_table, "search with the built-in tables"),
        argument_int("--threads", &options.threads, 1, KANAME_MAX_THREADS,
                     "positions searched at a time; the labels do not depend on it"),
        argument_number("--seed", &options.draw.seed, 0, 1000000000000000000, "seed of the draw"),
        argument_flag("--quiet", &options.is_quiet, "print no progress"),
    };
    const ArgumentTable table = {
        "kaname-train label",
        "--out FILE [OPTIONS] GAMES...",
        "Draws positions from games and searches each: makes a yardstick. After an interruption, "
        "the same command line continues the file. GAMES are files or folders of games, lists of "
        "games of any program, or files of labels, whose positions are searched anew.",
        arguments,
        COUNT_OF(arguments),
        true};
    int status = read_words(&table, count, values, files);
    if (status != GO_ON)
        return status;
    if (options.out == NULL)
        return refuse(table.command, "--out is missing");
    if (files->count == 0)
        return refuse(table.command, "GAMES are missing");
    if (options.draw.source != NULL &&
        (strlen(options.draw.source) >= LABEL_SOURCE_BYTES ||
         options.draw.source[strcspn(options.draw.source, " \t\n")] != '\0'))
        return refuse(table.command, "--source is too long or no word");
    if (options.is_table && options.weights != NULL)
        return refuse(table.command, "--table and --weights exclude each other");
    options.draw.paths = files->words;
    options.draw.path_count = files->count;
    return label_run(&options);
}

static int run_yardstick(int count, char **values, WordList *files) {
    YardstickOptions options = yardstick_defaults();
    const Argument arguments[] = {
        argument_text("--weights", "FILE", &options.weights,
                      "weights or a network to judge (default: the built-in ones)"),
        argument_text("--network", "FILE", &options.weights, "the same"),
        argument_flag("--table", &options.is_table, "judge the built-in tables"),
        argument_real("--units", &options.units, 1, 5000,
                      "units of a label's score that are one nat"),
        argument_int("--threads", &options.threads, 1, KANAME_MAX_THREADS,
                     "threads; the result does not depend on it"),
    };
    const ArgumentTable table = {
        "kaname-train yardstick",
        "[OPTIONS] FILE...",
        "Judges an evaluator by positions with deep labels: the loss of its value and of its move "
        "order, in all, by stage and by source. FILES are of labels.",
        arguments,
        COUNT_OF(arguments),
        true};
    int status = read_words(&table, count, values, files);
    if (status != GO_ON)
        return status;
    if (files->count == 0)
        return refuse(table.command, "a FILE is missing");
    if (options.is_table && options.weights != NULL)
        return refuse(table.command, "--table and --weights exclude each other");
    options.paths = files->words;
    options.path_count = files->count;
    return yardstick_run(&options);
}

/* ---- stats, view, calibrate, merge, shuffle ------------------------------------------------- */

typedef struct Tool {
    const char *command, *usage, *summary;
    int (*run)(const ToolOptions *options);
    bool writes; /* takes --out */
    bool draws;  /* takes --seed */
    bool picks;  /* takes --first and --count */
    bool judges; /* takes --weights and --svg */
} Tool;

static const Tool STATS = {.command = "kaname-train stats",
                           .usage = "[OPTIONS] GAMES...",
                           .summary =
                               "Counts games, positions and results by rule and size." GAMES_HELP,
                           .run = tool_stats};
static const Tool VIEW = {.command = "kaname-train view",
                          .usage = "[OPTIONS] GAMES...",
                          .summary = "Prints a line for each game: number, rule, size, result, "
                                     "moves with scores." GAMES_HELP,
                          .run = tool_view,
                          .picks = true};
static const Tool CALIBRATE = {
    .command = "kaname-train calibrate",
    .usage = "[OPTIONS] GAMES...",
    .summary = "Compares predicted win rates with the results of games: for each rule a table of "
               "ten bins, for the side to move." GAMES_HELP,
    .run = tool_calibrate,
    .judges = true};
static const Tool MERGE = {.command = "kaname-train merge",
                           .usage = "--out FILE [OPTIONS] GAMES...",
                           .summary = "Writes all games to one file, in their order." GAMES_HELP,
                           .run = tool_merge,
                           .writes = true};
static const Tool SHUFFLE = {.command = "kaname-train shuffle",
                             .usage = "--out FILE [OPTIONS] GAMES...",
                             .summary =
                                 "Writes all games to one file, in a random order." GAMES_HELP,
                             .run = tool_shuffle,
                             .writes = true,
                             .draws = true};

static int run_tool(const Tool *tool, int count, char **values, WordList *files) {
    ToolOptions options = {.seed = 1};
    Argument arguments[6];
    size_t used = 0;
    if (tool->writes)
        arguments[used++] =
            argument_text("--out", "FILE", &options.out, "file of games to write. Required");
    arguments[used++] = argument_custom(
        "--format", "F", &options.format, values_take_format, values_show_format,
        "kaname, bin or binpack: the format of GAMES; the last two are c-gomoku-cli's, "
        "uncompressed");
    if (tool->draws)
        arguments[used++] =
            argument_number("--seed", &options.seed, 0, 1000000000000000000, "seed of the order");
    if (tool->picks) {
        arguments[used++] = argument_number("--first", &options.first, 0, 1000000000000000,
                                            "first game to show, counted from 0");
        arguments[used++] = argument_number("--count", &options.count, 1, 1000000000000000,
                                            "games to show (default: all)");
    }
    if (tool->judges) {
        arguments[used++] =
            argument_text("--weights", "FILE", &options.weights,
                          "weights or a network to use (default: the built-in ones)");
        arguments[used++] = argument_text("--out", "FILE", &options.out,
                                          "writes --weights with the win scale that predicts the "
                                          "results best (default: no)");
        arguments[used++] = argument_text("--svg", "FILE", &options.svg,
                                          "picture of the table to write (default: none)");
    }
    const ArgumentTable table = {tool->command, tool->usage, tool->summary, arguments, used, true};
    int status = read_words(&table, count, values, files);
    if (status != GO_ON)
        return status;
    if (tool->writes && options.out == NULL)
        return refuse(table.command, "--out is missing");
    if (files->count == 0)
        return refuse(table.command, "GAMES are missing");
    if (tool->judges && options.out != NULL && options.weights == NULL)
        return refuse(table.command, "--out needs --weights");
    options.paths = files->words;
    options.path_count = files->count;
    return tool->run(&options);
}

/* ---- The program ---------------------------------------------------------------------------- */

static const struct {
    const char *word, *help;
    int (*run)(int count, char **values, WordList *files);
    const Tool *tool; /* instead of `run` */
} COMMANDS[] = {
    {"generate", "play games", run_generate, NULL},
    {"farm", "play games in the background without end", run_farm, NULL},
    {"fit", "fit the weights of one rule to games", run_fit, NULL},
    {"fit-network", "fit a network of one rule to games", run_fit_network, NULL},
    {"fit-regions", "fit a network of regions of one rule to games", run_fit_regions, NULL},
    {"label", "search positions of games", run_label, NULL},
    {"yardstick", "judge an evaluator by such positions", run_yardstick, NULL},
    {"stats", "count games, positions and results", NULL, &STATS},
    {"view", "print games", NULL, &VIEW},
    {"calibrate", "compare win rates with results", NULL, &CALIBRATE},
    {"merge", "write games to one file", NULL, &MERGE},
    {"shuffle", "write games to one file in a random order", NULL, &SHUFFLE},
};

static void print_help(void) {
    printf("usage: kaname-train COMMAND [OPTIONS]\n\n"
           "Makes the weights of Kaname's evaluation from games of the engine against itself.\n\n");
    arguments_print_row("--help", "this text");
    printf("\ncommands:\n");
    for (size_t i = 0; i < COUNT_OF(COMMANDS); i++)
        arguments_print_row(COMMANDS[i].word, COMMANDS[i].help);
    printf("\n'kaname-train COMMAND --help' lists the options of a command.\n"
           "exit status: 0 done, 1 failed or a file is damaged, 2 wrong arguments, 3 stopped by "
           "Ctrl-C\n");
}

static int run(int count, char **values, WordList *files) {
    const char *word = values[0];
    if (strcmp(word, "--help") == 0) {
        print_help();
        return 0;
    }
    for (size_t i = 0; i < COUNT_OF(COMMANDS); i++) {
        if (strcmp(word, COMMANDS[i].word) != 0)
            continue;
        return COMMANDS[i].tool != NULL ? run_tool(COMMANDS[i].tool, count - 1, values + 1, files)
                                        : COMMANDS[i].run(count - 1, values + 1, files);
    }
    char error[256];
    snprintf(error, sizeof error, "unknown argument: %s", word);
    return refuse("kaname-train", error);
}

int main(int argc, char **argv) {
#ifdef SIGXFSZ
    signal(SIGXFSZ, SIG_IGN); /* a file that grows too large fails as on a full disk */
#endif
    if (argc < 2)
        return refuse("kaname-train", "a command is missing");
    WordList files = {calloc((size_t)argc, sizeof(char *)), 0};
    if (files.words == NULL) {
        fprintf(stderr, "kaname-train: out of memory\n");
        return 1;
    }
    int status = run(argc - 1, argv + 1, &files);
    free(files.words);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "kaname-train: standard output cannot be written\n");
        return 1;
    }
    return status;
}
