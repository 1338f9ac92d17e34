#include "board/shape.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/rule.h"
#include "board/line.h"

/* A window from the view of one colour: bit i is the cell at distance i - reach; the centre, bit
 * `reach`, counts as own. */
typedef struct Window {
    uint32_t own, other, empty; /* other: the opponent's stones, without walls */
} Window;

/* Every second bit, beginning with the lowest, packed together. */
static uint32_t even_bits(uint32_t bits) {
    bits &= 0x55555555;
    bits = (bits | bits >> 1) & 0x33333333;
    bits = (bits | bits >> 2) & 0x0F0F0F0F;
    bits = (bits | bits >> 4) & 0x00FF00FF;
    return (bits | bits >> 8) & 0x0000FFFF;
}

/* Opens a gap of one bit for the centre. */
static uint32_t with_gap(uint32_t bits, int reach) {
    uint32_t low = bits & ((1u << reach) - 1);
    return low | (bits & ~low) << 1;
}

static Window window_of_key(uint32_t key, Color color, int reach) {
    uint32_t low = even_bits(key), high = even_bits(key >> 1);
    uint32_t black = low & ~high, white = high & ~low;
    uint32_t empty = ~(low | high) & ((1u << (2 * reach)) - 1);
    Window window;
    window.own = with_gap(color == BLACK ? black : white, reach) | 1u << reach;
    window.other = with_gap(color == BLACK ? white : black, reach);
    window.empty = with_gap(empty, reach);
    return window;
}

/* First and last bit of the unbroken run of own stones through the centre. */
static void run_through_centre(const Window *window, int reach, int *first, int *last) {
    *first = *last = reach;
    while (*first > 0 && (window->own >> (*first - 1) & 1))
        --*first;
    while (*last < 2 * reach && (window->own >> (*last + 1) & 1))
        ++*last;
}

/* Returns SHAPE_FIVE or SHAPE_OVERLINE for a row of five or more; SHAPE_NONE if it is shut. */
static Shape finished_shape(Rule rule, Color color, const Window *window, int first, int last,
                            int reach) {
    int length = last - first + 1;
    assert(length >= 5);
    if (length > 5)
        return rule_overline_wins(rule, color) ? SHAPE_FIVE : SHAPE_OVERLINE;
    /* A five through the centre of an 11-cell window always shows the cells at its ends. */
    if (rule_has_shut_fives(rule)) {
        assert(first > 0 && last < 2 * reach);
        (void)reach;
        if ((window->other >> (first - 1) & 1) && (window->other >> (last + 1) & 1))
            return SHAPE_NONE;
    }
    return SHAPE_FIVE;
}

/* Returns the shape by the shapes that a next stone makes: made[s] counts the empty cells of the
 * window where one more stone makes shape s. */
static Shape growing_shape(Rule rule, Color color, const uint8_t made[SHAPES], bool straight) {
    if (made[SHAPE_FIVE] >= 2)
        return straight ? SHAPE_OPEN_FOUR : SHAPE_DOUBLE_FOUR;
    if (made[SHAPE_FIVE] == 1)
        return SHAPE_FOUR;
    /* Two fours on one line win like an open four, except where they are forbidden. */
    int open_fours =
        made[SHAPE_OPEN_FOUR] + (rule_has_fouls(rule, color) ? 0 : made[SHAPE_DOUBLE_FOUR]);
    if (open_fours > 0)
        return open_fours >= 2 ? SHAPE_OPEN_THREE_BROAD : SHAPE_OPEN_THREE;
    if (made[SHAPE_FOUR] + made[SHAPE_DOUBLE_FOUR] > 0)
        return SHAPE_SLEEPING_THREE;
    int threes = made[SHAPE_OPEN_THREE] + made[SHAPE_OPEN_THREE_BROAD];
    if (threes > 0)
        return threes >= 3 ? SHAPE_OPEN_TWO_BROAD : SHAPE_OPEN_TWO;
    if (made[SHAPE_SLEEPING_THREE] > 0)
        return SHAPE_SLEEPING_TWO;
    if (made[SHAPE_OPEN_TWO] + made[SHAPE_OPEN_TWO_BROAD] > 0)
        return SHAPE_OPEN_ONE;
    return made[SHAPE_SLEEPING_TWO] > 0 ? SHAPE_SLEEPING_ONE : SHAPE_NONE;
}

/* Returns the shape of a key from the shapes of the keys with one more stone, which are larger. */
static Shape shape_of_key(const RuleTables *tables, uint32_t key, Color color) {
    int reach = tables->reach;
    Window window = window_of_key(key, color, reach);
    int first, last;
    run_through_centre(&window, reach, &first, &last);
    if (last - first + 1 >= 5) {
        Shape finished = finished_shape(tables->rule, color, &window, first, last, reach);
        /* A five that counts for nothing cannot grow: the cells at its ends are taken. */
        if (finished != SHAPE_NONE)
            return finished;
    }
    uint8_t made[SHAPES] = {0};
    uint32_t stone = color == BLACK ? CELL_BLACK : CELL_WHITE;
    bool five_before = false, five_after = false;
    for (uint32_t rest = window.empty; rest != 0; rest &= rest - 1) {
        int bit = __builtin_ctz(rest);
        int slot = bit < reach ? bit : bit - 1;
        Shape next = shape_of(tables->shapes[key | stone << (2 * slot)], color);
        made[next]++;
        five_before |= next == SHAPE_FIVE && bit == first - 1;
        five_after |= next == SHAPE_FIVE && bit == last + 1;
    }
    bool straight = last - first + 1 == 4 && five_before && five_after;
    return growing_shape(tables->rule, color, made, straight);
}

enum { REACH_MAX = 5, SIDE_KEYS = 1 << (2 * REACH_MAX), SHAPES_PADDING = 4 };

/* One side of the window as the centre sees it: beyond the first cell that no row of the colour
 * passes, every cell counts as a wall. Never a smaller number. */
typedef struct Sight {
    uint16_t below[SIDE_KEYS], above[SIDE_KEYS];
} Sight;

static void build_sight(Sight *sight, int reach, Color color) {
    uint32_t own = color == BLACK ? CELL_BLACK : CELL_WHITE;
    for (uint32_t side = 0; side < 1u << (2 * reach); side++) {
        uint32_t below = side, above = side;
        bool is_past_below = false, is_past_above = false;
        for (int i = 0; i < reach; i++) {
            int low = 2 * (reach - 1 - i), high = 2 * i;
            uint32_t cell_below = side >> low & 3, cell_above = side >> high & 3;
            if (is_past_below)
                below |= (uint32_t)CELL_WALL << low;
            if (is_past_above)
                above |= (uint32_t)CELL_WALL << high;
            is_past_below |= cell_below != CELL_EMPTY && cell_below != own;
            is_past_above |= cell_above != CELL_EMPTY && cell_above != own;
        }
        sight->below[side] = (uint16_t)below;
        sight->above[side] = (uint16_t)above;
    }
}

static uint32_t key_in_sight(const Sight *sight, uint32_t key, int reach) {
    return sight->below[key & ((1u << (2 * reach)) - 1)] |
           (uint32_t)sight->above[key >> (2 * reach)] << (2 * reach);
}

/* Few keys differ in the cells that the centre sees; the other keys have the shapes of those. */
static void build_shapes(RuleTables *tables) {
    Sight sights[COLORS];
    assert(tables->reach <= REACH_MAX);
    for (Color color = BLACK; color <= WHITE; color++)
        build_sight(&sights[color], tables->reach, color);
    for (uint32_t key = tables->key_count; key-- > 0;) {
        Shape shapes[COLORS];
        for (Color color = BLACK; color <= WHITE; color++) {
            uint32_t seen = key_in_sight(&sights[color], key, tables->reach);
            shapes[color] = seen == key ? shape_of_key(tables, key, color)
                                        : shape_of(tables->shapes[seen], color);
        }
        tables->shapes[key] = (ShapePair)((unsigned)shapes[BLACK] | (unsigned)shapes[WHITE] << 4);
    }
}

Class class_of_key(Rule rule, Color color, ShapeKey key) {
    int of[16] = {0};
    for (int direction = 0; direction < DIRECTIONS; direction++)
        of[(key >> (4 * direction)) & 15]++;
    int fours = of[SHAPE_FOUR] + of[SHAPE_OPEN_FOUR] + 2 * of[SHAPE_DOUBLE_FOUR];
    int threes = of[SHAPE_OPEN_THREE] + of[SHAPE_OPEN_THREE_BROAD];
    int twos = of[SHAPE_OPEN_TWO] + of[SHAPE_OPEN_TWO_BROAD];
    bool sleeping_three = of[SHAPE_SLEEPING_THREE] > 0;
    if (of[SHAPE_FIVE] > 0)
        return CLASS_FIVE;
    if (rule_has_fouls(rule, color)) {
        if (of[SHAPE_OVERLINE] > 0 || fours >= 2)
            return CLASS_FORBIDDEN;
        if (threes >= 2)
            return fours > 0 ? CLASS_FOUL_SUSPECT_FOUR : CLASS_FOUL_SUSPECT;
    }
    if (of[SHAPE_OPEN_FOUR] > 0 || fours >= 2)
        return CLASS_OPEN_FOUR;
    if (fours > 0) {
        if (threes > 0)
            return CLASS_FOUR_THREE;
        return twos > 0 || sleeping_three ? CLASS_FOUR_PLUS : CLASS_FOUR;
    }
    if (threes >= 2)
        return CLASS_DOUBLE_THREE;
    if (threes == 1)
        return twos > 0 || sleeping_three ? CLASS_THREE_PLUS : CLASS_THREE;
    if (sleeping_three)
        return twos > 0 ? CLASS_SLEEPING_THREE_TWO : CLASS_SLEEPING_THREE;
    if (twos > 0)
        return twos >= 2 ? CLASS_DOUBLE_TWO : CLASS_TWO;
    return CLASS_NONE;
}

bool is_shape_key(uint32_t key) {
    for (int direction = 0; direction < DIRECTIONS; direction++)
        if ((key >> (4 * direction) & 15) >= SHAPES)
            return false;
    return true;
}

static void build_info(RuleTables *tables, Color color, const ShapeTallies *tallies) {
    for (uint32_t key = 0; key < SHAPE_KEYS; key++)
        if (is_shape_key(key))
            tables->info[color][key] = cell_info(tallies != NULL ? tallies->of[color][key] : 0,
                                                 class_of_key(tables->rule, color, (ShapeKey)key));
}

/* If the colours play by the same rules, both share Black's table. */
static bool allocate(RuleTables *tables) {
    /* The padding lets vector code read four bytes at the last entry. */
    tables->shapes = calloc(tables->key_count + SHAPES_PADDING, sizeof *tables->shapes);
    tables->info[BLACK] = calloc(SHAPE_KEYS, sizeof **tables->info);
    tables->info[WHITE] = rule_has_roles(tables->rule) ? calloc(SHAPE_KEYS, sizeof **tables->info)
                                                       : tables->info[BLACK];
    return tables->shapes != NULL && tables->info[BLACK] != NULL && tables->info[WHITE] != NULL;
}

RuleTables *rule_tables_new(Rule rule, const ShapeTallies *tallies) {
    RuleTables *tables = calloc(1, sizeof *tables);
    if (tables == NULL)
        return NULL;
    tables->rule = rule;
    tables->reach = rule_reach(rule);
    tables->key_count = 1u << (4 * tables->reach);
    if (!allocate(tables)) {
        rule_tables_free(tables);
        return NULL;
    }
    for (uint32_t pair = 0; pair < 256; pair++)
        tables->spread[pair] = (pair & 0x0F) | (pair & 0xF0) << 12;
    build_shapes(tables);
    build_info(tables, BLACK, tallies);
    if (tables->info[WHITE] != tables->info[BLACK])
        build_info(tables, WHITE, tallies);
    return tables;
}

void rule_tables_free(RuleTables *tables) {
    if (tables == NULL)
        return;
    if (tables->info[WHITE] != tables->info[BLACK])
        free(tables->info[WHITE]);
    free(tables->info[BLACK]);
    free(tables->shapes);
    free(tables);
}

size_t rule_tables_bytes(const RuleTables *tables) {
    return sizeof *tables + (tables->key_count + SHAPES_PADDING) * sizeof *tables->shapes +
           (size_t)rule_roles(tables->rule) * SHAPE_KEYS * sizeof **tables->info;
}
