/* fit.h: fits a network of regions of one rule to games. The network corrects the tables' score and
 * order. */
#ifndef KANAME_TRAIN_REGIONS_FIT_H
#define KANAME_TRAIN_REGIONS_FIT_H

#include "train/regions/options.h"

FitRegionsOptions fit_regions_defaults(void);
/* Fits the network; prints losses to standard output, progress and errors to standard error.
 * Returns the process's exit status. */
int fit_regions_run(const FitRegionsOptions *options);

#endif
