/* regions_reference.h: judges a position by a network of regions with plain loops, from nothing.
 * The engine's kernels must equal it, to the bit. Any thread. */
#ifndef KANAME_TESTS_REGIONS_REFERENCE_H
#define KANAME_TESTS_REGIONS_REFERENCE_H

#include "board/board.h"
#include "eval/regions/numbers.h"
#include "eval/regions/verdict.h"

/* The rows of windows by their keys, as either colour sees them. */
typedef struct RegionsRows {
    uint16_t of[COLORS][REGIONS_WINDOW_KEYS];
} RegionsRows;

void regions_rows_init(RegionsRows *rows);

/* The numbers of a cell's features, and sums of them. */
typedef struct RegionsFeatures {
    int16_t of[CELLS_MAX][REGIONS_CHANNELS];
    int32_t region[REGIONS_COUNT][REGIONS_CHANNELS];
    uint8_t board[REGIONS_CHANNELS]; /* the board's input */
} RegionsFeatures;

/* Sets the features of all empty cells, as the side to move sees them; those of other cells are 0.
 */
void regions_features(const RegionsNumbers *numbers, const RegionsRows *rows, const Board *board,
                      RegionsFeatures *features);

/* `table`: the score of the tables, within +-REGIONS_TABLE_MAX. */
RegionsVerdict regions_judge(const RegionsNumbers *numbers, const Board *board,
                             const RegionsFeatures *features, Score table);

/* Weights of the order of a position, by feature and then by unit. */
typedef struct RegionsMixed {
    int8_t weight[REGIONS_SPATIAL][REGIONS_UNITS];
    int8_t bias[REGIONS_UNITS];
} RegionsMixed;

void regions_mix(const RegionsNumbers *numbers, int stage, const RegionsFeatures *features,
                 RegionsMixed *mixed);
/* Returns the order of an empty cell, 1 nat is REGIONS_LOGIT. `table`: by the tables. */
int32_t regions_order(const RegionsNumbers *numbers, const Board *board,
                      const RegionsFeatures *features, const RegionsMixed *mixed, Cell cell,
                      int table);

#endif
