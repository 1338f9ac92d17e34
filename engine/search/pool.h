/* pool.h: the worker threads of one engine. The only file that creates threads.
 *
 * Worker 0 runs on the thread that calls pool_search(); the others sleep on a condition between
 * searches. All search the same root and share only the transposition table (Lazy SMP). */
#ifndef KANAME_SEARCH_POOL_H
#define KANAME_SEARCH_POOL_H

#include "search/worker.h"

typedef struct Pool Pool;

/* Returns a pool of `threads` >= 1 workers, or of fewer if memory or threads are short; NULL if not
 * even one can be created. The bytes are those of worker_new(). The caller frees it with
 * pool_free(). */
Pool *pool_new(int threads, size_t vcf_table_bytes, size_t vct_table_bytes, size_t eval_bytes);
void pool_free(Pool *pool); /* ignores NULL; no search may be running */
/* Clears everything that the workers have learned. */
void pool_clear(Pool *pool);
/* Touches the memory of the workers' tables between searches: see block_touch(). */
void pool_touch(Pool *pool, const atomic_bool *stop);

/* Searches until a limit is reached. The pool sets the workers, stop flag and claimed nodes.
 * Returns the answer, valid until the next search; NULL if there is no move to choose. `nodes` is
 * the sum over all workers. */
const RootBest *pool_search(Pool *pool, Search *search, uint64_t *nodes);

#endif
