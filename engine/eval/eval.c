#include "eval/eval.h"

/* First weights, set by what the shapes plainly mean: each step towards the five is worth about
 * three of the step before, and sleeping shapes a third of open ones. */
static const int16_t shape_worth[SHAPES] = {
    [SHAPE_NONE] = 0,           [SHAPE_OVERLINE] = 0,
    [SHAPE_SLEEPING_ONE] = 1,   [SHAPE_OPEN_ONE] = 3,
    [SHAPE_SLEEPING_TWO] = 4,   [SHAPE_OPEN_TWO] = 8,
    [SHAPE_OPEN_TWO_BROAD] = 9, [SHAPE_SLEEPING_THREE] = 14,
    [SHAPE_OPEN_THREE] = 34,    [SHAPE_OPEN_THREE_BROAD] = 42,
    [SHAPE_FOUR] = 40,          [SHAPE_DOUBLE_FOUR] = 90,
    [SHAPE_OPEN_FOUR] = 100,    [SHAPE_FIVE] = 120,
};

/* What the meeting of several lines adds to the shapes on them. */
static const int16_t class_worth[CLASSES] = {
    [CLASS_DOUBLE_TWO] = 8,    [CLASS_SLEEPING_THREE_TWO] = 10, [CLASS_THREE_PLUS] = 16,
    [CLASS_DOUBLE_THREE] = 60, [CLASS_FOUL_SUSPECT] = -40,      [CLASS_FOUL_SUSPECT_FOUR] = -40,
    [CLASS_FOUR_PLUS] = 24,    [CLASS_FOUR_THREE] = 90,         [CLASS_OPEN_FOUR] = 100,
};

int16_t eval_cell_value(Rule rule, Color color, ShapeKey key, Class class_) {
    (void)rule;
    (void)color;
    if (class_ == CLASS_FORBIDDEN)
        return 0;
    int value = class_worth[class_];
    for (int direction = 0; direction < DIRECTIONS; direction++)
        value += shape_worth[(key >> (4 * direction)) & 15];
    return (int16_t)value;
}

/* ---- Threats standing on the board -------------------------------------------------------- */

enum {
    WORTH_TO_MOVE = 200,            /* the right to move, in units of the cell values */
    WORTH_FIVE = 10000,             /* the five is the next stone */
    WORTH_TWO_FIVES_AGAINST = 8000, /* one stone cannot stop both */
    WORTH_OPEN_FOUR = 5000,         /* the next stone makes what cannot be stopped */
    WORTH_FOUR_THREE = 700,         /* a four that makes an open three as well */
    WORTH_DOUBLE_THREE = 250,
    WORTH_FOUR_THREE_AGAINST = 150 /* the same in the hands of the side that waits */
};

/* What the side to move gains by striking first; 0 when no threat is at hand. */
static int threat_worth(const Board *board, Color us) {
    Color them = opponent(us);
    if (board_count(board, us, CLASS_FIVE) > 0)
        return WORTH_FIVE;
    if (board_count(board, them, CLASS_FIVE) >= 2)
        return -WORTH_TWO_FIVES_AGAINST;
    if (board_count(board, them, CLASS_FIVE) == 1)
        return 0; /* one forced reply first: the shapes say the rest */
    if (board_count(board, us, CLASS_OPEN_FOUR) > 0)
        return WORTH_OPEN_FOUR;
    int worth = 0;
    if (board_count(board, us, CLASS_FOUR_THREE) > 0)
        worth += WORTH_FOUR_THREE;
    if (board_count(board, them, CLASS_OPEN_FOUR) > 0)
        return worth; /* must defend, but may hold: no more than that is known */
    if (board_count(board, us, CLASS_DOUBLE_THREE) > 0)
        worth += WORTH_DOUBLE_THREE;
    if (board_count(board, them, CLASS_FOUR_THREE) > 0)
        worth -= WORTH_FOUR_THREE_AGAINST;
    return worth;
}

Score eval_static(const Board *board) {
    Color us = board_to_move(board);
    Score score = board_value(board, us) - board_value(board, opponent(us)) + WORTH_TO_MOVE +
                  threat_worth(board, us);
    if (score > SCORE_EVAL_MAX)
        return SCORE_EVAL_MAX;
    return score < -SCORE_EVAL_MAX ? -SCORE_EVAL_MAX : score;
}

int eval_move_order(const Board *board, Cell cell) {
    Color us = board_to_move(board);
    const CellState *state = &board->state[cell];
    int order = 2 * info_value(state->info[us]) + info_value(state->info[opponent(us)]);
    return order > 0 ? order : 0;
}
