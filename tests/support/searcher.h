/* searcher.h: the search of one worker, which a test drives step by step. */
#ifndef KANAME_TESTS_SEARCHER_H
#define KANAME_TESTS_SEARCHER_H

#include "search/worker.h"

typedef struct Searcher {
    Board *root;
    KanameLimits limits;
    Params params;
    Timeman timeman;
    Tt tt;
    Blocked blocked;
    CellSet excluded;
    KanameCallbacks callbacks;
    atomic_bool stop; /* the user's */
    Search search;
    Worker *worker;
} Searcher;

/* Returns a searcher at a drawing's position, without limits, with the default parameters and an
 * empty table of 1 MiB. Fails the test if out of memory. Free it with searcher_free(). */
Searcher *searcher_new(Rule rule, Color to_move, const char *drawing);
void searcher_free(Searcher *searcher);
/* Begins a search at `root` with the limits and parameters as they are now. */
void searcher_begin(Searcher *searcher);

#endif
