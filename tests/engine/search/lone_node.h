/* lone_node.h: a search of which a test examines one node. Each suite that includes this has its
 * own. */
#ifndef TESTS_ENGINE_SEARCH_LONE_NODE_H
#define TESTS_ENGINE_SEARCH_LONE_NODE_H

#include "search/node.h"
#include "support/expect.h"
#include "support/searcher.h"

/* No threat for several plies. A: the move whose node is examined. */
static const char QUIET[] = ". . . . . . . . .\n"
                            ". . . . . . . . .\n"
                            ". . . o . . . . .\n"
                            ". . . x A . . . .\n"
                            ". . . . x o . . .\n"
                            ". . . . . o x . .\n"
                            ". . . . . . . . .\n"
                            ". . . . . . . . .\n"
                            ". . . . . . . . .\n";

static Searcher *searcher;

/* The fixture. */
static inline void setup(void) {
    searcher = searcher_new(RULE_FREESTYLE, BLACK, QUIET);
}

static inline void teardown(void) {
    searcher_free(searcher);
}

static inline void set(const char *name, int value) {
    expect(params_set(&searcher->params, name, value));
}

static inline Parent parent_of(int depth, Score alpha, Score beta) {
    return (Parent){.depth = depth, .alpha = alpha, .beta = beta, .is_pv = beta - alpha > 1};
}

#endif
