#include "rivals/position.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const int rival_dx[RIVAL_DIRECTIONS] = {1, 0, 1, 1};
const int rival_dy[RIVAL_DIRECTIONS] = {0, 1, 1, -1};

void rival_position_init(RivalPosition *position, int width, int height) {
    assert(width >= RIVAL_MIN_SIZE && width <= RIVAL_MAX_SIZE);
    assert(height >= RIVAL_MIN_SIZE && height <= RIVAL_MAX_SIZE);
    memset(position, 0, sizeof *position);
    position->width = width;
    position->height = height;
}

bool rival_place(RivalPosition *position, int x, int y, RivalStone stone) {
    assert(stone != STONE_NONE);
    if (rival_at(position, x, y) != STONE_NONE)
        return false;
    int cell = y * position->width + x;
    position->stones[cell] = (uint8_t)stone;
    if (stone == STONE_WALL)
        position->blocked++;
    else
        position->order[position->count++] = (int16_t)cell;
    return true;
}

bool rival_take(RivalPosition *position, int x, int y) {
    RivalStone stone = rival_at(position, x, y);
    if (stone != STONE_OWN && stone != STONE_OPPONENT)
        return false;
    int cell = y * position->width + x;
    int at = position->count - 1;
    while (position->order[at] != cell)
        at--;
    position->count--;
    memmove(&position->order[at], &position->order[at + 1],
            (size_t)(position->count - at) * sizeof position->order[0]);
    position->stones[cell] = STONE_NONE;
    return true;
}

void rival_swap_colours(RivalPosition *position) {
    for (int i = 0; i < position->count; i++) {
        uint8_t *stone = &position->stones[position->order[i]];
        *stone = *stone == STONE_OWN ? STONE_OPPONENT : STONE_OWN;
    }
}

static int run_length(const RivalPosition *position, int x, int y, int dx, int dy,
                      RivalStone stone) {
    int length = 0;
    while (rival_at(position, x + dx, y + dy) == stone) {
        x += dx;
        y += dy;
        length++;
    }
    return length;
}

bool rival_makes_five(const RivalPosition *position, int cell, RivalStone stone) {
    int x = cell % position->width;
    int y = cell / position->width;
    for (int d = 0; d < RIVAL_DIRECTIONS; d++) {
        int dx = rival_dx[d], dy = rival_dy[d];
        if (1 + run_length(position, x, y, dx, dy, stone) +
                run_length(position, x, y, -dx, -dy, stone) >=
            5)
            return true;
    }
    return false;
}

int rival_distance_to_middle(const RivalPosition *position, int cell) {
    return abs(2 * (cell % position->width) - (position->width - 1)) +
           abs(2 * (cell / position->width) - (position->height - 1));
}

int rival_central_cell(const RivalPosition *position) {
    int best = RIVAL_NO_CELL;
    int best_distance = 0;
    for (int cell = 0; cell < rival_cells(position); cell++) {
        if (position->stones[cell] != STONE_NONE)
            continue;
        int distance = rival_distance_to_middle(position, cell);
        if (best == RIVAL_NO_CELL || distance < best_distance) {
            best = cell;
            best_distance = distance;
        }
    }
    return best;
}

/* SplitMix64's output function (Steele, Lea, Flood, OOPSLA 2014). */
static uint64_t scatter(uint64_t value) {
    value += 0x9E3779B97F4A7C15ULL;
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9ULL;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBULL;
    return value ^ (value >> 31);
}

uint64_t rival_stone_key(int cell, RivalStone stone) {
    return scatter((uint64_t)cell * 4 + (uint64_t)stone);
}

uint64_t rival_position_hash(const RivalPosition *position, uint64_t seed) {
    uint64_t hash = scatter(seed);
    hash = scatter(hash ^ (uint64_t)(position->width * 32 + position->height));
    for (int i = 0; i < position->count; i++) {
        int cell = position->order[i];
        hash = scatter(hash ^ (uint64_t)(cell * 4 + position->stones[cell]));
    }
    return hash;
}
