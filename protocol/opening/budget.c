#include "opening/budget.h"

enum {
    MATCH_SHARE = 20,  /* one answer may take 1/20 of the time left for the game */
    DEFAULT_MS = 2000, /* for one answer if there is no time limit */
    /* The most for one answer: clients without a limit send a large one. */
    MOST_MS = 60000
};

static int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* Returns the milliseconds from start_ms that the whole answer may take. */
static int64_t budget_ms(const KanameLimits *limits) {
    int64_t budget = limits->turn_ms;
    if (limits->match_ms >= 0 && (budget < 0 || limits->match_ms / MATCH_SHARE < budget))
        budget = limits->match_ms / MATCH_SHARE;
    return budget < 0 ? DEFAULT_MS : least(budget, MOST_MS);
}

KanameLimits budget_part(const KanameLimits *limits, int64_t part, int64_t parts) {
    KanameLimits own = *limits;
    own.turn_ms = budget_ms(limits) * part / parts;
    own.match_ms = -1;
    own.lines = 1;
    if (own.max_nodes > 0)
        own.max_nodes = own.max_nodes / (uint64_t)parts + 1;
    return own;
}

KanameLimits budget_in_span(const BudgetSpan *span, int part) {
    return budget_part(span->limits, span->before + part, span->all);
}
