/* ranking.h: ranks moves by a search with several principal lines. */
#ifndef KANAME_PROTOCOL_OPENING_RANKING_H
#define KANAME_PROTOCOL_OPENING_RANKING_H

#include "kaname.h"

#include <stddef.h>

typedef struct RankedMove {
    KanamePoint move;
    int score;
} RankedMove;

typedef struct Ranking {
    size_t count;
    RankedMove moves[KANAME_MAX_LINES]; /* best first, all different */
    /* While the search runs: the moves of the iteration before, and the caller's callbacks. */
    size_t before_count;
    RankedMove before[KANAME_MAX_LINES];
    const KanameCallbacks *next;
} Ranking;

/* Searches with limits->lines lines and ranks their first moves. Moves that an unfinished iteration
 * lacks come from the iteration before; on KANAME_OK there is at least the move of `result`.
 * `callbacks`, which may be NULL, get the reports of the best line only. */
KanameStatus ranking_think(Ranking *ranking, KanameEngine *engine, const KanameLimits *limits,
                           const KanameCallbacks *callbacks, KanameResult *result);

#endif
