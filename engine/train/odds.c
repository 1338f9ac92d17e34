#include "train/odds.h"

#include <math.h>

#include "train/nats.h"

static const double UNIT =
    500; /* of scores while they are fitted: near 1 for those of evaluators */

double odds_loss(Odds odds, double score, double target) {
    return logistic_loss(odds.slope * score + odds.offset, target);
}

static double mean_loss(const double *scores, const double *targets, size_t count, Odds odds) {
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += odds_loss(odds, scores[i] / UNIT, targets[i]);
    return sum / (double)count;
}

/* Newton's step of a logistic regression. */
static Odds newton_step(const double *scores, const double *targets, size_t count, Odds at) {
    double g0 = 0, g1 = 0, h00 = 1e-9, h01 = 0, h11 = 1e-9;
    for (size_t i = 0; i < count; i++) {
        double score = scores[i] / UNIT;
        double chance = sigmoid(at.slope * score + at.offset);
        double error = chance - targets[i], weight = chance * (1 - chance);
        g0 += error * score;
        g1 += error;
        h00 += weight * score * score;
        h01 += weight * score;
        h11 += weight;
    }
    double determinant = fmax(h00 * h11 - h01 * h01, 1e-12);
    return (Odds){(g0 * h11 - g1 * h01) / determinant, (g1 * h00 - g0 * h01) / determinant};
}

/* The loss is convex; halves steps that do not lower it. */
Odds odds_fit(const double *scores, const double *targets, size_t count) {
    enum { STEPS = 60, HALVINGS = 30 };
    Odds odds = {0, 0};
    double loss = mean_loss(scores, targets, count, odds);
    for (int step = 0; step < STEPS; step++) {
        Odds by = newton_step(scores, targets, count, odds), next = odds;
        double lower = loss;
        for (int half = 0; half < HALVINGS && lower >= loss; half++) {
            next =
                (Odds){odds.slope - ldexp(by.slope, -half), odds.offset - ldexp(by.offset, -half)};
            lower = mean_loss(scores, targets, count, next);
        }
        if (lower >= loss)
            break;
        odds = next;
        loss = lower;
    }
    return (Odds){odds.slope / UNIT, odds.offset};
}
