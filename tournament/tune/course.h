/* course.h: the order of a tuning: the next iteration, and the values that it starts from.
 *
 * Results count in order of iteration, in any order of arrival. Iteration k starts from the values
 * after result k - lag, so several iterations can run at a time and the values depend only on the
 * results. One thread. */
#ifndef TOURNAMENT_TUNE_COURSE_H
#define TOURNAMENT_TUNE_COURSE_H

#include <stdbool.h>
#include <stdint.h>

#include "tune/spsa.h"
#include "tune/state.h"

typedef struct Course {
    const SpsaPlan *plan;
    const TuneState *state;
    int64_t given;   /* the last iteration that was dealt, or was done before */
    int64_t applied; /* results applied to the values, in order */
    int64_t lag;
    Pairs pairs[SPSA_PARAMS_MAX]; /* of the compared parameters: see spsa_count() */
    double *history; /* the values after the last results: row n % (lag + 1) after n results */
} Course;

/* Applies the results of the state. `concurrency`: iterations at a time. Plan and state must
 * outlive the course. Returns false if out of memory. */
bool course_init(Course *course, const SpsaPlan *plan, const TuneState *state, int concurrency);
void course_release(Course *course);

/* Deals the next iteration. Returns 0 if its values are not known yet, or if there is none. */
int64_t course_next(Course *course);
/* Returns whether there is an iteration left to deal. */
bool course_has_more(const Course *course);
/* Writes the values of both sides in the iteration, SPSA_PARAMS_MAX entries each. Call it when the
 * iteration is dealt. */
void course_sides(const Course *course, int64_t iteration, int *plus, int *minus);
/* Applies the results that are now complete in order. Returns false if there are none. */
bool course_apply(Course *course);
/* Returns whether there are results, and each gave both sides a point. */
bool course_is_level(const Course *course);
/* Returns what the other value of a compared parameter is worth by the applied results. */
EloEstimate course_worth(const Course *course, size_t param);
/* Returns the values after the applied results, plan->count of them. */
const double *course_values(const Course *course);

#endif
