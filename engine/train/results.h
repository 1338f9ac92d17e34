/* results.h: how well an evaluator's static scores predict the results of games.
 *
 * The loss is the logistic loss of the score, in nats, against the result for the side to move (1,
 * 0.5, 0), over the searched quiet positions that no search has proven and that lie RESULTS_NEAREST
 * to RESULTS_FARTHEST stones before the end of their game: nearer ones are decided by threats that
 * every search sees, farther ones by chance. The evaluator's own slope and offset, those of least
 * loss, turn its scores into odds.
 *
 * Of games that no fit has seen, it tells more of an evaluator's strength than labels by searches
 * with that evaluator or one of its kind (../docs/findings.md). */
#ifndef KANAME_TRAIN_RESULTS_H
#define KANAME_TRAIN_RESULTS_H

#include <stdbool.h>

enum { RESULTS_NEAREST = 5, RESULTS_FARTHEST = 44 };

typedef struct ResultsOptions {
    char *const *paths; /* files or folders of games */
    int path_count;
    const char *weights; /* a file of weights or a network; NULL: the built-in ones */
    bool is_table;       /* the built-in tables instead of the built-in network */
    int threads;
} ResultsOptions;

ResultsOptions results_defaults(void);
/* Prints the loss for each rule of the games, also by stones before the end; with a file of
 * weights, only for its rule. Compares another evaluator than the built-in one with that: the
 * difference of the losses, whose error is that of the games as independent draws. Returns the
 * process's exit status; reports errors on standard error. */
int results_run(const ResultsOptions *options);

#endif
