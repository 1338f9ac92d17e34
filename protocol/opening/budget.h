/* budget.h: divides the limits of one answer among several searches. Pure functions. */
#ifndef KANAME_PROTOCOL_OPENING_BUDGET_H
#define KANAME_PROTOCOL_OPENING_BUDGET_H

#include "kaname.h"

#include <stdint.h>

/* Returns the limits of search number `part`, 1 to `parts`: it ends once part/parts of the answer's
 * time has passed. All searches count time from the start of the answer, so together they keep its
 * limit. An answer takes a small share of the match time, and two seconds if there is no time
 * limit. Each search gets an equal share of a node limit. */
KanameLimits budget_part(const KanameLimits *limits, int64_t part, int64_t parts);

/* Some of an answer's searches: those after the first `before` of `all`. budget_part() cannot
 * divide a part again, because all parts count from the start of the answer. */
typedef struct BudgetSpan {
    const KanameLimits *limits;
    int before, all;
} BudgetSpan;

/* Returns the limits of search number `part` of the span, from 1. */
KanameLimits budget_in_span(const BudgetSpan *span, int part);

#endif
