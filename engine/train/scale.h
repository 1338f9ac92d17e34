/* scale.h: the scale of scores: units per nat with the least loss of predicted results.
 *
 * Logistic regression of the results on the scores, through the origin, over a histogram of the
 * scores. Plain values; any thread. */
#ifndef KANAME_TRAIN_SCALE_H
#define KANAME_TRAIN_SCALE_H

/* Scores from -SCALE_SCORES to SCALE_SCORES, in steps. */
enum { SCALE_STEP = 8, SCALE_SCORES = 8000, SCALE_SLOTS = 2 * SCALE_SCORES / SCALE_STEP + 1 };

/* How often each score came, and the sum of its results (0, 0.5 or 1). Begins as zeros. */
typedef struct ScoreCounts {
    double count[SCALE_SLOTS], won[SCALE_SLOTS];
} ScoreCounts;

/* Adds a position; ignores scores beyond the limits. */
void scale_count(ScoreCounts *counts, int score, double result);
/* Adds all of `counts` to `all`. Returns the number of positions of `counts`. */
double scale_add(const ScoreCounts *counts, ScoreCounts *all);
/* Returns the number of positions counted; those with scores beyond SCALE_SCORES are not. */
double scale_total(const ScoreCounts *counts);
/* Returns the loss of all positions if `scale` units are one nat, in nats. */
double scale_loss(const ScoreCounts *counts, double scale);
/* Returns the scale of least loss, 10 to 10,000. */
double scale_best(const ScoreCounts *counts);
/* Returns the scale of least loss from `least` to `most`, for a loss with one minimum, by `steps`
 * of a golden-section search over its logarithm. */
double scale_search(double least, double most, int steps,
                    double (*loss)(const void *context, double scale), const void *context);

#endif
