/* strength.h: plays below full strength, as people do: shallower, with fewer combinations, and not
 * always the best of several moves of similar score.
 *
 * Deterministic: a position and a strength yield the same move, unless a time limit cuts the search
 * short. */
#ifndef KANAME_PROTOCOL_SESSION_STRENGTH_H
#define KANAME_PROTOCOL_SESSION_STRENGTH_H

#include "kaname.h"

enum {
    STRENGTH_SOUND = 20 /* above this, the engine never misses a five, its own or the opponent's */
};

/* As kaname_think() with one principal line; `strength` from 0 to 99. */
KanameStatus strength_think(KanameEngine *engine, const KanameLimits *limits,
                            const KanameCallbacks *callbacks, int strength, KanameResult *result);

#endif
