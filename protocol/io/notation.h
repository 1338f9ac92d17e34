/* notation.h: scores as text for people; points: engine/shared/notation. Pure functions. */
#ifndef KANAME_PROTOCOL_IO_NOTATION_H
#define KANAME_PROTOCOL_IO_NOTATION_H

#include "kaname.h"
#include "shared/notation/points.h"

enum {
    NOTATION_SCORE_MAX = 16,      /* bytes of a score, NUL included */
    NOTATION_ESTIMATE_MAX = 9999, /* evaluation units: the largest score shown without a proof */
};

/* Returns the score, or the nearest one that is shown as an estimate if it is not proven: a search
 * may end with a score near a win that it could not prove. */
int notation_shown(int score);
/* Returns kaname_win_rate(), but 0.99 at most and 0.01 at least if the score is not proven. */
double notation_rate(const KanameEngine *engine, int score);
/* Writes a shown score as a number, or as +Mn or -Mn if it proves a win or a loss in n stones, the
 * last one of the five included. */
void notation_score(char text[NOTATION_SCORE_MAX], int score);

#endif
