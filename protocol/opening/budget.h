/* budget.h: the limits of one answer shared out among several searches. Pure functions. */
#ifndef KANAME_PROTOCOL_OPENING_BUDGET_H
#define KANAME_PROTOCOL_OPENING_BUDGET_H

#include "kaname.h"

#include <stdint.h>

/* Limits of a search that is to be over when `part` of `parts` of the answer's time are used up.
 * All searches of an answer share one start, so their sum keeps to the limit. Of the match time an
 * answer takes a small part; without any time limit it takes a few seconds. A limit on nodes is
 * shared out in equal parts. */
KanameLimits budget_part(const KanameLimits *limits, int64_t part, int64_t parts);

#endif
