/* root.h: iterative deepening of one worker: root moves, aspiration windows, several principal
 * lines, the decision to stop, and the answer.
 *
 * Runs on the worker's own thread. Worker 0 also calls the callbacks and ends the search for all.
 */
#ifndef KANAME_SEARCH_ROOT_H
#define KANAME_SEARCH_ROOT_H

#include "search/worker.h"

/* Searches until a limit is reached. worker->best holds a legal move from the beginning and the
 * answer at the end. Returns false if there is no move to choose. */
bool root_search(Worker *worker);

#endif
