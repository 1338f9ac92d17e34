/* patterns.h: the board score of the patterns player, for the player and its tests. No function
 * allocates; a table is read-only once it is set up. */
#ifndef RIVALS_PATTERNS_H
#define RIVALS_PATTERNS_H

#include <stdbool.h>
#include <stdint.h>

#include "rivals/position.h"

enum { PATTERNS_WINDOWS = 6561 }; /* eight neighbours, three states each */

/* The shape that holds a stone on a line. Open: within six cells without other stones, the outer
 * two empty; sleeping (and the plain four): within five. */
typedef enum PatternsShape {
    PATTERNS_NONE,
    PATTERNS_SLEEPING_ONE,
    PATTERNS_OPEN_ONE,
    PATTERNS_SLEEPING_TWO,
    PATTERNS_OPEN_TWO,
    PATTERNS_SLEEPING_THREE,
    PATTERNS_OPEN_THREE,
    PATTERNS_FOUR,
    PATTERNS_OPEN_FOUR,
    PATTERNS_FIVE,
    PATTERNS_OVERLINE,
    PATTERNS_SHAPES
} PatternsShape;

typedef struct PatternsTable {
    uint8_t shapes[PATTERNS_WINDOWS];
} PatternsTable;

void rival_patterns_table_init(PatternsTable *table);

/* Returns the score of one stone with four shapes. `can_foul`: the stone is Black's under renju. */
int rival_patterns_stone_score(const uint8_t shapes[RIVAL_DIRECTIONS], bool can_foul);

/* Returns the scores of own stones minus the opponent's; depends only on the stones and the rule.
 */
int rival_patterns_board_score(const PatternsTable *table, const RivalPosition *position);

#endif
