/* book_engine.h: the engine on the manager's machine: merges the blocks of a round into the book
 * and lists the positions that are wanted next, by `pbrain-kaname openings --wanted` as a child.
 * The loop's thread. */
#ifndef TOURNAMENT_GRID_BLOCKS_BOOK_ENGINE_H
#define TOURNAMENT_GRID_BLOCKS_BOOK_ENGINE_H

#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "grid/blocks/book_round.h"
#include "shared/status/failure.h"

typedef struct BookEngine BookEngine;

/* Called once, at the end of a merge or while book_engine_merge() runs. `why`: the failure; NULL:
 * the book has all blocks, and the list is written. May free the engine. */
typedef void (*BookMergedFn)(void *context, const char *why);

/* `command`: the engine's; `options`: of `openings`, for its --wanted. The texts, the round and the
 * loop must outlive it. Returns NULL if out of memory. */
BookEngine *book_engine_new(uv_loop_t *loop, const BookRound *round, const char *command,
                            const char *options, BookMergedFn on_merged, void *context);
/* Kills the child, if it runs; on_merged is not called. Then run the loop until it returns. Ignores
 * NULL. */
void book_engine_free(BookEngine *engine);

/* Begins to merge all blocks in the folder. */
void book_engine_merge(BookEngine *engine);
/* Returns the greatest number of the blocks that were merged; 0: there were none. */
int64_t book_engine_last(const BookEngine *engine);
/* Removes the blocks that were merged. */
void book_engine_remove_merged(BookEngine *engine);

#endif
