/* endroad.h: the two scores of the EndRoad method, for its player and its tests. */
#ifndef RIVALS_ENDROAD_H
#define RIVALS_ENDROAD_H

#include <stdint.h>

#include "rivals/position.h"

/* What the empty cell is worth to `side` (STONE_OWN or STONE_OPPONENT). Never negative. */
int64_t rival_endroad_score(const RivalPosition *position, int cell, RivalStone side);

/* How the groups through the stone on that cell stand for STONE_OWN: its groups less the
 * opponent's. */
int64_t rival_endroad_relative(const RivalPosition *position, int cell);

/* The sum of both relative scores after STONE_OWN plays the empty cell and STONE_OPPONENT replies
 * with his best; of the first alone where no reply is left. */
int64_t rival_endroad_look_ahead(const RivalPosition *position, int cell);

#endif
