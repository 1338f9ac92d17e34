#include "eval/eval.h"

enum {
    WORTH_FIVE = 10000,             /* the five is the next stone */
    WORTH_TWO_FIVES_AGAINST = 8000, /* one stone cannot stop both */
    WORTH_OPEN_FOUR = 5000          /* the next stone makes what cannot be stopped */
};

CellWorth eval_cell_worth(const void *weights, Color color, ShapeKey key) {
    const RoleWeights *role = &((const Weights *)weights)->role[color];
    int combo = combo_of_key(key);
    return (CellWorth){role->value[combo], role->make[combo], role->deny[combo]};
}

RuleTables *eval_tables_new(const Weights *weights) {
    return rule_tables_new(weights->rule, eval_cell_worth, weights);
}

static const RoleWeights *role_weights(const Board *board, Color color) {
    return &((const Weights *)board->tables->weights)->role[color];
}

/* ---- Score ---------------------------------------------------------------------------------- */

static int side_threats(const Board *board, Color color) {
    int fours = board_count(board, color, CLASS_FOUR) + board_count(board, color, CLASS_FOUR_PLUS) +
                board_count(board, color, CLASS_FOUL_SUSPECT_FOUR);
    int threes =
        board_count(board, color, CLASS_THREE) + board_count(board, color, CLASS_THREE_PLUS);
    return (board_count(board, color, CLASS_FOUR_THREE) > 0) |
           (board_count(board, color, CLASS_DOUBLE_THREE) > 0) << 1 | (fours > 0) << 2 |
           (threes > 0) << 3;
}

int threat_state(const Board *board, Color us) {
    Color them = opponent(us);
    int to_answer = board_count(board, them, CLASS_FIVE) > 0        ? 2
                    : board_count(board, them, CLASS_OPEN_FOUR) > 0 ? 1
                                                                    : 0;
    return 256 * to_answer + 16 * side_threats(board, us) + side_threats(board, them);
}

/* What wins or loses within two stones, 0: nothing of the kind. */
static int last_stones_worth(const Board *board, Color us) {
    Color them = opponent(us);
    if (board_count(board, us, CLASS_FIVE) > 0)
        return WORTH_FIVE;
    if (board_count(board, them, CLASS_FIVE) >= 2)
        return -WORTH_TWO_FIVES_AGAINST;
    if (board_count(board, them, CLASS_FIVE) == 0 && board_count(board, us, CLASS_OPEN_FOUR) > 0)
        return WORTH_OPEN_FOUR;
    return 0;
}

/* Cells by class, each worth what its class is worth to the colour whose weights these are. */
static int class_sum(const int16_t weights[CLASSES], const uint16_t counts[CLASSES]) {
    int sum = 0;
    for (int i = 0; i < CLASSES; i++)
        sum += weights[i] * counts[i];
    return sum;
}

/* The cells' worth to the colour, with as many stones on the board. */
static int cells_worth(const Board *board, Color color, int stones) {
    const int16_t *share = role_weights(board, color)->share;
    int stage = stones / STAGE_STONES, beyond = stones % STAGE_STONES;
    int here = stage < STAGES - 1
                   ? share[stage] + (share[stage + 1] - share[stage]) * beyond / STAGE_STONES
                   : share[STAGES - 1];
    return board_value(board, color) * here / SHARE_UNIT;
}

/* Everything that depends on who is to move, by the weights of one phase. */
static int turn_worth(const Board *board, Color us, const PhaseWeights *phase, int threats) {
    return phase->to_move + class_sum(phase->us, board->count[us]) +
           class_sum(phase->them, board->count[opponent(us)]) + phase->threat[threats];
}

Score eval_static(const Board *board) {
    Color us = board_to_move(board), them = opponent(us);
    const PhaseWeights *phases = role_weights(board, us)->phase;
    int stones = board_stones(board), late = stones < LATE_STONES ? stones : LATE_STONES;
    int threats = threat_state(board, us);
    Score score = cells_worth(board, us, stones) - cells_worth(board, them, stones) +
                  (turn_worth(board, us, &phases[0], threats) * (LATE_STONES - late) +
                   turn_worth(board, us, &phases[1], threats) * late) /
                      LATE_STONES +
                  last_stones_worth(board, us);
    if (score > SCORE_EVAL_MAX)
        return SCORE_EVAL_MAX;
    return score < -SCORE_EVAL_MAX ? -SCORE_EVAL_MAX : score;
}

/* ---- Order ---------------------------------------------------------------------------------- */

int eval_move_order(const Board *board, Cell cell) {
    Color us = board_to_move(board), them = opponent(us);
    const RuleTables *tables = board->tables;
    return tables->make[us][board_shapes(board, us, cell)] +
           tables->deny[them][board_shapes(board, them, cell)];
}
