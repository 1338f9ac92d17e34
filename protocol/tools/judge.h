/* judge.h: a second implementation of the rules, slow and plain, that checks the engine's claims.
 * The board is an array of points; every question scans its lines. Shares no code with the engine.
 */
#ifndef KANAME_PROTOCOL_TOOLS_JUDGE_H
#define KANAME_PROTOCOL_TOOLS_JUDGE_H

#include "kaname.h"

typedef struct Judge {
    KanameRule rule;
    int width, height;
    KanameColor at[KANAME_MAX_CELLS]; /* y * width + x */
} Judge;

void judge_init(Judge *judge, KanameRule rule, int width, int height); /* empties the board */

/* Would a stone of the colour on this empty point win? */
bool judge_wins(const Judge *judge, KanamePoint point, KanameColor color);
/* Is this empty point forbidden to the colour? (Black under renju: overline, double four, double
 * three without a five; a three counts if a stone that is neither forbidden nor a five makes it a
 * straight four.) The board is unchanged on return. */
bool judge_forbids(Judge *judge, KanamePoint point, KanameColor color);

#endif
