/* farm.h: plays training games in the background, indefinitely.
 *
 * A farm is a folder:
 *
 *   plan         what to play (farm_plan.h); the first run writes the default plan. Read again
 *                before each block
 *   index.tsv    one line for each completed block (farm_index.h)
 *   current      the current block
 *   stop         ends the farm; while the file exists, no run starts
 *   FOLDER/games-00000.kgm, FOLDER being COMMIT-WEIGHTS/NUMBER-NAME
 *                the games of a block
 *
 * A block is a run of `generate` with the seed machine * 2^20 + NUMBER: machines with different
 * numbers never play the same game. A block gets the kind that is furthest below its share of
 * processor time. Drops games whose opening occurred in an earlier block of the same generation. */
#ifndef KANAME_TRAIN_FARM_H
#define KANAME_TRAIN_FARM_H

#include <stdbool.h>
#include <stdint.h>

enum { FARM_BLOCKS_MAX = 1 << 20, FARM_MACHINES_MAX = 1 << 20 };

typedef struct FarmOptions {
    const char *folder;
    const char *plan;     /* NULL: the folder's */
    const char *weights;  /* NULL: the built-in ones */
    uint64_t machine;     /* number of this machine */
    uint64_t block_games; /* games of a block, duplicates included */
    uint64_t blocks;      /* blocks after which to end; 0: no end */
    uint64_t cap_mib;     /* of all games; the oldest blocks are deleted first */
    int threads;          /* 0: one a processor */
    bool keeps_priority;  /* instead of the lowest */
    bool is_quiet;        /* no line for each block */
} FarmOptions;

FarmOptions farm_defaults(void);
/* Runs the farm until SIGINT, SIGTERM or the file `stop` ends it, within milliseconds. Unfinished
 * games are lost; finished ones survive even a kill. The next run continues the block. Lowers the
 * priority of the process and its session for good (priority.h). Returns the process's exit status;
 * reports errors on standard error. */
int farm_run(const FarmOptions *options);

#endif
