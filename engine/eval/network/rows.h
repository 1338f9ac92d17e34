/* rows.h: which row of numbers.h a window has, for all windows at once. */
#ifndef KANAME_EVAL_NETWORK_ROWS_H
#define KANAME_EVAL_NETWORK_ROWS_H

#include "board/line.h"
#include "eval/network/numbers.h"

enum { WHOLE_KEYS = NETWORK_WINDOW_KEYS << 2 }; /* windows with their centres */

/* The rows of a window as Black sees it and as White does. */
typedef struct RowPair {
    uint16_t of[COLORS];
} RowPair;

/* Returns the window around a position of a line, its centre included: two bits a cell. */
static inline uint32_t window_at(uint64_t word, int position) {
    return (uint32_t)(word >> (2 * (position + LINE_PAD - NETWORK_REACH))) & (WHOLE_KEYS - 1);
}

/* Returns the rows of all windows with an empty centre, by window_at(); NULL if out of memory. The
 * caller frees it. */
RowPair *network_rows_new(void);

#endif
