#include "opening/soosorv.h"

#include "io/symmetry.h"
#include "opening/balance.h"
#include "opening/budget.h"
#include "opening/ranking.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>

enum {
    OPENINGS = 26,
    FOURTHS = 4, /* fourth stones compared */
    REACH = 2    /* columns and rows from the centre to the third stone, at most */
};

/* ---- The opening -------------------------------------------------------------------------- */

/* Offsets from the centre, where the first stone is. The second touches it, upright or aslant (one
 * of each kind; the rest are turns and mirror images); the third is within the central 5x5. Of two
 * third stones that mirror each other in the first two, one counts: 13 openings of each kind. */
static int list_openings(KanamePoint second[OPENINGS], KanamePoint third[OPENINGS]) {
    int count = 0;
    for (int aslant = 0; aslant < 2; aslant++)
        for (int y = -REACH; y <= REACH; y++)
            for (int x = -REACH; x <= REACH; x++) {
                bool is_taken = (x == 0 && y == 0) || (x == aslant && y == -1);
                bool is_double = aslant ? x + y < 0 : x < 0;
                if (is_taken || is_double)
                    continue;
                second[count] = (KanamePoint){aslant, -1};
                third[count++] = (KanamePoint){x, y};
            }
    return count;
}

KanameStatus soosorv_open(KanameEngine *engine, const KanameLimits *limits,
                          KanamePoint moves[SOOSORV_STONES_OPENING]) {
    KanamePoint second[OPENINGS], third[OPENINGS];
    int count = list_openings(second, third), nearest = INT_MAX;
    assert(count == OPENINGS);
    int x = kaname_width(engine) / 2, y = kaname_height(engine) / 2;
    KanameStatus status = KANAME_OK;
    for (int i = 0; i < count && status == KANAME_OK; i++) {
        KanameStone stones[SOOSORV_STONES_OPENING] = {
            {x, y, KANAME_BLACK},
            {x + second[i].x, y + second[i].y, KANAME_WHITE},
            {x + third[i].x, y + third[i].y, KANAME_BLACK}};
        KanameLimits own = budget_part(limits, i + 1, count);
        int score;
        status = opening_score(engine, stones, SOOSORV_STONES_OPENING, &own, NULL, &score);
        if (status != KANAME_OK || abs(score) >= nearest)
            continue;
        nearest = abs(score);
        for (int k = 0; k < SOOSORV_STONES_OPENING; k++)
            moves[k] = (KanamePoint){stones[k].x, stones[k].y};
    }
    (void)kaname_set_position(engine, NULL, 0, KANAME_BLACK);
    return status;
}

/* ---- Swaps ------------------------------------------------------------------------------- */

KanameStatus soosorv_swap_opening(KanameEngine *engine, const KanameLimits *limits, bool *swaps) {
    KanameLimits own = budget_part(limits, 1, 1);
    KanameResult result;
    KanameStatus status = kaname_think(engine, &own, NULL, &result);
    if (status == KANAME_OK)
        *swaps = result.score < 0;
    return status;
}

/* Ranks Black's best moves, up to `count`, without symmetric doubles. */
static KanameStatus rank_fifths(KanameEngine *engine, const KanameLimits *limits, int count,
                                Ranking *ranking) {
    KanameLimits own = *limits;
    KanameResult ignored;
    own.lines = count;
    kaname_exclude_clear(engine);
    symmetry_exclude_doubles(engine, NULL);
    KanameStatus status = ranking_think(ranking, engine, &own, NULL, &ignored);
    kaname_exclude_clear(engine);
    return status;
}

/* Returns Black's score if he offers his best `fifths` moves: White takes the worst of them. */
static int worth_of(const Ranking *ranking, int fifths) {
    size_t last = (size_t)fifths < ranking->count ? (size_t)fifths : ranking->count;
    return ranking->moves[last - 1].score;
}

KanameStatus soosorv_swap_fourth(KanameEngine *engine, const KanameLimits *limits, int fifths,
                                 bool *swaps) {
    Ranking *ranking = malloc(sizeof *ranking);
    if (ranking == NULL)
        return KANAME_ERR_MEMORY;
    KanameLimits own = budget_part(limits, 1, 1);
    KanameStatus status = rank_fifths(engine, &own, fifths, ranking);
    if (status == KANAME_OK)
        *swaps = worth_of(ranking, fifths) < 0;
    free(ranking);
    return status;
}

/* ---- The fourth stone ---------------------------------------------------------------------- */

/* Finds the number of fifths that is best balanced after this fourth stone, and its distance from
 * balance. */
static KanameStatus weigh_fourth(KanameEngine *engine, const KanameLimits *limits,
                                 KanamePoint fourth, Ranking *ranking, int *fifths, int *distance) {
    KanameStatus status = kaname_play(engine, fourth.x, fourth.y);
    if (status != KANAME_OK)
        return status;
    status = rank_fifths(engine, limits, SOOSORV_FIFTHS_MAX, ranking);
    (void)kaname_take_back(engine);
    *distance = INT_MAX;
    for (int n = 1; n <= SOOSORV_FIFTHS_MAX && status == KANAME_OK; n++) {
        int worth = abs(worth_of(ranking, n));
        if (worth >= *distance)
            continue;
        *distance = worth;
        *fifths = n;
    }
    return status;
}

KanameStatus soosorv_fourth(KanameEngine *engine, const KanameLimits *limits, KanamePoint *fourth,
                            int *fifths) {
    Ranking *fourths = malloc(sizeof *fourths), *ranking = malloc(sizeof *ranking);
    KanameStatus status = fourths != NULL && ranking != NULL ? KANAME_OK : KANAME_ERR_MEMORY;
    if (status == KANAME_OK) {
        KanameLimits own = budget_part(limits, 1, FOURTHS + 1);
        KanameResult ignored;
        own.lines = FOURTHS;
        status = ranking_think(fourths, engine, &own, NULL, &ignored);
    }
    int nearest = INT_MAX;
    for (size_t i = 0; status == KANAME_OK && i < fourths->count; i++) {
        KanameLimits own = budget_part(limits, (int64_t)i + 2, FOURTHS + 1);
        KanamePoint move = fourths->moves[i].move;
        int count = 1, distance;
        status = weigh_fourth(engine, &own, move, ranking, &count, &distance);
        if (status != KANAME_OK || distance >= nearest)
            continue;
        nearest = distance;
        *fourth = move;
        *fifths = count;
    }
    free(fourths);
    free(ranking);
    return status;
}

/* ---- The fifth stone ----------------------------------------------------------------------- */

KanameStatus soosorv_fifths(KanameEngine *engine, const KanameLimits *limits, int fifths,
                            KanamePoint moves[SOOSORV_FIFTHS_MAX]) {
    Ranking *ranking = malloc(sizeof *ranking);
    if (ranking == NULL)
        return KANAME_ERR_MEMORY;
    KanameLimits own = budget_part(limits, 1, 1);
    KanameStatus status = rank_fifths(engine, &own, fifths, ranking);
    /* A search that was cut short may rank fewer moves: find the others one by one. */
    for (int i = 0; i < fifths && status == KANAME_OK; i++) {
        if ((size_t)i < ranking->count) {
            moves[i] = ranking->moves[i].move;
            continue;
        }
        kaname_exclude_clear(engine);
        symmetry_exclude_doubles(engine, NULL);
        for (int k = 0; k < i; k++)
            (void)kaname_exclude(engine, moves[k].x, moves[k].y, true);
        KanameLimits quick = kaname_no_limits();
        KanameResult result;
        quick.max_depth = 1;
        quick.turn_ms = 0;
        status = kaname_think(engine, &quick, NULL, &result);
        moves[i] = result.best;
        kaname_exclude_clear(engine);
    }
    free(ranking);
    return status;
}

KanameStatus soosorv_choose(KanameEngine *engine, const KanameLimits *limits,
                            const KanamePoint *candidates, int count, KanamePoint *chosen) {
    KanameStatus status = KANAME_OK;
    int best = INT_MIN;
    for (int i = 0; i < count && status == KANAME_OK; i++) {
        KanameLimits own = budget_part(limits, i + 1, count);
        KanameResult result;
        status = kaname_play(engine, candidates[i].x, candidates[i].y);
        if (status != KANAME_OK)
            return status;
        status = kaname_think(engine, &own, NULL, &result);
        (void)kaname_take_back(engine);
        if (status != KANAME_OK || result.score <= best)
            continue;
        best = result.score;
        *chosen = candidates[i];
    }
    return status;
}
