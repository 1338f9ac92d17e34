#include "search/history.h"

#include <stdlib.h>
#include <string.h>

enum { BONUS_MAX = 1600, BONUS_FACTOR = 32 };

static void forget_killers(History *history) {
    for (int ply = 0; ply <= PLY_MAX; ply++)
        for (int i = 0; i < KILLERS; i++)
            history->killers[ply][i] = CELL_NONE;
}

void history_clear(History *history) {
    memset(history->cell, 0, sizeof history->cell);
    for (int color = 0; color < COLORS; color++)
        for (int cell = 0; cell < CELLS_MAX; cell++)
            history->counter[color][cell] = CELL_NONE;
    forget_killers(history);
}

void history_age(History *history) {
    for (int color = 0; color < COLORS; color++)
        for (int cell = 0; cell < CELLS_MAX; cell++)
            history->cell[color][cell] /= 2;
    forget_killers(history);
}

/* Moves the entry in the direction of the bonus, less the nearer it is to the limit. */
static void update(int16_t *entry, int bonus) {
    *entry = (int16_t)(*entry + bonus - *entry * abs(bonus) / HISTORY_MAX);
}

void history_reward(History *history, Color color, int ply, int depth, Cell best, Cell previous,
                    const Cell *tried, int tried_count) {
    int bonus = BONUS_FACTOR * depth * depth;
    if (bonus > BONUS_MAX)
        bonus = BONUS_MAX;
    update(&history->cell[color][best], bonus);
    for (int i = 0; i < tried_count; i++)
        update(&history->cell[color][tried[i]], -bonus);
    if (previous != CELL_NONE)
        history->counter[color][previous] = best;
    Cell *killers = history->killers[ply];
    if (killers[0] != best) {
        killers[1] = killers[0];
        killers[0] = best;
    }
}
