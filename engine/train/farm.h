/* farm.h: plays games for training without end, in the background.
 *
 * A farm is a folder:
 *
 *   plan         what to play (farm_plan.h); the first run writes the default plan. Read again
 * before each block index.tsv    a line for each block that is done (farm_index.h) current      the
 * block at hand stop         a file that ends the farm, and keeps it from starting while it is
 * there COMMIT-WEIGHTS/NUMBER-NAME/games-00000.kgm the games of a block
 *
 * A block is a run of `generate` with the seed machine * 2^20 + NUMBER: machines with numbers of
 * their own never play a game twice. The kind of a block is that with the least processor time for
 * its share. Games that begin like one of an earlier block of the same generation are left out. */
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
/* Runs the farm until it is stopped by SIGINT, SIGTERM or the file `stop`, which end it within some
 * milliseconds. The games under way are lost, those that ended are not, even by a kill; the next
 * run continues the block. Lowers the priority of the process and its session for good
 * (priority.h). Returns the process's exit status; reports errors on standard error. */
int farm_run(const FarmOptions *options);

#endif
