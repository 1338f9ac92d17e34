/* puzzle.h: makes a puzzle of a position: a win by threats with only one winning first move. No
 * input or output. */
#ifndef KANAME_PROTOCOL_STUDY_PUZZLES_PUZZLE_H
#define KANAME_PROTOCOL_STUDY_PUZZLES_PUZZLE_H

#include "kaname.h"
#include "study/review/judgement.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    PUZZLE_LEVELS = 5,
    PUZZLE_FIRSTS_MAX = 8,
    PUZZLE_PROOF_NODES = 100000 /* of each search for a continuation when a win is verified */
};

typedef struct Puzzle {
    bool is_defence;   /* the move to find stops a win of the opponent; defence.h */
    bool has_five;     /* one of the sides can make five at once: nothing was searched */
    ReviewWin kind;    /* REVIEW_VCF or REVIEW_VCT of the side to move; else no puzzle */
    bool is_puzzle;    /* it has `most_firsts` winning first moves or fewer */
    ReviewLine line;   /* of the win */
    ReviewLine threat; /* of a defence: the win if the defender passed */
    KanamePoint firsts[PUZZLE_FIRSTS_MAX]; /* the first moves that win, or hold; none if
                                            * `most_firsts` is 0 */
    int first_count;
    int plies;      /* from the first stone to the five: stones of both sides */
    uint64_t nodes; /* of the search that found the win */
    int level;      /* 1 easy to PUZZLE_LEVELS hard, by the winner's moves and `nodes` */
} Puzzle;

/* Which positions become puzzles. */
typedef struct PuzzleRules {
    ReviewLimits limits; /* of each search */
    int least_moves;     /* of the winning side, the five included */
    int most_firsts;     /* first moves that may win or hold, to PUZZLE_FIRSTS_MAX; 0: any
                          * number that win, PUZZLE_FIRSTS_MAX that hold */
    bool has_vct;        /* false: VCF alone */
    bool is_defence;     /* puzzles of defence instead of wins */
} PuzzleRules;

/* Examines whether the engine's position is a puzzle: neither side can make five at once; the side
 * to move has a VCF, or else a VCT, of `least_moves` or more; the win holds against every legal
 * reply by the rules of study/judge.h; and no more than `most_firsts` first moves win, unless it is
 * 0: fours that lead to a VCF, and moves that searches with review_patient() limits prove without
 * the moves found before. The result depends only on the position, the rules and the weights. After
 * kaname_stop() the puzzle is invalid. */
KanameStatus puzzle_find(KanameEngine *engine, const PuzzleRules *rules, Puzzle *puzzle);

/* Looks for a VCF, or else by the rules for a VCT, of the side to move. Sets the puzzle's `kind`,
 * and of a win `plies`, `nodes`, `level` and its line. `solution` is scratch. */
KanameStatus puzzle_find_win(KanameEngine *engine, const PuzzleRules *rules,
                             KanameSolution *solution, Puzzle *puzzle, ReviewLine *line);

/* Returns how many of the plies of a win are the winner's; the last one, the five, is. */
static inline int puzzle_winners_moves(int plies) {
    return (plies + 1) / 2;
}

/* Returns 1 to PUZZLE_LEVELS: 1, plus one each if the winner makes the five with the fifth and with
 * the seventh move or later, and at 1,000 and 20,000 nodes. */
int puzzle_level(int moves, uint64_t nodes);

#endif
