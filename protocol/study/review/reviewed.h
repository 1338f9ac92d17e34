/* reviewed.h: a game under review: the moves of its main line and their judgements. */
#ifndef KANAME_PROTOCOL_STUDY_REVIEW_REVIEWED_H
#define KANAME_PROTOCOL_STUDY_REVIEW_REVIEWED_H

#include "kaname.h"
#include "shared/games/game.h"
#include "study/review/judgement.h"
#include "study/review/summary.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How games in a database continued in the position before a move. */
typedef struct ReviewBook {
    int64_t games;    /* that reached the position; 0: none */
    int64_t played;   /* that played the move */
    KanamePoint most; /* the most frequent move (at equal counts the move itself) and its games */
    int64_t most_games;
} ReviewBook;

/* A judgement in as many bytes as its lines need: many games are kept. */
typedef struct ReviewJudged ReviewJudged;

typedef struct ReviewPly {
    uint32_t node; /* of the game */
    KanameColor color;
    KanamePoint point;
    ReviewEnd end;
    bool is_judged;       /* false: in the opening, or the same side moves next */
    bool is_looked_at;    /* the review needs a view of the position before it */
    double black_rate;    /* Black's win rate before the move; negative if it is not known */
    int win_plies;        /* kaname_score_win_plies() before the move */
    ReviewJudged *judged; /* if is_judged and the game is complete; owned; reviewed_move() */
    ReviewBook book;      /* if ReviewedGame.has_book */
} ReviewPly;

typedef struct ReviewedGame {
    Game game;
    char name[GAME_PLAYER_MAX]; /* of the file; `file, game 2` if it holds several */
    char fault[GAME_ERROR_MAX]; /* why only a part of the game was read; empty: all was read */
    size_t count;               /* moves up to a five */
    ReviewPly *plies;           /* with one more after the last, for the position at the end */
    KanameColor winner;         /* by the stones on the board: a five, or a foul of Black's last
                                 * stone; else by the file; KANAME_EMPTY: none */
    bool has_book;              /* the plies' books are filled in */
    bool is_complete;           /* the judgements and the summary are filled in */
    uint64_t nodes;             /* of all searches, those of earlier runs too */
    ReviewSummary summary;
} ReviewedGame;

/* Takes ownership of the game and lists its moves; `engine` is used to find out how moves end it.
 * The first `opening` stones are not judged. Returns NULL, or on failure the reason in English. The
 * caller releases the reviewed game in either case. */
const char *reviewed_init(ReviewedGame *reviewed, Game *game, int opening, KanameEngine *engine);
void reviewed_release(ReviewedGame *reviewed);

/* Sets the engine's position to the one before move `index`, or, if `index` is the count, to the
 * final one. The side that moved there is to move, or with `is_other` its opponent. If `move` is
 * not NULL, then plays it. */
KanameStatus reviewed_set(const ReviewedGame *reviewed, size_t index, const KanamePoint *move,
                          bool is_other, KanameEngine *engine);
/* Keeps the judgement of a move. Returns false if out of memory. */
bool reviewed_keep(ReviewPly *ply, const ReviewMove *move);
/* Writes the judgement of a move that was kept to `move`, and returns it. */
const ReviewMove *reviewed_move(const ReviewPly *ply, ReviewMove *move);
/* Fills in the summary from the judgements of the plies. Returns false if out of memory. */
bool reviewed_summarize(ReviewedGame *reviewed);

#endif
