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
    const KanameCallbacks *next;        /* the caller's, while the search runs */
} Ranking;

/* Searches with limits->lines lines and ranks their first moves; on KANAME_OK there is at least the
 * move of `result`, and it is the first one.
 * `callbacks`, which may be NULL, get the reports of the best line only. */
KanameStatus ranking_think(Ranking *ranking, KanameEngine *engine, const KanameLimits *limits,
                           const KanameCallbacks *callbacks, KanameResult *result);

#endif
