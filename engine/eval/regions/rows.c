#include "eval/regions/rows.h"

/* One side of a window: four cells, the nearest lowest. */
typedef struct Side {
    int code; /* of its contents up to the wall: 0..REGIONS_SIDE_CODES - 1 */
    bool has_stone;
} Side;

/* Counts in threes up to the wall, after all shorter sides. */
static Side side_of(uint32_t cells, Color us) {
    Side side = {0, false};
    int shorter = 0, power = 1;
    for (int i = 0; i < REGIONS_REACH; i++, cells >>= 2) {
        int content = (int)(cells & 3);
        if (content == CELL_WALL)
            break;
        bool is_own = content == (us == BLACK ? CELL_BLACK : CELL_WHITE);
        side.code += power * (content == CELL_EMPTY ? 0 : is_own ? 1 : 2);
        side.has_stone |= content != CELL_EMPTY;
        shorter += power;
        power *= 3;
    }
    side.code += shorter;
    return side;
}

static uint32_t mirrored(uint32_t cells) {
    uint32_t other_way = 0;
    for (int i = 0; i < REGIONS_REACH; i++)
        other_way |= (cells >> (2 * (REGIONS_REACH - 1 - i)) & 3) << (2 * i);
    return other_way;
}

static int row_of_sides(Side a, Side b) {
    if (!a.has_stone && !b.has_stone)
        return REGIONS_EMPTY_ROW;
    return a.code < b.code ? b.code * (b.code + 1) / 2 + a.code
                           : a.code * (a.code + 1) / 2 + b.code;
}

int regions_row(uint32_t window_key, Color color) {
    uint32_t left = window_key & (WINDOW_SIDE_KEYS - 1), right = window_key >> (2 * REGIONS_REACH);
    return row_of_sides(side_of(mirrored(left), color), side_of(right, color));
}

/* Both sides of all windows, as a colour sees them. */
typedef struct Sides {
    Side before[WINDOW_SIDE_KEYS], after[WINDOW_SIDE_KEYS];
} Sides;

static void list_sides(Sides *sides, Color color) {
    for (uint32_t cells = 0; cells < WINDOW_SIDE_KEYS; cells++) {
        sides->before[cells] = side_of(mirrored(cells), color);
        sides->after[cells] = side_of(cells, color);
    }
}

void window_codes_init(WindowCodes *codes) {
    Sides sides[COLORS];
    for (Color color = BLACK; color <= WHITE; color++)
        list_sides(&sides[color], color);
    const Sides *black = &sides[BLACK];
    for (int cells = 0; cells < WINDOW_SIDE_KEYS; cells++) {
        codes->before[cells] = (uint16_t)(REGIONS_SIDE_CODES * black->before[cells].code);
        codes->after[cells] = (uint16_t)black->after[cells].code;
    }
    for (int before = 0; before < WINDOW_SIDE_KEYS; before++)
        for (int after = 0; after < WINDOW_SIDE_KEYS; after++) {
            RowPair *rows = &codes->rows[codes->before[before] + codes->after[after]];
            for (Color color = BLACK; color <= WHITE; color++)
                rows->of[color] =
                    (uint16_t)row_of_sides(sides[color].before[before], sides[color].after[after]);
        }
}
