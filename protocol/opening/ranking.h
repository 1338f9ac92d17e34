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

/* Searches with limits->lines lines and ranks their first moves. On KANAME_OK the ranking has at
 * least one move, and the first is that of `result`. `callbacks`, which may be NULL, get only the
 * reports of the best line. */
KanameStatus ranking_think(Ranking *ranking, KanameEngine *engine, const KanameLimits *limits,
                           const KanameCallbacks *callbacks, KanameResult *result);

#endif
