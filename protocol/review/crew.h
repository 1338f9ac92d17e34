/* crew.h: several engines, each with a thread of its own, that do the tasks of a list. */
#ifndef KANAME_PROTOCOL_REVIEW_CREW_H
#define KANAME_PROTOCOL_REVIEW_CREW_H

#include "io/weights.h"
#include "kaname.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct ReviewCrew ReviewCrew;

/* Makes `threads` engines, each of which searches with one thread, and loads the weights. Returns
 * NULL after it printed the reason on standard error; `name` begins the message. */
ReviewCrew *review_crew_new(const char *name, const WeightsFiles *weights, int threads);
void review_crew_free(ReviewCrew *crew); /* ignores NULL */
/* An engine of the crew, for use between runs. */
KanameEngine *review_crew_engine(ReviewCrew *crew);

/* Whether the run is to end: a search that returned before this was set is whole. Any thread. */
bool review_crew_is_stopped(const ReviewCrew *crew);

/* Does one task. Called by any thread of the crew, with the engine that is its own. The result of a
 * task during which the crew was stopped is void. */
typedef KanameStatus (*ReviewTask)(KanameEngine *engine, size_t index, void *context);
/* Called a few times a second on the caller's thread, with the number of tasks done. Returns false
 * to stop the crew. */
typedef bool (*ReviewWatch)(size_t done, void *context);

typedef enum ReviewRun { REVIEW_RUN_DONE, REVIEW_RUN_STOPPED, REVIEW_RUN_FAILED } ReviewRun;

/* Does the tasks 0 to count - 1, in any order, and returns when all threads are through. Without
 * memory for a thread the others do its work; after a failure `status` says what failed. */
ReviewRun review_crew_run(ReviewCrew *crew, size_t count, ReviewTask task, void *context,
                          ReviewWatch watch, void *watch_context, KanameStatus *status);

#endif
