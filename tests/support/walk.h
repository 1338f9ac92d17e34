/* walk.h: random walks of a board through play, undo and passes, for whatever follows a board. */
#ifndef KANAME_TESTS_WALK_H
#define KANAME_TESTS_WALK_H

#include "board/board.h"

typedef struct Walk {
    Board *board; /* the caller's */
    uint64_t rng;
    int count;                   /* steps that can be taken back */
    bool is_pass[2 * CELLS_MAX]; /* of each of them */
} Walk;

/* Sets the board up with one of several sizes and fewer than 20 stones. The walk does not go back
 * behind them. */
void walk_begin(Walk *walk, const RuleTables *tables, Isa isa);
/* Takes a step: a stone, a pass, or either taken back. */
void walk_step(Walk *walk);
/* Return an empty cell, any or mostly near the last stone, so that lines hold several stones. The
 * board must have one. */
Cell walk_cell(Walk *walk);
Cell walk_near(Walk *walk);

#endif
