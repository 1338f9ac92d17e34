/* elo.c: normal approximations for scores and Elo, likelihood ratios for the tests.
 *
 * All three models use the exact multinomial ratio of M. Van den Bergh, "The Generalized Sequential
 * Probability Ratio Test for a multinomial distribution" and "Normalized Elo". */
#include "stats/elo.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>

#include "stats/likelihood.h"

static const double confidence_95 = 1.959963984540054; /* standard deviations to either side */
/* Scales normalised Elo to resemble Elo where draws are rare. */
static const double normalised_scale = 347.43558552260146; /* 800 / ln 10 */

/* Outcomes with their value (0..1 per game) and their counts. */
typedef struct Sample {
    int outcomes;
    double value[OUTCOMES_MAX];
    double frequency[OUTCOMES_MAX];
    double total;
} Sample;

static Sample sample_of_counts(const int64_t *counts, int outcomes) {
    Sample sample = {.outcomes = outcomes};
    for (int i = 0; i < outcomes; i++)
        sample.total += (double)counts[i];
    for (int i = 0; i < outcomes; i++) {
        sample.value[i] = (double)i / (outcomes - 1);
        sample.frequency[i] = sample.total > 0 ? (double)counts[i] / sample.total : 0;
    }
    return sample;
}

static Sample sample_of_games(const Wdl *wdl) {
    return sample_of_counts((const int64_t[]){wdl->losses, wdl->draws, wdl->wins}, 3);
}

static Sample sample_of_pairs(const Pairs *pairs) {
    return sample_of_counts(pairs->count, 5);
}

static double sample_mean(const Sample *sample) {
    double mean = 0;
    for (int i = 0; i < sample->outcomes; i++)
        mean += sample->frequency[i] * sample->value[i];
    return sample->total > 0 ? mean : NAN;
}

static double sample_variance(const Sample *sample, double about) {
    double variance = 0;
    for (int i = 0; i < sample->outcomes; i++) {
        double off = sample->value[i] - about;
        variance += sample->frequency[i] * off * off;
    }
    return variance;
}

static int outcome_kinds(const Sample *sample) {
    int kinds = 0;
    for (int i = 0; i < sample->outcomes; i++)
        kinds += sample->frequency[i] > 0;
    return kinds;
}

int64_t wdl_games(const Wdl *wdl) {
    return wdl->wins + wdl->draws + wdl->losses;
}

int64_t pairs_count(const Pairs *pairs) {
    int64_t count = 0;
    for (int i = 0; i < 5; i++)
        count += pairs->count[i];
    return count;
}

double wdl_score(const Wdl *wdl) {
    Sample sample = sample_of_games(wdl);
    return sample_mean(&sample);
}

void wdl_add(Wdl *wdl, int half_points) {
    assert(half_points >= 0 && half_points <= 2);
    wdl->wins += half_points == 2;
    wdl->draws += half_points == 1;
    wdl->losses += half_points == 0;
}

void pairs_add(Pairs *pairs, int half_points) {
    assert(half_points >= 0 && half_points <= 4);
    pairs->count[half_points]++;
}

double elo_from_score(double score) {
    if (score <= 0)
        return -INFINITY;
    if (score >= 1)
        return INFINITY;
    return -400 * log10(1 / score - 1);
}

static EloEstimate estimate_elo(const Sample *sample) {
    double mean = sample_mean(sample);
    double margin = confidence_95 * sqrt(sample_variance(sample, mean) / sample->total);
    EloEstimate estimate = {.elo = elo_from_score(mean), .error = NAN};
    if (sample->total > 0 && outcome_kinds(sample) > 1)
        estimate.error = (elo_from_score(mean + margin) - elo_from_score(mean - margin)) / 2;
    return estimate;
}

EloEstimate wdl_elo(const Wdl *wdl) {
    Sample sample = sample_of_games(wdl);
    return estimate_elo(&sample);
}

double wdl_elo_with_prior(const Wdl *wdl, double virtual_draws) {
    double games = (double)wdl_games(wdl) + virtual_draws;
    return elo_from_score(((double)wdl->wins + (double)wdl->draws / 2 + virtual_draws / 2) / games);
}

EloEstimate pairs_elo(const Pairs *pairs) {
    Sample sample = sample_of_pairs(pairs);
    return estimate_elo(&sample);
}

EloEstimate elo_of_match(const Wdl *wdl, const Pairs *pairs) {
    return pairs_count(pairs) > 1 ? pairs_elo(pairs) : wdl_elo(wdl);
}

/* `games_each`: a sample of pairs has half the variance of a game's. */
static EloEstimate estimate_normalised(const Sample *sample, int games_each) {
    double mean = sample_mean(sample);
    double deviation = sqrt(games_each * sample_variance(sample, mean));
    if (!(sample->total > 0))
        return (EloEstimate){NAN, NAN};
    if (outcome_kinds(sample) < 2)
        return (EloEstimate){mean == 0.5 ? 0 : copysign(INFINITY, mean - 0.5), NAN};
    double margin = confidence_95 / sqrt(games_each * sample->total);
    return (EloEstimate){(mean - 0.5) / deviation * normalised_scale, margin * normalised_scale};
}

EloEstimate wdl_normalised_elo(const Wdl *wdl) {
    Sample sample = sample_of_games(wdl);
    return estimate_normalised(&sample, 1);
}

EloEstimate pairs_normalised_elo(const Pairs *pairs) {
    Sample sample = sample_of_pairs(pairs);
    return estimate_normalised(&sample, 2);
}

/* Takes the variance about one half, the mean of equal engines. It is zero only if all results were
 * even, so ten wins out of ten do not give certainty. */
static double los(const Sample *sample) {
    double variance = sample_variance(sample, 0.5);
    if (!(sample->total > 0) || variance <= 0)
        return 0.5;
    double deviations = (sample_mean(sample) - 0.5) / sqrt(variance / sample->total);
    return 0.5 * erfc(-deviations / sqrt(2));
}

double wdl_los(const Wdl *wdl) {
    Sample sample = sample_of_games(wdl);
    return los(&sample);
}

double pairs_los(const Pairs *pairs) {
    Sample sample = sample_of_pairs(pairs);
    return los(&sample);
}

/* ---- Sequential test ---------------------------------------------------------------------- */

double sprt_lower_bound(const Sprt *sprt) {
    return log(sprt->beta / (1 - sprt->alpha));
}
double sprt_upper_bound(const Sprt *sprt) {
    return log((1 - sprt->beta) / sprt->alpha);
}

/* Fits the distribution of greatest likelihood under which the first engine has `elo` in the
 * model's own unit. Returns false if it does not converge. */
static bool fit_hypothesis(const Sample *sample, SprtModel model, double elo, double *p) {
    /* In deviations of a pair, which are smaller than those of a game by a factor of the root of
     * two. */
    if (model == SPRT_NORMALISED)
        return likeliest_with_deviations(sample->frequency, elo / normalised_scale * sqrt(2), p);
    return likeliest_with_odds(sample->frequency, sample->outcomes, pow(10, elo / 400), p);
}

static double likelihood_ratio(const Sprt *sprt, const int64_t *counts, int outcomes) {
    /* Added to every count: both hypotheses must allow outcomes not seen yet. */
    const double unseen = 1e-3;
    Sample sample = sample_of_counts(counts, outcomes);
    double p0[OUTCOMES_MAX], p1[OUTCOMES_MAX], llr = 0;
    double total = sample.total + unseen * outcomes;
    if (!(sample.total > 0))
        return 0;
    for (int i = 0; i < outcomes; i++)
        sample.frequency[i] = ((double)counts[i] + unseen) / total;
    if (!fit_hypothesis(&sample, sprt->model, sprt->elo0, p0) ||
        !fit_hypothesis(&sample, sprt->model, sprt->elo1, p1))
        return NAN;
    for (int i = 0; i < outcomes; i++)
        llr += total * sample.frequency[i] * log(p1[i] / p0[i]);
    return llr;
}

double sprt_llr(const Sprt *sprt, const Wdl *wdl, const Pairs *pairs) {
    if (sprt->model != SPRT_TRINOMIAL)
        return likelihood_ratio(sprt, pairs->count, 5);
    return likelihood_ratio(sprt, (const int64_t[]){wdl->losses, wdl->draws, wdl->wins}, 3);
}

SprtVerdict sprt_verdict(const Sprt *sprt, double llr) {
    if (llr <= sprt_lower_bound(sprt))
        return SPRT_ACCEPT_H0;
    return llr >= sprt_upper_bound(sprt) ? SPRT_ACCEPT_H1 : SPRT_CONTINUE;
}
