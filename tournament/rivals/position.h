/* position.h: the board that a reference player gets, with stones in playing order.
 *
 * Stones are named from the view of the player to move. The functions allocate nothing and may be
 * called from any thread that owns the position. */
#ifndef RIVALS_POSITION_H
#define RIVALS_POSITION_H

#include <stdbool.h>
#include <stdint.h>

enum {
    RIVAL_MIN_SIZE = 5,
    RIVAL_MAX_SIZE = 22,
    RIVAL_MAX_CELLS = RIVAL_MAX_SIZE * RIVAL_MAX_SIZE,
    RIVAL_DIRECTIONS = 4,
    RIVAL_NO_CELL = -1,
};

/* The field values of the protocol's BOARD list. STONE_WALL is a blocked cell, and every cell
 * outside the board. */
typedef enum { STONE_NONE, STONE_OWN, STONE_OPPONENT, STONE_WALL } RivalStone;

/* The only code of INFO rule that players here do not treat as freestyle. */
enum { RIVAL_RULE_RENJU = 4 };

/* A cell is y * width + x; x counts from the left, y from the top, both from 0. */
typedef struct RivalPosition {
    int width, height;
    int rule;                       /* code of INFO rule, 0 = freestyle */
    int blocked;                    /* cells holding STONE_WALL */
    int count;                      /* stones of the two players, the length of order[] */
    int16_t order[RIVAL_MAX_CELLS]; /* their cells, oldest first */
    uint8_t stones[RIVAL_MAX_CELLS];
} RivalPosition;

/* One step along a row, a column and the two diagonals. */
extern const int rival_dx[RIVAL_DIRECTIONS];
extern const int rival_dy[RIVAL_DIRECTIONS];

/* Empties the board. Both sides in RIVAL_MIN_SIZE..RIVAL_MAX_SIZE. */
void rival_position_init(RivalPosition *position, int width, int height);

/* The stone at x,y; STONE_WALL for every x,y outside. */
static inline RivalStone rival_at(const RivalPosition *position, int x, int y) {
    if (x < 0 || y < 0 || x >= position->width || y >= position->height)
        return STONE_WALL;
    return (RivalStone)position->stones[y * position->width + x];
}

static inline int rival_cells(const RivalPosition *position) {
    return position->width * position->height;
}

static inline bool rival_is_full(const RivalPosition *position) {
    return position->count + position->blocked == rival_cells(position);
}

/* Puts a stone or a wall on x,y. Returns false, without a change, unless x,y is an empty cell of
 * the board. */
bool rival_place(RivalPosition *position, int x, int y, RivalStone stone);

/* Removes the stone of a player from x,y. Returns false, without a change, if there is none. */
bool rival_take(RivalPosition *position, int x, int y);

/* Exchanges own stones and the opponent's. */
void rival_swap_colours(RivalPosition *position);

/* Returns whether a stone of this colour on the cell would stand in a row of five or more. */
bool rival_makes_five(const RivalPosition *position, int cell, RivalStone stone);

/* Returns the distance of a cell from the middle of the board: half steps across plus half steps
 * up or down. Players break ties by it, the smaller first, then by reading order. */
int rival_distance_to_middle(const RivalPosition *position, int cell);

/* Returns the empty cell nearest to the middle, the first in reading order among equals;
 * RIVAL_NO_CELL on a full board. Players use it if their method finds no cell. */
int rival_central_cell(const RivalPosition *position);

/* Returns the pseudo-random key of a stone on a cell, for Zobrist hashes. */
uint64_t rival_stone_key(int cell, RivalStone stone);

/* Returns a hash of the seed, the board size and the stones in their order. Seeded choices use it,
 * so a game depends only on the seed and the opponent's moves. */
uint64_t rival_position_hash(const RivalPosition *position, uint64_t seed);

#endif
