/* history.h: a worker's statistics of moves: cells that refuted (cell history), the reply that
 * refuted a move (counter moves), and the latest refutations at a ply (killers). They order and
 * reduce moves but never decide a result. Owned by one worker. */
#ifndef KANAME_SEARCH_HISTORY_H
#define KANAME_SEARCH_HISTORY_H

#include "base/types.h"

enum { HISTORY_MAX = 16000, KILLERS = 2 };

typedef struct History {
    int16_t cell[COLORS][CELLS_MAX];    /* within +-HISTORY_MAX */
    Cell counter[COLORS][CELLS_MAX];    /* by the side to move and the opponent's last cell */
    Cell killers[PLY_MAX + 1][KILLERS]; /* latest first; CELL_NONE: none */
} History;

void history_clear(History *history);
/* Call between two searches of one game: halves the cell history and clears the killers. */
void history_age(History *history);

/* Rewards `best`, which refuted a position at `depth`, and lowers the `tried` moves before it,
 * which did not. `previous` is the opponent's last cell, or CELL_NONE. */
void history_reward(History *history, Color color, int ply, int depth, Cell best, Cell previous,
                    const Cell *tried, int tried_count);

static inline int history_score(const History *history, Color color, Cell cell) {
    return history->cell[color][cell];
}

static inline Cell history_counter(const History *history, Color color, Cell previous) {
    return previous == CELL_NONE ? CELL_NONE : history->counter[color][previous];
}

#endif
