/* generate.h: games of the engine against itself, for training.
 *
 * Game number n of a run is a function of the run's seed, n, the options, the engine and its
 * weights alone: the number of threads and interruptions make no difference. After an interruption
 * at any moment, a run with the same options continues where it stopped. */
#ifndef KANAME_TRAIN_GENERATE_H
#define KANAME_TRAIN_GENERATE_H

#include "kaname.h"

enum { GENERATE_CHOICES_MAX = 8, GENERATE_SLACK_MAX = 100000 };

typedef struct GenerateOptions {
    KanameRule rules[GENERATE_CHOICES_MAX]; /* each game draws one of them */
    int rule_count;
    int sizes[GENERATE_CHOICES_MAX]; /* the same */
    int size_count;
    uint64_t games, positions;  /* the run ends when either is reached; 0: no limit */
    uint64_t nodes;             /* for each move */
    int stones_min, stones_max; /* of a random opening */
    int wander;                 /* percent of the moves drawn by chance, not searched */
    int slack;                  /* evaluation units that such a move may lose to the best one */
    int balance;                /* evaluation units, plus or minus, for the score of an opening */
    int threads;
    uint64_t seed;
    uint64_t shard_bytes; /* size at which a file is closed and the next one begun */
    const char *folder;   /* made if it does not exist; holds games-00000.kgm and so on */
    const char *weights;  /* NULL: the built-in ones */
    bool is_quiet;        /* no progress on standard error */
} GenerateOptions;

GenerateOptions generate_defaults(void);
/* Plays the games. Returns the process's exit status; reports errors on standard error. */
int generate_run(const GenerateOptions *options);

#endif
