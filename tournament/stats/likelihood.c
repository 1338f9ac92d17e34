/* A linear condition E[v] = 0 has the solution p_i = frequency_i / (1 + theta v_i) with one theta
 * that makes E[v] zero (A. Owen, "Empirical Likelihood").
 *
 * The condition mean - 1/2 = t deviation is not linear. At its solution, with d = mean - 1/2, it
 * has the same tangent as E[v] = 0 for v(a) = a - 1/2 - d/2 - t^2 (a - 1/2 - d)^2 / (2 d). So every
 * local maximum is a solution of the linear condition for one d whose mean is 1/2 + d: the roots of
 * one function of d. For large t there are several; the likeliest one counts. */
#include "stats/likelihood.h"

#include <math.h>

enum {
    PAIR_OUTCOMES = 5,
    ROUNDS_MAX = 400, /* more than bisection needs between any two numbers met here */
    GRID = 48         /* steps in which an interval is searched for roots */
};

static const double sum_tolerance = 1e-5; /* of the sum of a distribution */
static const double residual_tolerance = 1e-15;
static const double even_t = 1e-9; /* below it the condition is that of equal engines */

/* ---- Linear conditions ---------------------------------------------------------------------- */

typedef struct Condition {
    const double *frequency;
    int outcomes;
    double value[OUTCOMES_MAX];
} Condition;

/* Returns E[value] for this theta; sets its slope and the sum of the absolute terms. */
static double mean_at(const Condition *condition, double theta, double *slope, double *size) {
    double mean = 0;
    *slope = *size = 0;
    for (int i = 0; i < condition->outcomes; i++) {
        double ratio = condition->value[i] / (1 + theta * condition->value[i]);
        mean += condition->frequency[i] * ratio;
        *slope -= condition->frequency[i] * ratio * ratio;
        *size += condition->frequency[i] * fabs(ratio);
    }
    return mean;
}

/* Finds theta between `low` and `high`, where the mean falls from +infinity to -infinity: takes
 * Newton's steps while they stay inside, and halves the interval in every third round. */
static double find_theta(const Condition *condition, double low, double high) {
    double theta = 0;
    for (int round = 1; round <= ROUNDS_MAX; round++) {
        double slope, size, mean = mean_at(condition, theta, &slope, &size);
        if (fabs(mean) <= residual_tolerance * size)
            break;
        if (mean > 0)
            low = theta;
        else
            high = theta;
        double next = theta - mean / slope;
        if (round % 3 == 0 || !(next > low && next < high))
            next = low + (high - low) / 2;
        if (next <= low || next >= high)
            break;
        theta = next;
    }
    return theta;
}

/* Returns whether `p` is a distribution. */
static bool fit(const Condition *condition, double *p) {
    double least = 0, most = 0, sum = 0;
    for (int i = 0; i < condition->outcomes; i++) {
        least = fmin(least, condition->value[i]);
        most = fmax(most, condition->value[i]);
    }
    if (!(least < 0 && most > 0)) /* no distribution has the mean 0 */
        return false;
    double theta = find_theta(condition, -1 / most, -1 / least);
    for (int i = 0; i < condition->outcomes; i++) {
        p[i] = condition->frequency[i] / (1 + theta * condition->value[i]);
        sum += p[i];
        if (!(p[i] > 0))
            return false;
    }
    return fabs(sum - 1) <= sum_tolerance;
}

bool likeliest_with_odds(const double *frequency, int outcomes, double odds, double *p) {
    Condition condition = {.frequency = frequency, .outcomes = outcomes};
    for (int i = 0; i < outcomes; i++) {
        double value = (double)i / (outcomes - 1);
        condition.value[i] = value - (1 - value) * odds;
    }
    return fit(&condition, p);
}

/* ---- Deviations ----------------------------------------------------------------------------- */

typedef struct Search {
    const double *frequency;
    double t;                            /* above 0 */
    double likelihood, p[PAIR_OUTCOMES]; /* of the best root so far */
    bool is_found;
} Search;

static double value_of(int outcome) {
    return (double)outcome / (PAIR_OUTCOMES - 1);
}

/* Fits the tangent's condition for d. Returns how far the mean lies above 1/2 + d; NAN on failure.
 */
static double drift(const Search *search, double d, double *p) {
    Condition condition = {.frequency = search->frequency, .outcomes = PAIR_OUTCOMES};
    double mean = 0;
    for (int i = 0; i < PAIR_OUTCOMES; i++) {
        double off = value_of(i) - 0.5 - d;
        condition.value[i] = off + d / 2 - search->t * off * (search->t * off / (2 * d));
    }
    if (!fit(&condition, p))
        return NAN;
    for (int i = 0; i < PAIR_OUTCOMES; i++)
        mean += p[i] * value_of(i);
    return mean - 0.5 - d;
}

static bool has_deviations(const double *p, double t) {
    const double tolerance = 1e-6;
    double mean = 0, variance = 0;
    for (int i = 0; i < PAIR_OUTCOMES; i++)
        mean += p[i] * value_of(i);
    for (int i = 0; i < PAIR_OUTCOMES; i++)
        variance += p[i] * (value_of(i) - mean) * (value_of(i) - mean);
    return fabs(mean - 0.5 - t * sqrt(variance)) <= tolerance * (1 + t);
}

/* Bisects the logarithm of d between a drift upwards and one downwards or the reverse, and keeps
 * the distribution if it is the likeliest so far. */
static void take_root(Search *search, double low, double high, bool is_up_at_low) {
    double p[PAIR_OUTCOMES], likelihood = 0;
    for (int round = 0; round < ROUNDS_MAX; round++) {
        double middle = sqrt(low) * sqrt(high);
        if (middle <= low || middle >= high)
            break;
        if ((drift(search, middle, p) > 0) == is_up_at_low)
            low = middle;
        else
            high = middle;
    }
    if (isnan(drift(search, low, p)) || !has_deviations(p, search->t))
        return;
    for (int i = 0; i < PAIR_OUTCOMES; i++)
        likelihood += search->frequency[i] * log(p[i]);
    if (search->is_found && likelihood <= search->likelihood)
        return;
    search->is_found = true;
    search->likelihood = likelihood;
    for (int i = 0; i < PAIR_OUTCOMES; i++)
        search->p[i] = p[i];
}

static void search_between(Search *search, double low, double high) {
    double p[PAIR_OUTCOMES], last_d = low, last_drift = drift(search, low, p);
    double factor = pow(high / low, 1.0 / GRID);
    for (int i = 1; i <= GRID; i++) {
        double d = i < GRID ? last_d * factor : high, here = drift(search, d, p);
        if (!isnan(here) && !isnan(last_drift) && (here > 0) != (last_drift > 0))
            take_root(search, last_d, d, last_drift > 0);
        last_d = d;
        last_drift = here;
    }
}

/* Only the outcomes 3/4 and 1 can have a value above 0, for d from (1 - 1/R) to (1 + 1/R) times
 * their distance from 1/2, R = sqrt(1 + t^2): elsewhere no distribution meets the condition. */
static void search_all(Search *search) {
    const double inner = 0.25, outer = 0.5, inside = 1e-9; /* a step off the ends */
    double root = sqrt(1 + search->t * search->t);
    double from = search->t * search->t / ((1 + root) * root), to = 1 + 1 / root;
    double first = inner * from * (1 + inside), gap_from = inner * to, gap_to = outer * from;
    if (gap_from > gap_to) {
        search_between(search, first, outer);
    } else {
        search_between(search, first, gap_from * (1 - inside));
        search_between(search, gap_to * (1 + inside), outer);
    }
}

bool likeliest_with_deviations(const double *frequency, double t, double *p) {
    double mirrored[PAIR_OUTCOMES];
    if (fabs(t) < even_t)
        return likeliest_with_odds(frequency, PAIR_OUTCOMES, 1, p);
    for (int i = 0; i < PAIR_OUTCOMES; i++)
        mirrored[i] = frequency[t > 0 ? i : PAIR_OUTCOMES - 1 - i];
    Search search = {.frequency = mirrored, .t = fabs(t)};
    search_all(&search);
    for (int i = 0; i < PAIR_OUTCOMES; i++)
        p[i] = search.p[t > 0 ? i : PAIR_OUTCOMES - 1 - i];
    return search.is_found;
}
