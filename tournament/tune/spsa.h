/* spsa.h: tunes numbers by simultaneous perturbation stochastic approximation (J. C. Spall,
 * "Multivariate stochastic approximation using a simultaneous perturbation gradient approximation",
 * IEEE Transactions on Automatic Control 37, 1992; gains as in "Implementation of the simultaneous
 * perturbation algorithm for stochastic optimization", IEEE Transactions on Aerospace and
 * Electronic Systems 34, 1998).
 *
 * Iteration k, from 1 to N, draws a random direction d, up or down, for every value. Two games
 * compare the values shifted by the step c_k along d (plus) and against d (minus). With r = wins of
 * plus minus wins of minus, from -2 to 2, the value moves by
 *     (a_k / c_k) r d,   a_k = a / (A + k)^0.602,   c_k = c / k^0.101,   A = N / 10
 * where c_N is the last step and a_N / c_N^2 the last rate that the user gives; they fix a and c.
 *
 * Values are real numbers, but engines take integers. Each integer is the value rounded up or down
 * at random, so its mean is exact even where a step is below one. The random numbers depend only on
 * the seed and the iteration.
 *
 * A compared parameter has two values and does not move: in each iteration one side, drawn at
 * random, has the usual value and the opponent the other one. Since the draws of different
 * parameters are independent, all games tell of each of them (a two-level factorial design: R. A.
 * Fisher, "The Design of Experiments", 1935). Pure functions. */
#ifndef TOURNAMENT_TUNE_SPSA_H
#define TOURNAMENT_TUNE_SPSA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "shared/status/failure.h"
#include "stats/elo.h"

enum {
    SPSA_PARAMS_MAX = 64,
    SPSA_NAME_MAX = 64, /* bytes, with the final zero */
    SPSA_ITERATIONS_MAX = 1000000,
    SPSA_BOUND = 1000000000, /* of every minimum and maximum */
    SPSA_EVEN = 2,
    SPSA_WON = 4 /* half points of plus in an iteration: 0 .. SPSA_WON */
};

typedef struct SpsaParam {
    char name[SPSA_NAME_MAX]; /* its name in the engine */
    double start;
    int least, most;
    double step_end;  /* c_N, in units of the value; over 0 */
    double rate_end;  /* a_N / c_N^2; over 0 */
    bool is_compared; /* the start is the usual value; the other one is the other limit */
} SpsaParam;

typedef struct SpsaPlan {
    size_t count;
    SpsaParam params[SPSA_PARAMS_MAX];
    int64_t iterations; /* N */
    uint64_t seed;
} SpsaPlan;

/* Reads the parameters, one per line: name start minimum maximum step_end rate_end, or of one to
 * compare: name value other, separated by blanks. Empty lines and the rest of a line after '#' are
 * ignored. Returns false on failure: `failure` names the text (`name`), the line and the fault. */
bool spsa_read(SpsaPlan *plan, const char *text, const char *name, Failure *failure);

/* Writes the values before the first iteration. All arrays have plan->count entries. */
void spsa_start(const SpsaPlan *plan, double *values);
/* Writes the values of the two sides in iteration k, within the limits. */
void spsa_sides(const SpsaPlan *plan, int64_t k, const double *values, int *plus, int *minus);
/* Applies the result of iteration k to the values, within the limits. */
void spsa_step(const SpsaPlan *plan, int64_t k, int half_points, double *values);
/* Adds the result of iteration k to the counts of each compared parameter: those of the side with
 * the other value. */
void spsa_count(const SpsaPlan *plan, int64_t k, int half_points, Pairs *pairs);
/* Returns the other value of a compared parameter. */
int spsa_other(const SpsaParam *param);
/* Returns the integer to use after the last iteration. */
int spsa_rounded(const SpsaParam *param, double value);

#endif
