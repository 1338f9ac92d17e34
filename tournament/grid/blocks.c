#include "grid/blocks.h"

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

#include "cli/reader.h"
#include "cli/url.h"
#include "grid/binary.h"
#include "grid/block_files.h"
#include "grid/dispatch.h"
#include "grid/manager.h"
#include "grid/roster.h"
#include "grid/wire_block.h"
#include "grid/wire_run.h"
#include "run/options.h"
#include "shared/cli/say.h"

enum {
    TICK_MS = 200,
    ANNOUNCE_MS = 2000,
    STALL_MS = 5000,
    AHEAD = 2,
    ATTEMPTS_MAX = 50,
    EXIT_DONE = 0,
    EXIT_FAILED = 1,
    EXIT_STOPPED = 3
};

typedef struct BlocksOptions {
    Options options; /* the engine: kaname-train */
    GridOptions grid;
    char *folder;
    int64_t games, block;
    char *settings[BLOCK_SETTINGS];
} BlocksOptions;

typedef struct Open {
    int64_t id; /* key */
    int attempt;
    int parts, got; /* of the attempt whose part came first */
    int from;       /* that attempt; 0: none */
    char worker[WIRE_WORKER_MAX];
    char *bytes[BLOCK_PARTS_MAX];
    size_t lengths[BLOCK_PARTS_MAX];
    DispatchResult *results[BLOCK_PARTS_MAX];
    UT_hash_handle hh;
} Open;

typedef struct Blocks {
    const BlocksOptions *options;
    uv_loop_t loop;
    uv_timer_t timer;
    uv_signal_t signals[2];
    Dispatch *dispatch;
    Roster roster;
    WireRun run;
    WireEngine engine;
    Open *open;
    int64_t count, next, done; /* all blocks; the next to deal, from 1; those on the disk */
    uint64_t announced_ns, stall_ns;
    bool is_closed, is_stopped, has_failed;
} Blocks;

static void fail(Blocks *blocks, const char *what, const char *why) {
    fflush(stdout);
    say_error("kaname-tournament: generate: %s: %s\n", what, why);
    blocks->has_failed = true;
}

/* ---- The end ------------------------------------------------------------------------------ */

static void close_all(Blocks *blocks, bool is_finished) {
    if (blocks->is_closed)
        return;
    blocks->is_closed = true;
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

/* ---- Blocks out and in -------------------------------------------------------------------- */

static void publish(Blocks *blocks, const Open *open) {
    const BlocksOptions *options = blocks->options;
    int64_t first = (open->id - 1) * options->block;
    int64_t left = options->games - first;
    Block block = {.id = open->id,
                   .attempt = open->attempt,
                   .first = first,
                   .games = left < options->block ? left : options->block};
    for (int i = 0; i < BLOCK_SETTINGS; i++)
        if (options->settings[i] != NULL)
            snprintf(block.settings[i], BLOCK_SETTING_MAX, "%s", options->settings[i]);
    char *text = wire_block_print(&block);
    if (text == NULL || !dispatch_publish(blocks->dispatch, open->id, open->attempt, text))
        fail(blocks, "block", "no memory");
}

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

static Open *hand_out(Blocks *blocks) {
    while (blocks->next <= blocks->count && block_files_has(blocks->options->folder, blocks->next))
        blocks->next++;
    if (blocks->next > blocks->count)
        return NULL;
    Open *open = calloc(1, sizeof *open);
    if (open == NULL)
        return NULL;
    open->id = blocks->next++;
    open->attempt = 1;
    HASH_ADD(hh, blocks->open, id, sizeof open->id, open);
    publish(blocks, open);
    return open;
}

static void fill(Blocks *blocks) {
    int wanted = AHEAD * roster_tables(&blocks->roster, uv_hrtime());
    while (!blocks->is_closed && (int)HASH_COUNT(blocks->open) < wanted && hand_out(blocks) != NULL)
        ;
}

static void finish(Blocks *blocks, Open *open) {
    const char *folder = blocks->options->folder;
    if (!block_files_save(folder, open->id, open->bytes, open->lengths, open->parts)) {
        fail(blocks, folder, strerror(errno));
        return;
    }
    blocks->done++;
    printf("Block %" PRId64 " by %s: %" PRId64 " of %" PRId64 "\n", open->id, open->worker,
           blocks->done, blocks->count);
    fflush(stdout);
    drop_parts(blocks, open, true);
    HASH_DEL(blocks->open, open);
    free(open);
}

/* Takes a part of an attempt. The first attempt from which a part comes counts; if it stops
 * halfway, a later one replaces it. */
static void take_part(Blocks *blocks, Open *open, const BlockPart *part, DispatchResult *result) {
    bool is_other =
        open->from != 0 && (open->from != part->attempt ||
                            strcmp(open->worker, part->worker) != 0 || open->parts != part->parts);
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
    memcpy(open->worker, part->worker, sizeof open->worker);
    open->bytes[part->part] = copy;
    open->lengths[part->part] = part->length;
    open->results[part->part] = result;
    if (++open->got == open->parts)
        finish(blocks, open);
}

static void on_result(void *context, const char *text, size_t length, DispatchResult *result) {
    Blocks *blocks = context;
    BlockPart part;
    Open *open = NULL;
    bool is_read = wire_part_read(text, length, &part);
    blocks->stall_ns = 0;
    while (is_read && blocks->next <= part.id && part.id <= blocks->count &&
           hand_out(blocks) != NULL)
        ;
    if (is_read)
        HASH_FIND(hh, blocks->open, &part.id, sizeof part.id, open);
    bool is_right = blocks->engine.hash[0] == '\0' || strcmp(blocks->engine.hash, part.hash) == 0;
    if (open != NULL && is_right) {
        take_part(blocks, open, &part, result);
    } else {
        if (!is_read || !is_right)
            printf("Grid: a result of %zu bytes is dropped\n", length);
        dispatch_result_done(blocks->dispatch, result);
    }
    if (blocks->done == blocks->count)
        close_all(blocks, true);
    else
        fill(blocks);
}

static void publish_lost(Blocks *blocks) {
    for (Open *open = blocks->open; open != NULL; open = open->hh.next) {
        if (++open->attempt > ATTEMPTS_MAX) {
            fail(blocks, "block", "no worker plays it");
            close_all(blocks, false);
            return;
        }
        publish(blocks, open);
    }
}

/* ---- Workers ------------------------------------------------------------------------------ */

static void announce(Blocks *blocks) {
    blocks->announced_ns = uv_hrtime();
    dispatch_announce(blocks->dispatch, wire_run_print(&blocks->run));
}

static void on_beat(void *context, const char *text, size_t length) {
    Blocks *blocks = context;
    Beat *beat = malloc(sizeof *beat);
    if (beat != NULL && wire_beat_read(text, length, beat))
        roster_beat(&blocks->roster, beat, uv_hrtime());
    else
        printf("Grid: a worker's message of %zu bytes is dropped\n", length);
    free(beat);
    fill(blocks);
}

static void on_hello(void *context) {
    announce(context);
}

static void on_lost(void *context) {
    publish_lost(context);
}

/* As in manager.c: a block that nobody works on although tables are free was lost on the way. */
static void look_for_loss(Blocks *blocks) {
    uint64_t now = uv_hrtime();
    bool is_busy = false;
    for (const RosterWorker *worker = blocks->roster.workers; worker != NULL;
         worker = worker->hh.next)
        is_busy = is_busy || (roster_is_live(worker, now) && worker->busy > 0);
    if (blocks->open == NULL || is_busy || roster_tables(&blocks->roster, now) == 0 ||
        blocks->stall_ns == 0)
        blocks->stall_ns = now;
    if (now - blocks->stall_ns < ((uint64_t)blocks->run.lease_ms + STALL_MS) * 1000000)
        return;
    blocks->stall_ns = now;
    publish_lost(blocks);
}

static void on_timer(uv_timer_t *timer) {
    Blocks *blocks = timer->data;
    if (uv_hrtime() - blocks->announced_ns >= (uint64_t)ANNOUNCE_MS * 1000000)
        announce(blocks);
    fill(blocks);
    look_for_loss(blocks);
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
    return true;
}

static void on_refusal(void *context, const char *text) {
    Blocks *blocks = context;
    fail(blocks, url_mask(blocks->options->grid.url, (char[URL_SHOWN_MAX]){0}), text);
    close_all(blocks, false);
}

static bool begin(Blocks *blocks) {
    static const int signums[2] = {SIGINT, SIGTERM};
    char error[500];
    DispatchEvents events = {.on_result = on_result,
                             .on_beat = on_beat,
                             .on_hello = on_hello,
                             .on_lost = on_lost,
                             .on_note = away_print_note,
                             .on_refusal = on_refusal,
                             .context = blocks};
    blocks->dispatch = dispatch_new(&blocks->loop, &blocks->options->grid, blocks->run.key, &events,
                                    error, sizeof error);
    if (blocks->dispatch == NULL) {
        fail(blocks, "grid", error);
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
    announce(blocks);
    return true;
}

static void release(Blocks *blocks) {
    Open *open, *next;
    HASH_ITER(hh, blocks->open, open, next) {
        HASH_DEL(blocks->open, open);
        drop_parts(blocks, open, false);
        free(open);
    }
    roster_release(&blocks->roster);
    dispatch_free(blocks->dispatch);
}

static bool merge(Blocks *blocks) {
    char path[PATH_MAX] = "";
    if (!block_files_merge(blocks->options->folder, blocks->count, path)) {
        fail(blocks, path, "cannot be merged: damaged, made by another program, or not written");
        return false;
    }
    printf("%s: %" PRId64 " games\n", path, blocks->options->games);
    return true;
}

static int play(const BlocksOptions *options) {
    Blocks blocks = {.options = options, .next = 1};
    blocks.count = (options->games + options->block - 1) / options->block;
    if (mkdir(options->folder, 0777) != 0 && errno != EEXIST) {
        fail(&blocks, options->folder, strerror(errno));
        return EXIT_FAILED;
    }
    for (int64_t id = 1; id <= blocks.count; id++)
        blocks.done += block_files_has(options->folder, id);
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
     .help = "folder of the blocks, then of games-00000.kgm; the same command continues",
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

static const OptionTable tables[] = {
    {.rows = rows},
    {.rows = grid_link_rows, .offset = offsetof(BlocksOptions, grid)},
    {.rows = grid_manager_rows, .offset = offsetof(BlocksOptions, grid)},
    {.rows = options_rows, .offset = offsetof(BlocksOptions, options), .only = shared}};
enum { TABLES = sizeof tables / sizeof *tables };

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
        reader->option = block_settings[i];
        if (options->settings[i] != NULL && !block_is_setting(options->settings[i]))
            return option_expected(reader, options->settings[i], "a value of kaname-train's");
    }
    return true;
}

static const char *const usage[] = {
    "-grid URL -engine name=NAME cmd=COMMAND -out FOLDER [OPTION]...", NULL};
static const char *const groups[] = {training_group, options_engines_group, grid_group, NULL};

const OptionCommand blocks_command = {.name = "generate",
                                      .about = "Plays training games of kaname-train on a grid.",
                                      .usage = usage,
                                      .groups = groups,
                                      .tables = tables,
                                      .table_count = TABLES,
                                      .check = check_options,
                                      .run = blocks_main};

int blocks_main(int argc, char **argv) {
    BlocksOptions options = {0};
    OptionOutcome outcome = option_read_command(&blocks_command, &options, argc - 1, argv + 1);
    int status = outcome == OPTION_READ ? play(&options) : option_status(outcome);
    option_release(&tables[0], &options);
    option_release(&tables[1], &options.grid);
    options_release(&options.options);
    return status;
}
