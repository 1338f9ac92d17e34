#include "grid/blocks/training.h"

#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "grid/blocks/block_files.h"
#include "grid/blocks/blocks.h"
#include "grid/blocks/folder_claim.h"
#include "run/away.h"
#include "run/options.h"
#include "shared/cli/reader.h"
#include "shared/cli/say.h"
#include "shared/status/failure.h"

typedef struct TrainingOptions {
    Options options; /* the engine: kaname-train */
    GridOptions grid;
    char *folder;
    int64_t games, block;
    char *settings[BLOCK_SETTINGS];
} TrainingOptions;

/* A run, as the source of its blocks. */
typedef struct Training {
    const TrainingOptions *options;
    BlockFolder folder;
    Blocks *blocks;
} Training;

static int fail(const char *what, const char *why) {
    fflush(stdout);
    say_error("kaname-tournament generate: %s: %s\n", what, why);
    return BLOCKS_FAILED;
}

/* ---- The source of blocks ----------------------------------------------------------------- */

static void begin(void *context, Blocks *blocks) {
    Training *training = context;
    training->blocks = blocks;
    blocks_deal(blocks, 1, block_files_count(&training->folder));
}

static bool has(void *context, int64_t id) {
    const Training *training = context;
    return block_files_has(&training->folder, id);
}

static bool describe(void *context, int64_t id, Block *block) {
    const Training *training = context;
    const TrainingOptions *options = training->options;
    block->first = (id - 1) * options->block;
    block->games = block_files_games(&training->folder, id);
    for (int i = 0; i < BLOCK_SETTINGS; i++)
        if (options->settings[i] != NULL)
            snprintf(block->settings[i], BLOCK_SETTING_MAX, "%s", options->settings[i]);
    return true;
}

static BlockVerdict keep(void *context, int64_t id, const BlockBytes *bytes, const char **why) {
    Training *training = context;
    (void)why;
    if (block_files_save(&training->folder, id, bytes->parts, bytes->lengths, bytes->count))
        return BLOCK_KEPT;
    blocks_fail(training->blocks, training->folder.path, strerror(errno));
    return BLOCK_FAILED;
}

static void on_all(void *context, Blocks *blocks) {
    (void)context;
    blocks_finish(blocks);
}

/* ---- The whole ---------------------------------------------------------------------------- */

/* Returns a key that depends only on the settings and the folder. */
static int64_t make_key(const TrainingOptions *options) {
    char text[BLOCK_SETTINGS * BLOCK_SETTING_MAX + 64];
    int used = snprintf(text, sizeof text, "%" PRId64 ":%" PRId64, options->games, options->block);
    for (int i = 0; i < BLOCK_SETTINGS; i++)
        used += snprintf(text + used, sizeof text - (size_t)used, ":%s",
                         options->settings[i] != NULL ? options->settings[i] : "");
    return away_key(text, options->folder);
}

static bool merge(Training *training) {
    char path[PATH_MAX] = "";
    if (!block_files_merge(&training->folder, path)) {
        fail(path, "cannot be merged: damaged, made by another program, or not written");
        return false;
    }
    printf("%s: %" PRId64 " game%s\n", path, training->options->games,
           say_plural((uint64_t)training->options->games));
    return true;
}

/* Plays in the folder, which is claimed. */
static int play(const TrainingOptions *options) {
    Training training = {.options = options,
                         .folder = {options->folder, options->games, options->block}};
    const BlocksRun run = {.command = "generate",
                           .grid = &options->grid,
                           .engine = &options->options.engines[0],
                           .work = WIRE_WORK_BLOCKS,
                           .key = make_key(options),
                           .source = {.begin = begin,
                                      .has = has,
                                      .describe = describe,
                                      .keep = keep,
                                      .on_all = on_all,
                                      .context = &training}};
    Failure failure = FAILURE_NONE;
    if (!block_files_check(&training.folder, &failure))
        return fail(options->folder, failure.text);
    int status = blocks_run(&run);
    if (status == BLOCKS_DONE && !merge(&training))
        status = BLOCKS_FAILED;
    return status;
}

static int make_games(const TrainingOptions *options) {
    Failure failure = FAILURE_NONE;
    int claim;
    if (mkdir(options->folder, 0777) != 0 && errno != EEXIST)
        return fail(options->folder, strerror(errno));
    if (!folder_claim(options->folder, &claim, &failure))
        return fail(options->folder, failure.text);
    int status = play(options);
    folder_claim_end(claim);
    return status;
}

/* ---- Command line ------------------------------------------------------------------------- */

#define AT(field) .offset = offsetof(TrainingOptions, field)
#define SETTING(index, row_name, meaning)                                             \
    {                                                                                 \
        .name = row_name, .value = "VALUE", .help = meaning, .group = training_group, \
        .otherwise = "kaname-train's", .kind = OPTION_TEXT, AT(settings[index])       \
    }

static const char training_group[] = "Training games";

static const OptionRow rows[] = {
    {.name = "-out",
     .value = "FOLDER",
     .help = "folder of the blocks, then of games-00000.kgm; the same command continues unless "
             "that file is there",
     .group = training_group,
     .kind = OPTION_TEXT,
     AT(folder)},
    {.name = "-games",
     .value = "N",
     .help = "total games",
     .group = training_group,
     .standard = "1000",
     .kind = OPTION_WHOLE,
     AT(games),
     .least = 1,
     .most = UINT32_MAX},
    {.name = "-block",
     .value = "N",
     .help = "games of a block",
     .group = training_group,
     .standard = "100",
     .kind = OPTION_WHOLE,
     AT(block),
     .least = 1,
     .most = 1000000},
    SETTING(0, "-rule", "rules of the games, as kaname-train's --rule"),
    SETTING(1, "-size", "sizes of the board, as --size"),
    SETTING(2, "-nodes", "nodes of a move, as --nodes"),
    SETTING(3, "-stones", "stones of an opening, as --stones"),
    SETTING(4, "-wander", "moves drawn by chance, as --wander"),
    SETTING(5, "-slack", "the most that these may lose, as --slack"),
    SETTING(6, "-balance", "balance of an opening, as --balance"),
    SETTING(7, "-seed", "seed of the games, as --seed"),
    {.name = NULL},
};

static const char *const shared[] = {"-engine", NULL};
static const char *const managing[] = {"-lease", "-anybinary", "-replicas", NULL};

static const OptionTable tables[] = {
    {.rows = rows},
    {.rows = grid_link_rows, .offset = offsetof(TrainingOptions, grid)},
    {.rows = grid_manager_rows, .offset = offsetof(TrainingOptions, grid), .only = managing},
    {.rows = options_rows, .offset = offsetof(TrainingOptions, options), .only = shared}};
enum { TABLES = sizeof tables / sizeof *tables };

/* Returns the option of a setting of the games. */
static const char *option_of(int setting) {
    const OptionRow *row = rows;
    while (row->name != NULL && strcmp(row->name + 1, block_settings[BLOCK_GAMES][setting]) != 0)
        row++;
    return row->name;
}

static bool check_options(OptionReader *reader, void *target) {
    const TrainingOptions *options = target;
    reader->option = "-grid";
    if (options->grid.url == NULL)
        return option_complain(reader, "expected the server's URL; on one machine kaname-train "
                                       "generate does it alone");
    reader->option = "-out";
    if (options->folder == NULL)
        return option_complain(reader, "expected a folder");
    reader->option = "-engine";
    if (options->options.engine_count != 1 || options->options.engines[0].command == NULL ||
        options->options.engines[0].name == NULL)
        return option_complain(reader, "expected one, name=NAME cmd=COMMAND of kaname-train");
    for (int i = 0; i < BLOCK_SETTINGS; i++) {
        reader->option = option_of(i);
        if (options->settings[i] != NULL && !block_is_setting(options->settings[i]))
            return option_expected(reader, options->settings[i], "a value of kaname-train's");
    }
    return true;
}

static const char *const usage[] = {
    "-grid URL -engine name=NAME cmd=COMMAND -out FOLDER [OPTION]...", NULL};
static const char *const groups[] = {training_group, options_engines_group, grid_group, NULL};

static int training_main(int argc, char **argv);

const OptionCommand training_command = {.program = "kaname-tournament",
                                        .name = "generate",
                                        .about = "Plays training games of kaname-train on a grid.",
                                        .usage = usage,
                                        .groups = groups,
                                        .tables = tables,
                                        .table_count = TABLES,
                                        .check = check_options,
                                        .run = training_main};

static int training_main(int argc, char **argv) {
    TrainingOptions options = {0};
    OptionOutcome outcome = option_read_command(&training_command, &options, argc - 1, argv + 1);
    int status = outcome == OPTION_READ ? make_games(&options) : option_status(outcome);
    option_release(&tables[0], &options);
    option_release(&tables[1], &options.grid);
    options_release(&options.options);
    return status;
}
