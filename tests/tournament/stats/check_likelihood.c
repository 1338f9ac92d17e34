/* The log-likelihood ratios of tournament/stats against an independent, slow maximisation: a
 * simplex search from many starting points over all distributions that meet the condition.
 *
 * check_tournament_likelihood [COURSES [SEED]] draws this many cases a model. */
#include "stats/likelihood.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "game/random.h"
#include "stats/elo.h"
#include "support/harness.h"

enum {
    CELLS_MAX = 5,
    INNER_MAX = 3,
    STARTS = 16,
    TRIES = 400,
    STEPS_MAX = 300,
    SIMPLEXES_MAX = 6,
    SLICES = 40
};

static int courses = 20;
static uint64_t first_seed = 1;

/* A condition on the distribution of `cells` evenly spaced outcomes. */
typedef struct Hypothesis {
    int cells;
    bool is_normalised;
    double target; /* the mean, or the distance from one half in deviations */
    double frequency[CELLS_MAX];
    int solved[2]; /* cells whose shares the condition decides; the search varies the others */
} Hypothesis;

/* Returns how far the distribution is above the condition. */
static double excess(const Hypothesis *h, const double *p) {
    double mean = 0, variance = 0;
    for (int i = 0; i < h->cells; i++)
        mean += p[i] * i / (h->cells - 1);
    for (int i = 0; i < h->cells; i++)
        variance += p[i] * pow((double)i / (h->cells - 1) - mean, 2);
    return h->is_normalised ? mean - 0.5 - h->target * sqrt(variance) : mean - h->target;
}

static double log_likelihood(const Hypothesis *h, const double *p) {
    double sum = 0;
    for (int i = 0; i < h->cells; i++)
        sum += h->frequency[i] * log(p[i]);
    return sum;
}

/* Divides the mass of the solved cells so that the condition holds; both ways if there are two.
 * Returns the greater likelihood; -INFINITY if there is no way. */
static double best_division(const Hypothesis *h, double *p) {
    double *one = &p[h->solved[0]], *other = &p[h->solved[1]];
    double mass = *one + *other, best = -INFINITY, share = 0, last = 0;
    for (int i = 0; i <= SLICES; i++) {
        /* dense at both ends */
        double at = 0.5 - 0.5 * cos(acos(-1) * i / SLICES), here;
        *one = mass * (1 - at);
        *other = mass * at;
        here = excess(h, p);
        if (i > 0 && (here > 0) != (last > 0)) {
            double low = share, high = at;
            for (int round = 0; round < 60; round++) {
                double middle = (low + high) / 2;
                *one = mass * (1 - middle);
                *other = mass * middle;
                if ((excess(h, p) > 0) == (last > 0))
                    low = middle;
                else
                    high = middle;
            }
            if (*one > 0 && *other > 0)
                best = fmax(best, log_likelihood(h, p));
        }
        share = at;
        last = here;
    }
    return best;
}

/* Returns the greatest likelihood with these logarithms of the other cells' odds to the solved
 * ones.
 */
static double with_inner(const Hypothesis *h, const double *inner) {
    double p[CELLS_MAX], sum = 1;
    for (int i = 0; i < h->cells - 2; i++)
        sum += exp(inner[i]);
    for (int i = 0, k = 0; i < h->cells; i++)
        p[i] = i == h->solved[0] ? 1 / sum : i == h->solved[1] ? 0 : exp(inner[k++]) / sum;
    return best_division(h, p);
}

/* Sorts the corners of the simplex by falling value. */
static void sort_corners(double corner[][INNER_MAX], double *value, int count) {
    for (int i = 1; i < count; i++)
        for (int k = i; k > 0 && value[k] > value[k - 1]; k--) {
            double other = value[k];
            value[k] = value[k - 1];
            value[k - 1] = other;
            for (int d = 0; d < INNER_MAX; d++) {
                other = corner[k][d];
                corner[k][d] = corner[k - 1][d];
                corner[k - 1][d] = other;
            }
        }
}

/* Sets `to` to `from` moved by `part` of the way to `target`. */
static void move(double *to, const double *from, const double *target, double part) {
    for (int d = 0; d < INNER_MAX; d++)
        to[d] = from[d] + part * (target[d] - from[d]);
}

/* One step of the simplex method of Nelder and Mead. */
static void step_simplex(const Hypothesis *h, double corner[][INNER_MAX], double *value, int size) {
    double centre[INNER_MAX] = {0}, trial[INNER_MAX], further[INNER_MAX];
    for (int i = 0; i < size; i++)
        for (int d = 0; d < INNER_MAX; d++)
            centre[d] += corner[i][d] / size;
    move(trial, corner[size], centre, 2);
    double here = with_inner(h, trial);
    double part = here > value[0] ? 3 : here > value[size] ? 1.5 : 0.5;
    move(further, corner[size], centre, part);
    double there = with_inner(h, further);
    if (fmax(here, there) > value[size - 1] || there > value[size]) {
        move(corner[size], here > there ? trial : further, centre, 0);
        value[size] = fmax(here, there);
        return;
    }
    for (int i = 1; i <= size; i++) {
        move(corner[i], corner[i], corner[0], 0.5);
        value[i] = with_inner(h, corner[i]);
    }
}

/* Climbs from `inner` and begins again with a new simplex until that gains nothing. */
static double climb(const Hypothesis *h, double *inner, double value) {
    int size = h->cells - 2;
    double gain = 1;
    for (int again = 0; again < SIMPLEXES_MAX && gain > 1e-10; again++) {
        double corner[INNER_MAX + 1][INNER_MAX] = {{0}}, values[INNER_MAX + 1];
        for (int i = 0; i <= size; i++) {
            for (int d = 0; d < size; d++)
                corner[i][d] = inner[d] + (i == d + 1 ? 1 : 0);
            values[i] = with_inner(h, corner[i]);
        }
        sort_corners(corner, values, size + 1);
        for (int i = 0; i < STEPS_MAX && values[0] - values[size] > 1e-13; i++) {
            step_simplex(h, corner, values, size);
            sort_corners(corner, values, size + 1);
        }
        gain = values[0] - value;
        value = fmax(value, values[0]);
        for (int d = 0; d < size; d++)
            inner[d] = corner[0][d];
    }
    return value;
}

static double slow_maximum(Hypothesis *h, uint64_t *state) {
    double best = -INFINITY;
    for (int start = 0, attempt = 0; start < STARTS && attempt < TRIES; attempt++) {
        /* Around even odds, far from them, with little mass in the inner cells. */
        const double width[] = {6, 25, 25}, middle[] = {0, 0, -13};
        double inner[INNER_MAX] = {0};
        h->solved[0] = (int)random_below(state, (uint64_t)h->cells - 1);
        h->solved[1] =
            h->cells - 1 - (int)random_below(state, (uint64_t)(h->cells - 1 - h->solved[0]));
        for (int k = 0; k < h->cells - 2; k++)
            inner[k] = middle[attempt % 3] + width[attempt % 3] * (random_unit(state) - 0.5);
        double value = with_inner(h, inner);
        if (!isfinite(value))
            continue;
        best = fmax(best, climb(h, inner, value));
        start++;
    }
    return best;
}

/* Draws counts: balanced ones, lopsided ones, ones with empty cells. */
static void draw_counts(int64_t *counts, int cells, uint64_t *state) {
    int64_t sum = 0;
    for (int i = 0; i < cells; i++) {
        counts[i] =
            random_below(state, 4) == 0 ? 0 : (int64_t)floor(exp(random_unit(state) * log(400)));
        sum += counts[i];
    }
    if (sum == 0)
        counts[random_below(state, (uint64_t)cells)] = 1 + (int64_t)random_below(state, 50);
}

static void draw_bounds(Sprt *sprt, uint64_t *state) {
    double width = random_below(state, 2) == 0 ? 1500 : 20;
    do {
        sprt->elo0 = width * (2 * random_unit(state) - 1);
        sprt->elo1 = width * (2 * random_unit(state) - 1);
    } while (sprt->elo0 >= sprt->elo1);
}

static Hypothesis hypothesis_of(SprtModel model, double elo, const int64_t *counts, int cells) {
    Hypothesis h = {.cells = cells, .is_normalised = model == SPRT_NORMALISED};
    double total = 0;
    for (int i = 0; i < cells; i++)
        total += (double)counts[i] + 1e-3;
    for (int i = 0; i < cells; i++)
        h.frequency[i] = ((double)counts[i] + 1e-3) / total;
    h.target = h.is_normalised ? elo * log(10) / 800 * sqrt(2) : 1 / (1 + pow(10, -elo / 400));
    return h;
}

/* Returns the exact maximum's likelihood after it has checked it: a distribution that meets the
 * condition, and no worse than what the slow search found. */
static double checked_maximum(const Hypothesis *h, double elo, double slow) {
    double p[CELLS_MAX], sum = 0;
    bool is_found = h->is_normalised
                        ? likeliest_with_deviations(h->frequency, h->target, p)
                        : likeliest_with_odds(h->frequency, h->cells, pow(10, elo / 400), p);
    ck_assert(is_found);
    for (int i = 0; i < h->cells; i++) {
        ck_assert(p[i] > 0);
        sum += p[i];
    }
    ck_assert_double_eq_tol(sum, 1, 1e-6);
    ck_assert_double_eq_tol(excess(h, p), 0, 1e-5);
    double fast = log_likelihood(h, p);
    ck_assert_msg(fast >= slow - 1e-9, "%.12f is below %.12f", fast, slow);
    return fast;
}

START_TEST(ratios_are_those_of_a_slow_maximisation) {
    SprtModel model = (SprtModel)_i;
    int cells = model == SPRT_TRINOMIAL ? 3 : 5;
    double worst = 0;
    for (int course = 0; course < courses; course++) {
        uint64_t state = random_stream(first_seed, (uint64_t)course);
        int64_t counts[CELLS_MAX] = {0}, games = 0;
        Sprt sprt = {.model = model, .alpha = 0.05, .beta = 0.05};
        draw_counts(counts, cells, &state);
        draw_bounds(&sprt, &state);
        Wdl wdl = {counts[2], counts[1], counts[0]};
        Pairs pairs = {{counts[0], counts[1], counts[2], counts[3], counts[4]}};
        double slow[2], elo[2] = {sprt.elo0, sprt.elo1};
        for (int side = 0; side < 2; side++) {
            Hypothesis h = hypothesis_of(model, elo[side], counts, cells);
            slow[side] = slow_maximum(&h, &state);
            checked_maximum(&h, elo[side], slow[side]);
        }
        for (int i = 0; i < cells; i++)
            games += counts[i];
        double wanted = ((double)games + 1e-3 * cells) * (slow[1] - slow[0]);
        double llr = sprt_llr(&sprt, &wdl, &pairs), off = fabs(llr - wanted) / (1 + fabs(wanted));
        worst = fmax(worst, off);
        ck_assert_msg(
            off < 1e-3, "model %d, seed %d: %lld %lld %lld %lld %lld at [%g, %g]: %.6f, not %.6f",
            (int)model, course, (long long)counts[0], (long long)counts[1], (long long)counts[2],
            (long long)counts[3], (long long)counts[4], sprt.elo0, sprt.elo1, llr, wanted);
    }
    printf("model %d: %d cases, largest difference %.2g\n", (int)model, courses, worst);
}
END_TEST

/* A mean that no distribution on the seen outcomes has under the linearised condition. */
START_TEST(far_bounds_do_not_invert_the_verdict) {
    Sprt sprt = {SPRT_NORMALISED, 200, 400, 0.05, 0.05};
    Pairs pairs = {{10, 20, 60, 30, 15}};
    double llr = sprt_llr(&sprt, NULL, &pairs);
    ck_assert_double_eq_tol(llr, -76.65, 0.05);
    ck_assert_int_eq(sprt_verdict(&sprt, llr), SPRT_ACCEPT_H0);
}
END_TEST

/* The normal approximation gives -180 for the same games. */
START_TEST(lopsided_counts_are_exact_in_the_trinomial_model) {
    Sprt sprt = {SPRT_TRINOMIAL, 0, 5, 0.05, 0.05};
    Wdl wdl = {1, 4, 291}; /* pairs 144 3 1 0 0 with a win and a loss in the third */
    ck_assert_double_eq_tol(sprt_llr(&sprt, &wdl, NULL), -4.26, 0.01);
}
END_TEST

/* Returns the Elo in the model's unit of the counts with the thousandth that each cell gets. */
static double elo_of(SprtModel model, const Wdl *wdl, const Pairs *pairs) {
    Wdl games = {1000 * wdl->wins + 1, 1000 * wdl->draws + 1, 1000 * wdl->losses + 1};
    Pairs seen;
    for (int i = 0; i < 5; i++)
        seen.count[i] = 1000 * pairs->count[i] + 1;
    return model == SPRT_TRINOMIAL    ? wdl_elo(&games).elo
           : model == SPRT_NORMALISED ? pairs_normalised_elo(&seen).elo
                                      : pairs_elo(&seen).elo;
}

/* Every pair of bounds in the allowed range, every kind of counts. */
START_TEST(every_ratio_is_finite_and_on_the_right_side) {
    const double elos[] = {-9999, -1500, -700, -100, -1e-7, 0, 1e-7, 3, 700, 1500, 9999};
    enum { ELOS = sizeof elos / sizeof elos[0] };
    for (int course = 0; course < courses; course++) {
        uint64_t state = random_stream(first_seed, (uint64_t)course);
        int64_t counts[CELLS_MAX] = {0};
        draw_counts(counts, 5, &state);
        Pairs pairs = {{counts[0], counts[1], counts[2], counts[3], counts[4]}};
        Wdl wdl = {counts[4], counts[2], counts[0] + (counts[2] + counts[4] == 0)};
        for (int model = 0; model < SPRT_MODELS; model++) {
            double elo = elo_of((SprtModel)model, &wdl, &pairs);
            for (int low = 0; low < ELOS; low++)
                for (int high = low + 1; high < ELOS; high++) {
                    Sprt sprt = {(SprtModel)model, elos[low], elos[high], 0.05, 0.05};
                    double llr = sprt_llr(&sprt, &wdl, &pairs);
                    ck_assert(isfinite(llr));
                    ck_assert(elo < elos[high] || llr >= -1e-9);
                    ck_assert(elo > elos[low] || llr <= 1e-9);
                }
        }
    }
}
END_TEST

int main(int argc, char **argv) {
    if (argc > 1)
        courses = atoi(argv[1]);
    if (argc > 2)
        first_seed = strtoull(argv[2], NULL, 10);
    TCase *tests = tcase_create("likelihood");
    tcase_set_timeout(tests, 3600);
    tcase_add_loop_test(tests, ratios_are_those_of_a_slow_maximisation, 0, SPRT_MODELS);
    tcase_add_test(tests, far_bounds_do_not_invert_the_verdict);
    tcase_add_test(tests, lopsided_counts_are_exact_in_the_trinomial_model);
    tcase_add_test(tests, every_ratio_is_finite_and_on_the_right_side);
    Suite *suite = suite_create("likelihood");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
