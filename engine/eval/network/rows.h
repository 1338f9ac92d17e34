/* rows.h: which row of numbers.h a window has, for all windows at once. */
#ifndef KANAME_EVAL_NETWORK_ROWS_H
#define KANAME_EVAL_NETWORK_ROWS_H

#include "board/line.h"
#include "eval/network/numbers.h"

enum { WINDOW_SIDE_KEYS = 1 << (2 * NETWORK_REACH) }; /* contents of one side of a window */

/* The rows of a window as Black sees it and as White does. */
typedef struct RowPair {
    uint16_t of[COLORS];
} RowPair;

/* The rows of all windows by the codes of their two sides: small enough for a processor's first
 * cache, where a table by the window itself, of 1 MiB, is not. */
typedef struct WindowCodes {
    uint16_t before[WINDOW_SIDE_KEYS]; /* code of the lower side, times NETWORK_SIDE_CODES */
    uint16_t after[WINDOW_SIDE_KEYS];  /* code of the upper side */
    RowPair rows[NETWORK_SIDE_CODES * NETWORK_SIDE_CODES]; /* by the sum of both */
} WindowCodes;

void window_codes_init(WindowCodes *codes);

/* Returns the rows of the window around a position of a line, whatever its centre holds. */
static inline RowPair rows_at(const WindowCodes *codes, uint64_t word, int position) {
    uint64_t window = word >> (2 * (position + LINE_PAD - NETWORK_REACH));
    const uint64_t side = WINDOW_SIDE_KEYS - 1;
    return codes->rows[codes->before[window & side] +
                       codes->after[window >> (2 * NETWORK_REACH + 2) & side]];
}

#endif
