/* puzzle.h: makes a puzzle of a position: a win by threats with one first move. No input or output.
 */
#ifndef KANAME_PROTOCOL_PUZZLES_PUZZLE_H
#define KANAME_PROTOCOL_PUZZLES_PUZZLE_H

#include "kaname.h"
#include "review/judgement.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    PUZZLE_LEVELS = 5,
    PUZZLE_PROOF_NODES = 100000 /* of each search for a continuation while a win is verified */
};

typedef struct Puzzle {
    bool has_five;   /* one of the sides can make five at once: nothing was searched */
    ReviewWin kind;  /* REVIEW_VCF or REVIEW_VCT if the side to move wins so; else no puzzle */
    bool is_unique;  /* no other first move wins, as far as searches see; else no puzzle */
    ReviewLine line; /* of the win */
    int moves;       /* stones of the side to move in it, the last one the five or before it */
    uint64_t nodes;  /* that found the win */
    int level;       /* 1 easy to PUZZLE_LEVELS hard, by `moves` and `nodes` */
} Puzzle;

/* Which positions become puzzles. */
typedef struct PuzzleRules {
    ReviewLimits limits; /* of each search */
    int least_moves;     /* of the winning side */
    bool has_vct;        /* false: VCF alone */
} PuzzleRules;

/* Looks whether the engine's position is a puzzle: neither side can make five at once; the side to
 * move has a VCF, or else a VCT, of `least_moves` or more; the win is played against every legal
 * reply by the rules of tools/judge.h; and neither another four that leads to a VCF nor any other
 * move of which a search with review_patient() limits proves that it wins is there. Depends on the
 * position, the rules and the weights alone. After kaname_stop() the puzzle is void. */
KanameStatus puzzle_find(KanameEngine *engine, const PuzzleRules *rules, Puzzle *puzzle);

/* 1 to PUZZLE_LEVELS: one more for the fourth and the sixth move, and for a thousand and twenty
 * thousand nodes. */
int puzzle_level(int moves, uint64_t nodes);

#endif
