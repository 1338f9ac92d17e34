/* skip.h: the moves that a shallow node does not search. */
#ifndef KANAME_SEARCH_SKIP_H
#define KANAME_SEARCH_SKIP_H

#include "search/node_state.h"
#include "search/worker.h"

/* Returns whether a shallow node skips the move, once a move is known that does not lose: late
 * moves are skipped, and all quiet ones if the static score is far below alpha. Against a threat
 * and among distant cells each move counts: only fours that delay are skipped there. `move_number`
 * counts the moves searched at this node from 1. A skipped move stays skipped, because the number
 * and the best score only rise. */
bool skip_move(const Worker *worker, const Node *node, Cell move, int move_number);

#endif
