#include "opening/balance.h"

#include "opening/budget.h"
#include "opening/ranking.h"

#include <limits.h>
#include <stdlib.h>

enum {
    FIRST_MOVES = 8, /* first stones tried */
    NEAR_ENOUGH = 5  /* evaluation units */
};

KanameStatus balance_one(KanameEngine *engine, const KanameLimits *limits,
                         const KanameCallbacks *callbacks, int score, KanameResult *found) {
    KanameLimits own = *limits;
    own.lines = 1;
    own.is_balanced = true;
    own.balance_score = score;
    return kaname_think(engine, &own, callbacks, found);
}

/* Finds the best second stone after a first one. */
static KanameStatus try_first(KanameEngine *engine, const KanameLimits *limits, KanamePoint first,
                              int score, KanameResult *found) {
    KanameStatus status = kaname_play(engine, first.x, first.y);
    if (status != KANAME_OK)
        return status;
    status = balance_one(engine, limits, NULL, -score, found);
    (void)kaname_take_back(engine);
    return status;
}

static KanameStatus try_all(KanameEngine *engine, const KanameLimits *limits, int score,
                            const Ranking *ranking, KanamePoint moves[2]) {
    int nearest = INT_MAX;
    for (size_t i = 0; i < ranking->count && nearest > NEAR_ENOUGH; i++) {
        KanameLimits own = budget_part(limits, (int64_t)i + 2, (int64_t)ranking->count + 1);
        KanameResult found;
        KanameStatus status = try_first(engine, &own, ranking->moves[i].move, score, &found);
        if (status != KANAME_OK)
            return status;
        int distance = abs(found.score + score);
        if (distance >= nearest)
            continue;
        nearest = distance;
        moves[0] = ranking->moves[i].move;
        moves[1] = found.best;
    }
    return KANAME_OK;
}

KanameStatus balance_two(KanameEngine *engine, const KanameLimits *limits,
                         const KanameCallbacks *callbacks, int score, KanamePoint moves[2]) {
    Ranking *ranking = malloc(sizeof *ranking);
    if (ranking == NULL)
        return KANAME_ERR_MEMORY;
    KanameLimits own = budget_part(limits, 1, FIRST_MOVES + 1);
    KanameResult ignored;
    own.lines = FIRST_MOVES;
    KanameStatus status = ranking_think(ranking, engine, &own, callbacks, &ignored);
    if (status == KANAME_OK)
        status = try_all(engine, limits, score, ranking, moves);
    free(ranking);
    return status;
}

KanameStatus opening_score(KanameEngine *engine, const KanameStone *stones, size_t count,
                           const KanameLimits *limits, const KanameCallbacks *callbacks,
                           int *score) {
    KanameResult result;
    KanameStatus status =
        kaname_set_position(engine, stones, count, count % 2 == 0 ? KANAME_BLACK : KANAME_WHITE);
    if (status == KANAME_OK)
        status = kaname_think(engine, limits, callbacks, &result);
    if (status == KANAME_OK)
        *score = result.score;
    return status;
}
