/* numbers.h: the numbers of a network of regions for one rule, in memory and in their file
 * (numbers_file.h).
 *
 * The network corrects the fitted tables (eval/table/). It sees the board as the side to move does.
 *
 * Rows. Each empty cell has four windows (rows.h), whose codes have rows of REGIONS_CHANNELS
 * numbers of 8 bits. The four rows add up to the cell's accumulator; a feature is
 * clamp(2 * accumulator, 0, 127).
 *
 * Pools. The board is divided into 3 x 3 regions of three kinds: corner, edge, middle. The features
 * of a region's cells add up; so do those of the board.
 *
 * Value. A layer, one for each kind, turns a region's sum into 32 numbers. Each quadrant is the
 * mean of its four regions, through a layer of 32. The board's input, the mean and the greatest of
 * the four quadrants make up 128 inputs of a layer of 64, whose biases depend on the stage and on
 * the threats at hand; a layer of 32 and one of 3 follow, by stage: win, draw, loss.
 *
 * Order. The first REGIONS_SPATIAL features of a candidate and of its eight neighbours, weighted by
 * three numbers a feature (own, side, corner), are limited as features are. A layer of
 * REGIONS_UNITS follows whose weights depend on the position: the board's input passes through a
 * layer of 32, and the mixer makes the weights from it. The worth of each unit adds up to the
 * order.
 *
 * All weights are shared among the turns and mirror images of the board, so its symmetries change
 * neither value nor order.
 *
 * Integers. A number of a layer is 7 bits, 1.0 is REGIONS_ONE. Each layer is
 *     clamp((sum of input * weight + bias + half) >> shift, 0, 127)
 * with a 32-bit sum; `half` is half of 1 << shift. Shifts and scales are those of the enum below.
 *
 * Numbers beyond the limits mean that a file is damaged: within them, every sum of the inference
 * fits its type on any board.
 *
 * Plain values. Numbers in use are read-only and shared by all threads. */
#ifndef KANAME_EVAL_REGIONS_NUMBERS_H
#define KANAME_EVAL_REGIONS_NUMBERS_H

#include "eval/regions/numbers_file.h"
#include "eval/regions/rows.h"

enum {
    REGIONS_CHANNELS = 64, /* features of a cell */
    REGIONS_SPATIAL = 32,  /* of them, those that the order reads */
    REGIONS_ACROSS = 3,
    REGIONS_COUNT = REGIONS_ACROSS * REGIONS_ACROSS,
    REGIONS_KINDS = 3, /* corner, edge, middle */
    REGIONS_PART = 32, /* numbers of a region, and of a quadrant */
    REGIONS_QUADRANTS = 4,
    REGIONS_INPUTS = REGIONS_CHANNELS + 2 * REGIONS_PART, /* board; mean, greatest quadrant */
    REGIONS_HIDDEN = 64,
    REGIONS_SECOND = 32,
    REGIONS_OUTCOMES = 3, /* win, draw, loss of the side to move */
    REGIONS_STAGES = 5,
    REGIONS_PLACES = 3, /* own, side, corner */
    REGIONS_POOL = 32,  /* numbers from which the mixer makes weights */
    REGIONS_UNITS = 16,
    REGIONS_MIXED = (REGIONS_SPATIAL + 1) * REGIONS_UNITS, /* weights, then biases */
    REGIONS_TABLE_MAX = 4200, /* limit of the score of the tables that the network reads */
    REGIONS_VERSION = 2,
    REGIONS_NAT_UNITS_MAX = 5000
};

/* Fixed-point scales: an integer of 1 stands for 1 / scale. */
enum {
    REGIONS_ONE = 64, /* a feature, and a number of a layer */
    REGIONS_MOST = 127,
    REGIONS_ROW_SCALE = REGIONS_ONE / 2,
    REGIONS_SUM_SHIFT = 3,       /* from a region's sum to its input */
    REGIONS_BOARD_SHIFT = 5,     /* from the board's sum to its input */
    REGIONS_WEIGHT = 64,         /* of region, quadrant, first, second, pool */
    REGIONS_WEIGHT_SHIFT = 6,    /* after them */
    REGIONS_NEIGHBOUR = 32,      /* of neighbour */
    REGIONS_NEIGHBOUR_SHIFT = 5, /* after it */
    REGIONS_MIXER = 128,         /* of mixer and worth */
    REGIONS_MIXER_SHIFT = 7,     /* from the mixer's sum to a weight of -127..127, REGIONS_ONE */
    REGIONS_OUTCOME = 256,       /* of outcome; its sum is in nats / REGIONS_NAT */
    REGIONS_NAT = REGIONS_ONE * REGIONS_OUTCOME,
    REGIONS_SHARE_SHIFT = 10,                    /* after table_share * score, to REGIONS_NAT */
    REGIONS_LOGIT = REGIONS_ONE * REGIONS_MIXER, /* an order of one nat */
    REGIONS_ORDER_SHARE = REGIONS_LOGIT / 32     /* of order_table_share: 32 units are a nat */
};

/* Limits of the numbers, plus or minus. */
enum {
    REGIONS_BIAS_MAX = 1 << 28, /* of all biases but those below */
    REGIONS_OWN_MAX = 48,       /* of neighbour */
    REGIONS_SIDE_MAX = 24,
    REGIONS_CORNER_MAX = 20,
    REGIONS_NEIGHBOUR_BIAS_MAX = 4096,
    REGIONS_TABLE_SHARE_MAX = 1 << 18,
    REGIONS_ORDER_SHARE_MAX = 1 << 13
};

/* Weights by input, then by output. */
typedef struct RegionsNumbers {
    int8_t row[REGIONS_ROWS][REGIONS_CHANNELS];
    int8_t region[REGIONS_KINDS][REGIONS_CHANNELS][REGIONS_PART];
    int32_t region_bias[REGIONS_KINDS][REGIONS_PART];
    int8_t quadrant[REGIONS_PART][REGIONS_PART];
    int32_t quadrant_bias[REGIONS_PART];
    int8_t first[REGIONS_INPUTS][REGIONS_HIDDEN];
    int32_t first_bias[REGIONS_STAGES][REGIONS_HIDDEN];
    int16_t threat_bias[THREAT_STATES][REGIONS_HIDDEN]; /* by threat_state() */
    int8_t second[REGIONS_HIDDEN][REGIONS_SECOND];
    int32_t second_bias[REGIONS_STAGES][REGIONS_SECOND];
    int16_t outcome[REGIONS_STAGES][REGIONS_OUTCOMES][REGIONS_SECOND];
    int32_t outcome_bias[REGIONS_STAGES][REGIONS_OUTCOMES];
    /* Half of table_share * score >> REGIONS_SHARE_SHIFT is added to win and taken from loss. */
    int32_t table_share[REGIONS_STAGES];
    int8_t neighbour[REGIONS_PLACES][REGIONS_SPATIAL];
    int16_t neighbour_bias[REGIONS_SPATIAL];
    int8_t pool[REGIONS_CHANNELS][REGIONS_POOL];
    int32_t pool_bias[REGIONS_STAGES][REGIONS_POOL];
    int8_t mixer[REGIONS_POOL]
                [REGIONS_MIXED]; /* weight of feature i, unit j: REGIONS_UNITS * i + j */
    int32_t mixer_bias[REGIONS_MIXED];
    int8_t worth[REGIONS_UNITS];
    int32_t order_table_share[REGIONS_STAGES];
} RegionsNumbers;

/* Returns the stage of a position with this number of stones, 0..REGIONS_STAGES - 1. */
static inline int regions_stage(int stones) {
    return stones < 12 ? 0 : stones < 20 ? 1 : stones < 36 ? 2 : stones < 70 ? 3 : 4;
}

/* Returns the score of the tables as the network reads it. */
static inline Score regions_table_score(Score table) {
    return table > REGIONS_TABLE_MAX    ? REGIONS_TABLE_MAX
           : table < -REGIONS_TABLE_MAX ? -REGIONS_TABLE_MAX
                                        : table;
}

/* Returns which third of a side of `size` cells a coordinate lies in. The outer thirds are equal.
 */
static inline int regions_third(int at, int size) {
    int outer = size / 3 + (size % 3 == 2);
    return (at >= outer) + (at >= size - outer);
}

#define REGIONS_MAGIC "KanameRn" /* a file's first bytes */

typedef NumbersFile RegionsFile;

/* Returns the bytes of the greatest file. */
size_t regions_bytes_max(void);
/* Finds the parts of a file and checks all but the weights file and the limits of the numbers.
 * Fails with KANAME_ERR_FOREIGN, _VERSION or _DAMAGED; then `file` is undefined. */
KanameStatus regions_file_read(RegionsFile *file, const void *data, size_t size);
/* Reads the numbers of one role. Returns false if one of them is beyond its limit. */
bool regions_numbers_read(const RegionsFile *file, int role, RegionsNumbers *numbers);
/* Writes a file to `data`, which has room for regions_bytes_max(): the tables and the numbers of
 * each role of their rule. Sets the tables' hash. Returns the size. */
size_t regions_write(void *data, Weights *table, const RegionsNumbers *numbers, uint32_t win_scale,
                     uint32_t units, const char *origin);

#endif
