/* types.h: the basic types of the engine: cells, colours, rules, scores, limits.
 * Plain values; any thread. */
#ifndef KANAME_BASE_TYPES_H
#define KANAME_BASE_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    BOARD_MIN = 5,
    BOARD_MAX = 22,
    CELLS_MAX = BOARD_MAX * BOARD_MAX,
    PLY_MAX = 128 /* length of the longest line that the search follows */
};

/* A cell is y * width + x, 0 <= cell < width * height. */
typedef uint16_t Cell;
#define CELL_NONE ((Cell)0xFFFF)

typedef enum { BLACK, WHITE, COLORS } Color;

static inline Color opponent(Color color) {
    return (Color)(color ^ 1);
}

/* The same order as KanameRule in kaname.h (api/engine.c asserts it). */
typedef enum {
    RULE_FREESTYLE,  /* five or more wins */
    RULE_STANDARD,   /* exactly five wins */
    RULE_RENJU,      /* Black: exactly five wins, fouls are forbidden; White: five or more wins */
    RULE_CARO,       /* a five shut by opponent stones at both ends does not win; overlines win */
    RULE_CARO_EXACT, /* as caro, but overlines never win */
    RULES
} Rule;

/* Scores are in evaluation units from the view of the side to move. A win in n plies (n = 1: the
 * five is the next stone) is SCORE_WIN - n, a loss in n plies is -SCORE_WIN + n. Only scores from
 * SCORE_WIN_MIN on, of either sign, are proven. Any other, the search's SCORE_UNPROVEN of node.h
 * among them (a loss of all moves tried, while others were not), is an estimate, also where games
 * are counted, calibrated or learned from. */
typedef int Score;
enum {
    SCORE_WIN = 30000,
    SCORE_WIN_MIN = SCORE_WIN - 1000, /* any proven win */
    SCORE_EVAL_MAX = 20000,           /* static scores stay within +- this */
    SCORE_INFINITE = 31000,
    SCORE_NONE = 32000 /* no score stored; beyond all others */
};

static inline Score win_in(int plies) {
    return SCORE_WIN - plies;
}
static inline Score loss_in(int plies) {
    return -SCORE_WIN + plies;
}
static inline bool is_win(Score score) {
    return score >= SCORE_WIN_MIN;
}
static inline bool is_loss(Score score) {
    return score <= -SCORE_WIN_MIN;
}
static inline bool is_decided(Score score) {
    return is_win(score) || is_loss(score);
}

#endif
