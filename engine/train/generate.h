/* generate.h: games of the engine against itself, for training.
 *
 * Game number n of a run is a function of the run's seed, n, the options, the engine and its
 * weights alone; the number of threads and interruptions have no influence. After an interruption
 * at any moment, a run with the same options continues where it stopped. */
#ifndef KANAME_TRAIN_GENERATE_H
#define KANAME_TRAIN_GENERATE_H

#include "train/generate_options.h"

GenerateOptions generate_defaults(void);
/* Exit status after SIGINT, which finishes the games under way. */
enum { GENERATE_STOPPED = 3 };

/* Plays the games. Returns the process's exit status; reports errors on standard error, and after
 * SIGINT how many games are kept. A second SIGINT ends the process at once. */
int generate_run(const GenerateOptions *options);

#endif
