/* sprt.h: the parameters of a sequential probability ratio test, as the store keeps them with a
 * run. stats/elo.h computes with them. */
#ifndef TOURNAMENT_STORE_SPRT_H
#define TOURNAMENT_STORE_SPRT_H

typedef enum {
    SPRT_TRINOMIAL,   /* single games, logistic Elo; c-gomoku-cli's formula */
    SPRT_PENTANOMIAL, /* pairs, logistic Elo */
    SPRT_NORMALISED,  /* pairs, elo0 and elo1 in normalised Elo */
    SPRT_MODELS
} SprtModel;

typedef struct Sprt {
    SprtModel model;
    double elo0, elo1;  /* the two hypotheses, elo0 < elo1 */
    double alpha, beta; /* chance to accept the wrong one, each in 0..0.5, ends not included */
} Sprt;

#endif
