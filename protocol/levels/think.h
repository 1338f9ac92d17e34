/* think.h: plays at a level, as people do: sees less far, tries fewer combinations, does not always
 * choose the best of several moves of similar score, and overlooks lines (attention.h).
 *
 * What a level overlooks is a wall on the board that it searches. So it neither defends nor attacks
 * there, and all other moves still serve a plan.
 *
 * Deterministic: a position, a level and a seed yield the same move, unless a time limit cuts the
 * search short. Never takes longer than full strength. */
#ifndef KANAME_PROTOCOL_LEVELS_THINK_H
#define KANAME_PROTOCOL_LEVELS_THINK_H

#include "kaname.h"

#include <stdint.h>

/* As kaname_think() with one principal line; `level` from 1 to LEVEL_FULL. Below LEVEL_FULL it
 * reports no score as proven, because the proof may miss a defence, and clears what searches have
 * learned. */
KanameStatus level_think(KanameEngine *engine, const KanameLimits *limits,
                         const KanameCallbacks *callbacks, int level, uint64_t seed,
                         KanameResult *result);

#endif
