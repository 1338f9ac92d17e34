/* balance.h: finds moves after which a position has a given score, for analysis and openings.
 *
 * Scores are in evaluation units. `callbacks` may be NULL. All functions search until the limits
 * are reached or kaname_stop() is called. */
#ifndef KANAME_PROTOCOL_OPENING_BALANCE_H
#define KANAME_PROTOCOL_OPENING_BALANCE_H

#include "kaname.h"

/* Finds the next move whose score, for the side that plays it, is nearest to `score`. `found`
 * receives the move and its score. The engine's position stays the same. */
KanameStatus balance_one(KanameEngine *engine, const KanameLimits *limits,
                         const KanameCallbacks *callbacks, int score, KanameResult *found);

/* Finds the next two moves, one of each side, after which the score for the side to move (the same
 * side as before them) is nearest to `score`. The callbacks report only the search for the first
 * move. */
KanameStatus balance_two(KanameEngine *engine, const KanameLimits *limits,
                         const KanameCallbacks *callbacks, int score, KanamePoint moves[2]);

/* Sets up these stones, Black's and White's in turn, and searches the position. `score` is for the
 * side that plays next. The engine keeps the position. */
KanameStatus opening_score(KanameEngine *engine, const KanameStone *stones, size_t count,
                           const KanameLimits *limits, const KanameCallbacks *callbacks,
                           int *score);

#endif
