/* line.h: a line of the board as one 64-bit word: two bits per cell, padded by walls at both ends.
 * Shapes are looked up by windows, which are parts of the word. */
#ifndef KANAME_BOARD_LINE_H
#define KANAME_BOARD_LINE_H

#include "base/types.h"

enum {
    DIRECTIONS = 4,
    LINES_MAX = 2 * BOARD_MAX - 1, /* of one direction */
    LINE_PAD = 5                   /* walls at either end of a line word */
};

/* Two-bit content of a cell in a line word. */
enum { CELL_EMPTY = 0, CELL_BLACK = 1, CELL_WHITE = 2, CELL_WALL = 3 };

/* The window around a position of a line word without its centre: two bits a cell, the cell
 * farthest back lowest. */
static inline uint32_t window_key(uint64_t line, int position, int reach) {
    uint64_t window = line >> (2 * (position + LINE_PAD - reach));
    uint64_t low_mask = ((uint64_t)1 << (2 * reach)) - 1;
    return (uint32_t)((window & low_mask) | ((window >> 2) & (low_mask << (2 * reach))));
}

#endif
