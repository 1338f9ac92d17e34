/* generate_arguments.h: the options that say how games are played, of `generate` and of a farm's
 * plan. */
#ifndef KANAME_TRAIN_GENERATE_ARGUMENTS_H
#define KANAME_TRAIN_GENERATE_ARGUMENTS_H

#include "train/arguments.h"
#include "train/generate_options.h"

enum { GENERATE_ARGUMENTS_MAX = 20 };

/* Writes the rows of the options; their targets are in `options`, which hold the defaults. Returns
 * how many there are. */
size_t generate_arguments(GenerateOptions *options, Argument arguments[GENERATE_ARGUMENTS_MAX]);

#endif
