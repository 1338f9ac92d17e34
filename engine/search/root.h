/* root.h: iterative deepening of one worker: which moves the root offers, aspiration windows,
 * several principal lines, when to stop, and what to answer.
 *
 * Runs on the worker's own thread. Worker 0 also calls the callbacks and ends the search for all.
 */
#ifndef KANAME_SEARCH_ROOT_H
#define KANAME_SEARCH_ROOT_H

#include "search/worker.h"

/* Thinks until a limit is reached; worker->best holds the answer then, and holds some legal move
 * from the first moment on. False: no move is left to choose. */
bool root_search(Worker *worker);

#endif
