/* think.h: plays at a level, as people do: looks less far ahead, tries fewer combinations, does not
 * always choose the best of several moves of similar score, and overlooks lines (attention.h).
 *
 * Overlooked points are walls on the board that the level searches. So it neither defends nor
 * attacks there, and all its moves still serve a plan.
 *
 * Deterministic: the same moves in the same order, level and seed give the same answer, unless a
 * time limit cuts the search short. Never takes longer than full strength. */
#ifndef KANAME_PROTOCOL_LEVEL_THINK_H
#define KANAME_PROTOCOL_LEVEL_THINK_H

#include "kaname.h"

#include <stdint.h>

/* Like kaname_think() with one principal line; `level` is 1 to LEVEL_FULL. Below LEVEL_FULL it
 * reports no score as proven, because the proof may miss a defence, and clears the hash table. */
KanameStatus level_think(KanameEngine *engine, const KanameLimits *limits,
                         const KanameCallbacks *callbacks, int level, uint64_t seed,
                         KanameResult *result);

#endif
