/* recover.h: the parameters of a network of regions from its file, so that a fit can go on from a
 * network whose state is gone.
 *
 * The file has the rows, not the generator that made them. Rows of their own (model.h) give the
 * same network, but then rare codes would share nothing with frequent ones any more. So the
 * generator learns the rows first. */
#ifndef KANAME_TRAIN_REGIONS_RECOVER_H
#define KANAME_TRAIN_REGIONS_RECOVER_H

#include "shared/status/failure.h"
#include "train/regions/model.h"

/* Returns whether the file begins as a network file does. */
bool regions_is_network(const char *path);

/* Sets the model's parameters to those of a network file, of any rule. All rows are their own: the
 * generator's last layer is 0. Numbers of one role serve both colours. Sets *hash to the file's
 * hash. On failure the model is undefined. */
bool regions_network_take(const char *path, RegionsModel *model, uint64_t *hash, Failure *failure);

/* Root mean squares of the numbers of all rows. */
typedef struct RecoveredRows {
    double all;
    double left; /* of what the generator does not give */
} RecoveredRows;

/* Teaches the generator of each role the rows of that role, each `epochs` times. What it does not
 * learn stays in the rows of their own. The order of codes is that of the seed. Rows change by the
 * rounding of floats alone, and the result does not depend on the number of threads. Returns false
 * if out of memory. */
bool regions_recover_generator(RegionsModel *model, int epochs, uint64_t seed, int threads,
                               RecoveredRows *rows);

#endif
