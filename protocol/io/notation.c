#include "io/notation.h"

#include <stdio.h>
#include <stdlib.h>

int notation_shown(int score) {
    if (kaname_score_win_plies(score) != 0)
        return score;
    return score > NOTATION_ESTIMATE_MAX    ? NOTATION_ESTIMATE_MAX
           : score < -NOTATION_ESTIMATE_MAX ? -NOTATION_ESTIMATE_MAX
                                            : score;
}

double notation_rate(const KanameEngine *engine, int score) {
    const double most = 0.99;
    double rate = kaname_win_rate(engine, score);
    if (kaname_score_win_plies(score) != 0)
        return rate;
    return rate > most ? most : rate < 1 - most ? 1 - most : rate;
}

void notation_score(char text[NOTATION_SCORE_MAX], int score) {
    int plies = kaname_score_win_plies(score);
    if (plies != 0)
        snprintf(text, NOTATION_SCORE_MAX, "%cM%d", plies > 0 ? '+' : '-', abs(plies));
    else
        snprintf(text, NOTATION_SCORE_MAX, "%d", notation_shown(score));
}
