/* follow.h: lets the state of a network of regions follow its board. */
#ifndef KANAME_EVAL_REGIONS_FOLLOW_H
#define KANAME_EVAL_REGIONS_FOLLOW_H

#include "eval/regions/kernels.h"
#include "eval/regions/state.h"

/* Begins to follow a board: computes both views afresh. */
void regions_begin(RegionsState *state, const ViewRows rows[COLORS], const Board *board);
/* Lets the view of `rows->color` catch up with the board. Returns its level, valid until the next
 * call. */
const RegionsLevel *regions_follow(RegionsState *state, const ViewRows *rows, const Board *board,
                                   const RegionsKernels *kernels);

#endif
