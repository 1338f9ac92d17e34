/* chis_like.h: shapes and scores of the chis-like player, for the player and its tests. */
#ifndef RIVALS_CHIS_LIKE_H
#define RIVALS_CHIS_LIKE_H

#include <stdint.h>

#include "rivals/position.h"

/* Nine cells of two bits (RivalStone), the first in the lowest; the fifth is the middle. */
enum { CHIS_KEYS = 1 << 18 };

/* The shape of the stone in the middle. From four down, the shape that one more stone makes defines
 * each: open three by open four, sleeping three by four, open two by open three, and so on. */
typedef enum ChisShape {
    CHIS_NOTHING,
    CHIS_SLEEPING_ONE,
    CHIS_OPEN_ONE,
    CHIS_SLEEPING_TWO,
    CHIS_OPEN_TWO,
    CHIS_SLEEPING_THREE,
    CHIS_OPEN_THREE,
    CHIS_FOUR,      /* one cell makes five */
    CHIS_OPEN_FOUR, /* two cells make five, side by side with it or in its gaps */
    CHIS_FIVE,
    CHIS_SHAPES
} ChisShape;

/* Fills in the shape of every window; CHIS_NOTHING where no stone is in the middle. */
void rival_chis_fill_shapes(uint8_t shapes[CHIS_KEYS]);

/* The score of a side with a forced win; the negative is that of a lost side. */
enum { CHIS_WIN = 1000000 };

/* Returns the score for STONE_OWN, to move, after a search of `depth` plies, 0..RIVAL_MAX_DEPTH.
 * The position holds a stone or more. Clears the player's state. */
int rival_chis_score(void *state, const RivalPosition *position, int depth);

#endif
