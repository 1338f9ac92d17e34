#include "train/generate_arguments.h"

#include <string.h>

#include "search/probe.h"
#include "train/values.h"

size_t generate_arguments(GenerateOptions *options, Argument arguments[GENERATE_ARGUMENTS_MAX]) {
    const Argument rows[] = {
        argument_custom("--rule", "R[,R...]", options, values_take_rules, values_show_rules,
                        "freestyle, standard, renju, caro, caro-exact; each game draws one"),
        argument_custom("--size", "N[,N...]", options, values_take_sizes, values_show_sizes,
                        "5 to 22: cells of a side; each game draws one"),
        argument_number("--nodes", &options->nodes, 1, 1000000000000, "nodes to search for a move"),
        argument_custom("--stones", "A-B", options, values_take_stones, values_show_stones,
                        "0 to 16: stones of a random opening, at least and at most"),
        argument_custom("--late", "A-B", options, values_take_late, values_show_late,
                        "0 to 120: stones from which the game is searched; up to them, moves keep "
                        "the score even. 0-0: from the opening on"),
        argument_int("--wander", &options->wander, 0, 90,
                     "percent of the moves to draw by chance instead of searching them"),
        argument_int("--slack", &options->slack, 0, GENERATE_SLACK_MAX,
                     "evaluation units that such a move may lose by a shallow search"),
        argument_int("--probes", &options->probes, 0, PROBES_MAX,
                     "positions to draw from inside each search and to search on their own"),
        argument_number("--probe-nodes", &options->probe_nodes, 0, 1000000000000,
                        "nodes to search for each of them; 0: as many as for a move"),
        argument_number("--deep-nodes", &options->deep_nodes, 0, 1000000000000,
                        "nodes to search again for probes whose search disagrees with the static "
                        "score, and for some by chance; the others are left out. 0: keep all"),
        argument_int("--deep-margin", &options->deep_margin, 0, KANAME_SCORE_WIN_MIN,
                     "evaluation units by which the two must differ"),
        argument_int("--deep-percent", &options->deep_percent, 0, 100,
                     "percent of the others to take by chance"),
        argument_int("--balance", &options->balance, 1, KANAME_SCORE_WIN_MIN - 1,
                     "evaluation units, plus or minus, within which an opening's score must lie"),
    };
    _Static_assert(sizeof rows / sizeof rows[0] <= GENERATE_ARGUMENTS_MAX, "room for the rows");
    memcpy(arguments, rows, sizeof rows);
    return sizeof rows / sizeof rows[0];
}
