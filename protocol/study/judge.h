/* judge.h: a second, slow and simple implementation of the rules that checks the engine's claims.
 * The board is an array of points; every function scans its lines. Shares no code with the engine.
 */
#ifndef KANAME_PROTOCOL_STUDY_JUDGE_H
#define KANAME_PROTOCOL_STUDY_JUDGE_H

#include "kaname.h"

typedef struct Judge {
    KanameRule rule;
    int width, height;
    KanameColor at[KANAME_MAX_CELLS]; /* y * width + x */
} Judge;

void judge_init(Judge *judge, KanameRule rule, int width, int height); /* empties the board */

/* Returns whether a stone of the colour on this empty point wins. */
bool judge_wins(const Judge *judge, KanamePoint point, KanameColor color);
/* Returns whether this empty point is forbidden to the colour. (Black under renju: overline,
 * double-four or double-three without a five; a three counts if a stone that is neither forbidden
 * nor a five makes it a straight four.) The board is unchanged on return. */
bool judge_forbids(Judge *judge, KanamePoint point, KanameColor color);

#endif
