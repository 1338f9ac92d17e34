/* generate.h: plays training games of the engine against itself.
 *
 * Game n of a run depends only on the seed, n, the options, the engine and its weights. Files hold
 * games in order of number, and a run with a limit of positions ends with the first game that
 * reaches it, so neither threads nor interruptions change a byte. A run with the same options
 * continues an interrupted one. */
#ifndef KANAME_TRAIN_GENERATE_H
#define KANAME_TRAIN_GENERATE_H

#include <stdatomic.h>

#include "train/game_data.h"
#include "train/generate_options.h"

GenerateOptions generate_defaults(void);
/* Exit status after SIGINT, which lets running games finish. */
enum { GENERATE_STOPPED = 3 };

/* Plays the games. Returns the exit status of the process; prints errors to standard error, and
 * after SIGINT the number of games kept. A second SIGINT ends the process at once. */
int generate_run(const GenerateOptions *options);

/* For callers that play many runs. */
typedef struct GenerateHooks {
    const atomic_bool *stop; /* NULL: none. Once true, the run drops unfinished games and ends
                                within milliseconds, silently. If set, the caller handles SIGINT */
    void (*begun)(void *context, uint64_t games, uint64_t positions); /* of earlier runs; or NULL */
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
