/* reduction.h: how much less deeply a late move is searched, and which classes count as quiet or as
 * fours for that. */
#ifndef KANAME_SEARCH_REDUCTION_H
#define KANAME_SEARCH_REDUCTION_H

#include "search/worker.h"

/* The node whose moves are searched. */
typedef struct Parent {
    int ply;           /* of the node; the root is 0 */
    int depth;         /* plies left below the move, before any reduction */
    Score alpha, beta; /* the current window, from the view of the side that moves */
    bool is_pv;        /* the node was reached with an open window */
    bool is_cut_node;  /* a refutation is expected */
    int gap;           /* of the move: see Picker */
} Parent;

/* Returns whether a stone of the class must be answered at once. */
static inline bool is_four(Class class_) {
    return class_ >= CLASS_FOUL_SUSPECT_FOUR;
}

/* Returns whether the class makes a four and no three. */
static inline bool is_lone_four(Class class_) {
    return class_ == CLASS_FOUR || class_ == CLASS_FOUR_PLUS;
}

/* Returns whether the class makes no threat. The opponent's shapes on the cell do not count: moves
 * that only take them away refute as rarely as other quiet moves. */
static inline bool is_quiet(Class class_) {
    return class_ < CLASS_THREE;
}

/* Returns the reduction of a late move in plies: 0 for fours that make a three too, at least 1 for
 * other fours, and one less for moves that make threes than for quiet ones. */
int late_move_reduction(const Worker *worker, const Parent *parent, Cell move, int move_number);

#endif
