#include "search/blocked.h"

#include <stdlib.h>
#include <string.h>

void blocked_release(Blocked *blocked) {
    free(blocked->moves);
    free(blocked->positions);
    *blocked = (Blocked){.moves = NULL};
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

static bool add_position(Blocked *blocked, const Board *board) {
    uint64_t key = board_key(board);
    for (size_t i = 0; i < blocked->position_count; i++)
        if (blocked->positions[i].key == key)
            return true;
    void *list = blocked->positions;
    if (!reserve(&list, blocked->position_count, &blocked->position_capacity,
                 sizeof *blocked->positions))
        return false;
    blocked->positions = list;
    blocked->positions[blocked->position_count++] =
        (BlockedPosition){.key = key, .stones = {board->occupied[BLACK], board->occupied[WHITE]}};
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

bool blocked_add(Blocked *blocked, const Board *board, Cell cell) {
    return add_position(blocked, board) && add_move(blocked, (BlockedMove){board_key(board), cell});
}

bool blocked_finds_move(const Blocked *blocked, uint64_t key, Cell cell) {
    size_t at = move_place(blocked, (BlockedMove){key, cell});
    return at < blocked->move_count && blocked->moves[at].key == key &&
           blocked->moves[at].cell == cell;
}

/* Returns whether all cells of `part` belong to `whole`. */
static bool is_part(const CellSet *part, const CellSet *whole) {
    for (int i = 0; i < SET_WORDS; i++)
        if ((part->word[i] & ~whole->word[i]) != 0)
            return false;
    return true;
}

bool blocked_finds_way(const Blocked *blocked, const Board *board) {
    for (size_t i = 0; i < blocked->position_count; i++) {
        const CellSet *stones = blocked->positions[i].stones;
        if (is_part(&board->occupied[BLACK], &stones[BLACK]) &&
            is_part(&board->occupied[WHITE], &stones[WHITE]))
            return true;
    }
    return false;
}
