/* reviewed.h: a game under review: the moves of its main line, with what the review says of them.
 */
#ifndef KANAME_PROTOCOL_REVIEW_REVIEWED_H
#define KANAME_PROTOCOL_REVIEW_REVIEWED_H

#include "games/game.h"
#include "kaname.h"
#include "review/judgement.h"
#include "review/summary.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What games of a database played in the position before a move. */
typedef struct ReviewBook {
    int64_t games;    /* that reached it; 0: none */
    int64_t played;   /* that played the move */
    KanamePoint most; /* the most frequent move, of equal ones the move itself, and its games */
    int64_t most_games;
} ReviewBook;

typedef struct ReviewPly {
    uint32_t node; /* of the game */
    KanameColor color;
    KanamePoint point;
    ReviewEnd end;
    bool is_judged;    /* false: a stone of the opening, or one after which the same side goes on */
    bool is_looked_at; /* the review needs the view of the position before it */
    double black_rate; /* Black's win rate before the move; negative if it is not known */
    int win_plies;     /* as kaname_score_win_plies() before the move */
    ReviewMove move;   /* if is_judged */
    ReviewBook book;   /* if ReviewedGame.has_book */
} ReviewPly;

typedef struct ReviewedGame {
    Game game;
    char name[GAME_NAME_MAX];   /* of the file; `file, game 2` if it holds several */
    char fault[GAME_ERROR_MAX]; /* why only a part of the game was read; empty: all was */
    size_t count;               /* moves up to a five */
    ReviewPly *plies;           /* with one more behind the last, for the position at the end */
    KanameColor winner;         /* by the stones on the board; KANAME_EMPTY: nobody */
    bool has_book;              /* a database was asked what games played */
    bool is_complete;           /* the judgements and the summary are filled in */
    uint64_t nodes;             /* of all searches, those of earlier runs too */
    ReviewSummary summary;
} ReviewedGame;

/* Lists the moves of the game, which becomes the reviewed game's own; `engine` is used to see how
 * moves end it. The first `opening` stones are not judged. Returns NULL, or the reason in English.
 * The caller releases the reviewed game in either case. */
const char *reviewed_init(ReviewedGame *reviewed, Game *game, int opening, KanameEngine *engine);
void reviewed_release(ReviewedGame *reviewed);

/* Sets the engine's position: that before move `index`, or with the count that at the end. The next
 * is for the side that moved there, or with `is_other` for its opponent. If `move` is not NULL,
 * plays it first. */
KanameStatus reviewed_set(const ReviewedGame *reviewed, size_t index, const KanamePoint *move,
                          bool is_other, KanameEngine *engine);
/* Fills in the summary from the judgements of the plies. Returns false without memory. */
bool reviewed_summarize(ReviewedGame *reviewed);

#endif
