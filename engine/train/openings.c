#include "train/openings.h"

#include <stdlib.h>

#include "base/rng.h"

enum { TURNS = 8, CAPACITY_FIRST = 1024 };

/* Applies a symmetry to a cell: any of eight on square boards, reflections on others. */
static Cell turned(const Game *game, Cell cell, int turn) {
    int x = cell % game->width, y = cell / game->width, width = game->width;
    if (turn & 1)
        x = game->width - 1 - x;
    if (turn & 2)
        y = game->height - 1 - y;
    if (turn & 4) {
        int kept = x;
        x = y;
        y = kept;
        width = game->height;
    }
    return (Cell)(y * width + x);
}

uint64_t opening_key(const Game *game, int stones) {
    if (stones > game->move_count)
        stones = game->move_count;
    int turns = game->width == game->height ? TURNS : TURNS / 2;
    uint64_t least = UINT64_MAX;
    for (int turn = 0; turn < turns; turn++) {
        uint64_t sum = 0; /* does not depend on the order of the stones */
        for (int i = 0; i < stones; i++)
            sum += rng_mix(2 * (uint64_t)turned(game, game->moves[i], turn) + (i & 1) + 1);
        least = sum < least ? sum : least;
    }
    uint64_t board =
        (uint64_t)game->rule << 16 | (uint64_t)game->width << 8 | (uint64_t)game->height;
    uint64_t key = rng_mix(least ^ rng_mix(board));
    return key != 0 ? key : 1;
}

void openings_release(Openings *openings) {
    free(openings->keys);
    *openings = (Openings){0};
}

static uint64_t *find(const Openings *openings, uint64_t key) {
    size_t at = (size_t)key & (openings->capacity - 1);
    while (openings->keys[at] != 0 && openings->keys[at] != key)
        at = (at + 1) & (openings->capacity - 1);
    return &openings->keys[at];
}

/* Doubles the table. */
static bool grow(Openings *openings) {
    Openings larger = {.capacity = openings->capacity > 0 ? 2 * openings->capacity : CAPACITY_FIRST,
                       .count = openings->count};
    larger.keys = calloc(larger.capacity, sizeof *larger.keys);
    if (larger.keys == NULL)
        return false;
    for (size_t i = 0; i < openings->capacity; i++)
        if (openings->keys[i] != 0)
            *find(&larger, openings->keys[i]) = openings->keys[i];
    free(openings->keys);
    *openings = larger;
    return true;
}

bool openings_add(Openings *openings, uint64_t key, bool *is_new) {
    if (2 * (openings->count + 1) > openings->capacity && !grow(openings))
        return false;
    uint64_t *at = find(openings, key);
    *is_new = *at == 0;
    *at = key;
    openings->count += *is_new;
    return true;
}
