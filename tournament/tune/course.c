#include "tune/course.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Returns the values after this number of results, one of the last lag + 1. */
static double *values_after(const Course *course, int64_t results) {
    assert(results <= course->applied && results >= course->applied - course->lag);
    return course->history + (size_t)(results % (course->lag + 1)) * course->plan->count;
}

/* Applies the next result in order, if it is known. */
static bool apply_next(Course *course) {
    if (course->applied == course->plan->iterations)
        return false;
    int64_t next = course->applied + 1;
    int result = tune_state_result(course->state, next);
    if (result == TUNE_NOT_PLAYED)
        return false;
    const double *old = values_after(course, course->applied);
    course->applied = next;
    double *values = values_after(course, next);
    memmove(values, old, course->plan->count * sizeof *values);
    spsa_step(course->plan, next, result, values);
    spsa_count(course->plan, next, result, course->pairs);
    return true;
}

bool course_init(Course *course, const SpsaPlan *plan, const TuneState *state, int concurrency) {
    *course = (Course){.plan = plan, .state = state};
    /* Every table finds an iteration to begin even while one of them takes long. */
    course->lag = 2 * (int64_t)concurrency - 1;
    course->history = calloc((size_t)(course->lag + 1) * plan->count, sizeof *course->history);
    if (course->history == NULL)
        return false;
    spsa_start(plan, values_after(course, 0));
    course_apply(course);
    course->given = course->applied;
    return true;
}

void course_release(Course *course) {
    free(course->history);
    course->history = NULL;
}

static int64_t next_open(const Course *course) {
    int64_t next = course->given + 1;
    while (next <= course->plan->iterations &&
           tune_state_result(course->state, next) != TUNE_NOT_PLAYED)
        next++;
    return next;
}

int64_t course_next(Course *course) {
    int64_t next = next_open(course);
    if (next > course->plan->iterations || next - course->lag > course->applied)
        return 0;
    course->given = next;
    return next;
}

bool course_has_more(const Course *course) {
    return next_open(course) <= course->plan->iterations;
}

void course_sides(const Course *course, int64_t iteration, int *plus, int *minus) {
    int64_t from = iteration - course->lag;
    spsa_sides(course->plan, iteration, values_after(course, from > 0 ? from : 0), plus, minus);
}

bool course_apply(Course *course) {
    bool is_any = false;
    while (apply_next(course))
        is_any = true;
    return is_any;
}

bool course_is_level(const Course *course) {
    for (int64_t i = 1; i <= course->applied; i++)
        if (tune_state_result(course->state, i) != SPSA_EVEN)
            return false;
    return course->applied > 0;
}

EloEstimate course_worth(const Course *course, size_t param) {
    return pairs_elo(&course->pairs[param]);
}

const double *course_values(const Course *course) {
    return values_after(course, course->applied);
}
