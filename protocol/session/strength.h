/* strength.h: play weaker than the engine can, the way people are weaker: they look less far, see
 * fewer combinations, and do not always take the best of several moves that look alike.
 *
 * Nothing depends on the clock or on chance: the same position at the same strength gives the same
 * move, unless a time limit cuts the search short. */
#ifndef KANAME_PROTOCOL_SESSION_STRENGTH_H
#define KANAME_PROTOCOL_SESSION_STRENGTH_H

#include "kaname.h"

enum {
    STRENGTH_SOUND = 20 /* above this, a five is never missed and never left open */
};

/* As kaname_think() within these limits, `strength` from 0 to 99. One line. */
KanameStatus strength_think(KanameEngine *engine, const KanameLimits *limits,
                            const KanameCallbacks *callbacks, int strength, KanameResult *result);

#endif
