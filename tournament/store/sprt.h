/* sprt.h: the parameters of a sequential probability ratio test, which the store keeps with a run
 * and stats/elo.h uses. */
#ifndef TOURNAMENT_STORE_SPRT_H
#define TOURNAMENT_STORE_SPRT_H

typedef enum {
    SPRT_TRINOMIAL,   /* single games, logistic Elo */
    SPRT_PENTANOMIAL, /* pairs, logistic Elo */
    SPRT_NORMALISED,  /* pairs, elo0 and elo1 in normalised Elo */
    SPRT_MODELS
} SprtModel;

typedef struct Sprt {
    SprtModel model;
    double elo0, elo1;  /* the two hypotheses, elo0 < elo1 */
    double alpha, beta; /* error probabilities, each between 0 and 0.5, both excluded */
} Sprt;

#endif
