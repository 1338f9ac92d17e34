/* balance.h: stones that bring a position to a value wanted, for analysis and for openings. */
#ifndef KANAME_PROTOCOL_OPENING_BALANCE_H
#define KANAME_PROTOCOL_OPENING_BALANCE_H

#include "kaname.h"

/* The next move after which the position is worth `score` to the side that plays it, as nearly
 * as can be found within the limits; `found` says how nearly. Leaves the position as it was. */
KanameStatus balance_one(KanameEngine *engine, const KanameLimits *limits,
                         const KanameCallbacks *callbacks, int score, KanameResult *found);

/* The same for the next two moves, one of each side; the score is that of the side to move before
 * and after them. Callbacks tell of the search for the first stone alone. */
KanameStatus balance_two(KanameEngine *engine, const KanameLimits *limits,
                         const KanameCallbacks *callbacks, int score, KanamePoint moves[2]);

/* What the position after these stones, Black's and White's in turn, is worth to the side that
 * plays next. The engine holds it from now on. */
KanameStatus opening_score(KanameEngine *engine, const KanameStone *stones, size_t count,
                           const KanameLimits *limits, const KanameCallbacks *callbacks,
                           int *score);

#endif
