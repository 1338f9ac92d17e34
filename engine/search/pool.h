/* pool.h: the worker threads of one engine. The only file that makes threads.
 *
 * Worker 0 runs on the thread that calls pool_search(); the others sleep on a condition between
 * searches. All search the same root and share only the transposition table (Lazy SMP). */
#ifndef KANAME_SEARCH_POOL_H
#define KANAME_SEARCH_POOL_H

#include "search/worker.h"

typedef struct Pool Pool;

/* `threads` >= 1; the bytes are those of worker_new(). NULL: not even one worker could be made;
 * fewer threads than asked for are no error (see pool_threads()). */
Pool *pool_new(int threads, size_t vcf_table_bytes, size_t vct_table_bytes, size_t eval_bytes);
void pool_free(Pool *pool); /* NULL is fine; no search may be running */
int pool_threads(const Pool *pool);
/* Forgets all that earlier searches taught the workers. */
void pool_clear(Pool *pool);
/* Touches the memory of the workers' tables between searches: see block_touch(). */
void pool_touch(Pool *pool, const atomic_bool *stop);

/* Thinks until a limit is reached. The pool fills in the search's workers and stop flag. NULL: no
 * move is left to choose; otherwise the answer, valid until the next search. `nodes` is the sum
 * over all workers. */
const RootBest *pool_search(Pool *pool, Search *search, uint64_t *nodes);

#endif
