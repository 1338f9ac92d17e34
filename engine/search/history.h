/* history.h: what one worker has learned about moves: which cells refuted (cell history), which
 * move answered which (counter moves), which refuted at this ply (killers). Only orders and
 * reduces moves; never decides a result. Owned by one worker. */
#ifndef KANAME_SEARCH_HISTORY_H
#define KANAME_SEARCH_HISTORY_H

#include "base/types.h"

enum { HISTORY_MAX = 16000, KILLERS = 2 };

typedef struct History {
    int16_t cell[COLORS][CELLS_MAX];    /* within +-HISTORY_MAX */
    Cell counter[COLORS][CELLS_MAX];    /* by the mover and the opponent's last cell */
    Cell killers[PLY_MAX + 1][KILLERS]; /* latest first; CELL_NONE: none */
} History;

void history_clear(History *history);
/* Between two searches of one game: halves what is known, forgets the killers. */
void history_age(History *history);

/* After `best` refuted a position of depth `depth`, and the `tried` moves before it did not.
 * `previous` is the opponent's last cell, CELL_NONE if there is none. */
void history_reward(History *history, Color color, int ply, int depth, Cell best, Cell previous,
                    const Cell *tried, int tried_count);

static inline int history_score(const History *history, Color color, Cell cell) {
    return history->cell[color][cell];
}

static inline Cell history_counter(const History *history, Color color, Cell previous) {
    return previous == CELL_NONE ? CELL_NONE : history->counter[color][previous];
}

#endif
