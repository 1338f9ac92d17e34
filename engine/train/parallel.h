/* parallel.h: runs the numbered pieces of one job on several threads. */
#ifndef KANAME_TRAIN_PARALLEL_H
#define KANAME_TRAIN_PARALLEL_H

typedef void (*PieceFn)(void *context, int piece);

/* Runs the pieces 0..count - 1, each on one of `threads` threads, in any order. Returns when all
 * are done. */
void parallel_run(int threads, int count, PieceFn work, void *context);

#endif
