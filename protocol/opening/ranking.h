/* ranking.h: the moves of a search with several principal lines, best first. */
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
    RankedMove moves[KANAME_MAX_LINES]; /* all different */
    /* While the search runs: what the iteration before said, and whom to tell besides. */
    size_t before_count;
    RankedMove before[KANAME_MAX_LINES];
    const KanameCallbacks *next;
} Ranking;

/* Thinks with limits->lines lines and ranks what it tells. An iteration that could not end is
 * filled up from the one before; there is always at least the move of `result`. Of the reports only
 * those of the best line are passed on to `callbacks` (NULL: nobody). */
KanameStatus ranking_think(Ranking *ranking, KanameEngine *engine, const KanameLimits *limits,
                           const KanameCallbacks *callbacks, KanameResult *result);

#endif
