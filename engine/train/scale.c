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

double scale_search(double least, double most, int steps,
                    double (*loss)(const void *context, double scale), const void *context) {
    const double GOLDEN = 0.6180339887498949;
    double low = log(least), high = log(most);
    for (int step = 0; step < steps; step++) {
        double a = high - GOLDEN * (high - low), b = low + GOLDEN * (high - low);
        if (loss(context, exp(a)) < loss(context, exp(b)))
            high = b;
        else
            low = a;
    }
    return exp((low + high) / 2);
}

static double loss_of_counts(const void *context, double scale) {
    return scale_loss(context, scale);
}

double scale_best(const ScoreCounts *counts) {
    enum { STEPS = 40 };
    return scale_search(10, 10000, STEPS, loss_of_counts, counts);
}
