/* generate.h: games of the engine against itself, for training.
 *
 * Game number n of a run is a function of the run's seed, n, the options, the engine and its
 * weights, and of nothing else: not of the number of threads and not of where a run was stopped. A
 * run killed at any moment goes on where it was when it is started again with the same options. */
#ifndef KANAME_TRAIN_GENERATE_H
#define KANAME_TRAIN_GENERATE_H

#include "kaname.h"

enum { GENERATE_CHOICES_MAX = 8, GENERATE_SLACK_MAX = 100000 };

typedef struct GenerateOptions {
    KanameRule rules[GENERATE_CHOICES_MAX]; /* each game takes one of them by chance */
    int rule_count;
    int sizes[GENERATE_CHOICES_MAX]; /* the same */
    int size_count;
    uint64_t games, positions;  /* enough when either is reached; 0: no such limit */
    uint64_t nodes;             /* for each move */
    int stones_min, stones_max; /* of a random opening */
    int wander;                 /* percent of the moves that are chosen by chance, unsearched */
    int slack;                  /* units that such a move may score below the best one */
    int balance;                /* an opening is taken if the search's score is within +- this */
    int threads;
    uint64_t seed;
    uint64_t shard_bytes; /* a file that has grown to this is followed by the next */
    const char *folder;   /* made if it does not exist; files games-00000.kgm and so on */
    const char *weights;  /* NULL: the built-in ones */
    bool is_quiet;        /* no progress on standard error */
} GenerateOptions;

GenerateOptions generate_defaults(void);
/* Process exit status; says on standard error what went wrong. */
int generate_run(const GenerateOptions *options);

#endif
