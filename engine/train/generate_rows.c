#include "train/generate_rows.h"

#include "search/probe.h"
#include "train/rows.h"
#include "train/values.h"

const OptionRow generate_rows[] = {
    {.name = "--rule",
     .value = "R[,R...]",
     .help = "freestyle, standard, renju, caro, caro-exact; each game draws one",
     .kind = OPTION_OWN,
     .read = values_read_rules,
     .show = values_show_rules},
    {.name = "--size",
     .value = "N[,N...]",
     .help = "cells of a side, 5 to 22; each game draws one",
     .kind = OPTION_OWN,
     .read = values_read_sizes,
     .show = values_show_sizes},
    {.name = "--nodes",
     .help = "nodes to search for a move",
     ROW_WHOLE(GenerateOptions, nodes, 1, ROWS_NODES_MAX)},
    {.name = "--stones",
     .value = "A-B",
     .help = "stones of a random opening, at least and at most, 0 to 16",
     .kind = OPTION_OWN,
     .read = values_read_stones,
     .show = values_show_stones},
    {.name = "--late",
     .value = "A-B",
     .help = "stones from which the game is searched, 0 to 120; up to them, moves keep "
             "the score even. 0-0: from the opening on",
     .kind = OPTION_OWN,
     .read = values_read_late,
     .show = values_show_late},
    {.name = "--wander",
     .help = "chance in percent that a move drawn by chance comes before a searched one",
     ROW_INT(GenerateOptions, wander, 0, 90)},
    {.name = "--slack",
     .help = "evaluation units that such a move may lose by a shallow search",
     ROW_INT(GenerateOptions, slack, 0, GENERATE_SLACK_MAX)},
    {.name = "--probes",
     .help = "positions to draw from inside each search and to search on their own",
     ROW_INT(GenerateOptions, probes, 0, PROBES_MAX)},
    {.name = "--probe-nodes",
     .help = "nodes to search for each of them; 0: as many as for a move",
     ROW_WHOLE(GenerateOptions, probe_nodes, 0, ROWS_NODES_MAX)},
    {.name = "--deep-nodes",
     .help = "nodes to search again for probes whose search disagrees with the static "
             "score and proves nothing, and for some by chance; the others are left out. "
             "0: keep all",
     ROW_WHOLE(GenerateOptions, deep_nodes, 0, ROWS_NODES_MAX)},
    {.name = "--deep-margin",
     .help = "evaluation units by which the two must differ",
     ROW_INT(GenerateOptions, deep_margin, 0, KANAME_SCORE_WIN_MIN)},
    {.name = "--deep-percent",
     .help = "percent of the others to take by chance",
     ROW_INT(GenerateOptions, deep_percent, 0, 100)},
    {.name = "--balance",
     .help = "evaluation units, plus or minus, within which an opening's score must lie",
     ROW_INT(GenerateOptions, balance, 1, KANAME_SCORE_WIN_MIN - 1)},
    {.name = NULL},
};

const char *generate_rows_wrong(const GenerateOptions *options) {
    for (int i = 0; i < options->size_count; i++)
        if (options->late_max > options->sizes[i] * options->sizes[i] / 2)
            return "--late: more stones than half of the smallest board holds";
    return NULL;
}
