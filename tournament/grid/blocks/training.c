#include "grid/blocks/training.h"

#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "grid/blocks/block_files.h"
#include "grid/blocks/blocks.h"
#include "grid/blocks/blocks_command.h"
#include "run/away.h"
#include "run/options.h"
#include "shared/cli/reader.h"
#include "shared/cli/say.h"
#include "shared/status/failure.h"

typedef struct TrainingOptions {
    BlocksOptions shared; /* first; the engine: kaname-train */
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
    return blocks_command_fail("generate", what, why);
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
    return away_key(text, options->shared.folder);
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

static int play(const BlocksOptions *shared) {
    const TrainingOptions *options = (const TrainingOptions *)shared;
    Training training = {.options = options,
                         .folder = {shared->folder, options->games, options->block}};
    const BlocksRun run = {.command = "generate",
                           .grid = &shared->grid,
                           .engine = &shared->options.engines[0],
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
        return fail(shared->folder, failure.text);
    int status = blocks_run(&run);
    if (status == BLOCKS_DONE && !merge(&training))
        status = BLOCKS_FAILED;
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
     AT(shared.folder)},
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

static const OptionTable tables[] = {{.rows = rows}, BLOCKS_TABLE_LIST};

/* Returns the option of a setting of the games. */
static const char *option_of(int setting) {
    const OptionRow *row = rows;
    while (row->name != NULL && strcmp(row->name + 1, block_settings[BLOCK_GAMES][setting]) != 0)
        row++;
    return row->name;
}

static bool check_options(OptionReader *reader, void *target) {
    const TrainingOptions *options = target;
    if (!blocks_options_check(reader, &options->shared, "kaname-train", "generate"))
        return false;
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
                                        .table_count = 1 + BLOCKS_TABLES,
                                        .check = check_options,
                                        .run = training_main};

static int training_main(int argc, char **argv) {
    TrainingOptions options = {0};
    return blocks_command_run(&training_command, &options.shared, play, argc, argv);
}
