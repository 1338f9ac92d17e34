#include "train/odds.h"

#include <math.h>

#include "train/nats.h"

/* Of scores while they are fitted, which makes those of evaluators numbers near 1. */
static const double UNIT = 500;

typedef struct Points {
    const double *score, *target;
    size_t stride, count;
} Points;

static double number_at(const double *first, size_t stride, size_t index) {
    return *(const double *)(const void *)((const char *)first + stride * index);
}

static double score_of(const Points *points, size_t index) {
    return number_at(points->score, points->stride, index) / UNIT;
}

static double target_of(const Points *points, size_t index) {
    return number_at(points->target, points->stride, index);
}

double odds_loss(Odds odds, double score, double target) {
    return logistic_loss(odds.slope * score + odds.offset, target);
}

static double mean_loss(const Points *points, Odds odds) {
    double sum = 0;
    for (size_t i = 0; i < points->count; i++)
        sum += odds_loss(odds, score_of(points, i), target_of(points, i));
    return sum / (double)points->count;
}

/* Newton's step of a logistic regression. */
static Odds newton_step(const Points *points, Odds at) {
    double g0 = 0, g1 = 0, h00 = 1e-9, h01 = 0, h11 = 1e-9;
    for (size_t i = 0; i < points->count; i++) {
        double score = score_of(points, i);
        double chance = sigmoid(at.slope * score + at.offset);
        double error = chance - target_of(points, i), weight = chance * (1 - chance);
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
Odds odds_fit(const double *score, const double *target, size_t stride, size_t count) {
    enum { STEPS = 60, HALVINGS = 30 };
    const Points points = {score, target, stride, count};
    Odds odds = {0, 0};
    double loss = mean_loss(&points, odds);
    for (int step = 0; step < STEPS; step++) {
        Odds by = newton_step(&points, odds), next = odds;
        double lower = loss;
        for (int half = 0; half < HALVINGS && lower >= loss; half++) {
            next =
                (Odds){odds.slope - ldexp(by.slope, -half), odds.offset - ldexp(by.offset, -half)};
            lower = mean_loss(&points, next);
        }
        if (lower >= loss)
            break;
        odds = next;
        loss = lower;
    }
    return (Odds){odds.slope / UNIT, odds.offset};
}
