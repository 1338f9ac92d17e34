/* numbers.h: the numbers of a network for one rule, in memory and in their file (numbers_file.h).
 *
 * The network corrects the fitted tables (eval/table/): the score is a multiple of theirs plus its
 * own output. It reads each empty cell's four windows of four cells to either side. A window is one
 * of NETWORK_ROWS codes, and each code has a row of NETWORK_VIEW numbers. The four rows of a cell
 * add up to its accumulator, once as Black sees the windows and once as White does. Pairs of
 * accumulator numbers, limited to 0..NETWORK_LIMIT, multiply to the cell's features. The features
 * of all empty cells add up to the first part of the input; those of the cells linked to a four of
 * the side to move, or of the other side, make up two more parts. Two small layers follow.
 *
 * Incrementally updated sums: Nasu, "Efficiently Updatable Neural-Network-based Evaluation
 * Functions for Computer Shogi", 2018. Products of features:
 * https://www.chessprogramming.org/NNUE.
 *
 * Numbers beyond the limits below mean that a file is damaged: within them, every sum of the
 * inference fits its type on any board.
 *
 * Plain values. Numbers in use are read-only and shared by all threads. */
#ifndef KANAME_EVAL_NETWORK_NUMBERS_H
#define KANAME_EVAL_NETWORK_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "eval/network/numbers_file.h"
#include "kaname.h"

enum {
    NETWORK_REACH = 4,        /* cells of a window to either side of its centre */
    NETWORK_SIDE_CODES = 121, /* contents of one side, up to a wall */
    NETWORK_ROWS = NETWORK_SIDE_CODES * (NETWORK_SIDE_CODES + 1) / 2, /* a window or its mirror */
    NETWORK_WINDOW_KEYS = 1 << (4 * NETWORK_REACH),
    NETWORK_HALF = 16,                   /* features of a cell in one colour's view */
    NETWORK_VIEW = 2 * NETWORK_HALF,     /* accumulator numbers of a cell in one colour's view */
    NETWORK_FEATURES = 2 * NETWORK_HALF, /* features of a cell in both views */
    NETWORK_PARTS = 3,                   /* all cells; linked to own fours; to the opponent's */
    NETWORK_INPUTS = NETWORK_PARTS * NETWORK_FEATURES,
    NETWORK_HIDDEN = 32,      /* numbers of the first layer */
    NETWORK_SECOND = 16,      /* numbers of the second layer */
    NETWORK_STAGES = 4,       /* sets of numbers, by the number of stones */
    NETWORK_TABLE_MAX = 4200, /* beyond this score of theirs the tables alone decide */
    NETWORK_VERSION = 1,
    NETWORK_HEADER_BYTES = NUMBERS_HEADER_BYTES,
    NETWORK_ORIGIN_BYTES = NUMBERS_ORIGIN_BYTES
};

/* Fixed-point scales: an integer of 1 stands for 1 / scale. */
enum {
    NETWORK_LIMIT = 255,       /* an accumulator number of 1.0, and its greatest effect */
    NETWORK_FEATURE_SHIFT = 9, /* a feature is the product of two limited numbers, shifted */
    NETWORK_FEATURE_HALF = 1 << (NETWORK_FEATURE_SHIFT - 1), /* rounds it */
    NETWORK_LAYER_UNIT = 64,                                 /* a number of the layers of 1.0 */
    NETWORK_LAYER_MAX = 8 * NETWORK_LAYER_UNIT,
    NETWORK_FIRST_SHIFT = 14,
    NETWORK_SECOND_SHIFT = 9,
    NETWORK_OUTPUT_SHIFT = 10, /* evaluation units, and the share of the tables' score */
    NETWORK_ORDER_SHIFT = 10,  /* numbers of the move order from the first layer */
    NETWORK_FEATURE_ORDER_SHIFT = 8
};

/* Limits of the numbers, plus or minus; INT16_MAX for the rest. */
enum {
    NETWORK_ROW_MAX = INT16_MAX / 4, /* an accumulator is the sum of four */
    NETWORK_BIAS_MAX = 1 << 28,      /* of all biases but threat_bias */
    NETWORK_OUTPUT_MAX = 1 << 24,    /* of the output's weights */
    NETWORK_SHARE_MAX = INT16_MAX    /* of the shares of the tables' score and order */
};

typedef struct NetworkNumbers {
    int16_t row[NETWORK_ROWS][NETWORK_VIEW];
    int16_t first[NETWORK_HIDDEN][NETWORK_INPUTS];
    int32_t first_bias[NETWORK_STAGES][NETWORK_HIDDEN];
    int16_t threat_bias[THREAT_STATES][NETWORK_HIDDEN]; /* by threat_state() */
    int16_t second[NETWORK_STAGES][NETWORK_SECOND][NETWORK_HIDDEN];
    int32_t second_bias[NETWORK_STAGES][NETWORK_SECOND];
    int32_t output[NETWORK_STAGES][NETWORK_SECOND];
    int32_t output_bias[NETWORK_STAGES];
    int32_t table_share[NETWORK_STAGES];
    /* The worth of a feature in the move order: a constant, plus a share of the first layer. */
    int32_t order_bias[NETWORK_FEATURES];
    int16_t order[NETWORK_FEATURES][NETWORK_HIDDEN];
    int32_t order_table_share;
} NetworkNumbers;

/* Returns the stage of a position with this number of stones, 0..NETWORK_STAGES - 1. */
static inline int network_stage(int stones) {
    return stones < 12 ? 0 : stones < 24 ? 1 : stones < 44 ? 2 : 3;
}

#define NETWORK_MAGIC "KanameNn" /* a file's first bytes */

enum {
    NETWORK_NUMBERS_BYTES = (int)sizeof(NetworkNumbers), /* in the file too */
    NETWORK_BYTES_MAX = NETWORK_HEADER_BYTES + WEIGHTS_BYTES_MAX + COLORS * NETWORK_NUMBERS_BYTES
};

typedef NumbersFile NetworkFile;

/* Finds the parts of a file and checks all but the weights file and the limits of the numbers.
 * Fails with KANAME_ERR_FOREIGN, _VERSION or _DAMAGED; then `file` is undefined. */
KanameStatus network_file_read(NetworkFile *file, const void *data, size_t size);
/* Reads the numbers of one role. Returns false if one of them or a sum is beyond its limit. */
bool network_numbers_read(const NetworkFile *file, int role, NetworkNumbers *numbers);
/* Writes a file to `data`, which has room for NETWORK_BYTES_MAX: the tables and the numbers of each
 * role of their rule. Sets the tables' hash. Returns the size. */
size_t network_write(void *data, Weights *table, const NetworkNumbers *numbers, uint32_t win_scale,
                     const char *origin);

/* Returns whether all sums of this output of the first layer fit 32 bits, for any input and in any
 * order of the additions. */
bool network_first_fits(const NetworkNumbers *numbers, int output);

/* Returns the row of a window key (board/line.h) as a colour sees it: 0..NETWORK_ROWS - 1. Windows
 * without a stone up to the walls have no row of their own: NETWORK_EMPTY_ROW, all zeros. */
enum { NETWORK_EMPTY_ROW = 0 };
int network_row(uint32_t window_key, Color color);

#endif
