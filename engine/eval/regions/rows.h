/* rows.h: the windows of a cell as a network reads them: four cells to either side of it. A window
 * and its mirror image share a code, up to a wall; each code has a row of numbers. */
#ifndef KANAME_EVAL_REGIONS_ROWS_H
#define KANAME_EVAL_REGIONS_ROWS_H

#include "board/line.h"

enum {
    REGIONS_REACH = 4,        /* cells of a window to either side of its centre */
    REGIONS_SIDE_CODES = 121, /* contents of one side, up to a wall */
    REGIONS_ROWS = REGIONS_SIDE_CODES * (REGIONS_SIDE_CODES + 1) / 2, /* a window or its mirror */
    REGIONS_EMPTY_ROW = 0, /* of all windows without a stone up to the walls; zeros */
    REGIONS_WINDOW_KEYS = 1 << (4 * REGIONS_REACH),
    WINDOW_SIDE_KEYS = 1 << (2 * REGIONS_REACH) /* contents of one side of a window */
};

/* Returns the row of a window key (board/line.h) as a colour sees it: 0..REGIONS_ROWS - 1. */
int regions_row(uint32_t window_key, Color color);

/* The rows of a window as Black sees it and as White does. */
typedef struct RowPair {
    uint16_t of[COLORS];
} RowPair;

/* The rows of all windows by the codes of their two sides: small enough for a processor's first
 * cache, where a table by the window itself, of 1 MiB, is not. */
typedef struct WindowCodes {
    uint16_t before[WINDOW_SIDE_KEYS]; /* code of the lower side, times REGIONS_SIDE_CODES */
    uint16_t after[WINDOW_SIDE_KEYS];  /* code of the upper side */
    RowPair rows[REGIONS_SIDE_CODES * REGIONS_SIDE_CODES]; /* by the sum of both */
} WindowCodes;

void window_codes_init(WindowCodes *codes);

/* Returns the rows of the window around a position of a line, whatever its centre holds. */
static inline RowPair rows_at(const WindowCodes *codes, uint64_t word, int position) {
    uint64_t window = word >> (2 * (position + LINE_PAD - REGIONS_REACH));
    const uint64_t side = WINDOW_SIDE_KEYS - 1;
    return codes->rows[codes->before[window & side] +
                       codes->after[window >> (2 * REGIONS_REACH + 2) & side]];
}

#endif
