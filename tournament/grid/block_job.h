/* block_job.h: a worker plays a block of training games: kaname-train as a child process, in a new
 * folder that goes when the job ends. The loop's thread. */
#ifndef TOURNAMENT_GRID_BLOCK_JOB_H
#define TOURNAMENT_GRID_BLOCK_JOB_H

#include <stdbool.h>
#include <stddef.h>

#include "grid/wire_block.h"
#include "process/hub.h"

typedef struct BlockJob BlockJob;

/* Called once: the bytes of the file, the callee's to free; NULL: it failed, and `why` says how. */
typedef void (*BlockEndFn)(void *context, char *bytes, size_t length, const char *why);

/* command: the worker's own. NULL: it could not be started. */
BlockJob *block_job_new(ProcessHub *hub, const char *command, const Block *block, BlockEndFn on_end,
                        void *context);
/* Ends it without on_end. In on_end, too; NULL is fine. */
void block_job_free(BlockJob *job);

#endif
