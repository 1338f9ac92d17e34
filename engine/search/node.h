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

/* A node as the search of its moves sees it. */
typedef struct Parent {
    int ply;           /* of the node; the root is 0 */
    int depth;         /* left below the move, before any reduction */
    Score alpha, beta; /* the window now, from the view of the side that moves */
    bool is_pv;        /* the node was reached with an open window */
    bool is_cut_node;  /* a refutation is expected */
    bool is_improving; /* the static score rises */
} Parent;

/* Searches the move; `move_number` counts from 1 the moves searched at this node. The first gets
 * the full window, the others have to prove that they deserve it. `reduction` in plies. Score from
 * the view of the side that moves. */
Score search_move(Worker *worker, const Parent *parent, Cell move, int move_number, int reduction);

/* Plies by which a late move is searched less deeply; 0 for moves that make or meet threats. */
int late_move_reduction(const Worker *worker, const Parent *parent, Cell move, int move_number);

#endif
