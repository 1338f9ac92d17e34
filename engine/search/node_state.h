/* node_state.h: what the steps of a node below the root share: its window, what the steps before
 * have found, and its best move so far. Lives on the stack of the worker's own thread. */
#ifndef KANAME_SEARCH_NODE_STATE_H
#define KANAME_SEARCH_NODE_STATE_H

#include "board/cellset.h"
#include "search/tt.h"

/* A win or loss that is believed but not proven. */
enum { SCORE_UNPROVEN = SCORE_WIN_MIN - 1 };

typedef struct Node {
    int ply, depth;
    Score alpha, beta;
    bool is_pv, is_cut_node;
    uint64_t key;
    Color us;
    int threat_plies; /* plies to the opponent's five unless it is stopped: 2 (he has a four), 4
                         (he has an open three), 0 (no threat is known) */
    bool covers_all;  /* legal moves outside `moves` provably lose or have been searched */
    CellSet *moves;   /* by pointer: clearing a node stays cheap */
    CellSet *answers; /* under an open three of the opponent: the moves that meet it */
    bool is_guarded;  /* a move is blocked here or deeper: no shortcuts, which could hide it, and no
                         stored result, which would hold only while it is blocked */
    TtEntry table;    /* on a miss: move CELL_NONE, eval SCORE_NONE */
    Score static_eval;  /* SCORE_NONE: not computed */
    bool is_exact_eval; /* false: static_eval is an estimate, which is not stored */
    Score eval;         /* static_eval, or the table's score if its bound says more */
    bool is_improving;  /* better than two plies ago */
    Score best;
    Cell best_move;
} Node;

/* Returns whether the opponent has a four or an open three. */
static inline bool is_threatened(const Node *node) {
    return node->threat_plies > 0;
}

#endif
