/* node.h: the principal variation search below the root. Runs on the worker's own thread; the
 * worker's board is at the node and is so again on return.
 *
 * A decided score (win, loss) is a proof: a win by a line found, a loss because every legal move
 * was refuted. Nothing that prunes by estimate ever returns one. */
#ifndef KANAME_SEARCH_NODE_H
#define KANAME_SEARCH_NODE_H

#include "search/worker.h"

/* A win or loss that is believed and not proven. */
enum { SCORE_UNPROVEN = SCORE_WIN_MIN - 1 };

/* Searches the move of the side to move at `ply` (the root is 0) with the window alpha..beta;
 * `move_number` counts from 1 those searched here before. The first gets the full window, the
 * others have to prove that they deserve it. Score from the view of the side that moves. */
Score search_move(Worker *worker, int ply, Cell move, int move_number, Score alpha, Score beta,
                  int depth, int reduction, bool is_cut_node);

/* Plies by which a late move is searched less deeply; 0 for moves that make or meet threats. */
int late_move_reduction(const Worker *worker, Cell move, int move_number, int depth, bool is_pv,
                        bool is_cut_node, bool is_improving);

#endif
