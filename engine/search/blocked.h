/* blocked.h: moves that may not be chosen in certain positions, wherever those come up, and the
 * positions on the way there, where results of other searches do not count.
 *
 * Written between searches; read by all workers during one. An all-zero Blocked is empty. */
#ifndef KANAME_SEARCH_BLOCKED_H
#define KANAME_SEARCH_BLOCKED_H

#include "base/types.h"

typedef struct BlockedMove {
    uint64_t key; /* of the position before it */
    Cell cell;
} BlockedMove;

/* Both lists are sorted and free of doubles. */
typedef struct Blocked {
    BlockedMove *moves;
    size_t move_count, move_capacity;
    uint64_t *keys; /* of the positions before the moves and of all on the way to them */
    size_t key_count, key_capacity;
} Blocked;

void blocked_release(Blocked *blocked);
/* `keys` are the positions on the way, the last one that in which `cell` is blocked. False: out of
 * memory; the list may hold a part of them then. */
bool blocked_add(Blocked *blocked, const uint64_t *keys, size_t count, Cell cell);

/* For the two below, which ask first whether there is anything to look for. */
bool blocked_finds_move(const Blocked *blocked, uint64_t key, Cell cell);
bool blocked_finds_key(const Blocked *blocked, uint64_t key);

/* May the cell not be chosen in the position? */
static inline bool blocked_has(const Blocked *blocked, uint64_t key, Cell cell) {
    return blocked->move_count > 0 && blocked_finds_move(blocked, key, cell);
}
/* Does a blocked move lie in or behind the position? */
static inline bool blocked_concerns(const Blocked *blocked, uint64_t key) {
    return blocked->key_count > 0 && blocked_finds_key(blocked, key);
}

#endif
