/* node.h: the principal variation search below the root. Runs on the worker's own thread. The
 * worker's board holds the node's position on entry and on return.
 *
 * A decided score (win, loss) is a proof: a win by a line, a loss by the refutation of every legal
 * move. Pruning by an estimate never returns one. */
#ifndef KANAME_SEARCH_NODE_H
#define KANAME_SEARCH_NODE_H

#include "search/node_state.h"
#include "search/reduction.h"
#include "search/worker.h"

/* Searches a move, reduced by `reduction` plies, and returns its score from the view of the side
 * that moves. `move_number` counts the moves searched at this node from 1. The first move gets the
 * full window; the others get it only if a search with a null window raises alpha. */
Score search_move(Worker *worker, const Parent *parent, Cell move, int move_number, int reduction);

/* Searches the position on the worker's board, which is `ply` >= 1 plies below the root, with a
 * full window and returns its score from the view of the side to move. worker->pv[ply] then holds
 * its line. The caller sets the frames of the two plies above. */
Score search_position(Worker *worker, int ply, int depth);

#endif
