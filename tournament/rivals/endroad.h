/* endroad.h: the two scores of the EndRoad method, for its player and its tests. */
#ifndef RIVALS_ENDROAD_H
#define RIVALS_ENDROAD_H

#include <stdint.h>

#include "rivals/position.h"

/* Returns the value of the empty cell to `side` (STONE_OWN or STONE_OPPONENT), 0 or more. */
int64_t rival_endroad_score(const RivalPosition *position, int cell, RivalStone side);

/* Returns the values of STONE_OWN's groups through the stone on the cell, minus the opponent's. */
int64_t rival_endroad_relative(const RivalPosition *position, int cell);

/* Returns the sum of both relative scores after STONE_OWN plays the empty cell and STONE_OPPONENT
 * its best reply; the first score alone if no reply is left. */
int64_t rival_endroad_look_ahead(const RivalPosition *position, int cell);

#endif
