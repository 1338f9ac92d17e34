#include "level/attention.h"

#include <stdlib.h>

enum {
    DIRECTIONS = 4,
    ROW_CELLS = 5,
    NEAR = 4,         /* cells from a last stone within which a row lies near it */
    PERMILLE = 1000,  /* the unit of probabilities */
    MOST_MISSED = 900 /* the highest probability of a miss, permille */
};
static const int STEPS[DIRECTIONS][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

typedef struct View {
    int width, height;
    KanameColor side;                                 /* who looks */
    KanameColor at[KANAME_MAX_SIZE][KANAME_MAX_SIZE]; /* [y][x] */
    KanamePoint last[2];                              /* the last stones */
    int last_count;
    uint64_t chance;
    const Level *level;
} View;

uint64_t attention_stir(uint64_t state) {
    state += 0x9E3779B97F4A7C15;
    state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9;
    state = (state ^ (state >> 27)) * 0x94D049BB133111EB;
    return state ^ (state >> 31);
}

uint64_t attention_chance(const KanameEngine *engine, uint64_t seed) {
    uint64_t state = attention_stir(seed);
    for (size_t i = 0; i < kaname_stone_count(engine); i++) {
        KanameStone stone = kaname_stone(engine, i);
        state = attention_stir(state ^ (uint64_t)(stone.y * KANAME_MAX_SIZE + stone.x));
    }
    return state;
}

static void view_init(View *view, const KanameEngine *engine, const Level *level, uint64_t seed) {
    *view = (View){.width = kaname_width(engine),
                   .height = kaname_height(engine),
                   .side = kaname_to_move(engine),
                   .chance = attention_chance(engine, seed),
                   .level = level};
    for (int y = 0; y < view->height; y++)
        for (int x = 0; x < view->width; x++)
            view->at[y][x] = kaname_at(engine, x, y);
    size_t count = kaname_stone_count(engine);
    for (; view->last_count < 2 && (size_t)view->last_count < count; view->last_count++) {
        KanameStone stone = kaname_stone(engine, count - 1 - (size_t)view->last_count);
        view->last[view->last_count] = (KanamePoint){stone.x, stone.y};
    }
}

static bool is_inside(const View *view, int x, int y) {
    return x >= 0 && x < view->width && y >= 0 && y < view->height;
}

/* Returns the most stones of the colour in a row through the cell in this direction; 0: no row. */
static int most_stones(const View *view, KanamePoint cell, int direction, KanameColor color) {
    int dx = STEPS[direction][0], dy = STEPS[direction][1], most = 0;
    for (int begin = 1 - ROW_CELLS; begin <= 0; begin++) {
        int stones = 0, i = begin;
        for (; i < begin + ROW_CELLS; i++) {
            int x = cell.x + i * dx, y = cell.y + i * dy;
            if (!is_inside(view, x, y) ||
                (view->at[y][x] != color && view->at[y][x] != KANAME_EMPTY))
                break;
            stones += view->at[y][x] == color;
        }
        if (i == begin + ROW_CELLS && stones > most)
            most = stones;
    }
    return most;
}

/* Returns the distance in this direction of a stone on the cell's line; a large number if it is not
 * on that line. */
static int distance_on_line(KanamePoint cell, KanamePoint stone, int direction) {
    int x = stone.x - cell.x, y = stone.y - cell.y;
    int along = abs(x) > abs(y) ? abs(x) : abs(y);
    bool is_on_line = x * STEPS[direction][1] == y * STEPS[direction][0];
    return is_on_line ? along : KANAME_MAX_SIZE;
}

static int distance(KanamePoint a, KanamePoint b) {
    int x = abs(a.x - b.x), y = abs(a.y - b.y);
    return x > y ? x : y;
}

/* Returns the permille of rows like this one that the player overlooks. */
static int miss_permille(const View *view, KanamePoint cell, int direction, KanameColor color,
                         int stones) {
    int kind = stones >= 4 ? ROW_FOUR : stones == 3 ? ROW_THREE : ROW_TWO;
    int permille = view->level->overlooks[kind];
    if (color == view->side)
        permille /= 2;
    if (direction >= 2)
        permille += permille / 2;
    bool is_near = false, is_touched = false;
    for (int i = 0; i < view->last_count; i++) {
        is_near |= distance(cell, view->last[i]) <= NEAR;
        is_touched |= distance_on_line(cell, view->last[i], direction) < ROW_CELLS;
    }
    if (is_touched)
        permille /= 2;
    else if (!is_near)
        permille += permille / 2;
    return permille < MOST_MISSED ? permille : MOST_MISSED;
}

/* Returns whether the player looks along the cell's line for rows of the colour. The answer is the
 * same for all cells of the line with the same probability of a miss. */
static bool sees_line(const View *view, KanamePoint cell, int direction, KanameColor color,
                      int permille) {
    int offset = cell.x * STEPS[direction][1] - cell.y * STEPS[direction][0];
    uint64_t line = (uint64_t)((offset + 2 * KANAME_MAX_SIZE) * DIRECTIONS + direction) * 2 +
                    (color == KANAME_WHITE);
    return attention_stir(view->chance ^ attention_stir(line)) % PERMILLE >= (uint64_t)permille;
}

static bool is_overlooked(const View *view, KanamePoint cell) {
    bool matters = false;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        for (int color = KANAME_BLACK; color <= KANAME_WHITE; color++) {
            int stones = most_stones(view, cell, direction, (KanameColor)color);
            if (stones < 2)
                continue;
            int permille = miss_permille(view, cell, direction, (KanameColor)color, stones);
            if (sees_line(view, cell, direction, (KanameColor)color, permille))
                return false;
            matters = true;
        }
    }
    return matters;
}

size_t attention_overlooks(const KanameEngine *engine, const Level *level, uint64_t seed,
                           KanamePoint *points) {
    View view;
    size_t count = 0;
    view_init(&view, engine, level, seed);
    for (int y = 0; y < view.height; y++)
        for (int x = 0; x < view.width; x++)
            if (view.at[y][x] == KANAME_EMPTY && is_overlooked(&view, (KanamePoint){x, y}))
                points[count++] = (KanamePoint){x, y};
    return count;
}
