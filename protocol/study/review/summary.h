/* summary.h: the figures of a reviewed game: the accuracy of each side, phases, the most costly
 * move. Pure functions. */
#ifndef KANAME_PROTOCOL_STUDY_REVIEW_SUMMARY_H
#define KANAME_PROTOCOL_STUDY_REVIEW_SUMMARY_H

#include "study/review/judgement.h"

enum { REVIEW_OPENING_STONES = 10 /* the last stone of the opening */ };

/* The loss of win rate that halves the accuracy of a move. */
#define REVIEW_HALF_LOSS 0.10
/* Below this win rate the game counts as lost. */
#define REVIEW_LOST_RATE 0.02

typedef enum ReviewPhase {
    REVIEW_OPENING,
    REVIEW_MIDDLE,
    REVIEW_ENDING, /* from where one side has a proven win until the end of the game */
    REVIEW_PHASES
} ReviewPhase;

/* The facts about a move that the figures need. */
typedef struct ReviewStone {
    KanameColor color;
    bool is_judged;     /* false: a stone of the opening; then `move` is not set */
    KanameColor winner; /* proven in the position before it; KANAME_EMPTY: none */
    const ReviewMove *move;
} ReviewStone;

typedef struct ReviewFigures {
    int moves;                 /* that count: judged, with a choice, not yet lost */
    int grades[REVIEW_GRADES]; /* all judged moves by grade */
    double accuracy;           /* 0 to 100, the mean over `moves`; negative if there are none */
    double mean_loss;          /* 0 to 1, over `moves` */
} ReviewFigures;

typedef struct ReviewSummary {
    ReviewFigures sides[2];                 /* [KANAME_BLACK], [KANAME_WHITE] */
    ReviewFigures phases[2][REVIEW_PHASES]; /* of a side */
    size_t first_of[REVIEW_PHASES]; /* index of the first move; the count if there is none */
    size_t worst; /* index of the most costly move; the count if none lost anything */
} ReviewSummary;

void review_summarize(const ReviewStone *stones, size_t count, ReviewSummary *summary);

/* "opening", "middle game", "ending". Static storage. */
const char *review_phase_name(ReviewPhase phase);

#endif
