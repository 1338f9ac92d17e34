/* judgement.h: judges a move: the loss of win rate, a missed win, an overlooked defence. No input
 * or output; the command and the page share it.
 *
 * A review looks at each position of a game once (review_look()), independently of the move played
 * there, so several engines may look at positions in any order, and the views can be stored.
 * review_judge() then compares the view before a move with the view after it. If a move seems to
 * lose win rate, review_needs_better() requests the view after the better move too: both moves are
 * then judged by searches of the same depth, and if the loss is still large, by deeper ones. */
#ifndef KANAME_PROTOCOL_STUDY_REVIEW_JUDGEMENT_H
#define KANAME_PROTOCOL_STUDY_REVIEW_JUDGEMENT_H

#include "kaname.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { REVIEW_LINE_MAX = 128 /* moves of a line that are kept */ };

typedef struct ReviewLine {
    size_t count;
    KanamePoint moves[REVIEW_LINE_MAX];
} ReviewLine;

typedef enum ReviewWin {
    REVIEW_NO_WIN, /* no win is known */
    REVIEW_FIVE,   /* by the next stone */
    REVIEW_VCF,    /* by fours */
    REVIEW_VCT,    /* by fours and threes */
    REVIEW_OTHER,  /* proven by search, with quiet moves */
    REVIEW_WINS
} ReviewWin;

/* Limits of one look: they apply to the search and to each of the two searches for a win by
 * threats. */
typedef struct ReviewLimits {
    uint64_t nodes;  /* 0: no limit */
    int64_t turn_ms; /* negative: no limit */
} ReviewLimits;

enum { REVIEW_PATIENCE = 8 };
/* Returns REVIEW_PATIENCE times the limits: for moves that seem to lose much, for the line of a win
 * that a search has proven, and for the opponent's threats. */
ReviewLimits review_patient(const ReviewLimits *limits);

/* The result of a look at a position, for the side to move. */
typedef struct ReviewView {
    KanamePoint best;
    int score;
    double rate; /* expected share of the points, 0 to 1 */
    int depth;
    uint64_t nodes;  /* of all searches of the look */
    ReviewWin win;   /* of the side to move */
    bool is_forced;  /* the opponent threatens five, and the side to move has none */
    ReviewLine line; /* to the five if there is a win; else the expected moves */
} ReviewView;

/* Looks at the engine's position, in which the game must not be over. Clears the hash table first,
 * so that a view depends only on the position, the limits and the weights; with a node limit and
 * one thread it is the same on every machine. Replays VCF and VCT lines by the rules of
 * study/judge.h. After kaname_stop() the view is incomplete: discard it. */
KanameStatus review_look(KanameEngine *engine, const ReviewLimits *limits, ReviewView *view);

/* Returns whether the view's result is proven: a win or a loss of the side to move. */
bool review_is_proven(const ReviewView *view);
/* Returns the one of two looks at a position that counts: the longer one, unless `view` alone is
 * proven. */
const ReviewView *review_better_look(const ReviewView *view, const ReviewView *longer);
/* Carries the proof of views[0] along its line. `moves` are the `count` moves played from there,
 * by turns; views[i + 1] is that of the position after moves[i]. As long as the game follows the
 * line, the views that are not proven themselves take the result, the rest of the line and the
 * kind of the win. Ends at a view that proves the opposite. */
void review_carry_win(ReviewView *views, const KanamePoint *moves, size_t count);
/* Takes the result of a longer look at the same position if only that is proven. */
void review_take_proof(ReviewView *view, const ReviewView *longer);

/* Finds a win by threats of the side to move, and its line, with review_patient() limits.
 * REVIEW_NO_WIN: none within the limits. Adds the nodes searched to `nodes`. */
KanameStatus review_find_threats(KanameEngine *engine, const ReviewLimits *limits, ReviewWin *win,
                                 ReviewLine *line, uint64_t *nodes);

/* How a move ends the game. */
typedef enum ReviewEnd {
    REVIEW_GOES_ON,
    REVIEW_WON,       /* the stone makes a row that wins */
    REVIEW_FORBIDDEN, /* the stone is forbidden to Black */
    REVIEW_FULL       /* the stone fills the board */
} ReviewEnd;

/* Returns how the stone would end the game in the engine's position. */
ReviewEnd review_end_of(const KanameEngine *engine, KanamePoint move);

typedef enum ReviewGrade {
    REVIEW_BEST,       /* the engine's move, or one as good */
    REVIEW_GOOD,       /* loses less than REVIEW_INACCURACY_LOSS */
    REVIEW_INACCURACY, /* `?!` */
    REVIEW_MISTAKE,    /* `?` */
    REVIEW_BLUNDER,    /* `??` */
    REVIEW_GRADES
} ReviewGrade;

/* The least losses in win rate of the grades. */
#define REVIEW_GOOD_LOSS 0.01
#define REVIEW_INACCURACY_LOSS 0.05
#define REVIEW_MISTAKE_LOSS 0.10
#define REVIEW_BLUNDER_LOSS 0.20

/* Notes on a move, or-ed. */
enum {
    REVIEW_NOTE_MISSED_WIN = 1,  /* a win was there: ReviewMove.missed */
    REVIEW_NOTE_OVERLOOKED = 2,  /* did not parry a threatened win; another move did */
    REVIEW_NOTE_ALLOWED_WIN = 4, /* gave the opponent a forced win; another move did not */
    REVIEW_NOTE_FORBIDDEN = 8,   /* the move is forbidden */
    REVIEW_NOTE_ONLY_MOVE = 16   /* the opponent threatened five: one answer */
};

/* The facts that a judgement needs. */
typedef struct ReviewCase {
    KanamePoint played;
    ReviewEnd end;            /* of the move played */
    const ReviewView *before; /* the position in which it was played */
    const ReviewView *after;  /* the position after it; NULL if it ends the game */
    const ReviewView *better; /* after before->best, if review_needs_better(); else NULL */
    bool better_ends;         /* before->best fills the board: no view, a draw */
    ReviewWin threat;         /* of the opponent, before the move, if review_needs_threat() */
} ReviewCase;

typedef struct ReviewMove {
    KanamePoint played, best;
    double best_rate, played_rate; /* for the side that moves */
    double loss;                   /* of win rate, 0 to 1 */
    ReviewGrade grade;             /* by the loss; a missed win is an inaccuracy at least */
    unsigned notes;
    ReviewWin missed;  /* the win that was there; REVIEW_NO_WIN without the note */
    ReviewWin allowed; /* the opponent's, after notes OVERLOOKED and ALLOWED_WIN */
    ReviewLine line;   /* from the best move on */
    ReviewLine reply;  /* the opponent's, after the move played */
} ReviewMove;

/* Returns whether the judgement needs the view after before->best. Reads only `played`, `end`,
 * `before` and `after`. */
bool review_needs_better(const ReviewCase *of);
/* Returns whether the loss is large by these views, so that both moves need a look with
 * review_patient() limits. Reads `better` too. */
bool review_needs_patience(const ReviewCase *of);
/* Returns whether the judgement needs `threat`: review_find_threats() with the opponent to move.
 * Reads `better` too. */
bool review_needs_threat(const ReviewCase *of);
void review_judge(const ReviewCase *of, ReviewMove *move);

/* Return the name of a grade: "best", "good", "inaccuracy", "mistake", "blunder"; and its sign in
 * game records: "", "", "?!", "?", "??". Static storage. */
const char *review_grade_name(ReviewGrade grade);
const char *review_grade_sign(ReviewGrade grade);
/* Returns "five", "VCF", "VCT" or "win"; "" for REVIEW_NO_WIN. Static storage. */
const char *review_win_name(ReviewWin win);

#endif
