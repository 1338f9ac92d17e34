/* state.h: the state of one worker's network: the accumulators and features of all empty cells of
 * its board, and their sums. Updates per stone; logs replaced values for undo. */
#ifndef KANAME_EVAL_NETWORK_STATE_H
#define KANAME_EVAL_NETWORK_STATE_H

#include "board/board.h"
#include "eval/network/accumulate.h"
#include "eval/network/rows.h"

/* A level is a position on the way to the current one, which is the last level. When the levels or
 * the log are full, the state is computed afresh. */
enum { LEVELS_MAX = 130, KEPT_MAX = LEVELS_MAX * 28 };

typedef struct Level {
    uint64_t key;
    int stones;
    int kept_count;  /* cells kept up to this level */
    bool has_hidden; /* for the side to move of `key` */
    FeatureSum sum;
    _Alignas(64) int16_t hidden[NETWORK_HIDDEN]; /* of the first layer */
} Level;

/* An entry of the log: a cell's values before a level changed it. */
typedef struct Kept {
    Features features;
    Cell cell;
    uint16_t accumulator;
} Kept;

typedef struct NetworkState {
    /* First the accumulators of the first level, by cell; then one for each element of `kept`, the
     * cell's after that change. A level never overwrites an older one, so undo copies nothing. */
    Accumulator accumulator[CELLS_MAX + KEPT_MAX];
    uint16_t of_cell[CELLS_MAX]; /* index of the cell's accumulator */
    Features features[CELLS_MAX];
    Kept kept[KEPT_MAX]; /* the newest last */
    int level_count;
    Level level[LEVELS_MAX];
    int32_t order[CELLS_MAX];
} NetworkState;

/* The rows that a network adds up. Read-only. */
typedef struct NetworkRows {
    const WindowCodes *codes;
    const int16_t (*of_role[COLORS])[NETWORK_VIEW]; /* by the colour whose view it is */
} NetworkRows;

#endif
