/* objective.h: how well weights explain games, and in which direction they explain them better.
 *
 * Value: the logistic loss of a position's score against what it should say: a part of lambda what
 * the next position of the game should, the rest what the search's score says, and at the end the
 * result (TD(lambda): Sutton, "Learning to Predict by the Methods of Temporal Differences", 1988).
 * So 0 means scores alone and 1 results alone. How much a score promises depends on the stage of
 * the game: the same lead wins less often the fuller the board. Where it promises less the
 * positions count for more, in proportion up to a limit, lest they pull too little at the weights.
 * Order: the
 * cross-entropy of the searched move among the candidates, after a softmax of their order. Games
 * are shared out in a fixed number of heaps whose sums are added up in their order, so results are
 * the same for any number of threads. */
#ifndef KANAME_TRAIN_OBJECTIVE_H
#define KANAME_TRAIN_OBJECTIVE_H

#include "train/dataset.h"
#include "train/model.h"

typedef struct Objective {
    const Dataset *data;
    const RuleTables *tables; /* of the rule; their weights are not used */
    uint16_t *combos;         /* by ShapeKey: combo_of_key() */
    int threads;
    double lambda;            /* 0 to 1 */
    double win_scale[STAGES]; /* units a nat of the search's score, by stage */
    double mean_scale;        /* the same of all positions */
    struct Heap *heaps;       /* scratch */
} Objective;

/* False: out of memory; release it all the same. */
bool objective_init(Objective *objective, const Dataset *data, const RuleTables *tables,
                    int threads);
void objective_release(Objective *objective);

typedef struct Losses {
    double loss;      /* mean, nats; of the value: weighted */
    double hits;      /* share of positions: value: the winner stands better; order: first choice */
    uint64_t samples; /* positions */
} Losses;

/* Over the games of these indexes. `gradient` (may be NULL) gets the mean loss's gradient by the
 * weights. */
Losses objective_run(Objective *objective, const Model *model, const uint32_t *games, size_t count,
                     float *gradient);

/* How often a search's score led to a win of the side to move: the units a nat that explain the
 * results of these games best. Sets win_scale and mean_scale, unless memory is short. */
void objective_measure_scale(Objective *objective, const uint32_t *games, size_t count);

#endif
