#include "train/label_commands.h"

#include <string.h>

#include "kaname.h"
#include "shared/cli/reader.h"
#include "train/label.h"
#include "train/labels.h"
#include "train/results.h"
#include "train/rows.h"
#include "train/values.h"
#include "train/yardstick.h"

static bool check_evaluator(OptionReader *reader, bool is_table, const char *weights) {
    return !is_table || weights == NULL ||
           option_complain(reader, "--table and --weights exclude each other");
}

/* ---- label ---------------------------------------------------------------------------------- */

typedef struct LabelLine {
    LabelOptions options;
    OptionList games;
} LabelLine;

static void init_label(void *target) {
    *(LabelLine *)target = (LabelLine){.options = label_defaults()};
}

static bool check_label(OptionReader *reader, void *target) {
    const LabelOptions *options = &((LabelLine *)target)->options;
    const char *source = options->draw.source;
    if (source != NULL &&
        (strlen(source) >= LABEL_SOURCE_BYTES || source[strcspn(source, " \t\n")] != '\0'))
        return option_complain(reader, "--source is too long or no word");
    return check_evaluator(reader, options->is_table, options->weights);
}

static int run_label(int argc, char **argv);

static const OptionRow label_rows[] = {
    {.name = "--out",
     .value = "FILE",
     .help = "file of labels to write",
     .is_required = true,
     ROW_WORD(LabelOptions, out)},
    ROW_RULE(LabelOptions, draw.rule),
    {.name = "--positions",
     .help = "positions to draw, a quarter in each stage: below 20 stones, 20-35, 36-69, 70 and "
             "more",
     ROW_INT(LabelOptions, draw.positions, 4, 10000000)},
    {.name = "--nodes",
     .help = "nodes to search for each",
     ROW_WHOLE(LabelOptions, nodes, 1, ROWS_NODES_MAX)},
    {.name = "--source",
     .value = "NAME",
     .help = "word for the column `source`",
     .otherwise = "games, probes, aside, or that of the list",
     ROW_WORD(LabelOptions, draw.source)},
    ROW_WEIGHTS(LabelOptions, "weights or a network to search with"),
    {.name = "--table",
     .help = "search with the built-in tables",
     ROW_FLAG(LabelOptions, is_table)},
    ROWS_WORK(LabelOptions, draw.seed,
              "positions searched at a time; the labels do not depend on it", "seed of the draw"),
    ROW_QUIET(LabelOptions, "print no progress"),
    {.name = NULL},
};

static const OptionRow label_games_rows[] = {
    {.name = "GAMES...",
     .help = "files or folders of games, lists of games, or files of labels",
     .is_required = true,
     .kind = OPTION_LIST,
     .offset = offsetof(LabelLine, games)},
    {.name = NULL},
};

static const OptionTable label_tables[] = {
    {.rows = label_rows, .offset = offsetof(LabelLine, options)}, {.rows = label_games_rows}};

const OptionCommand label_command = {
    .program = "kaname-train",
    .name = "label",
    .about = "search positions of games",
    .usage = (const char *const[]){"--out FILE [OPTIONS] GAMES...", NULL},
    .summary = "Draws positions from games and searches each: makes a yardstick. After an "
               "interruption, the same command line continues the file. GAMES are files or folders "
               "of games, lists of games of any program, or files of labels, whose positions are "
               "searched anew.",
    .tables = label_tables,
    .table_count = sizeof label_tables / sizeof label_tables[0],
    .init = init_label,
    .check = check_label,
    .run = run_label};

static int use_label(void *target) {
    LabelLine *line = target;
    line->options.draw.paths = line->games.words;
    line->options.draw.path_count = line->games.count;
    return label_run(&line->options);
}

static int run_label(int argc, char **argv) {
    LabelLine line;
    return option_run(&label_command, &line, use_label, argc, argv);
}

/* ---- yardstick ------------------------------------------------------------------------------ */

typedef struct YardstickLine {
    YardstickOptions options;
    OptionList files;
} YardstickLine;

static void init_yardstick(void *target) {
    *(YardstickLine *)target = (YardstickLine){.options = yardstick_defaults()};
}

static bool check_yardstick(OptionReader *reader, void *target) {
    const YardstickOptions *options = &((YardstickLine *)target)->options;
    return check_evaluator(reader, options->is_table, options->weights);
}

static int run_yardstick(int argc, char **argv);

static const OptionRow yardstick_rows[] = {
    ROW_WEIGHTS(YardstickOptions, "weights or a network to judge"),
    {.name = "--network", .value = "FILE", .help = "the same", ROW_WORD(YardstickOptions, weights)},
    {.name = "--table", .help = "judge the built-in tables", ROW_FLAG(YardstickOptions, is_table)},
    {.name = "--units",
     .help = "units of a label's score that are one nat",
     ROW_REAL(YardstickOptions, units, 1, 5000)},
    ROW_THREADS(YardstickOptions, "threads; the result does not depend on it"),
    {.name = NULL},
};

static const OptionRow yardstick_files_rows[] = {
    {.name = "FILE...",
     .help = "files of labels",
     .is_required = true,
     .kind = OPTION_LIST,
     .offset = offsetof(YardstickLine, files)},
    {.name = NULL},
};

static const OptionTable yardstick_tables[] = {
    {.rows = yardstick_rows, .offset = offsetof(YardstickLine, options)},
    {.rows = yardstick_files_rows}};

const OptionCommand yardstick_command = {
    .program = "kaname-train",
    .name = "yardstick",
    .about = "judge an evaluator by positions with deep labels",
    .usage = (const char *const[]){"[OPTIONS] FILE...", NULL},
    .summary =
        "Judges an evaluator by positions with deep labels: the loss of its value and of its move "
        "order, in all, by stage and by source.",
    .tables = yardstick_tables,
    .table_count = sizeof yardstick_tables / sizeof yardstick_tables[0],
    .init = init_yardstick,
    .check = check_yardstick,
    .run = run_yardstick};

static int use_yardstick(void *target) {
    YardstickLine *line = target;
    line->options.paths = line->files.words;
    line->options.path_count = line->files.count;
    return yardstick_run(&line->options);
}

static int run_yardstick(int argc, char **argv) {
    YardstickLine line;
    return option_run(&yardstick_command, &line, use_yardstick, argc, argv);
}

/* ---- results -------------------------------------------------------------------------------- */

typedef struct ResultsLine {
    ResultsOptions options;
    OptionList games;
} ResultsLine;

static void init_results(void *target) {
    *(ResultsLine *)target = (ResultsLine){.options = results_defaults()};
}

static bool check_results(OptionReader *reader, void *target) {
    const ResultsOptions *options = &((ResultsLine *)target)->options;
    return check_evaluator(reader, options->is_table, options->weights);
}

static int run_results(int argc, char **argv);

static const OptionRow results_rows[] = {
    ROW_WEIGHTS(ResultsOptions, "weights or a network to compare with the built-in one"),
    {.name = "--table",
     .help = "compare the built-in tables with it",
     ROW_FLAG(ResultsOptions, is_table)},
    ROW_THREADS(ResultsOptions, "threads; the result does not depend on it"),
    {.name = NULL},
};

static const OptionRow results_games_rows[] = {ROW_GAMES(ResultsLine), {.name = NULL}};

static const OptionTable results_tables[] = {
    {.rows = results_rows, .offset = offsetof(ResultsLine, options)}, {.rows = results_games_rows}};

const OptionCommand results_command = {
    .program = "kaname-train",
    .name = "results",
    .about = "compare static scores with the results of games",
    .usage = (const char *const[]){"[OPTIONS] GAMES...", NULL},
    .summary =
        "Prints how well static scores predict the results of games, 5 to 44 stones before their "
        "end: the loss in nats, with the scale that fits best. Games that no fit has seen rank "
        "networks.",
    .tables = results_tables,
    .table_count = sizeof results_tables / sizeof results_tables[0],
    .init = init_results,
    .check = check_results,
    .run = run_results};

static int use_results(void *target) {
    ResultsLine *line = target;
    line->options.paths = line->games.words;
    line->options.path_count = line->games.count;
    return results_run(&line->options);
}

static int run_results(int argc, char **argv) {
    ResultsLine line;
    return option_run(&results_command, &line, use_results, argc, argv);
}
