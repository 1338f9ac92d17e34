/* checkpoint.h: saves and loads the state of a fit.
 *
 * The body of its file (state_file.h), little-endian:
 *   u64  steps, epoch, next
 *   f64  train_value, train_weight
 *   u64  points of the curve; f64 CurvePoint of each
 *   f32  params, momentum, variance of each role */
#ifndef KANAME_TRAIN_NETWORK_CHECKPOINT_H
#define KANAME_TRAIN_NETWORK_CHECKPOINT_H

#include "train/network/curve.h"
#include "train/network/model.h"
#include "train/state_file.h"

#define CHECKPOINT_MAGIC "KanameNs"

/* How far a fit has come. */
typedef struct FitProgress {
    int epoch;                        /* epochs done */
    size_t next;                      /* games done in the next epoch */
    double train_value, train_weight; /* sums of losses and weights in that epoch */
    Curve curve;
} FitProgress;

/* Writes the file whole or not at all. */
Status checkpoint_save(const char *path, const FilesRules *rules, const char *description,
                       const NetworkModel *model, const FitProgress *progress);

/* Loads a state with the same description. On failure the model is undefined. */
StateOutcome checkpoint_load(const char *path, const char *description, NetworkModel *model,
                             FitProgress *progress, Failure *failure);

#endif
