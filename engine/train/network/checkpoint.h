/* checkpoint.h: saves and loads the state of a fit, so that it can continue after an interruption.
 *
 * A file, little-endian:
 *      0  8 bytes  "KanameNs"
 *      8  u32      version
 *     12  u32      bytes of the description
 *     16  u64      FNV-1a hash of everything after it
 *     24  description: everything the fit depends on, text
 *         u64      steps, epoch, next
 *         f64      train_value, train_weight
 *         u64      points of the curve; f64 CurvePoint of each
 *         f32      params, momentum, variance of each role */
#ifndef KANAME_TRAIN_NETWORK_CHECKPOINT_H
#define KANAME_TRAIN_NETWORK_CHECKPOINT_H

#include "shared/files/replace.h"
#include "shared/status/failure.h"
#include "train/network/curve.h"
#include "train/network/model.h"

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

typedef enum {
    CHECKPOINT_LOADED,
    CHECKPOINT_NONE,  /* there is no file, or an empty one */
    CHECKPOINT_FAILED /* `failure` says why */
} CheckpointOutcome;

/* Loads a state with the same description. On failure the model is undefined. */
CheckpointOutcome checkpoint_load(const char *path, const char *description, NetworkModel *model,
                                  FitProgress *progress, Failure *failure);

#endif
