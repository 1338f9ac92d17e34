/* spsa.h: tuning numbers by simultaneous perturbation stochastic approximation (J. C. Spall,
 * "Multivariate stochastic approximation using a simultaneous perturbation gradient approximation",
 * IEEE Transactions on Automatic Control 37, 1992; gains as in "Implementation of the simultaneous
 * perturbation algorithm for stochastic optimization", IEEE Transactions on Aerospace and
 * Electronic Systems 34, 1998).
 *
 * Iteration k, from 1 to N, shifts every value up or down by its step c_k, the directions d drawn
 * by chance, and plays two games between the values shifted along d (plus) and against it (minus).
 * With r = the wins of plus less those of minus, from -2 to 2, the value moves by
 *     (a_k / c_k) r d,   a_k = a / (A + k)^0.602,   c_k = c / k^0.101,   A = N / 10
 * where a and c are such that c_N is the step that the user wants last, and a_N / c_N^2 the rate.
 *
 * Engines take whole numbers. Values are real ones, and what is sent is rounded up or down by
 * chance, so that it is right on the average also where a step is smaller than one. Chance depends
 * on the seed and the iteration alone. Pure functions. */
#ifndef TOURNAMENT_TUNE_SPSA_H
#define TOURNAMENT_TUNE_SPSA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SPSA_PARAMS_MAX = 64,
    SPSA_NAME_MAX = 64, /* bytes, with the final zero */
    SPSA_ITERATIONS_MAX = 1000000,
    SPSA_BOUND = 1000000000, /* of every minimum and maximum */
    SPSA_EVEN = 2,
    SPSA_WON = 4 /* half points of plus in an iteration: 0 .. SPSA_WON */
};

typedef struct SpsaParam {
    char name[SPSA_NAME_MAX]; /* as the engine is told it */
    double start;
    int least, most;
    double step_end; /* c_N, in units of the value; over 0 */
    double rate_end; /* a_N / c_N^2; over 0 */
} SpsaParam;

typedef struct SpsaPlan {
    size_t count;
    SpsaParam params[SPSA_PARAMS_MAX];
    int64_t iterations; /* N */
    uint64_t seed;
} SpsaPlan;

/* Reads the parameters, a line each: name start minimum maximum step_end rate_end, blanks between;
 * empty lines and what follows a '#' are passed over. False: `error` names the line and what is
 * wrong; `name` is what it calls the text. */
bool spsa_read(SpsaPlan *plan, const char *text, const char *name, char *error, size_t error_size);

/* The values before the first iteration. All arrays have plan->count entries. */
void spsa_start(const SpsaPlan *plan, double *values);
/* What the two sides of iteration k play with, within the limits. */
void spsa_sides(const SpsaPlan *plan, int64_t k, const double *values, int *plus, int *minus);
/* The values after the result of iteration k, within the limits. */
void spsa_step(const SpsaPlan *plan, int64_t k, int half_points, double *values);
/* The value to use in the end. */
int spsa_rounded(const SpsaParam *param, double value);

#endif
