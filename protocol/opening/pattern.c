#include "opening/pattern.h"

#include "opening/balance.h"
#include "opening/fifths.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>

enum {
    PATTERNS = 26,
    REACH = 2 /* columns and rows from the centre to the third stone, at most */
};

/* Offsets from the centre, where the first stone is. The second stone touches it orthogonally or
 * diagonally (one of each kind; the rest are turns and mirror images). The third is within the
 * central 5x5; of two third stones that are mirror images about the line of the first two, one
 * counts: 13 openings of each kind. */
static int list_patterns(KanamePoint second[PATTERNS], KanamePoint third[PATTERNS]) {
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

/* Sets up the stones and searches. The sign of the worth depends on the side; callers compare its
 * magnitude. */
static KanameStatus weigh(KanameEngine *engine, const KanameStone stones[PATTERN_STONES],
                          const BudgetSpan *span, const FourthWish *wish, Fourth *fourth) {
    if (wish->most == 0) {
        KanameLimits own = budget_in_span(span, 1);
        return opening_score(engine, stones, PATTERN_STONES, &own, NULL, &fourth->worth);
    }
    KanameStatus status = kaname_set_position(engine, stones, PATTERN_STONES, KANAME_WHITE);
    return status == KANAME_OK ? fifths_fourth(engine, span, wish, fourth) : status;
}

KanameStatus pattern_open(KanameEngine *engine, const KanameLimits *limits, int least, int most,
                          KanamePoint moves[PATTERN_STONES], int *fifths) {
    KanamePoint second[PATTERNS], third[PATTERNS];
    FourthWish wish = {.least = least, .most = most, .is_balanced = true, .fourths = 1};
    int count = list_patterns(second, third), nearest = INT_MAX, searches = most == 0 ? 1 : 2;
    assert(count == PATTERNS);
    int x = kaname_width(engine) / 2, y = kaname_height(engine) / 2;
    KanameStatus status = KANAME_OK;
    for (int i = 0; i < count && status == KANAME_OK; i++) {
        KanameStone stones[PATTERN_STONES] = {{x, y, KANAME_BLACK},
                                              {x + second[i].x, y + second[i].y, KANAME_WHITE},
                                              {x + third[i].x, y + third[i].y, KANAME_BLACK}};
        BudgetSpan span = {limits, i * searches, count * searches};
        Fourth fourth = {.worth = 0};
        status = weigh(engine, stones, &span, &wish, &fourth);
        if (status != KANAME_OK || abs(fourth.worth) >= nearest)
            continue;
        nearest = abs(fourth.worth);
        *fifths = fourth.fifths;
        for (int k = 0; k < PATTERN_STONES; k++)
            moves[k] = (KanamePoint){stones[k].x, stones[k].y};
    }
    (void)kaname_set_position(engine, NULL, 0, KANAME_BLACK);
    return status;
}
