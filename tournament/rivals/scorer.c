/* scorer: two matrices, the value of each cell to itself and to the opponent.
 *
 * Source: a two-matrix Gomoku player of 2015.
 *
 * Score: put a stone on the cell, name the shape it makes on each of the four lines by the nine
 * cells around it (scorer.h lists the shapes), and read the level of the four shapes together from
 * a fixed ladder. If the own best cell scores at least as high as the opponent's best, play it,
 * choosing among equals by the opponent's score there; else play the opponent's best cell, choosing
 * among equals by the own score. Remaining ties go to the cell nearest to the centre, then to
 * reading order.
 *
 * Blind to: everything after the next stone. The ladder knows double-fours, four-threes and
 * double-threes only in their unbroken forms, so forks with a gap (low fours, jump threes) count
 * only as their better half; two fours on one line count as one. It looks at one cell at a time, so
 * of the cells that stop a three it does not prefer the one that builds a shape. */
#include "rivals/scorer.h"

#include <stdbool.h>
#include <stdlib.h>

#include "rivals/players.h"

enum { SIDE_CELLS = 4, NEIGHBOURS = 2 * SIDE_CELLS };
enum { CELL_EMPTY, CELL_OWN, CELL_SHUT };

/* Neighbour i of a window is the digit with this weight: the four cells before the middle, then the
 * four after it, in order. */
static const int weights[NEIGHBOURS] = {1, 3, 9, 27, 81, 243, 729, 2187};

static int digit(int window, int neighbour) {
    return window / weights[neighbour] % 3;
}

/* Returns the length of the unbroken row through the middle stone. */
static int row_length(int window) {
    int length = 1;
    for (int i = SIDE_CELLS - 1; i >= 0 && digit(window, i) == CELL_OWN; i--)
        length++;
    for (int i = SIDE_CELLS; i < NEIGHBOURS && digit(window, i) == CELL_OWN; i++)
        length++;
    return length;
}

/* Returns the shape of a window. The shapes of all windows with one more own stone must be in the
 * table. */
static ScorerShape name_shape(const ScorerTable *table, int window) {
    int length = row_length(window);
    if (length >= 5)
        return SCORER_FIVE;
    int next[SCORER_SHAPES] = {0};
    for (int i = 0; i < NEIGHBOURS; i++)
        if (digit(window, i) == CELL_EMPTY)
            next[table->shapes[window + weights[i]]]++;
    if (next[SCORER_FIVE] > 0 && length == 4)
        return next[SCORER_FIVE] > 1 ? SCORER_OPEN_FOUR : SCORER_FOUR;
    if (next[SCORER_FIVE] > 0)
        return SCORER_LOW_FOUR;
    if (next[SCORER_OPEN_FOUR] > 0)
        return length == 3 ? SCORER_OPEN_THREE : SCORER_JUMP_THREE;
    if (next[SCORER_FOUR] > 0 || next[SCORER_LOW_FOUR] > 0)
        return SCORER_SLEEPING_THREE;
    if (next[SCORER_OPEN_THREE] > 0 || next[SCORER_JUMP_THREE] > 0)
        return length == 2 ? SCORER_OPEN_TWO : SCORER_LOW_OPEN_TWO;
    return next[SCORER_SLEEPING_THREE] > 0 ? SCORER_SLEEPING_TWO : SCORER_NOTHING;
}

void rival_scorer_table_init(ScorerTable *table) {
    /* A window with one more own stone has a greater number, so it is done earlier. */
    for (int window = SCORER_WINDOWS - 1; window >= 0; window--)
        table->shapes[window] = (uint8_t)name_shape(table, window);
}

void rival_scorer_shapes(const ScorerTable *table, const RivalPosition *position, int cell,
                         int direction, ScorerShape shapes[2]) {
    int x = cell % position->width, y = cell / position->width;
    int own_window = 0, opponent_window = 0;
    for (int i = 0; i < NEIGHBOURS; i++) {
        int step = i < SIDE_CELLS ? i - SIDE_CELLS : i - SIDE_CELLS + 1;
        RivalStone stone =
            rival_at(position, x + step * rival_dx[direction], y + step * rival_dy[direction]);
        if (stone == STONE_NONE)
            continue;
        own_window += weights[i] * (stone == STONE_OWN ? CELL_OWN : CELL_SHUT);
        opponent_window += weights[i] * (stone == STONE_OPPONENT ? CELL_OWN : CELL_SHUT);
    }
    shapes[0] = (ScorerShape)table->shapes[own_window];
    shapes[1] = (ScorerShape)table->shapes[opponent_window];
}

int rival_scorer_level(const uint8_t shapes[RIVAL_DIRECTIONS]) {
    int count[SCORER_SHAPES] = {0};
    for (int d = 0; d < RIVAL_DIRECTIONS; d++)
        count[shapes[d]]++;
    int fours = count[SCORER_FOUR], threes = count[SCORER_OPEN_THREE];
    if (count[SCORER_FIVE] > 0)
        return 100000;
    if (count[SCORER_OPEN_FOUR] > 0 || fours > 1 || (fours > 0 && threes > 0))
        return 10000;
    if (threes > 1)
        return 5000;
    if (threes > 0 && count[SCORER_SLEEPING_THREE] > 0)
        return 1000;
    if (fours > 0)
        return 500;
    if (count[SCORER_LOW_FOUR] > 0)
        return 400;
    if (threes > 0)
        return 100;
    if (count[SCORER_JUMP_THREE] > 0)
        return 90;
    if (count[SCORER_OPEN_TWO] > 1)
        return 50;
    if (count[SCORER_OPEN_TWO] > 0)
        return 10;
    if (count[SCORER_LOW_OPEN_TWO] > 0)
        return 9;
    if (count[SCORER_SLEEPING_THREE] > 0)
        return 5;
    return count[SCORER_SLEEPING_TWO] > 0 ? 2 : 1;
}

int rival_scorer_score(const ScorerTable *table, const RivalPosition *position, int cell,
                       RivalStone side) {
    uint8_t shapes[RIVAL_DIRECTIONS];
    for (int d = 0; d < RIVAL_DIRECTIONS; d++) {
        ScorerShape both[2];
        rival_scorer_shapes(table, position, cell, d, both);
        shapes[d] = (uint8_t)both[side == STONE_OWN ? 0 : 1];
    }
    return rival_scorer_level(shapes);
}

static void *scorer_new(const RivalSettings *settings) {
    (void)settings;
    ScorerTable *table = malloc(sizeof *table);
    if (table)
        rival_scorer_table_init(table);
    return table;
}

/* A cell with its value to the side whose best cell is sought, and to the other side. */
typedef struct Scored {
    int cell; /* RIVAL_NO_CELL = none */
    int score, other_score;
} Scored;

static bool is_better(const RivalPosition *position, Scored one, Scored other) {
    if (other.cell == RIVAL_NO_CELL)
        return true;
    if (one.score != other.score)
        return one.score > other.score;
    if (one.other_score != other.other_score)
        return one.other_score > other.other_score;
    return rival_distance_to_middle(position, one.cell) <
           rival_distance_to_middle(position, other.cell);
}

static int scorer_choose(void *state, const RivalPosition *position, const RivalLimits *limits) {
    const ScorerTable *table = state;
    (void)limits;
    Scored own_best = {.cell = RIVAL_NO_CELL}, opponent_best = {.cell = RIVAL_NO_CELL};
    for (int cell = 0; cell < rival_cells(position); cell++) {
        if (position->stones[cell] != STONE_NONE)
            continue;
        int own = rival_scorer_score(table, position, cell, STONE_OWN);
        int opponent = rival_scorer_score(table, position, cell, STONE_OPPONENT);
        Scored for_own = {cell, own, opponent}, for_opponent = {cell, opponent, own};
        if (is_better(position, for_own, own_best))
            own_best = for_own;
        if (is_better(position, for_opponent, opponent_best))
            opponent_best = for_opponent;
    }
    return own_best.score >= opponent_best.score ? own_best.cell : opponent_best.cell;
}

const RivalPlayer rival_scorer = {
    .name = "scorer",
    .method = "best cell of two matrices of shape levels",
    .state_new = scorer_new,
    .state_free = free,
    .choose = scorer_choose,
};
