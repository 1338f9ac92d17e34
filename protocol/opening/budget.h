/* budget.h: divides the limits of one answer among several searches. Pure functions. */
#ifndef KANAME_PROTOCOL_OPENING_BUDGET_H
#define KANAME_PROTOCOL_OPENING_BUDGET_H

#include "kaname.h"

#include <stdint.h>

/* Returns the limits of search number `part`, 1 to `parts`: it ends when part/parts of the answer's
 * time are over. All searches keep the answer's start, so together they respect its limit. An
 * answer takes a small share of the match time, and two seconds if there is no time limit. Each
 * search gets an equal share of a limit on nodes. */
KanameLimits budget_part(const KanameLimits *limits, int64_t part, int64_t parts);

/* Some of an answer's searches: those behind the first `before` of `all`. Parts of parts cannot be
 * had from budget_part(), as all parts count from the answer's start. */
typedef struct BudgetSpan {
    const KanameLimits *limits;
    int before, all;
} BudgetSpan;

/* The limits of search number `part` of the span, from 1. */
KanameLimits budget_in_span(const BudgetSpan *span, int part);

#endif
