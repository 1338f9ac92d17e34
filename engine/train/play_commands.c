#include "train/play_commands.h"

#include "kaname.h"
#include "shared/cli/reader.h"
#include "train/farm.h"
#include "train/generate.h"
#include "train/generate_rows.h"
#include "train/rows.h"

/* ---- generate ------------------------------------------------------------------------------- */

typedef struct GenerateLine {
    GenerateOptions options;
    uint64_t shard_mib;
} GenerateLine;

static void init_generate(void *target) {
    GenerateLine *line = target;
    *line = (GenerateLine){.options = generate_defaults()};
    line->shard_mib = line->options.shard_bytes >> 20;
}

static bool check_generate(OptionReader *reader, void *target) {
    GenerateLine *line = target;
    line->options.shard_bytes = line->shard_mib << 20;
    const GenerateOptions *options = &line->options;
    if (options->games + options->positions == 0)
        return option_complain(reader, "--games or --positions is missing; see --help");
    if (options->first + options->games > UINT32_MAX)
        return option_complain(reader, "--first and --games: the last number is too large");
    const char *wrong = generate_rows_wrong(options);
    return wrong == NULL || option_complain(reader, "%s", wrong);
}

static int run_generate(int argc, char **argv);

static const OptionRow generate_run_rows[] = {
    {.name = "--out",
     .value = "DIR",
     .help = "folder of the games; made if it does not exist",
     .is_required = true,
     ROW_WORD(GenerateOptions, folder)},
    {.name = "--first",
     .help = "number of the first game: a block of a longer run",
     ROW_WHOLE(GenerateOptions, first, 0, UINT32_MAX)},
    {.name = "--games",
     .help = "games to play. This or --positions is required",
     ROW_WHOLE(GenerateOptions, games, 1, UINT32_MAX)},
    {.name = "--positions",
     .help = "searched positions after which to stop",
     ROW_WHOLE(GenerateOptions, positions, 1, ROWS_GAMES_MAX)},
    ROWS_WORK(GenerateOptions, seed, "games played at a time; the games do not depend on it",
              "seed of the games"),
    ROW_WEIGHTS(GenerateOptions, "evaluation weights"),
    ROW_QUIET(GenerateOptions, "print no progress"),
    {.name = NULL},
};

static const OptionRow shard_rows[] = {
    {.name = "--shard-mib",
     .help = "MiB after which a file is closed and the next one begun",
     ROW_WHOLE(GenerateLine, shard_mib, 1, 4096)},
    {.name = NULL},
};

static const OptionTable generate_tables[] = {
    {.rows = generate_run_rows, .offset = offsetof(GenerateLine, options)},
    {.rows = shard_rows},
    {.rows = generate_rows, .offset = offsetof(GenerateLine, options)}};

const OptionCommand generate_command = {
    .program = "kaname-train",
    .name = "generate",
    .about = "play games",
    .usage = (const char *const[]){"--out DIR (--games N | --positions N) [OPTIONS]", NULL},
    .summary =
        "Plays games of the engine against itself and writes them to a folder, with the score of "
        "each search. After an interruption, the same command line continues the run.",
    .tables = generate_tables,
    .table_count = sizeof generate_tables / sizeof generate_tables[0],
    .init = init_generate,
    .check = check_generate,
    .run = run_generate};

static int run_generate(int argc, char **argv) {
    GenerateLine line;
    OptionOutcome outcome = option_read_command(&generate_command, &line, argc - 1, argv + 1);
    return outcome == OPTION_READ ? generate_run(&line.options) : option_status(outcome);
}

/* ---- farm ----------------------------------------------------------------------------------- */

static void init_farm(void *target) {
    *(FarmOptions *)target = farm_defaults();
}

static int run_farm(int argc, char **argv);

static const OptionRow farm_rows[] = {
    {.name = "--plan",
     .value = "FILE",
     .help = "what to play",
     .otherwise = "DIR/plan",
     ROW_WORD(FarmOptions, plan)},
    ROW_WEIGHTS(FarmOptions, "evaluation weights"),
    {.name = "--machine",
     .help = "number of this machine: its games differ from those of all others",
     ROW_WHOLE(FarmOptions, machine, 0, FARM_MACHINES_MAX)},
    {.name = "--block-games",
     .help = "games of a block",
     ROW_WHOLE(FarmOptions, block_games, 1, UINT32_MAX)},
    {.name = "--blocks",
     .help = "blocks after which to end",
     .otherwise = "none",
     ROW_WHOLE(FarmOptions, blocks, 1, FARM_BLOCKS_MAX)},
    {.name = "--cap-mib",
     .help = "MiB of games; the oldest blocks are deleted first, held-out ones never",
     ROW_WHOLE(FarmOptions, cap_mib, 1, 1 << 30)},
    {.name = "--threads",
     .help = "games played at a time",
     .otherwise = "one a processor",
     ROW_INT(FarmOptions, threads, 1, KANAME_MAX_THREADS)},
    {.name = "--keep-priority",
     .help = "run at the priority of the caller, not at the lowest",
     ROW_FLAG(FarmOptions, keeps_priority)},
    ROW_QUIET(FarmOptions, "print no line for each block"),
    {.name = "DIR",
     .help = "folder of the farm",
     .is_required = true,
     ROW_WORD(FarmOptions, folder)},
    {.name = NULL},
};

static const OptionTable farm_tables[] = {{.rows = farm_rows}};

const OptionCommand farm_command = {
    .program = "kaname-train",
    .name = "farm",
    .about = "play games in the background without end",
    .usage = (const char *const[]){"[OPTIONS] DIR", NULL},
    .summary =
        "Plays games by a plan without end, in the background: at the lowest priority, which the "
        "other processes of its session get too. The file DIR/stop, SIGINT and SIGTERM end it at "
        "once; the same command continues, after a kill too. DIR/index.tsv lists the blocks of "
        "games.",
    .tables = farm_tables,
    .table_count = sizeof farm_tables / sizeof farm_tables[0],
    .init = init_farm,
    .run = run_farm};

static int run_farm(int argc, char **argv) {
    FarmOptions options;
    OptionOutcome outcome = option_read_command(&farm_command, &options, argc - 1, argv + 1);
    return outcome == OPTION_READ ? farm_run(&options) : option_status(outcome);
}
