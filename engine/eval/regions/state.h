/* state.h: the state of one worker's network of regions: for each colour's view the accumulators of
 * all empty cells of its board and the sums of their features by region. A view catches up with the
 * board, stone by stone, only for a score or order with its colour to move. It logs replaced values
 * for undo. */
#ifndef KANAME_EVAL_REGIONS_STATE_H
#define KANAME_EVAL_REGIONS_STATE_H

#include "board/board.h"
#include "eval/regions/numbers.h"
#include "eval/regions/rows.h"

/* A level is a position on the way to the view's current one, which is the last level. When the
 * levels or the log are full, the view is computed afresh. */
enum {
    REGIONS_LEVELS = 96,
    REGIONS_KEPT = 2200,
    REGIONS_GRID_SIDE = BOARD_MAX + 2,
    REGIONS_STATE_MAX = 1000000 /* bytes */
};

typedef struct RegionsAccumulator {
    _Alignas(64) int16_t of[REGIONS_CHANNELS];
} RegionsAccumulator;

typedef struct RegionsLevel {
    uint64_t key;
    int stones;
    int kept_count;                                            /* cells kept up to this level */
    _Alignas(64) int16_t sum[REGIONS_COUNT][REGIONS_CHANNELS]; /* of the features of a region */
} RegionsLevel;

/* An entry of the log: a cell's accumulator before a level changed it. */
typedef struct KeptCell {
    Cell cell;
    uint16_t accumulator;
} KeptCell;

typedef struct RegionsView {
    /* First the accumulators of the first level, by cell; then one for each element of `kept`, the
     * cell's after that change. A level never overwrites an older one, so undo copies nothing. */
    RegionsAccumulator accumulator[CELLS_MAX + REGIONS_KEPT];
    RegionsLevel level[REGIONS_LEVELS];
    uint16_t of_cell[CELLS_MAX];  /* index of the cell's accumulator */
    KeptCell kept[REGIONS_KEPT];  /* the newest last */
    uint8_t region_of[CELLS_MAX]; /* by cell */
    int level_count;
} RegionsView;

typedef struct RegionsState {
    RegionsView view[COLORS];
    /* Features that the order reads, by place: of cells near the candidates.
     * Those off the board stay 0. */
    _Alignas(64) int16_t grid[REGIONS_GRID_SIDE * REGIONS_GRID_SIDE][REGIONS_SPATIAL];
    int32_t order[CELLS_MAX];
} RegionsState;

_Static_assert(sizeof(RegionsState) <= REGIONS_STATE_MAX, "a state is small");

/* Returns the cells of a row of the grid. */
static inline int regions_stride(const Board *board) {
    return board->width + 2;
}

/* Returns the place of a cell in the grid. */
static inline int regions_place(const Board *board, Cell cell) {
    return cell + 2 * board->y[cell] + regions_stride(board) + 1; /* cell is width * y + x */
}

/* The rows of a colour's view. Read-only. */
typedef struct ViewRows {
    const WindowCodes *codes;
    const int8_t (*row)[REGIONS_CHANNELS];
    Color color;
} ViewRows;

/* Returns the row of the window around a position of a line. */
static inline const int8_t *view_row(const ViewRows *rows, uint64_t word, int position) {
    return rows->row[rows_at(rows->codes, word, position).of[rows->color]];
}

#endif
