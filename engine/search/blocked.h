/* blocked.h: moves that are blocked in certain positions, wherever these occur, and the positions
 * on the way to them, where results of earlier searches do not count.
 *
 * Written between searches; read by all workers during one. An all-zero Blocked is empty. */
#ifndef KANAME_SEARCH_BLOCKED_H
#define KANAME_SEARCH_BLOCKED_H

#include "base/types.h"

typedef struct BlockedMove {
    uint64_t key; /* of the position before the move */
    Cell cell;
} BlockedMove;

/* Both lists are sorted and free of duplicates. */
typedef struct Blocked {
    BlockedMove *moves;
    size_t move_count, move_capacity;
    uint64_t *keys; /* of the positions before the moves and of all positions on the way to them */
    size_t key_count, key_capacity;
} Blocked;

void blocked_release(Blocked *blocked);
/* Blocks `cell` in the position keys[count - 1]; the other keys are those of the positions on the
 * way. Returns false if out of memory; then some of the keys may have been added. */
bool blocked_add(Blocked *blocked, const uint64_t *keys, size_t count, Cell cell);

/* Search the lists; called by the two functions below, which first check that they are not empty.
 */
bool blocked_finds_move(const Blocked *blocked, uint64_t key, Cell cell);
bool blocked_finds_key(const Blocked *blocked, uint64_t key);

/* Returns whether the cell is blocked in the position. */
static inline bool blocked_has(const Blocked *blocked, uint64_t key, Cell cell) {
    return blocked->move_count > 0 && blocked_finds_move(blocked, key, cell);
}
/* Returns whether a move is blocked in this position or in one that follows it. */
static inline bool blocked_concerns(const Blocked *blocked, uint64_t key) {
    return blocked->key_count > 0 && blocked_finds_key(blocked, key);
}

#endif
