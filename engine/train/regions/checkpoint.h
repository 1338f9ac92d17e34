/* checkpoint.h: saves and loads the state of a fit of a network of regions.
 *
 * The body of its file (state_file.h), little-endian:
 *   u64  steps, mean_count, f64 usual_length of the model
 *   u64  epoch, block, done, measured, of RegionsProgress
 *   f64  train_value, train_weight, train_order, train_moves
 *   u64  points of the curve; f64 RegionsPoint of each
 *   f32  params, momentum, variance, mean of each role */
#ifndef KANAME_TRAIN_REGIONS_CHECKPOINT_H
#define KANAME_TRAIN_REGIONS_CHECKPOINT_H

#include "train/regions/curve.h"
#include "train/state_file.h"

#define REGIONS_STATE_MAGIC "KanameRs"

/* How far a fit has come. */
typedef struct RegionsProgress {
    uint64_t epoch;    /* epochs done */
    uint64_t block;    /* games of the epoch before the current block */
    uint64_t done;     /* positions of the block done */
    uint64_t measured; /* points measured */
    double train_value, train_weight, train_order, train_moves; /* sums since the last point */
    RegionsCurve curve;
} RegionsProgress;

/* Writes the file whole or not at all. */
Status regions_state_save(const char *path, const FilesRules *rules, const char *description,
                          const RegionsModel *model, const RegionsProgress *progress);

/* Loads a state with the same description. On failure the model is undefined. */
StateOutcome regions_state_load(const char *path, const char *description, RegionsModel *model,
                                RegionsProgress *progress, Failure *failure);

/* Sets the model's parameters to those of another fit's state, of any rule; of an ended fit to the
 * mean that its network has. Parameters of one role serve both colours. Sets *hash to the hash of
 * the state. On failure the model is undefined. */
bool regions_state_take(const char *path, RegionsModel *model, uint64_t *hash, Failure *failure);

#endif
