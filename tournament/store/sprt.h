/* sprt.h: the parameters of a sequential probability ratio test, which the store keeps with a run
 * and stats/elo.h uses. */
#ifndef TOURNAMENT_STORE_SPRT_H
#define TOURNAMENT_STORE_SPRT_H

#include <stdbool.h>

typedef enum {
    SPRT_TRINOMIAL,   /* single games, logistic Elo */
    SPRT_PENTANOMIAL, /* pairs, logistic Elo */
    SPRT_NORMALISED,  /* pairs, elo0 and elo1 in normalised Elo */
    SPRT_MODELS
} SprtModel;

typedef struct Sprt {
    SprtModel model;
    double elo0, elo1;  /* the two hypotheses, elo0 < elo1, within 10,000 of 0 */
    double alpha, beta; /* error probabilities, each between 0 and 0.5, both excluded */
} Sprt;

/* Returns whether the parameters are in their ranges; `model` is not checked. */
static inline bool sprt_is_valid(const Sprt *sprt) {
    return sprt->elo0 < sprt->elo1 && sprt->elo0 > -10000 && sprt->elo1 < 10000 &&
           sprt->alpha > 0 && sprt->alpha < 0.5 && sprt->beta > 0 && sprt->beta < 0.5;
}

#endif
