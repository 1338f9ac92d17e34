#include "opening/swap2.h"

#include "opening/balance.h"
#include "opening/budget.h"

#include <assert.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

enum {
    STONES_AFTER_OPENING = 3,
    STONES_AFTER_CHOICE = 5,
    /* Evaluation units: nearer to zero than this, returning the choice beats choosing. */
    BALANCED_SCORE = 50
};

bool swap2_is_stage(size_t stone_count) {
    return stone_count == 0 || stone_count == STONES_AFTER_OPENING ||
           stone_count == STONES_AFTER_CHOICE;
}

/* ---- No stones --------------------------------------------------------------------------- */

/* Offsets of Black, White, Black from the centre: wide, loose shapes in which the black stones are
 * far apart or near an edge. All were made for this list. The search picks the most balanced one
 * under the current rule and size. */
typedef struct Opening {
    signed char x[STONES_AFTER_OPENING], y[STONES_AFTER_OPENING];
} Opening;

static const Opening openings[] = {
    {{0, 1, 3}, {0, 1, -2}},  {{-5, -4, 2}, {-4, -4, 4}}, {{-6, -5, -3}, {0, 1, 3}},
    {{5, 4, 5}, {-5, -4, 0}}, {{-1, 0, -2}, {5, 4, 6}},   {{6, 3, -6}, {6, 4, -6}},
    {{0, 1, 2}, {0, 0, 2}},   {{-2, -1, 2}, {-2, -1, 1}},
};
enum { OPENING_COUNT = sizeof openings / sizeof openings[0] };

/* Places the stones. Returns false if they do not fit on the board. */
static bool place_opening(const KanameEngine *engine, const Opening *opening,
                          KanameStone stones[STONES_AFTER_OPENING]) {
    for (size_t i = 0; i < STONES_AFTER_OPENING; i++) {
        int x = kaname_width(engine) / 2 + opening->x[i];
        int y = kaname_height(engine) / 2 + opening->y[i];
        if (x < 0 || x >= kaname_width(engine) || y < 0 || y >= kaname_height(engine))
            return false;
        stones[i] = (KanameStone){x, y, i % 2 == 0 ? KANAME_BLACK : KANAME_WHITE};
    }
    return true;
}

/* Reports nothing: the board of the caller is not the one that is searched. */
static KanameStatus answer_empty(KanameEngine *engine, const KanameLimits *limits,
                                 Swap2Answer *answer) {
    KanameStatus status = KANAME_OK;
    int nearest = INT_MAX;
    for (int i = 0; i < OPENING_COUNT && status == KANAME_OK; i++) {
        KanameStone stones[STONES_AFTER_OPENING];
        int score;
        if (!place_opening(engine, &openings[i], stones))
            continue;
        KanameLimits own = budget_part(limits, i + 1, OPENING_COUNT);
        status = opening_score(engine, stones, STONES_AFTER_OPENING, &own, NULL, &score);
        if (status != KANAME_OK || abs(score) >= nearest)
            continue;
        nearest = abs(score);
        answer->count = STONES_AFTER_OPENING;
        for (size_t k = 0; k < STONES_AFTER_OPENING; k++)
            answer->moves[k] = (KanamePoint){stones[k].x, stones[k].y};
    }
    (void)kaname_set_position(engine, NULL, 0, KANAME_BLACK);
    return status;
}

/* ---- Three and five stones ---------------------------------------------------------------- */

static KanameStatus add_two(KanameEngine *engine, const KanameLimits *limits, KanamePoint fourth,
                            Swap2Answer *answer) {
    KanameStatus status = kaname_play(engine, fourth.x, fourth.y);
    if (status != KANAME_OK)
        return status;
    /* Black's fifth stone, chosen for balance: the other player picks a side. */
    KanameLimits own = budget_part(limits, 1, 1);
    KanameResult fifth;
    status = balance_one(engine, &own, NULL, 0, &fifth);
    (void)kaname_take_back(engine);
    if (status == KANAME_OK)
        answer->moves[1] = fifth.best;
    answer->moves[0] = fourth;
    answer->count = 2;
    return status;
}

static KanameStatus answer_choice(KanameEngine *engine, const KanameLimits *limits,
                                  const KanameCallbacks *callbacks, Swap2Answer *answer) {
    bool may_add = kaname_stone_count(engine) == STONES_AFTER_OPENING;
    KanameLimits own = budget_part(limits, 1, may_add ? 2 : 1);
    KanameResult result;
    KanameStatus status = kaname_think(engine, &own, callbacks, &result);
    if (status != KANAME_OK)
        return status;
    if (may_add && abs(result.score) < BALANCED_SCORE)
        return add_two(engine, limits, result.best, answer);
    answer->takes_black = result.score < 0;
    answer->count = answer->takes_black ? 0 : 1;
    answer->moves[0] = result.best;
    return KANAME_OK;
}

KanameStatus swap2_answer(KanameEngine *engine, const KanameLimits *limits,
                          const KanameCallbacks *callbacks, Swap2Answer *answer) {
    assert(swap2_is_stage(kaname_stone_count(engine)));
    *answer = (Swap2Answer){.count = 0};
    if (kaname_stone_count(engine) == 0)
        return answer_empty(engine, limits, answer);
    return answer_choice(engine, limits, callbacks, answer);
}
