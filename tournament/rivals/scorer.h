/* scorer.h: shapes in a nine-cell window and the level of four of them, for the scorer player and
 * its successor minimax. No function allocates; a table is read-only once it is set up. */
#ifndef RIVALS_SCORER_H
#define RIVALS_SCORER_H

#include <stdint.h>

#include "rivals/position.h"

enum { SCORER_WINDOWS = 6561 }; /* eight neighbours, three states each */

/* The shape that a stone in the middle of a window makes; x: that stone and others of its colour.
 * The best next stone defines each shape. */
typedef enum ScorerShape {
    SCORER_NOTHING,
    SCORER_SLEEPING_TWO,   /* a sleeping three next, no better:       |xx___        */
    SCORER_LOW_OPEN_TWO,   /* two apart, an open or jump three next:  __x_x__       */
    SCORER_OPEN_TWO,       /* two side by side, the same next:        __xx__        */
    SCORER_SLEEPING_THREE, /* a four or low four next, no better:     |xxx__        */
    SCORER_JUMP_THREE,     /* with a gap, an open four next:          _x_xx_        */
    SCORER_OPEN_THREE,     /* unbroken, an open four next:            _xxx__        */
    SCORER_LOW_FOUR,       /* with a gap, a five next:                xx_xx         */
    SCORER_FOUR,           /* unbroken, one cell makes five:          |xxxx_        */
    SCORER_OPEN_FOUR,      /* unbroken, two cells make five:          _xxxx_        */
    SCORER_FIVE,           /* five or more */
    SCORER_SHAPES
} ScorerShape;

typedef struct ScorerTable {
    uint8_t shapes[SCORER_WINDOWS];
} ScorerTable;

void rival_scorer_table_init(ScorerTable *table);

/* Writes the shapes that a stone on the cell makes in a direction 0..RIVAL_DIRECTIONS-1: an own
 * stone in shapes[0], the opponent's in shapes[1]. Ignores the content of the cell itself. */
void rival_scorer_shapes(const ScorerTable *table, const RivalPosition *position, int cell,
                         int direction, ScorerShape shapes[2]);

/* Returns the value of four shapes together, 1..100000. */
int rival_scorer_level(const uint8_t shapes[RIVAL_DIRECTIONS]);

/* Returns the level of the four shapes that a stone of `side` on the cell makes. */
int rival_scorer_score(const ScorerTable *table, const RivalPosition *position, int cell,
                       RivalStone side);

#endif
