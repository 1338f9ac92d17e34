/* fifths.h: decides on the fourth stone of renju openings and on the fifth moves after it.
 *
 * White places the fourth stone. Black offers a number of fifth moves, no two of the same figure,
 * and White keeps one: the worst for Black. If Black offers his best N moves, the position with
 * four stones is therefore worth as much to Black as the last of these N.
 *
 * Each function searches the engine's position, which is the same on return. The limits cover all
 * searches of the decision together; kaname_stop() ends it early. Scores are for Black. */
#ifndef KANAME_PROTOCOL_OPENING_FIFTHS_H
#define KANAME_PROTOCOL_OPENING_FIFTHS_H

#include "kaname.h"
#include "opening/budget.h"
#include "shared/opening/rule.h"

#include <stdbool.h>

enum {
    FIFTHS_STONES = 4,          /* on the board when fifth moves are offered */
    FIFTHS_FOURTHS = 4,         /* fourth stones compared */
    FIFTHS_FOURTH_SEARCHES = 5, /* searches of fifths_fourth() with that many */
};

/* Requirements on a fourth stone. */
typedef struct FourthWish {
    int least, most;  /* numbers of fifth moves to choose from */
    bool is_balanced; /* worth near zero, because the other side may swap; else best for White */
    int fourths;      /* stones compared, 1 to FIFTHS_FOURTHS */
} FourthWish;

typedef struct Fourth {
    KanamePoint move;
    int fifths;
    int worth; /* of the position after it, for Black */
} Fourth;

/* With three stones: chooses the fourth stone and the number of fifth moves. The span has
 * wish->fourths + 1 searches. */
KanameStatus fifths_fourth(KanameEngine *engine, const BudgetSpan *span, const FourthWish *wish,
                           Fourth *fourth);
/* With four stones: chooses Black's best `count` fifth moves and sets their worth. Returns
 * KANAME_ERR_NO_MOVE if there are fewer. */
KanameStatus fifths_offer(KanameEngine *engine, const KanameLimits *limits, int count,
                          KanamePoint moves[OPENING_OFFERS_MAX], int *worth);
/* With four stones: chooses the offered move that is worst for Black. */
KanameStatus fifths_pick(KanameEngine *engine, const KanameLimits *limits,
                         const KanamePoint *offers, int count, KanamePoint *chosen);

#endif
