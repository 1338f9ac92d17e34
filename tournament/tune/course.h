/* course.h: the order of a tuning: which iteration comes next, and the values that it starts from.
 *
 * Results count in order of iteration, whatever the order in which they come. Iteration k starts
 * from the values after result k - lag, so several iterations run at a time and the values depend
 * on the results alone. One thread. */
#ifndef TOURNAMENT_TUNE_COURSE_H
#define TOURNAMENT_TUNE_COURSE_H

#include <stdbool.h>
#include <stdint.h>

#include "tune/spsa.h"
#include "tune/state.h"

typedef struct Course {
    const SpsaPlan *plan;
    const TuneState *state;
    int64_t given;   /* the last iteration that was handed out, or was done before */
    int64_t applied; /* results that the values hold, in order */
    int64_t lag;
    double *history; /* the values after the last results: row n % (lag + 1) after n of them */
} Course;

/* Applies the results of the state. concurrency: iterations at a time. Plan and state must outlive
 * the course. False: no memory. */
bool course_init(Course *course, const SpsaPlan *plan, const TuneState *state, int concurrency);
void course_release(Course *course);

/* Hands out the next iteration; 0: its values are not known yet, or there is none. */
int64_t course_next(Course *course);
/* Returns whether an iteration remains to be handed out. */
bool course_has_more(const Course *course);
/* The values that both sides of the iteration play with; of SPSA_PARAMS_MAX entries each. Call it
 * when the iteration is handed out. */
void course_sides(const Course *course, int64_t iteration, int *plus, int *minus);
/* Applies the results that the state has in order by now. Returns false if there are none. */
bool course_apply(Course *course);
/* The values after the applied results, plan->count of them. */
const double *course_values(const Course *course);

#endif
