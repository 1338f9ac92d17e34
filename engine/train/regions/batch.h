/* batch.h: runs positions through a network of regions on several threads.
 *
 * Positions are divided into a fixed number of heaps whose sums are added in order, so results are
 * the same for any number of threads. */
#ifndef KANAME_TRAIN_REGIONS_BATCH_H
#define KANAME_TRAIN_REGIONS_BATCH_H

#include "train/regions/generator.h"
#include "train/regions/pass.h"

enum { REGIONS_HEAPS = 8, REGIONS_BUCKETS = 5 };

/* Sums of losses of some positions. */
typedef struct RegionsSums {
    double value, table, weight; /* weighted losses of the network's and of the tables' score */
    double order, table_order, moves; /* moves: positions that have an order */
} RegionsSums;

typedef struct RegionsLosses {
    RegionsSums all;
    RegionsSums by_stage[REGIONS_BUCKETS]; /* regions_stage() */
    double loss;                           /* of win, draw and loss, weighted */
    uint64_t positions;
} RegionsLosses;

/* The codes of a batch, in order, and the slopes by their rows. */
typedef struct RegionsCodes {
    uint16_t codes[REGIONS_ROWS];
    int count;
    float (*slopes)[REGIONS_CHANNELS];
    GeneratorScratch generator;
} RegionsCodes;

typedef struct RegionsBatch {
    RegionsModel *model;
    PositionRows rows;
    int threads;
    Isa isa;
    PositionInput *inputs; /* of the positions of a batch */
    size_t input_count;
    struct RegionsHeap *heaps;                 /* scratch */
    RegionsCodes *codes;                       /* by role */
    RegionsGradient *gradients[REGIONS_HEAPS]; /* of each role; zero until a batch teaches */
} RegionsBatch;

enum { REGIONS_BATCH_MAX = 4096 };

/* The model must live as long as the batch. Returns false if out of memory; call
 * regions_batch_release() all the same. */
bool regions_batch_init(RegionsBatch *batch, RegionsModel *model, int threads);
void regions_batch_release(RegionsBatch *batch);

/* Makes the rows of the codes of these positions, up to REGIONS_BATCH_MAX, judges them and adds the
 * slopes of the sum of their losses up in `gradients`, which regions_step() takes and clears. */
RegionsLosses regions_batch_teach(RegionsBatch *batch, const PositionPool *pool,
                                  const uint32_t *positions, size_t count);

/* What a visitor sees of a position that was judged. */
typedef void (*JudgedFn)(void *context, size_t index, const PositionInput *input,
                         const RegionsResult *result, const float *order);

/* Makes all rows and judges all positions of the pool. `visit`: is called for each, in their order,
 * on the calling thread; `order` is that of its moves in nats. NULL: nothing is called. */
RegionsLosses regions_batch_judge(RegionsBatch *batch, const PositionPool *pool, JudgedFn visit,
                                  void *context);

#endif
