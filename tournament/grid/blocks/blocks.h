/* blocks.h: the manager of a run in blocks: deals numbered blocks to the workers of a grid, takes
 * back in parts the bytes that they make of them, and ends after the last one or at a signal. Its
 * source says what the blocks are and keeps their bytes. The loop's thread. */
#ifndef TOURNAMENT_GRID_BLOCKS_BLOCKS_H
#define TOURNAMENT_GRID_BLOCKS_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "game/engine_options.h"
#include "grid/grid_options.h"
#include "grid/wire/block.h"
#include "grid/wire/run.h"

typedef struct Blocks Blocks;

/* The bytes that a worker made of a block, in parts. */
typedef struct BlockBytes {
    char *const *parts;
    const size_t *lengths;
    int count;
} BlockBytes;

typedef enum {
    BLOCK_KEPT,
    BLOCK_REFUSED, /* they are wrong */
    BLOCK_FAILED   /* after blocks_fail() */
} BlockVerdict;

typedef struct BlockSource {
    /* The run begins: calls blocks_deal() or blocks_finish(). */
    void (*begin)(void *context, Blocks *blocks);
    /* Returns whether the bytes of the block are on the disk. Asked once, when it is dealt. */
    bool (*has)(void *context, int64_t id);
    /* Fills in what a worker must know of the block, except id, attempt and secret. Returns false
     * if out of memory. */
    bool (*describe)(void *context, int64_t id, Block *block);
    /* Brings the bytes of the block to the disk, or sets *why to what is wrong with them: their
     * worker is then set aside, and the block is dealt again. */
    BlockVerdict (*keep)(void *context, int64_t id, const BlockBytes *bytes, const char **why);
    /* All blocks dealt are on the disk: calls blocks_deal() or blocks_finish(). */
    void (*on_all)(void *context, Blocks *blocks);
    /* The run ends: closes what the source has on the loop. NULL: nothing. */
    void (*end)(void *context);
    void *context;
} BlockSource;

typedef struct BlocksRun {
    const char *command; /* of kaname-tournament, for messages */
    const GridOptions *grid;
    const EngineOptions *engine; /* with a name and a command */
    WireWork work;
    int64_t key; /* names the run on the server; equal in every start of it */
    BlockSource source;
} BlocksRun;

/* Runs until blocks_finish(), a failure or a signal. Returns the exit status (blocks_command.h);
 * failures are reported. */
int blocks_run(const BlocksRun *run);
/* Deals the blocks `first` to `first` + `count` - 1 that are not on the disk. Every call has
 * greater numbers than the one before. */
void blocks_deal(Blocks *blocks, int64_t first, int64_t count);
/* Ends the run, which is complete, and removes it from the server. If the server cannot be reached,
 * that is reported, and the run counts as complete all the same. */
void blocks_finish(Blocks *blocks);
uv_loop_t *blocks_loop(Blocks *blocks);
/* Reports a failure of something, or a whole sentence if `why` is NULL, and ends the run. */
void blocks_fail(Blocks *blocks, const char *what, const char *why);

#endif
