/* batch.h: runs games through a network on several threads.
 *
 * Games are split into a fixed number of heaps whose sums are added in order, so results do not
 * depend on the number of threads. */
#ifndef KANAME_TRAIN_NETWORK_BATCH_H
#define KANAME_TRAIN_NETWORK_BATCH_H

#include "train/network/pass.h"
#include "train/objective.h"

enum { BATCH_HEAPS = 8, BATCH_BUCKETS = 8, BATCH_BUCKET_STONES = 12 };

/* Sums over positions of some numbers of stones. */
typedef struct BatchBucket {
    double value, table;       /* weighted losses of the network's and of the tables' score, nats */
    double weight;             /* of the positions */
    double order, table_order; /* losses of the two orders; table_order: 0 if the batch teaches */
    uint64_t moves;            /* positions that have an order */
} BatchBucket;

/* Sums of losses. */
typedef struct BatchLosses {
    BatchBucket all;
    BatchBucket
        by_stones[BATCH_BUCKETS]; /* 0 to 11 stones, 12 to 23 and so on; the last: the rest */
    uint64_t positions;
} BatchLosses;

typedef struct Batch {
    const Objective *objective;
    const InputReader *reader;
    const NetworkModel *model;
    int threads;
    Isa isa;
    struct BatchHeap *heaps;              /* scratch */
    PassGradient *gradients[BATCH_HEAPS]; /* of each role; zero until a batch teaches */
} Batch;

/* The pointers must outlive the batch. Returns false if out of memory; call batch_release() in any
 * case. */
bool batch_init(Batch *batch, const Objective *objective, const InputReader *reader,
                const NetworkModel *model, int threads);
void batch_release(Batch *batch);

/* Evaluates the positions of the games with these indexes. If `teaches`, accumulates the gradient
 * of the total loss in `gradients`, which network_step() consumes and clears. */
BatchLosses batch_run(Batch *batch, const uint32_t *games, size_t count, bool teaches);

#endif
