#include "grid/blocks/blocks.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <uthash.h>
#include <uv.h>

#include "cli/url.h"
#include "grid/binary.h"
#include "grid/blocks/block_files.h"
#include "grid/manager/dealing.h"
#include "grid/manager/dispatch.h"
#include "grid/manager/manager.h"
#include "grid/secret.h"
#include "grid/wire/block.h"
#include "grid/wire/run.h"
#include "run/options.h"
#include "shared/cli/reader.h"
#include "shared/cli/say.h"
#include "shared/status/failure.h"

enum { TICK_MS = 200, EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_STOPPED = 3 };

typedef struct BlocksOptions {
    Options options; /* the engine: kaname-train */
    GridOptions grid;
    char *folder;
    int64_t games, block;
    char *settings[BLOCK_SETTINGS];
} BlocksOptions;

/* The parts of a block that have come. */
typedef struct Open {
    int parts, got; /* of the attempt whose part came first */
    int from;       /* that attempt; 0: none */
    char identity[SECRET_MAX];
    char *bytes[BLOCK_PARTS_MAX];
    size_t lengths[BLOCK_PARTS_MAX];
    DispatchResult *results[BLOCK_PARTS_MAX];
} Open;

typedef struct Blocks {
    const BlocksOptions *options;
    uv_loop_t loop;
    uv_timer_t timer;
    uv_signal_t signals[2];
    Dispatch *dispatch;
    Dealing dealing;
    WireRun run;
    WireEngine engine;
    BlockFolder folder;
    int64_t count, next, done; /* all blocks; the next to deal, from 1; those on the disk */
    bool is_closed, is_stopped, has_failed;
} Blocks;

static void fail(Blocks *blocks, const char *what, const char *why) {
    fflush(stdout);
    say_error("kaname-tournament generate: %s: %s\n", what, why);
    blocks->has_failed = true;
}

/* ---- The end ------------------------------------------------------------------------------ */

static void close_all(Blocks *blocks, bool is_finished) {
    if (blocks->is_closed)
        return;
    blocks->is_closed = true;
    dealing_end(&blocks->dealing);
    uv_close((uv_handle_t *)&blocks->timer, NULL);
    for (int i = 0; i < 2; i++)
        uv_close((uv_handle_t *)&blocks->signals[i], NULL);
    if (is_finished) {
        blocks->run.is_done = true;
        dispatch_announce(blocks->dispatch, wire_run_print(&blocks->run));
    }
    dispatch_close(blocks->dispatch, is_finished);
}

static void on_signal(uv_signal_t *handle, int signum) {
    Blocks *blocks = handle->data;
    (void)signum;
    blocks->is_stopped = true;
    close_all(blocks, false);
}

/* ---- What the dealing asks for ------------------------------------------------------------ */

static void announce(void *context) {
    Blocks *blocks = context;
    roster_list_aside(&blocks->dealing.roster, &blocks->run);
    dispatch_announce(blocks->dispatch, wire_run_print(&blocks->run));
}

static void publish(void *context, const DealingTask *task) {
    Blocks *blocks = context;
    const BlocksOptions *options = blocks->options;
    Block block = {.id = task->id,
                   .attempt = task->attempt,
                   .first = (task->id - 1) * options->block,
                   .games = block_files_games(&blocks->folder, task->id)};
    for (int i = 0; i < BLOCK_SETTINGS; i++)
        if (options->settings[i] != NULL)
            snprintf(block.settings[i], BLOCK_SETTING_MAX, "%s", options->settings[i]);
    char *text =
        secret_of_delivery(dispatch_secret(blocks->dispatch), task->id, task->attempt, block.secret)
            ? wire_block_print(&block)
            : NULL;
    if (text == NULL || !dispatch_publish(blocks->dispatch, block.secret, text))
        fail(blocks, "block", status_text(STATUS_MEMORY));
}

static bool next(void *context, int64_t *id, void **item) {
    Blocks *blocks = context;
    while (blocks->next <= blocks->count && block_files_has(&blocks->folder, blocks->next))
        blocks->next++;
    if (blocks->is_closed || blocks->next > blocks->count)
        return false;
    *item = calloc(1, sizeof(Open));
    *id = blocks->next;
    blocks->next += *item != NULL;
    return *item != NULL;
}

/* ---- Blocks in ---------------------------------------------------------------------------- */

static void drop_parts(Blocks *blocks, Open *open, bool is_done) {
    for (int i = 0; i < BLOCK_PARTS_MAX; i++) {
        if (open->results[i] != NULL && is_done)
            dispatch_result_done(blocks->dispatch, open->results[i]);
        else if (open->results[i] != NULL)
            dispatch_result_leave(open->results[i]);
        free(open->bytes[i]);
        open->bytes[i] = NULL;
        open->results[i] = NULL;
    }
    open->got = open->from = 0;
}

static void finish(Blocks *blocks, DealingTask *task, const char *worker) {
    Open *open = task->item;
    if (!block_files_save(&blocks->folder, task->id, open->bytes, open->lengths, open->parts)) {
        fail(blocks, blocks->folder.path, strerror(errno));
        close_all(blocks, false);
        return;
    }
    blocks->done++;
    printf("Block %" PRId64 " by %s: %" PRId64 " of %" PRId64 "\n", task->id, worker, blocks->done,
           blocks->count);
    fflush(stdout);
    drop_parts(blocks, open, true);
    free(open);
    dealing_forget(&blocks->dealing, task);
}

/* Takes a part of an attempt. The first attempt from which a part comes counts; if it stops
 * halfway, a later one replaces it. */
static void take_part(Blocks *blocks, DealingTask *task, const BlockPart *part,
                      const char *identity, DispatchResult *result) {
    Open *open = task->item;
    bool is_other =
        open->from != 0 && (open->from != part->attempt || strcmp(open->identity, identity) != 0 ||
                            open->parts != part->parts);
    if (is_other)
        drop_parts(blocks, open, true);
    if (open->bytes[part->part] != NULL) {
        dispatch_result_done(blocks->dispatch, result);
        return;
    }
    char *copy = malloc(part->length + 1);
    if (copy == NULL) {
        dispatch_result_leave(result);
        return;
    }
    memcpy(copy, part->bytes, part->length);
    open->from = part->attempt;
    open->parts = part->parts;
    snprintf(open->identity, sizeof open->identity, "%s", identity);
    open->bytes[part->part] = copy;
    open->lengths[part->part] = part->length;
    open->results[part->part] = result;
    task->held_ns = uv_hrtime(); /* further parts follow */
    if (++open->got == open->parts)
        finish(blocks, task, part->worker);
}

static void judge(Blocks *blocks, const BlockPart *part, DispatchResult *result) {
    char code[SECRET_MAX], identity[SECRET_MAX];
    DealingTask *task;
    DealingAnswer answer = {.id = part->id, .attempt = part->attempt, .identity = identity};
    const char *wanted = blocks->engine.hash;
    answer.is_genuine =
        part->id <= blocks->count && secret_digest(part->token, identity) &&
        secret_of_delivery(dispatch_secret(blocks->dispatch), part->id, part->attempt, code) &&
        secret_is_equal(code, part->secret);
    if (dealing_result(&blocks->dealing, &answer, uv_hrtime(), &task) != DEALING_TAKE) {
        dispatch_result_done(blocks->dispatch, result); /* every block can be dealt at once */
    } else if (wanted[0] != '\0' && strcmp(wanted, part->hash) != 0) {
        dispatch_result_done(blocks->dispatch, result);
        dealing_refuse(&blocks->dealing, task, &answer, part->worker,
                       "its program is not that of the run", uv_hrtime());
    } else {
        take_part(blocks, task, part, identity, result);
    }
}

static void on_result(void *context, const char *text, size_t length, DispatchResult *result) {
    Blocks *blocks = context;
    BlockPart part;
    if (wire_part_read(text, length, &part)) {
        judge(blocks, &part, result);
    } else {
        printf("Grid: a result of %zu bytes is dropped\n", length);
        dispatch_result_done(blocks->dispatch, result);
    }
    if (blocks->done == blocks->count)
        close_all(blocks, true);
    else
        dealing_fill(&blocks->dealing, uv_hrtime());
}

/* ---- Workers ------------------------------------------------------------------------------ */

static void on_beat(void *context, const char *text, size_t length) {
    Blocks *blocks = context;
    char identity[SECRET_MAX];
    Beat *beat = malloc(sizeof *beat);
    if (beat != NULL && wire_beat_read(text, length, beat) && secret_digest(beat->token, identity))
        dealing_beat(&blocks->dealing, beat, identity, true, uv_hrtime());
    else
        printf("Grid: a worker's message of %zu bytes is dropped\n", length);
    free(beat);
}

static void on_hello(void *context) {
    Blocks *blocks = context;
    dealing_hello(&blocks->dealing, uv_hrtime());
}

static void on_lost(void *context) {
    Blocks *blocks = context;
    dealing_lost(&blocks->dealing, uv_hrtime());
}

static void on_timer(uv_timer_t *timer) {
    Blocks *blocks = timer->data;
    dealing_tick(&blocks->dealing, uv_hrtime());
}

/* ---- The whole ---------------------------------------------------------------------------- */

/* Returns a key that depends only on the settings and the folder. */
static int64_t make_key(const BlocksOptions *options) {
    char text[BLOCK_SETTINGS * BLOCK_SETTING_MAX + 64];
    int used = snprintf(text, sizeof text, "%" PRId64 ":%" PRId64, options->games, options->block);
    for (int i = 0; i < BLOCK_SETTINGS; i++)
        used += snprintf(text + used, sizeof text - (size_t)used, ":%s",
                         options->settings[i] != NULL ? options->settings[i] : "");
    return away_key(text, options->folder);
}

static bool describe_run(Blocks *blocks) {
    const BlocksOptions *options = blocks->options;
    const EngineOptions *engine = &options->options.engines[0];
    snprintf(blocks->engine.name, sizeof blocks->engine.name, "%s", engine->name);
    if (!options->grid.is_any_binary &&
        !binary_hash(engine->command, blocks->engine.hash, WIRE_HASH_MAX)) {
        fail(blocks, engine->command, "the program cannot be read");
        return false;
    }
    engine_options_init(&blocks->engine.options);
    blocks->run = (WireRun){.work = WIRE_WORK_BLOCKS,
                            .lease_ms = options->grid.lease_ms,
                            .settings = {.game = {.width = 15, .height = 15}},
                            .engine_count = 1,
                            .engines = &blocks->engine};
    manager_key_text(make_key(options), blocks->run.key, sizeof blocks->run.key);
    if (!wire_run_fits(&blocks->run)) {
        fail(blocks, "grid", wire_run_limits);
        return false;
    }
    return true;
}

static void on_refusal(void *context, const char *text) {
    Blocks *blocks = context;
    fail(blocks, url_mask(blocks->options->grid.url, (char[URL_SHOWN_MAX]){0}), text);
    close_all(blocks, false);
}

static bool begin(Blocks *blocks) {
    static const int signums[2] = {SIGINT, SIGTERM};
    Failure failure = FAILURE_NONE;
    DispatchEvents events = {.on_result = on_result,
                             .on_beat = on_beat,
                             .on_hello = on_hello,
                             .on_lost = on_lost,
                             .on_note = away_print_note,
                             .on_refusal = on_refusal,
                             .context = blocks};
    DealingPort port = {.next = next,
                        .publish = publish,
                        .announce = announce,
                        .note = away_print_note,
                        .context = blocks};
    dealing_init(&blocks->dealing, &port, blocks->options->grid.lease_ms, "blocks", uv_hrtime());
    blocks->dispatch = dispatch_new(&blocks->loop, &blocks->options->grid, blocks->run.key,
                                    blocks->engine.hash, &events, &failure);
    if (blocks->dispatch == NULL) {
        fail(blocks, "grid", failure.text);
        return false;
    }
    uv_timer_init(&blocks->loop, &blocks->timer);
    blocks->timer.data = blocks;
    uv_timer_start(&blocks->timer, on_timer, TICK_MS, TICK_MS);
    for (int i = 0; i < 2; i++) {
        uv_signal_init(&blocks->loop, &blocks->signals[i]);
        blocks->signals[i].data = blocks;
        uv_signal_start(&blocks->signals[i], on_signal, signums[i]);
    }
    dealing_tick(&blocks->dealing, uv_hrtime());
    return true;
}

static void release(Blocks *blocks) {
    DealingTask *task, *after;
    HASH_ITER(hh, blocks->dealing.tasks, task, after) {
        drop_parts(blocks, task->item, false);
        free(task->item);
    }
    dealing_release(&blocks->dealing);
    free(blocks->run.aside);
    dispatch_free(blocks->dispatch);
}

static bool merge(Blocks *blocks) {
    char path[PATH_MAX] = "";
    if (!block_files_merge(&blocks->folder, path)) {
        fail(blocks, path, "cannot be merged: damaged, made by another program, or not written");
        return false;
    }
    printf("%s: %" PRId64 " game%s\n", path, blocks->options->games,
           say_plural((uint64_t)blocks->options->games));
    return true;
}

static int play(const BlocksOptions *options) {
    Blocks blocks = {
        .options = options, .folder = {options->folder, options->games, options->block}, .next = 1};
    Failure failure = FAILURE_NONE;
    blocks.count = block_files_count(&blocks.folder);
    if (mkdir(options->folder, 0777) != 0 && errno != EEXIST) {
        fail(&blocks, options->folder, strerror(errno));
        return EXIT_FAILED;
    }
    if (!block_files_check(&blocks.folder, &failure)) {
        fail(&blocks, options->folder, failure.text);
        return EXIT_FAILED;
    }
    for (int64_t id = 1; id <= blocks.count; id++)
        blocks.done += block_files_has(&blocks.folder, id);
    if (!describe_run(&blocks) || uv_loop_init(&blocks.loop) != 0)
        return EXIT_FAILED;
    if (blocks.done < blocks.count && begin(&blocks))
        uv_run(&blocks.loop, UV_RUN_DEFAULT);
    uv_run(&blocks.loop, UV_RUN_DEFAULT);
    uv_loop_close(&blocks.loop);
    release(&blocks);
    engine_options_release(&blocks.engine.options);
    if (blocks.has_failed)
        return EXIT_FAILED;
    if (blocks.done < blocks.count)
        return EXIT_STOPPED;
    return merge(&blocks) ? EXIT_DONE : EXIT_FAILED;
}

/* ---- Command line ------------------------------------------------------------------------- */

#define AT(field) .offset = offsetof(BlocksOptions, field)
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
    {.rows = grid_link_rows, .offset = offsetof(BlocksOptions, grid)},
    {.rows = grid_manager_rows, .offset = offsetof(BlocksOptions, grid), .only = managing},
    {.rows = options_rows, .offset = offsetof(BlocksOptions, options), .only = shared}};
enum { TABLES = sizeof tables / sizeof *tables };

/* Returns the option of a setting of the games. */
static const char *option_of(int setting) {
    const OptionRow *row = rows;
    while (row->name != NULL && strcmp(row->name + 1, block_settings[setting]) != 0)
        row++;
    return row->name;
}

static bool check_options(OptionReader *reader, void *target) {
    const BlocksOptions *options = target;
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

static int blocks_main(int argc, char **argv);

const OptionCommand blocks_command = {.program = "kaname-tournament",
                                      .name = "generate",
                                      .about = "Plays training games of kaname-train on a grid.",
                                      .usage = usage,
                                      .groups = groups,
                                      .tables = tables,
                                      .table_count = TABLES,
                                      .check = check_options,
                                      .run = blocks_main};

static int blocks_main(int argc, char **argv) {
    BlocksOptions options = {0};
    OptionOutcome outcome = option_read_command(&blocks_command, &options, argc - 1, argv + 1);
    int status = outcome == OPTION_READ ? play(&options) : option_status(outcome);
    option_release(&tables[0], &options);
    option_release(&tables[1], &options.grid);
    options_release(&options.options);
    return status;
}
