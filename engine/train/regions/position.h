/* position.h: positions of games, packed, and the input of a network of regions unpacked from them.
 */
#ifndef KANAME_TRAIN_REGIONS_POSITION_H
#define KANAME_TRAIN_REGIONS_POSITION_H

#include "eval/eval.h"
#include "eval/regions/numbers.h"
#include "train/dataset.h"

/* The target of a position: the value and its weights. */
typedef struct PositionGoal {
    float target;       /* probability that the side to move wins, half of a draw included */
    float draw;         /* probability of a draw, at most twice target and twice 1 - target */
    float weight;       /* of the value */
    float order_weight; /* of the order */
} PositionGoal;

typedef struct PositionHead {
    PositionGoal goal;
    float table; /* score by the tables, in nats */
    uint16_t threat, stones;
    uint16_t best;       /* index of the searched move among the moves */
    uint16_t move_count; /* 0: teaches nothing about moves */
    uint8_t width, height;
    uint8_t role; /* of the side to move: 0, or its colour where the colours play by other rules */
    uint8_t unused; /* 0 */
} PositionHead;

/* Positions one after the other: a head, the cells of the stones, the moves with their order. */
typedef struct PositionPool {
    unsigned char *bytes;
    size_t *starts;
    size_t count, used, byte_capacity, start_capacity;
} PositionPool;

void position_pool_release(PositionPool *pool);

/* The tables for packing positions. Read-only in use; any thread. */
typedef struct PositionReader {
    const Evaluator *table; /* whose tables the boards use */
    double units;           /* evaluation units of a nat */
} PositionReader;

/* Adds a position. Returns false if out of memory. */
bool position_add(PositionPool *pool, const PositionReader *reader, const Sample *sample,
                  const PositionGoal *goal);
/* Adds all positions of another pool behind those of this one. Returns false if out of memory. */
bool position_pool_join(PositionPool *pool, const PositionPool *other);

/* ---- Reading --------------------------------------------------------------------------------- */

/* Places of cells with a margin of one cell around the board. */
enum { PLACE_WIDTH = BOARD_MAX + 2, PLACES = PLACE_WIDTH * PLACE_WIDTH };

/* An empty cell with a stone in one of its windows, or a candidate move. */
typedef struct PositionCell {
    uint16_t row[DIRECTIONS]; /* of its windows with a stone; then REGIONS_EMPTY_ROW */
    uint16_t place;
    uint8_t row_count;
    uint8_t region; /* 0..REGIONS_COUNT - 1 */
} PositionCell;

typedef struct PositionMove {
    uint16_t cell; /* index in `cells` */
    float table;   /* order by the tables, in nats */
} PositionMove;

typedef struct PositionInput {
    PositionHead head;
    int stage;
    int cell_count;
    PositionCell cells[CELLS_MAX];
    PositionMove moves[CELLS_MAX];
} PositionInput;

/* The rows of windows as the side to move sees them, by window key. */
typedef struct PositionRows {
    uint16_t of[REGIONS_WINDOW_KEYS];
} PositionRows;

void position_rows_init(PositionRows *rows);

/* Unpacks a position. */
void position_read(const PositionPool *pool, size_t index, const PositionRows *rows,
                   PositionInput *input);

#endif
