#include "study/explorer/openings_options.h"

#include "database/openings_key.h"
#include "io/options.h"
#include "shared/cli/reader.h"
#include "study/analyze_lines.h"

#include <stddef.h>
#include <stdio.h>

static int read_part(OptionReader *reader, const OptionRow *row, void *target, int left,
                     char *const *words) {
    enum { PARTS_MAX = 9999 };
    OpeningsOptions *options = target;
    int used = 0;
    (void)row;
    (void)left;
    if (sscanf(words[0], "%4d/%4d%n", &options->part, &options->parts, &used) == 2 &&
        words[0][used] == '\0' && options->part >= 1 && options->part <= options->parts &&
        options->parts <= PARTS_MAX)
        return 1;
    option_expected(reader, words[0], "K/N, 1/1 to %d/%d", PARTS_MAX, PARTS_MAX);
    return -1;
}

static const OptionRow ROWS[] = {
    OPTIONS_ROW_RULE(OpeningsOptions, rule),
    OPTIONS_ROW_SIZE(OpeningsOptions, width, "N", "side of the board in cells, 5 to 22"),
    {.name = "--nodes",
     .value = "N",
     .help = "of the search of a position; one searched with fewer is searched again",
     .standard = "2000000",
     .kind = OPTION_WHOLE,
     .offset = offsetof(OpeningsOptions, nodes),
     .least = 1,
     .most = INT64_C(1000000000000)},
    {.name = "--lines",
     .value = "N",
     .help = "best moves to keep",
     .standard = "3",
     .kind = OPTION_INT,
     .offset = offsetof(OpeningsOptions, lines),
     .least = 1,
     .most = ANALYZE_LINES_MAX},
    {.name = "--threads",
     .value = "N",
     .help = "positions searched at once; does not change the result",
     .standard = "1",
     .kind = OPTION_INT,
     .offset = offsetof(OpeningsOptions, threads),
     .least = 1,
     .most = KANAME_MAX_THREADS},
    {.name = "--depth",
     .value = "N",
     .help = "most stones of a position",
     .standard = "8",
     .kind = OPTION_INT,
     .offset = offsetof(OpeningsOptions, depth),
     .most = OPENINGS_STONES_MAX},
    {.name = "--margin",
     .value = "P",
     .help = "positions whose win rate is further from 50% are not followed",
     .unit = "percent",
     .standard = "40",
     .kind = OPTION_INT,
     .offset = offsetof(OpeningsOptions, margin),
     .most = 50},
    {.name = "--slack",
     .value = "P",
     .help = "moves whose win rate is further below the best move's are not followed",
     .unit = "percent",
     .standard = "5",
     .kind = OPTION_INT,
     .offset = offsetof(OpeningsOptions, slack),
     .most = 100},
    {.name = "--positions",
     .value = "N",
     .help = "end after as many searches",
     .otherwise = "when all are searched",
     .kind = OPTION_WHOLE,
     .offset = offsetof(OpeningsOptions, positions),
     .least = 1,
     .most = INT32_MAX},
    {.name = "--part",
     .value = "K/N",
     .help = "of N machines that share the work with a copy of FILE each, be the K-th",
     .standard = "1/1",
     .kind = OPTION_OWN,
     .read = read_part},
    {.name = "--wanted",
     .value = "LIST",
     .help =
         "searches none; writes the positions to search next to LIST, one a line, and takes the "
         "searches of the OTHER files",
     .otherwise = "off",
     .kind = OPTION_WORD,
     .offset = offsetof(OpeningsOptions, wanted)},
    {.name = "--only",
     .value = "LIST",
     .help = "searches only the positions of LIST, and none behind their moves",
     .otherwise = "off",
     .kind = OPTION_WORD,
     .offset = offsetof(OpeningsOptions, only)},
    {.name = "FILE",
     .help = "openings, created if they are missing",
     .kind = OPTION_WORD,
     .offset = offsetof(OpeningsOptions, path),
     .is_required = true},
    {.name = "OTHER...",
     .help = "files of openings whose searches FILE takes first: those of other machines",
     .otherwise = "none",
     .kind = OPTION_LIST,
     .offset = offsetof(OpeningsOptions, others)},
    {.name = NULL},
};

static const OptionTable TABLES[] = {
    {.rows = ROWS},
    {.rows = weights_rows, .offset = offsetof(OpeningsOptions, weights)},
};

const char openings_name[] = "pbrain-kaname openings";

static bool check(OptionReader *reader, void *target) {
    const OpeningsOptions *options = target;
    if (options->width != options->height)
        return option_complain(reader, "openings need a square board");
    if (options->wanted != NULL && options->only != NULL)
        return option_complain(reader, "--wanted searches no positions, also not those of --only");
    if (options->parts > 1 && (options->wanted != NULL || options->only != NULL))
        return option_complain(reader, "--part goes with neither --wanted nor --only");
    if (options->wanted != NULL && options->positions > 0)
        return option_complain(reader, "--wanted searches no positions: --positions has no use");
    return true;
}

const OptionCommand openings_usage = {
    .program = "pbrain-kaname",
    .name = "openings",
    .about = "search the positions of a file of openings",
    .usage = (const char *const[]){"[OPTIONS] FILE [OTHER...]", NULL},
    .summary =
        "Searches the opening positions of a rule and board, and writes the best moves with their "
        "win rates to FILE, which the page shows and 'play --book' plays. Searches the positions "
        "that FILE has from games ('gather --openings'), the empty board, renju's 26 openings, and "
        "then, stone by stone, the positions behind good moves of balanced positions. May be "
        "stopped at any time; the same command continues.",
    .tables = TABLES,
    .table_count = sizeof TABLES / sizeof TABLES[0],
    .check = check};

void openings_options_release(OpeningsOptions *options) {
    option_release(&TABLES[0], options);
}
