/* follow.h: lets the state of a network of regions follow its board. */
#ifndef KANAME_EVAL_REGIONS_FOLLOW_H
#define KANAME_EVAL_REGIONS_FOLLOW_H

#include "eval/regions/state.h"

/* Forgets all. To be called before the first regions_follow() of a board. */
void regions_begin(RegionsState *state);
/* Lets the view of `rows->color` catch up with the board. Returns its level, valid until the next
 * call. */
const RegionsLevel *regions_follow(RegionsState *state, const ViewRows *rows, const Board *board);

#endif
