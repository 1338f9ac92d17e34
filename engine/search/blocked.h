/* blocked.h: moves that are blocked in certain positions, wherever these occur, and the positions
 * from which play can reach them in any order, where results of earlier searches do not count.
 *
 * Written between searches; read by all workers during one. An all-zero Blocked is empty. */
#ifndef KANAME_SEARCH_BLOCKED_H
#define KANAME_SEARCH_BLOCKED_H

#include "board/board.h"

typedef struct BlockedMove {
    uint64_t key; /* of the position before the move */
    Cell cell;
} BlockedMove;

/* A position in which moves are blocked. */
typedef struct BlockedPosition {
    uint64_t key;
    CellSet stones[COLORS];
} BlockedPosition;

/* The moves are sorted; both lists are free of duplicates. */
typedef struct Blocked {
    BlockedMove *moves;
    size_t move_count, move_capacity;
    BlockedPosition *positions;
    size_t position_count, position_capacity;
} Blocked;

void blocked_release(Blocked *blocked);
/* Blocks `cell` in the board's position. Returns false if out of memory; the position may then have
 * been added. */
bool blocked_add(Blocked *blocked, const Board *board, Cell cell);

/* Search the lists; called by the two functions below, which first check that they are not empty.
 */
bool blocked_finds_move(const Blocked *blocked, uint64_t key, Cell cell);
bool blocked_finds_way(const Blocked *blocked, const Board *board);

/* Returns whether the cell is blocked in the position. */
static inline bool blocked_has(const Blocked *blocked, uint64_t key, Cell cell) {
    return blocked->move_count > 0 && blocked_finds_move(blocked, key, cell);
}
/* Returns whether a move is blocked in the board's position, or in one that holds all its stones.
 */
static inline bool blocked_concerns(const Blocked *blocked, const Board *board) {
    return blocked->position_count > 0 && blocked_finds_way(blocked, board);
}

#endif
