#include "generate/command.h"

#include <stddef.h>

#include "generate/generate.h"
#include "run/options.h"
#include "shared/cli/reader.h"

enum {
    RANDOM_STONES_MAX = 20, /* of a random opening */
    TRIES_A_WANTED = 1000   /* candidates for each wanted opening, by default */
};

static int read_stones(OptionReader *reader, const OptionRow *row, void *target, int left,
                       char *const *words) {
    OpeningsRequest *request = target;
    (void)row;
    if (left < 2) {
        option_complain(reader, "expected two numbers of stones after it");
        return -1;
    }
    if (!option_int(reader, words[0], 1, OPENING_STONES_MAX, &request->least_stones) ||
        !option_int(reader, words[1], request->least_stones, OPENING_STONES_MAX,
                    &request->most_stones))
        return -1;
    return 2;
}

#define AT(field) .offset = offsetof(OpeningsRequest, field)

static const char openings_group[] = "Openings";
static const char *const notations[] = {[OPENING_OFFSET] = "offset", [OPENING_POS] = "pos", NULL};

static const OptionRow rows[] = {
    {.name = "-count",
     .value = "N",
     .help = "number of openings wanted",
     .group = openings_group,
     .standard = "100",
     .kind = OPTION_INT,
     AT(count),
     .least = 1,
     .most = 1000000},
    {.name = "-stones",
     .value = "MIN MAX",
     .help = "stones of each, 1 to 20, with -from 1 to 484",
     .group = openings_group,
     .otherwise = "4 8",
     .kind = OPTION_OWN,
     .read = read_stones,
     .example = "-stones 5 6"},
    {.name = "-from",
     .value = "FILE",
     .help = "takes positions from the games of a match's database, one from each, instead of "
             "random stones",
     .group = openings_group,
     .kind = OPTION_TEXT,
     AT(games)},
    {.name = "-balance",
     .value = "SCORE",
     .help = "keeps an opening if each engine's score is from -SCORE to SCORE",
     .group = openings_group,
     .standard = "50",
     .kind = OPTION_INT,
     AT(balance),
     .most = GAME_SCORE_MATE_MIN},
    {.name = "-tries",
     .value = "N",
     .help = "maximum number of candidates",
     .group = openings_group,
     .otherwise = "1000 a wanted opening",
     .kind = OPTION_WHOLE,
     AT(tries),
     .least = 1,
     .most = INT64_MAX},
    {.name = "-type",
     .value = "T",
     .help = "notation:",
     .group = openings_group,
     .standard = "offset",
     .kind = OPTION_CHOICE,
     .choices = notations,
     AT(notation)},
    {.name = "-out",
     .value = "FILE",
     .help = "file that the openings are written to",
     .group = openings_group,
     .otherwise = "standard output",
     .kind = OPTION_TEXT,
     AT(path)},
    {.name = NULL},
};

static const char *const shared[] = {"-engine", "-each",        "-rule", "-boardsize",
                                     "-seed",   "-concurrency", NULL};
static const OptionTable tables[] = {
    {.rows = rows},
    {.rows = options_rows, .offset = offsetof(OpeningsRequest, options), .only = shared}};

static bool check_request(OptionReader *reader, void *target) {
    OpeningsRequest *request = target;
    Options *options = &request->options;
    if (!options_check_some(reader, options))
        return false;
    reader->option = "-stones";
    bool is_random = request->games == NULL;
    if (is_random && request->most_stones > RANDOM_STONES_MAX)
        return option_complain(reader, "expected at most %d without -from", RANDOM_STONES_MAX);
    if (is_random && request->most_stones * 3 > options->width * options->height)
        return option_complain(reader, "too many for the board");
    request->game = (PlayerGame){.rule = options->rule,
                                 .is_continuous = options->is_continuous,
                                 .width = options->width,
                                 .height = options->height};
    if (request->tries == 0)
        request->tries = (int64_t)TRIES_A_WANTED * request->count;
    if (!options->has_seed)
        options->seed = 1;
    return true;
}

static const char *const usage[] = {"-engine cmd=COMMAND [WORD]... [-engine ...]... [OPTION]...",
                                    NULL};
static const char *const groups[] = {openings_group, options_engines_group, options_games_group,
                                     options_running_group, NULL};

static int generate_main(int argc, char **argv);

const OptionCommand generate_command = {
    .program = "kaname-tournament",
    .name = "openings",
    .about = "Makes balanced openings: each engine judges what the engines before it kept.",
    .usage = usage,
    .groups = groups,
    .tables = tables,
    .table_count = sizeof tables / sizeof *tables,
    .check = check_request,
    .run = generate_main};

static int generate_main(int argc, char **argv) {
    OpeningsRequest request = {.least_stones = 4, .most_stones = 8};
    OptionOutcome outcome = option_read_command(&generate_command, &request, argc - 1, argv + 1);
    int status = outcome == OPTION_READ ? generate_openings(&request) : option_status(outcome);
    option_release(&tables[0], &request);
    options_release(&request.options);
    return status;
}
