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

#endif
