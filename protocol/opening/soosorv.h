/* soosorv.h: the decisions of the Soosorv-8 opening of renju.
 *
 * One player places three stones (an opening around the centre); the other may swap sides. White
 * plays the fourth stone and announces the number of fifth stones, 1 to 8, that Black must offer;
 * the other player may swap. Black offers that number, no two of them symmetric; White picks one.
 *
 * Each function makes one decision about the engine's position, which is the same afterwards. The
 * limits are for all searches of the decision together; kaname_stop() ends it early. */
#ifndef KANAME_PROTOCOL_OPENING_SOOSORV_H
#define KANAME_PROTOCOL_OPENING_SOOSORV_H

#include "kaname.h"

#include <stdbool.h>

enum {
    SOOSORV_STONES_OPENING = 3,
    SOOSORV_STONES_MAX = 4, /* before the fifth */
    SOOSORV_FIFTHS_MAX = 8
};

/* Chooses the most balanced of the 26 openings: Black, White, Black. */
KanameStatus soosorv_open(KanameEngine *engine, const KanameLimits *limits,
                          KanamePoint moves[SOOSORV_STONES_OPENING]);
/* Three stones on the board: decides whether White swaps. */
KanameStatus soosorv_swap_opening(KanameEngine *engine, const KanameLimits *limits, bool *swaps);
/* Three stones: chooses the fourth stone and the number of fifths that are best balanced. */
KanameStatus soosorv_fourth(KanameEngine *engine, const KanameLimits *limits, KanamePoint *fourth,
                            int *fifths);
/* Four stones, `fifths` announced: decides whether Black swaps. */
KanameStatus soosorv_swap_fourth(KanameEngine *engine, const KanameLimits *limits, int fifths,
                                 bool *swaps);
/* Four stones: chooses Black's best `fifths` fifth stones. KANAME_ERR_NO_MOVE: there are fewer. */
KanameStatus soosorv_fifths(KanameEngine *engine, const KanameLimits *limits, int fifths,
                            KanamePoint moves[SOOSORV_FIFTHS_MAX]);
/* Four stones: chooses the candidate that is worst for Black. */
KanameStatus soosorv_choose(KanameEngine *engine, const KanameLimits *limits,
                            const KanamePoint *candidates, int count, KanamePoint *chosen);

#endif
