/* generate_options.h: the options of a run of self-play games. Plain data. */
#ifndef KANAME_TRAIN_GENERATE_OPTIONS_H
#define KANAME_TRAIN_GENERATE_OPTIONS_H

#include "kaname.h"

enum { GENERATE_CHOICES_MAX = 8, GENERATE_SLACK_MAX = 100000 };

typedef struct GenerateOptions {
    KanameRule rules[GENERATE_CHOICES_MAX]; /* each game draws one of them */
    int rule_count;
    int sizes[GENERATE_CHOICES_MAX]; /* likewise */
    int size_count;
    uint64_t first;             /* number of the first game */
    uint64_t games, positions;  /* the run ends when either is reached; 0: no limit */
    uint64_t nodes;             /* for each move */
    int stones_min, stones_max; /* of a random opening */
    int late_min, late_max;     /* stones from which the game is searched; 0, 0: the opening's */
    int wander;                 /* percent of the moves drawn by chance, not searched */
    int slack;            /* evaluation units by which such a move may be worse than the best */
    int probes;           /* positions sampled from each move's search and searched separately */
    uint64_t probe_nodes; /* for each of these; 0: as many as for a move */
    uint64_t deep_nodes;  /* for those chosen by the next two; the others are left out; 0: all
                             are kept as they are */
    int deep_margin;      /* units between the static score and that of its search */
    int deep_percent;     /* of the other ones, by chance */
    int balance;          /* evaluation units, plus or minus, for the score of an opening */
    int threads;
    uint64_t seed;
    uint64_t shard_bytes; /* size at which a file is closed and the next one begun */
    const char *folder;   /* created if missing; holds games-00000.kgm and so on */
    const char *weights;  /* NULL: the built-in ones */
    bool is_quiet;        /* no progress on standard error */
} GenerateOptions;

#endif
