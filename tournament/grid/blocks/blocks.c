#include "grid/blocks/blocks.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>
#include <uv.h>

#include "cli/url.h"
#include "grid/binary.h"
#include "grid/blocks/blocks_command.h"
#include "grid/manager/dealing.h"
#include "grid/manager/description.h"
#include "grid/manager/dispatch.h"
#include "grid/secret.h"
#include "run/away.h"
#include "shared/cli/say.h"

enum { TICK_MS = 200, SIGNALS = 2 };

/* The parts of a block that have come. */
typedef struct Open {
    int parts, got; /* of the attempt whose part came first */
    int from;       /* that attempt; 0: none */
    char identity[SECRET_MAX];
    char *bytes[BLOCK_PARTS_MAX];
    size_t lengths[BLOCK_PARTS_MAX];
    DispatchResult *results[BLOCK_PARTS_MAX];
} Open;

struct Blocks {
    const BlocksRun *about;
    uv_loop_t loop;
    uv_timer_t timer;
    uv_signal_t signals[SIGNALS];
    Dispatch *dispatch;
    Dealing dealing;
    WireRun run;
    WireEngine engine;
    int64_t first, count, next; /* the blocks to deal now, by number; the next one */
    int64_t done;               /* those of them that are on the disk */
    bool *is_done;              /* which, by number from `first`; owned. Files that others add or
                                 * remove meanwhile change nothing. */
    bool is_connected;          /* dispatch, dealing and the handles are there */
    bool is_resumed;            /* some blocks were on the disk: the run may be on the server */
    bool is_closed, is_finished, has_failed;
};

static void report(Blocks *blocks, const char *what, const char *why) {
    (void)blocks_command_fail(blocks->about->command, what, why);
    blocks->has_failed = true;
}

static int64_t last_of(const Blocks *blocks) {
    return blocks->first + blocks->count - 1;
}

/* ---- The end ------------------------------------------------------------------------------ */

static void close_all(Blocks *blocks, bool is_finished) {
    if (blocks->is_closed)
        return;
    blocks->is_closed = true;
    for (int i = 0; i < SIGNALS; i++)
        uv_close((uv_handle_t *)&blocks->signals[i], NULL);
    if (blocks->about->source.end != NULL)
        blocks->about->source.end(blocks->about->source.context);
    if (!blocks->is_connected)
        return;
    dealing_end(&blocks->dealing);
    uv_close((uv_handle_t *)&blocks->timer, NULL);
    if (is_finished) {
        blocks->run.is_done = true;
        dispatch_announce(blocks->dispatch, wire_run_print(&blocks->run));
    }
    dispatch_close(blocks->dispatch, is_finished);
}

static void on_signal(uv_signal_t *handle, int signum) {
    Blocks *blocks = handle->data;
    (void)signum;
    close_all(blocks, false);
}

static void watch_signals(Blocks *blocks) {
    static const int signums[SIGNALS] = {SIGINT, SIGTERM};
    for (int i = 0; i < SIGNALS; i++) {
        uv_signal_init(&blocks->loop, &blocks->signals[i]);
        blocks->signals[i].data = blocks;
        uv_signal_start(&blocks->signals[i], on_signal, signums[i]);
    }
}

void blocks_fail(Blocks *blocks, const char *what, const char *why) {
    report(blocks, what, why);
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
    const BlockSource *source = &blocks->about->source;
    Block block = {.id = task->id, .attempt = task->attempt};
    char *text = source->describe(source->context, task->id, &block) &&
                         secret_of_delivery(dispatch_secret(blocks->dispatch), task->id,
                                            task->attempt, block.secret)
                     ? wire_block_print(&block)
                     : NULL;
    if (text == NULL || !dispatch_publish(blocks->dispatch, block.secret, text))
        report(blocks, "block", status_text(STATUS_MEMORY));
    wire_block_release(&block);
}

static bool next(void *context, int64_t *id, void **item) {
    Blocks *blocks = context;
    while (blocks->next <= last_of(blocks) && blocks->is_done[blocks->next - blocks->first])
        blocks->next++;
    if (blocks->is_closed || blocks->next > last_of(blocks))
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

/* All parts of a block have come. */
static void finish(Blocks *blocks, DealingTask *task, const DealingAnswer *answer,
                   const char *worker) {
    const BlockSource *source = &blocks->about->source;
    Open *open = task->item;
    const BlockBytes bytes = {open->bytes, open->lengths, open->parts};
    const char *why = NULL;
    BlockVerdict verdict = source->keep(source->context, task->id, &bytes, &why);
    if (verdict == BLOCK_FAILED)
        return;
    drop_parts(blocks, open, true);
    if (verdict == BLOCK_REFUSED) {
        dealing_refuse(&blocks->dealing, task, answer, worker, why, uv_hrtime());
        return;
    }
    blocks->is_done[task->id - blocks->first] = true;
    blocks->done++;
    printf("Block %" PRId64 " by %s: %" PRId64 " of %" PRId64 "\n", task->id - blocks->first + 1,
           worker, blocks->done, blocks->count);
    fflush(stdout);
    free(open);
    dealing_forget(&blocks->dealing, task);
}

/* Takes a part of an attempt. The first attempt from which a part comes counts; if it stops
 * halfway, a later one replaces it. */
static void take_part(Blocks *blocks, DealingTask *task, const BlockPart *part,
                      const DealingAnswer *answer, DispatchResult *result) {
    Open *open = task->item;
    bool is_other = open->from != 0 &&
                    (open->from != part->attempt || strcmp(open->identity, answer->identity) != 0 ||
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
    snprintf(open->identity, sizeof open->identity, "%s", answer->identity);
    open->bytes[part->part] = copy;
    open->lengths[part->part] = part->length;
    open->results[part->part] = result;
    task->held_ns = uv_hrtime(); /* further parts follow */
    if (++open->got == open->parts)
        finish(blocks, task, answer, part->worker);
}

static void judge(Blocks *blocks, const BlockPart *part, DispatchResult *result) {
    char code[SECRET_MAX], identity[SECRET_MAX];
    DealingTask *task;
    DealingAnswer answer = {.id = part->id, .attempt = part->attempt, .identity = identity};
    const char *wanted = blocks->engine.hash;
    answer.is_genuine =
        part->id >= blocks->first && part->id <= last_of(blocks) &&
        secret_digest(part->token, identity) &&
        secret_of_delivery(dispatch_secret(blocks->dispatch), part->id, part->attempt, code) &&
        secret_is_equal(code, part->secret);
    if (dealing_result(&blocks->dealing, &answer, uv_hrtime(), &task) != DEALING_TAKE) {
        dispatch_result_done(blocks->dispatch, result); /* every block can be dealt at once */
    } else if (wanted[0] != '\0' && strcmp(wanted, part->hash) != 0) {
        dispatch_result_done(blocks->dispatch, result);
        dealing_refuse(&blocks->dealing, task, &answer, part->worker,
                       "its program is not that of the run", uv_hrtime());
    } else {
        take_part(blocks, task, part, &answer, result);
    }
}

/* Returns whether all blocks to deal are on the disk; the source then hears of it. */
static bool end_lot(Blocks *blocks) {
    const BlockSource *source = &blocks->about->source;
    if (blocks->count == 0 || blocks->done < blocks->count)
        return false;
    blocks->first += blocks->count;
    blocks->count = blocks->done = 0;
    source->on_all(source->context, blocks);
    return true;
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
    if (!end_lot(blocks))
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

static bool describe_run(Blocks *blocks) {
    const BlocksRun *about = blocks->about;
    const EngineOptions *engine = about->engine;
    snprintf(blocks->engine.name, sizeof blocks->engine.name, "%s", engine->name);
    if (!about->grid->is_any_binary &&
        !binary_hash(engine->command, blocks->engine.hash, WIRE_HASH_MAX)) {
        report(blocks, engine->command, "the program cannot be read");
        return false;
    }
    engine_options_init(&blocks->engine.options);
    blocks->run = (WireRun){.work = about->work,
                            .lease_ms = about->grid->lease_ms,
                            .settings = {.game = {.width = 15, .height = 15}},
                            .engine_count = 1,
                            .engines = &blocks->engine};
    description_of_key(about->key, blocks->run.key, sizeof blocks->run.key);
    if (!wire_run_fits(&blocks->run)) {
        report(blocks, "grid", wire_run_limits);
        return false;
    }
    return true;
}

static void on_refusal(void *context, const char *text) {
    Blocks *blocks = context;
    blocks_fail(blocks, url_mask(blocks->about->grid->url, (char[URL_SHOWN_MAX]){0}), text);
}

static bool connect_grid(Blocks *blocks) {
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
    dealing_init(&blocks->dealing, &port, blocks->about->grid->lease_ms, "blocks", uv_hrtime());
    blocks->dispatch = dispatch_new(&blocks->loop, blocks->about->grid, blocks->run.key,
                                    blocks->engine.hash, &events, &failure);
    if (blocks->dispatch == NULL) {
        report(blocks, "grid", failure.text);
        return false;
    }
    uv_timer_init(&blocks->loop, &blocks->timer);
    blocks->timer.data = blocks;
    uv_timer_start(&blocks->timer, on_timer, TICK_MS, TICK_MS);
    return blocks->is_connected = true;
}

static void release(Blocks *blocks) {
    DealingTask *task, *after;
    if (!blocks->is_connected)
        return;
    HASH_ITER(hh, blocks->dealing.tasks, task, after) {
        drop_parts(blocks, task->item, false);
        free(task->item);
    }
    dealing_release(&blocks->dealing);
    free(blocks->run.aside);
    dispatch_free(blocks->dispatch);
}

void blocks_finish(Blocks *blocks) {
    blocks->is_finished = true;
    if (!blocks->is_connected && blocks->is_resumed && !connect_grid(blocks))
        blocks->has_failed = false; /* the blocks are complete, whatever is left on the server */
    close_all(blocks, true);
}

void blocks_deal(Blocks *blocks, int64_t first, int64_t count) {
    const BlockSource *source = &blocks->about->source;
    blocks->first = blocks->next = first;
    blocks->count = count;
    blocks->done = 0;
    free(blocks->is_done);
    blocks->is_done = calloc((size_t)count + 1, sizeof *blocks->is_done);
    if (blocks->is_done == NULL) {
        blocks_fail(blocks, status_text(STATUS_MEMORY), NULL);
        return;
    }
    for (int64_t i = 0; i < count; i++) {
        blocks->is_done[i] = source->has(source->context, first + i);
        blocks->done += blocks->is_done[i];
    }
    blocks->is_resumed = blocks->is_resumed || blocks->done > 0;
    if (end_lot(blocks))
        return;
    if (blocks->is_connected || connect_grid(blocks))
        dealing_tick(&blocks->dealing, uv_hrtime());
    else
        close_all(blocks, false);
}

uv_loop_t *blocks_loop(Blocks *blocks) {
    return &blocks->loop;
}

int blocks_run(const BlocksRun *run) {
    Blocks blocks = {.about = run};
    if (!describe_run(&blocks) || uv_loop_init(&blocks.loop) != 0)
        return BLOCKS_FAILED;
    watch_signals(&blocks);
    run->source.begin(run->source.context, &blocks);
    uv_run(&blocks.loop, UV_RUN_DEFAULT);
    uv_loop_close(&blocks.loop);
    release(&blocks);
    free(blocks.is_done);
    engine_options_release(&blocks.engine.options);
    if (blocks.has_failed)
        return BLOCKS_FAILED;
    return blocks.is_finished ? BLOCKS_DONE : BLOCKS_STOPPED;
}
