/* match.h: a match between two files of weights at equal nodes.
 *
 * Each pair of games has one random balanced opening, which each side plays once as Black. Games
 * depend on the options alone, not on threads or interruptions. */
#ifndef KANAME_TRAIN_EVOLVE_MATCH_H
#define KANAME_TRAIN_EVOLVE_MATCH_H

#include <stdbool.h>

#include "shared/status/failure.h"
#include "train/generate_options.h"

enum { MATCH_PAIRS_MAX = 5000 };

typedef struct MatchOptions {
    GenerateOptions openings; /* rule, size, seed, nodes of a move, how openings are drawn */
    int pairs;
    int threads;
    const char *weights[2];                    /* files: the candidate, the other */
    const char *path;                          /* the results so far; the match continues them */
    void (*on_pair)(void *context, int pairs); /* after each pair, one thread at a time; or NULL */
    void *context;
} MatchOptions;

typedef struct MatchResult {
    int won, lost, drawn; /* games, as the candidate sees them */
    double points;        /* its share, 0 to 1 */
    double elo, error;    /* with the half width of its 95% interval, from the pairs */
} MatchResult;

/* Plays the rest of the match. */
bool match_play(const MatchOptions *options, MatchResult *result, Failure *failure);
/* Sets the result from the candidate's half points, 0 to 2, in both games of each pair. */
void match_rate(MatchResult *result, const int (*halves)[2], int pairs);
/* Returns whether the candidate has at least this percentage of the points. */
bool match_passes(const MatchResult *result, int percent);

#endif
