/* generate.h: games of the engine against itself, for training.
 *
 * Game number n of a run is a function of the run's seed, n, the options, the engine and its
 * weights alone. The games stand in the files in the order of their numbers, and a run by positions
 * ends with the first game that reaches them: the number of threads and interruptions change no
 * byte. After an interruption at any moment, a run with the same options continues. */
#ifndef KANAME_TRAIN_GENERATE_H
#define KANAME_TRAIN_GENERATE_H

#include <stdatomic.h>

#include "train/game.h"
#include "train/generate_options.h"

GenerateOptions generate_defaults(void);
/* Exit status after SIGINT, which finishes the games under way. */
enum { GENERATE_STOPPED = 3 };

/* Plays the games. Returns the process's exit status; reports errors on standard error, and after
 * SIGINT how many games are kept. A second SIGINT ends the process at once. */
int generate_run(const GenerateOptions *options);

/* For callers that play many runs. */
typedef struct GenerateHooks {
    const atomic_bool *stop; /* NULL: none. Once true, the games under way are dropped and the run
                                ends within some milliseconds, without a word. With it, SIGINT is
                                left to the caller */
    bool (*is_wanted)(void *context, const Game *game); /* see folder.h; one thread at a time */
    void *context;
} GenerateHooks;

typedef struct GenerateSummary {
    uint64_t games, positions, unwanted; /* of the folder, earlier runs included */
} GenerateSummary;

/* As generate_run(). */
int generate_with(const GenerateOptions *options, const GenerateHooks *hooks,
                  GenerateSummary *summary);

#endif
