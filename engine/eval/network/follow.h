/* follow.h: lets the state of a network follow its board. */
#ifndef KANAME_EVAL_NETWORK_FOLLOW_H
#define KANAME_EVAL_NETWORK_FOLLOW_H

#include "eval/network/arch/kernels.h"
#include "eval/network/state.h"

/* Begins to follow a board: computes everything afresh. */
void network_begin(NetworkState *memory, const NetworkRows *rows, const Board *board);
/* Catches up with the board and returns its level, valid until the next call. */
Level *network_follow(NetworkState *memory, const NetworkRows *rows, const Board *board,
                      const NetworkKernels *kernels);

#endif
