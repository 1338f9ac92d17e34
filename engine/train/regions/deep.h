/* deep.h: the losses of a network of regions on positions with deep labels (a yardstick), by stage:
 * below 20 stones, 20 to 35, 36 to 69, 70 and more.
 *
 * Labels of shallow searches can train a network to repeat itself: held-out losses fall while the
 * order gets worse on deep labels. So the curve shows both. */
#ifndef KANAME_TRAIN_REGIONS_DEEP_H
#define KANAME_TRAIN_REGIONS_DEEP_H

#include "shared/status/failure.h"
#include "train/labels.h"
#include "train/regions/batch.h"

enum { DEEP_STAGES = LABEL_STAGES, DEEP_ALL = DEEP_STAGES };

/* Means in nats, of each stage and of all positions. Doubles alone. */
typedef struct DeepStage {
    double positions, moves; /* moves: positions whose best move is a candidate */
    double value;            /* logistic loss of the lead against the label */
    double scale;            /* factor of the lead with the least loss */
    double value_scaled;     /* that loss */
    double order;            /* cross-entropy of the label's move */
    double warmth;           /* factor of the orders with the least loss; below 1: overconfident */
    double order_warmed;     /* that loss */
} DeepStage;

typedef struct DeepLosses {
    DeepStage stage[DEEP_STAGES + 1];
} DeepLosses;

/* Units of a label's score that are one nat. */
#define DEEP_UNITS 450.0

/* Adds the positions of a rule of a file of labels (labels.h), with the labels as their goals. On
 * failure returns false and writes the reason to `failure`. */
bool deep_read(PositionPool *yardstick, const char *path, Rule rule, const PositionReader *reader,
               Failure *failure);

/* Measures the losses. Returns false if out of memory. */
bool deep_measure(RegionsBatch *batch, const PositionPool *yardstick, DeepLosses *losses);

#endif
