/* crew.h: several engines, each with its own thread, that work through a list of tasks. */
#ifndef KANAME_PROTOCOL_STUDY_REVIEW_CREW_H
#define KANAME_PROTOCOL_STUDY_REVIEW_CREW_H

#include "engines/weights.h"
#include "kaname.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct ReviewCrew ReviewCrew;

/* Creates `threads` engines, each of which searches with one thread, and loads the weights. On
 * failure prints the reason on standard error, after `name`, and returns NULL. */
ReviewCrew *review_crew_new(const char *name, const WeightsFiles *weights, int threads);
void review_crew_free(ReviewCrew *crew); /* ignores NULL */
/* Returns an engine of the crew, for use between runs. */
KanameEngine *review_crew_engine(ReviewCrew *crew);

/* Returns whether the run must end. A search that returned while this was still false is complete.
 * Any thread. */
bool review_crew_is_stopped(const ReviewCrew *crew);

/* Does one task. Called by any thread of the crew with that thread's engine. If the crew was
 * stopped during the task, its result is invalid. */
typedef KanameStatus (*ReviewTask)(KanameEngine *engine, size_t index, void *context);
/* Called a few times a second on the caller's thread, with the number of tasks done. Returns false
 * to stop the crew. */
typedef bool (*ReviewWatch)(size_t done, void *context);

typedef enum ReviewRun { REVIEW_RUN_DONE, REVIEW_RUN_STOPPED, REVIEW_RUN_FAILED } ReviewRun;

/* Does the tasks 0 to count - 1, in any order, and returns when all threads have finished. If a
 * thread cannot be started, the others do its work. After a failure `status` is its reason. */
ReviewRun review_crew_run(ReviewCrew *crew, size_t count, ReviewTask task, void *context,
                          ReviewWatch watch, void *watch_context, KanameStatus *status);

#endif
