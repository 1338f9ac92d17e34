/* batch.h: runs positions through a network of regions on several threads.
 *
 * Positions are split into a fixed number of heaps whose sums are added in order, so results do not
 * depend on the number of threads. */
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

/* The codes of a batch, in order, and the gradient of their rows. */
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

/* The model must outlive the batch. Returns false if out of memory; call regions_batch_release() in
 * any case. */
bool regions_batch_init(RegionsBatch *batch, RegionsModel *model, int threads);
void regions_batch_release(RegionsBatch *batch);

/* Composes the rows of these positions' codes, evaluates up to REGIONS_BATCH_MAX positions and
 * accumulates the gradient of their total loss in `gradients`, which regions_step() consumes and
 * clears. */
RegionsLosses regions_batch_teach(RegionsBatch *batch, const PositionPool *pool,
                                  const uint32_t *positions, size_t count);

/* A position that was evaluated, for a visitor. */
typedef void (*JudgedFn)(void *context, size_t index, const PositionInput *input,
                         const RegionsResult *result, const float *order);

/* Composes all rows and evaluates all positions of the pool. Calls `visit`, unless NULL, for each
 * in order on the calling thread; `order` is the order of its moves in nats. */
RegionsLosses regions_batch_judge(RegionsBatch *batch, const PositionPool *pool, JudgedFn visit,
                                  void *context);

#endif
