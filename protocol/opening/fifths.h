/* fifths.h: decisions about the fourth stone of renju's openings and the fifth moves behind it.
 *
 * White places the fourth stone. Black offers a number of fifth moves, no two alike, and White
 * keeps one: Black's worst. With four stones the position is therefore worth to Black what the last
 * of his best moves is worth, if he offers as many as that.
 *
 * Each function searches the engine's position, which is the same afterwards. The limits are for
 * all searches of the decision together; kaname_stop() ends it early. Scores are Black's. */
#ifndef KANAME_PROTOCOL_OPENING_FIFTHS_H
#define KANAME_PROTOCOL_OPENING_FIFTHS_H

#include "kaname.h"
#include "opening/budget.h"
#include "program/opening_rule.h"

#include <stdbool.h>

enum {
    FIFTHS_STONES = 4,          /* on the board when fifth moves are offered */
    FIFTHS_FOURTHS = 4,         /* fourth stones compared */
    FIFTHS_FOURTH_SEARCHES = 5, /* of fifths_fourth() with that many */
};

/* What is wanted of a fourth stone. */
typedef struct FourthWish {
    int least, most;  /* numbers of fifth moves to choose from */
    bool is_balanced; /* worth near zero, as the other side may swap; else the best for White */
    int fourths;      /* stones compared, 1 to FIFTHS_FOURTHS */
} FourthWish;

typedef struct Fourth {
    KanamePoint move;
    int fifths;
    int worth; /* of the position behind it, Black's view */
} Fourth;

/* Three stones: chooses the fourth stone and the number of fifth moves. The span has
 * wish->fourths + 1 searches. */
KanameStatus fifths_fourth(KanameEngine *engine, const BudgetSpan *span, const FourthWish *wish,
                           Fourth *fourth);
/* Four stones: chooses Black's best fifth moves, `count` of them, and returns what they are worth.
 * KANAME_ERR_NO_MOVE: there are fewer. */
KanameStatus fifths_offer(KanameEngine *engine, const KanameLimits *limits, int count,
                          KanamePoint moves[OPENING_OFFERS_MAX], int *worth);
/* Four stones: chooses the offered move that is worst for Black. */
KanameStatus fifths_pick(KanameEngine *engine, const KanameLimits *limits,
                         const KanamePoint *offers, int count, KanamePoint *chosen);

#endif
