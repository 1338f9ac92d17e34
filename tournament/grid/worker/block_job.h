/* block_job.h: does a block on a worker: kaname-train plays its training games, or pbrain-kaname
 * searches its opening positions, as a child process with a new folder, which is removed when the
 * job ends. The loop's thread. */
#ifndef TOURNAMENT_GRID_WORKER_BLOCK_JOB_H
#define TOURNAMENT_GRID_WORKER_BLOCK_JOB_H

#include <stdbool.h>
#include <stddef.h>

#include "grid/wire/block.h"
#include "process/hub.h"
#include "shared/status/failure.h"

typedef struct BlockJob BlockJob;

/* Called once with the bytes of the file, which the callee frees. NULL: the job failed, and `why`
 * is the reason. */
typedef void (*BlockEndFn)(void *context, char *bytes, size_t length, const char *why);

/* `command` is from the worker's command line. If the job cannot be started returns NULL and writes
 * the reason to `failure`. */
BlockJob *block_job_new(ProcessHub *hub, const char *command, const Block *block, BlockEndFn on_end,
                        void *context, Failure *failure);
/* Ends the job without a call of on_end. May be called in on_end; ignores NULL. */
void block_job_free(BlockJob *job);

#endif
