/* objective.h: the loss of weights on games, and its gradient.
 *
 * Value: the logistic loss of a position's score against its target. The target is lambda times the
 * target of the next position of the game plus 1 - lambda times the score of the search; the last
 * target is the result (TD(lambda): Sutton, "Learning to Predict by the Methods of Temporal
 * Differences", 1988). So 0 means scores alone and 1 means results alone. The trace ends before a
 * random move, as before an exploring move of TD(lambda): later results say nothing about that
 * position, so its target is its own score. The odds of a score depend on the stage of the game: on
 * a fuller board the same lead wins less often. Stages with flatter odds have smaller gradients, so
 * their positions get a larger weight, up to a limit.
 *
 * Order: the cross-entropy of the searched move among the candidates, after a softmax of their
 * order.
 *
 * Games are split into a fixed number of heaps whose sums are added in order, so results do not
 * depend on the number of threads. */
#ifndef KANAME_TRAIN_OBJECTIVE_H
#define KANAME_TRAIN_OBJECTIVE_H

#include "train/dataset.h"
#include "train/model.h"

enum { OBJECTIVE_ORDER_UNITS = 32 }; /* units of the tables' order that are a nat */

typedef struct Objective {
    const Dataset *data;
    const RuleTables *tables; /* of the rule; their weights are not used */
    uint16_t *combos;         /* by ShapeKey: combo_of_key() */
    int threads;
    double lambda;               /* 0 to 1 */
    bool has_probes_by_stage;    /* probes have the scale of their stage, not the mean one; set by
                                    the user: see objective_target_of() */
    double win_scale[STAGES];    /* score of a search that is one nat, in units, by stage */
    double mean_scale;           /* the same over all positions */
    double probed_scale[STAGES]; /* win_scale of the games with probes, which may come from weights
                                    with other units; that of all games if those are few */
    struct Heap *heaps;          /* scratch */
} Objective;

/* Returns false if out of memory; call objective_release() in any case. */
bool objective_init(Objective *objective, const Dataset *data, const RuleTables *tables,
                    int threads);
void objective_release(Objective *objective);

typedef struct Losses {
    double loss;   /* mean in nats; of the value: weighted */
    double weight; /* divisor of the sum of the losses */
    double
        hits; /* share of positions where the winner stands better, or the first choice is right */
    uint64_t samples; /* positions */
} Losses;

/* Returns the losses over the games of these indexes. If `gradient` is not NULL, sets it to the
 * gradient of the mean loss by the weights. */
Losses objective_run(Objective *objective, const Model *model, const uint32_t *games, size_t count,
                     float *gradient);

/* Measures the units of a score per nat, by a logistic regression of these games' results on the
 * scores after their last random move. Sets the scales. A stage with few positions is measured
 * together with its neighbours. Returns false if out of memory. */
bool objective_measure_scale(Objective *objective, const uint32_t *games, size_t count);

/* Sets the target of each position of the game, from Black's view: a probability. */
void objective_targets(const Objective *objective, const Game *game, double targets[CELLS_MAX + 1]);
/* Sets the probability of a draw that is part of each of these targets. */
void objective_draws(const Objective *objective, const Game *game, double draws[CELLS_MAX + 1]);
/* Returns the target of a sample of that game, for the side to move. A probe has no continuation,
 * so its target is its score by the mean scale: scores inside a search predict less than those of a
 * game at the same stage (matches in README.md). Where the tables have an opening scale
 * (eval/opening_scale.h), a stage's scale may be a third of the mean: there the fit of a network
 * gives probes the scale of their stage. */
double objective_target_of(const Objective *objective, const Sample *sample,
                           const double targets[CELLS_MAX + 1]);
/* Returns the weight of a position by its number of stones. The weight compensates for the smaller
 * gradient where odds are flatter; its limit keeps stages with nearly flat odds, as in late caro,
 * from dominating. */
double objective_weight(const Objective *objective, int stones);
/* Sets `cells` to the moves that a search considers: those that defend against an open four, or all
 * near ones. */
void objective_candidates(Board *board, CellSet *cells);

#endif
