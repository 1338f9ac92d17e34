/* soosorv.h: the decisions of the Soosorv-8 opening of renju.
 *
 * One player places three stones (an opening around the centre); the other may swap sides. White
 * plays the fourth stone and says how many fifth stones, 1 to 8, Black has to offer; the other may
 * swap. Black offers so many, no two of them symmetric; White picks one.
 *
 * All searches of a decision share the limits. The engine holds the position before the decision
 * and holds it again afterwards; kaname_stop() ends a decision early. */
#ifndef KANAME_PROTOCOL_OPENING_SOOSORV_H
#define KANAME_PROTOCOL_OPENING_SOOSORV_H

#include "kaname.h"

#include <stdbool.h>

enum {
    SOOSORV_STONES_OPENING = 3,
    SOOSORV_STONES_MAX = 4, /* before the fifth */
    SOOSORV_FIFTHS_MAX = 8
};

/* Black, White, Black: one of the 26 openings, the one that favours nobody. */
KanameStatus soosorv_open(KanameEngine *engine, const KanameLimits *limits,
                          KanamePoint moves[SOOSORV_STONES_OPENING]);
/* Three stones: does White do better to become Black? */
KanameStatus soosorv_swap_opening(KanameEngine *engine, const KanameLimits *limits, bool *swaps);
/* Three stones: a fourth and a number of fifths that leave the other player nothing to choose. */
KanameStatus soosorv_fourth(KanameEngine *engine, const KanameLimits *limits, KanamePoint *fourth,
                            int *fifths);
/* Four stones, so many fifths wanted: does Black do better to become White? */
KanameStatus soosorv_swap_fourth(KanameEngine *engine, const KanameLimits *limits, int fifths,
                                 bool *swaps);
/* Four stones: Black's best fifths. KANAME_ERR_NO_MOVE: there are not so many. */
KanameStatus soosorv_fifths(KanameEngine *engine, const KanameLimits *limits, int fifths,
                            KanamePoint moves[SOOSORV_FIFTHS_MAX]);
/* Four stones: the offered fifth that is worst for Black. */
KanameStatus soosorv_choose(KanameEngine *engine, const KanameLimits *limits,
                            const KanamePoint *candidates, int count, KanamePoint *chosen);

#endif
