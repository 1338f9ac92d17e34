#include "search/blocked.h"

#include <stdlib.h>
#include <string.h>

void blocked_release(Blocked *blocked) {
    free(blocked->moves);
    free(blocked->keys);
    *blocked = (Blocked){.moves = NULL};
}

/* Returns the index of the key, or the index at which to insert it. */
static size_t key_place(const Blocked *blocked, uint64_t key) {
    size_t low = 0, high = blocked->key_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (blocked->keys[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_before(BlockedMove a, BlockedMove b) {
    return a.key < b.key || (a.key == b.key && a.cell < b.cell);
}

static size_t move_place(const Blocked *blocked, BlockedMove move) {
    size_t low = 0, high = blocked->move_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (is_before(blocked->moves[middle], move))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Makes room for one more element. Returns false if out of memory. */
static bool reserve(void **list, size_t count, size_t *capacity, size_t size) {
    if (count < *capacity)
        return true;
    size_t larger = *capacity > 0 ? 2 * *capacity : 16;
    void *grown = realloc(*list, larger * size);
    if (grown == NULL)
        return false;
    *list = grown;
    *capacity = larger;
    return true;
}

static bool add_key(Blocked *blocked, uint64_t key) {
    size_t at = key_place(blocked, key);
    if (at < blocked->key_count && blocked->keys[at] == key)
        return true;
    void *list = blocked->keys;
    if (!reserve(&list, blocked->key_count, &blocked->key_capacity, sizeof key))
        return false;
    blocked->keys = list;
    memmove(&blocked->keys[at + 1], &blocked->keys[at], (blocked->key_count - at) * sizeof key);
    blocked->keys[at] = key;
    blocked->key_count++;
    return true;
}

static bool add_move(Blocked *blocked, BlockedMove move) {
    size_t at = move_place(blocked, move);
    if (blocked_has(blocked, move.key, move.cell))
        return true;
    void *list = blocked->moves;
    if (!reserve(&list, blocked->move_count, &blocked->move_capacity, sizeof move))
        return false;
    blocked->moves = list;
    memmove(&blocked->moves[at + 1], &blocked->moves[at], (blocked->move_count - at) * sizeof move);
    blocked->moves[at] = move;
    blocked->move_count++;
    return true;
}

bool blocked_add(Blocked *blocked, const uint64_t *keys, size_t count, Cell cell) {
    for (size_t i = 0; i < count; i++)
        if (!add_key(blocked, keys[i]))
            return false;
    return add_move(blocked, (BlockedMove){keys[count - 1], cell});
}

bool blocked_finds_move(const Blocked *blocked, uint64_t key, Cell cell) {
    size_t at = move_place(blocked, (BlockedMove){key, cell});
    return at < blocked->move_count && blocked->moves[at].key == key &&
           blocked->moves[at].cell == cell;
}

bool blocked_finds_key(const Blocked *blocked, uint64_t key) {
    size_t at = key_place(blocked, key);
    return at < blocked->key_count && blocked->keys[at] == key;
}
