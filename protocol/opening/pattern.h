/* pattern.h: the 26 openings of renju: stones 1 to 3 around the centre. */
#ifndef KANAME_PROTOCOL_OPENING_PATTERN_H
#define KANAME_PROTOCOL_OPENING_PATTERN_H

#include "kaname.h"

enum { PATTERN_STONES = 3 };

/* Chooses the most balanced opening. If `most` is 0, a search alone decides; else also the number
 * of fifth moves, from `least` to `most`, that balances White's best fourth stone. This number goes
 * to `fifths`. Leaves the board empty. */
KanameStatus pattern_open(KanameEngine *engine, const KanameLimits *limits, int least, int most,
                          KanamePoint moves[PATTERN_STONES], int *fifths);

#endif
