#include "train/scale.h"

#include "train/nats.h"

void scale_count(ScoreCounts *counts, int score, double result) {
    if (score < -SCALE_SCORES || score > SCALE_SCORES)
        return;
    int slot = (score + SCALE_SCORES + SCALE_STEP / 2) / SCALE_STEP;
    counts->count[slot] += 1;
    counts->won[slot] += result;
}

double scale_add(const ScoreCounts *counts, ScoreCounts *all) {
    double sum = 0;
    for (int i = 0; i < SCALE_SLOTS; i++) {
        sum += counts->count[i];
        all->count[i] += counts->count[i];
        all->won[i] += counts->won[i];
    }
    return sum;
}

double scale_total(const ScoreCounts *counts) {
    double sum = 0;
    for (int i = 0; i < SCALE_SLOTS; i++)
        sum += counts->count[i];
    return sum;
}

double scale_loss(const ScoreCounts *counts, double scale) {
    double loss = 0;
    for (int i = 0; i < SCALE_SLOTS; i++) {
        double nats = (i * SCALE_STEP - SCALE_SCORES) / scale;
        loss += counts->won[i] * softplus_of_minus(nats) +
                (counts->count[i] - counts->won[i]) * softplus_of_minus(-nats);
    }
    return loss;
}

double scale_best(const ScoreCounts *counts) {
    enum { STEPS = 40 };
    const double GOLDEN = 0.6180339887498949;
    double low = log(10), high = log(10000);
    for (int step = 0; step < STEPS; step++) {
        double a = high - GOLDEN * (high - low), b = low + GOLDEN * (high - low);
        if (scale_loss(counts, exp(a)) < scale_loss(counts, exp(b)))
            high = b;
        else
            low = a;
    }
    return exp((low + high) / 2);
}
