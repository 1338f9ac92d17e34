#include "support/oracle.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { DIRECTION_COUNT = 4, SIDE = 6 };

static const int STEP_X[DIRECTION_COUNT] = {1, 0, 1, 1};
static const int STEP_Y[DIRECTION_COUNT] = {0, 1, 1, -1};

/* ---- One line ------------------------------------------------------------------------------ */

/* The points of a line, six either side of the cell asked about, which is at index SIDE. No five
 * through that cell, nor the two points at its ends, reaches farther. */
typedef struct Line {
    Rule rule;
    Point at[2 * SIDE + 1];
} Line;

static Line line_through(const Oracle *oracle, Cell cell, int direction) {
    Line line = {.rule = oracle->rule};
    int x = cell % oracle->width, y = cell / oracle->width;
    for (int i = -SIDE; i <= SIDE; i++)
        line.at[i + SIDE] = oracle_at(oracle, x + i * STEP_X[direction], y + i * STEP_Y[direction]);
    return line;
}

static Point line_at(const Line *line, int index) {
    return index < 0 || index > 2 * SIDE ? POINT_WALL : line->at[index];
}

/* The stones in one row with the centre stone: how many, and the points before and after them. */
typedef struct Row {
    int length;
    Point before, after;
} Row;

static Row row_at_centre(const Line *line) {
    Point own = line->at[SIDE];
    int first = SIDE, last = SIDE;
    while (line_at(line, first - 1) == own)
        first--;
    while (line_at(line, last + 1) == own)
        last++;
    return (Row){last - first + 1, line_at(line, first - 1), line_at(line, last + 1)};
}

/* Does the row with the centre stone win? */
static bool centre_wins(const Line *line, Color color) {
    Row row = row_at_centre(line);
    Point other = point_of(opponent(color));
    bool is_shut = row.length == 5 && row.before == other && row.after == other;
    switch (line->rule) {
    case RULE_FREESTYLE:
        return row.length >= 5;
    case RULE_STANDARD:
        return row.length == 5;
    case RULE_RENJU:
        return color == BLACK ? row.length == 5 : row.length >= 5;
    case RULE_CARO:
        return row.length >= 5 && !is_shut;
    default:
        return row.length == 5 && !is_shut;
    }
}

/* The shape of the centre stone. The next stone is tried on the four cells either side: fives
 * with the centre lie there. */
static Shape centre_shape(Line *line, Color color) {
    if (centre_wins(line, color))
        return SHAPE_FIVE;
    if (row_at_centre(line).length > 5)
        return SHAPE_OVERLINE;

    int completing = 0, completing_at[2 * SIDE + 1];
    for (int i = SIDE - 4; i <= SIDE + 4; i++) {
        if (line->at[i] != POINT_EMPTY)
            continue;
        line->at[i] = point_of(color);
        if (centre_wins(line, color))
            completing_at[completing++] = i;
        line->at[i] = POINT_EMPTY;
    }
    if (completing >= 2) {
        Row row = row_at_centre(line);
        int start = SIDE;
        while (line_at(line, start) == point_of(color))
            start--;
        bool before = false, after = false;
        for (int i = 0; i < completing; i++) {
            before |= completing_at[i] == start;
            after |= completing_at[i] == start + 5;
        }
        return row.length == 4 && before && after ? SHAPE_OPEN_FOUR : SHAPE_DOUBLE_FOUR;
    }
    if (completing == 1)
        return SHAPE_FOUR;

    int ways[SHAPES] = {0};
    for (int i = SIDE - 4; i <= SIDE + 4; i++) {
        if (line->at[i] != POINT_EMPTY)
            continue;
        line->at[i] = point_of(color);
        ways[centre_shape(line, color)]++;
        line->at[i] = POINT_EMPTY;
    }
    bool two_fours_are_foul = line->rule == RULE_RENJU && color == BLACK;
    int open_fours = ways[SHAPE_OPEN_FOUR] + (two_fours_are_foul ? 0 : ways[SHAPE_DOUBLE_FOUR]);
    int fours = ways[SHAPE_FOUR] + (two_fours_are_foul ? ways[SHAPE_DOUBLE_FOUR] : 0);
    int open_threes = ways[SHAPE_OPEN_THREE] + ways[SHAPE_OPEN_THREE_BROAD];
    if (open_fours > 0)
        return open_fours == 1 ? SHAPE_OPEN_THREE : SHAPE_OPEN_THREE_BROAD;
    if (fours > 0)
        return SHAPE_SLEEPING_THREE;
    if (open_threes > 0)
        return open_threes <= 2 ? SHAPE_OPEN_TWO : SHAPE_OPEN_TWO_BROAD;
    if (ways[SHAPE_SLEEPING_THREE] > 0)
        return SHAPE_SLEEPING_TWO;
    if (ways[SHAPE_OPEN_TWO] + ways[SHAPE_OPEN_TWO_BROAD] > 0)
        return SHAPE_OPEN_ONE;
    if (ways[SHAPE_SLEEPING_TWO] > 0)
        return SHAPE_SLEEPING_ONE;
    return SHAPE_NONE;
}

/* ---- The board ----------------------------------------------------------------------------- */

void oracle_init(Oracle *oracle, Rule rule, int width, int height) {
    assert(width >= BOARD_MIN && width <= BOARD_MAX && height >= BOARD_MIN && height <= BOARD_MAX);
    *oracle = (Oracle){.rule = rule, .width = width, .height = height};
}

Point oracle_at(const Oracle *oracle, int x, int y) {
    if (x < 0 || x >= oracle->width || y < 0 || y >= oracle->height)
        return POINT_WALL;
    return oracle->at[y * oracle->width + x];
}

static Line line_with_stone(const Oracle *oracle, Cell cell, Color color, int direction) {
    assert(cell < oracle_cells(oracle) && oracle->at[cell] == POINT_EMPTY);
    Line line = line_through(oracle, cell, direction);
    line.at[SIDE] = point_of(color);
    return line;
}

bool oracle_wins(const Oracle *oracle, Cell cell, Color color) {
    for (int direction = 0; direction < DIRECTION_COUNT; direction++) {
        Line line = line_with_stone(oracle, cell, color, direction);
        if (centre_wins(&line, color))
            return true;
    }
    return false;
}

bool oracle_holds_five(const Oracle *oracle) {
    Oracle without = *oracle;
    for (int cell = 0; cell < oracle_cells(oracle); cell++) {
        Point point = oracle->at[cell];
        if (point != POINT_BLACK && point != POINT_WHITE)
            continue;
        without.at[cell] = POINT_EMPTY;
        if (oracle_wins(&without, (Cell)cell, point == POINT_BLACK ? BLACK : WHITE))
            return true;
        without.at[cell] = point;
    }
    return false;
}

int oracle_longest_row(const Oracle *oracle, Cell cell, Color color) {
    int longest = 0;
    for (int direction = 0; direction < DIRECTION_COUNT; direction++) {
        int x = cell % oracle->width, y = cell / oracle->width, length = 1;
        for (int side = -1; side <= 1; side += 2)
            for (int i = side; oracle_at(oracle, x + i * STEP_X[direction],
                                         y + i * STEP_Y[direction]) == point_of(color);
                 i += side)
                length++;
        if (length > longest)
            longest = length;
    }
    return longest;
}

Shape oracle_shape(const Oracle *oracle, Cell cell, Color color, int direction) {
    Line line = line_with_stone(oracle, cell, color, direction);
    return centre_shape(&line, color);
}

Class oracle_class_of(Rule rule, Color color, const Shape shapes[4]) {
    int n[SHAPES] = {0};
    for (int direction = 0; direction < DIRECTION_COUNT; direction++)
        n[shapes[direction]]++;
    int threes = n[SHAPE_OPEN_THREE] + n[SHAPE_OPEN_THREE_BROAD];
    int twos = n[SHAPE_OPEN_TWO] + n[SHAPE_OPEN_TWO_BROAD];
    int sleeping = n[SHAPE_SLEEPING_THREE];
    int fours = n[SHAPE_FOUR] + n[SHAPE_OPEN_FOUR] + 2 * n[SHAPE_DOUBLE_FOUR];

    if (n[SHAPE_FIVE] > 0)
        return CLASS_FIVE;
    if (rule == RULE_RENJU && color == BLACK) {
        if (n[SHAPE_OVERLINE] > 0 || fours >= 2)
            return CLASS_FORBIDDEN;
        if (threes >= 2)
            return fours > 0 ? CLASS_FOUL_SUSPECT_FOUR : CLASS_FOUL_SUSPECT;
    }
    if (n[SHAPE_OPEN_FOUR] > 0 || fours >= 2)
        return CLASS_OPEN_FOUR;
    if (fours == 1 && threes > 0)
        return CLASS_FOUR_THREE;
    if (fours == 1)
        return twos + sleeping > 0 ? CLASS_FOUR_PLUS : CLASS_FOUR;
    if (threes >= 2)
        return CLASS_DOUBLE_THREE;
    if (threes == 1)
        return twos + sleeping > 0 ? CLASS_THREE_PLUS : CLASS_THREE;
    if (sleeping > 0)
        return twos > 0 ? CLASS_SLEEPING_THREE_TWO : CLASS_SLEEPING_THREE;
    if (twos > 0)
        return twos >= 2 ? CLASS_DOUBLE_TWO : CLASS_TWO;
    return CLASS_NONE;
}

Class oracle_class(const Oracle *oracle, Cell cell, Color color) {
    Shape shapes[DIRECTION_COUNT];
    for (int direction = 0; direction < DIRECTION_COUNT; direction++)
        shapes[direction] = oracle_shape(oracle, cell, color, direction);
    return oracle_class_of(oracle->rule, color, shapes);
}

/* ---- Renju --------------------------------------------------------------------------------- */

/* Black stones in a row through the black stone on (x, y). */
static int black_row(const Oracle *oracle, int x, int y, int direction) {
    int dx = STEP_X[direction], dy = STEP_Y[direction], length = 1;
    for (int i = 1; oracle_at(oracle, x + i * dx, y + i * dy) == POINT_BLACK; i++)
        length++;
    for (int i = 1; oracle_at(oracle, x - i * dx, y - i * dy) == POINT_BLACK; i++)
        length++;
    return length;
}

/* The cells on a line that make exactly five in a row with the black stone on (x, y), as offsets
 * from it in ascending order. Returns how many. */
static int five_cells(Oracle *oracle, int x, int y, int direction, int offsets[9]) {
    int dx = STEP_X[direction], dy = STEP_Y[direction], count = 0;
    for (int i = -4; i <= 4; i++) {
        int there_x = x + i * dx, there_y = y + i * dy;
        if (oracle_at(oracle, there_x, there_y) != POINT_EMPTY)
            continue;
        Point *there = &oracle->at[there_y * oracle->width + there_x];
        *there = POINT_BLACK;
        if (black_row(oracle, x, y, direction) == 5)
            offsets[count++] = i;
        *there = POINT_EMPTY;
    }
    return count;
}

/* Two cells complete one straight four when just its four stones lie between them. Any other two
 * belong to two fours: OOO.O.OOO, OO.OO.OO, O.OOO.O. */
static bool is_straight(int count, const int offsets[9]) {
    return count == 2 && offsets[1] - offsets[0] == 5;
}

static int count_fours(Oracle *oracle, int x, int y, int direction) {
    int offsets[9];
    int count = five_cells(oracle, x, y, direction, offsets);
    return is_straight(count, offsets) ? 1 : count;
}

/* Can the black stone on (x, y) become part of a straight four on this line by a stone that is
 * legal and no five? */
static bool makes_three(Oracle *oracle, int x, int y, int direction) {
    int dx = STEP_X[direction], dy = STEP_Y[direction];
    for (int i = -4; i <= 4; i++) {
        int next_x = x + i * dx, next_y = y + i * dy, offsets[9];
        if (oracle_at(oracle, next_x, next_y) != POINT_EMPTY)
            continue;
        Cell next = (Cell)(next_y * oracle->width + next_x);
        oracle->at[next] = POINT_BLACK;
        bool is_five = false;
        for (int d = 0; d < DIRECTION_COUNT; d++)
            is_five |= black_row(oracle, next_x, next_y, d) == 5;
        bool straight = is_straight(five_cells(oracle, x, y, direction, offsets), offsets);
        oracle->at[next] = POINT_EMPTY;
        if (straight && !is_five && oracle_foul(oracle, next) == ORACLE_LEGAL)
            return true;
    }
    return false;
}

OracleFoul oracle_foul(const Oracle *oracle, Cell cell) {
    assert(cell < oracle_cells(oracle) && oracle->at[cell] == POINT_EMPTY);
    Oracle copy = *oracle;
    int x = cell % oracle->width, y = cell / oracle->width;
    copy.at[cell] = POINT_BLACK;

    bool has_five = false, has_overline = false;
    int fours = 0, threes = 0;
    for (int direction = 0; direction < DIRECTION_COUNT; direction++) {
        int length = black_row(&copy, x, y, direction);
        has_five |= length == 5;
        has_overline |= length > 5;
        fours += count_fours(&copy, x, y, direction);
    }
    if (has_five)
        return ORACLE_LEGAL;
    if (has_overline)
        return ORACLE_OVERLINE;
    if (fours >= 2)
        return ORACLE_DOUBLE_FOUR;
    for (int direction = 0; direction < DIRECTION_COUNT; direction++)
        if (count_fours(&copy, x, y, direction) == 0)
            threes += makes_three(&copy, x, y, direction);
    return threes >= 2 ? ORACLE_DOUBLE_THREE : ORACLE_LEGAL;
}

/* ---- Cache --------------------------------------------------------------------------------- */

enum { CACHE_REACH = 5, CACHE_KEYS = 1 << (4 * CACHE_REACH) };

struct OracleCache {
    Rule rule;
    uint8_t shape_plus_one[COLORS][CACHE_KEYS]; /* 0: not asked yet */
};

OracleCache *oracle_cache_new(Rule rule) {
    OracleCache *cache = calloc(1, sizeof *cache);
    if (cache != NULL)
        cache->rule = rule;
    return cache;
}

void oracle_cache_free(OracleCache *cache) {
    free(cache);
}

Shape oracle_cache_shape(OracleCache *cache, const Oracle *oracle, Cell cell, Color color,
                         int direction) {
    assert(cache->rule == oracle->rule);
    int x = cell % oracle->width, y = cell / oracle->width;
    uint32_t key = 0;
    for (int i = -CACHE_REACH; i <= CACHE_REACH; i++)
        if (i != 0)
            key = key * 4 + oracle_at(oracle, x + i * STEP_X[direction], y + i * STEP_Y[direction]);
    uint8_t *entry = &cache->shape_plus_one[color][key];
    if (*entry == 0)
        *entry = (uint8_t)(oracle_shape(oracle, cell, color, direction) + 1);
    return (Shape)(*entry - 1);
}

Class oracle_cache_class(OracleCache *cache, const Oracle *oracle, Cell cell, Color color) {
    Shape shapes[DIRECTION_COUNT];
    for (int direction = 0; direction < DIRECTION_COUNT; direction++)
        shapes[direction] = oracle_cache_shape(cache, oracle, cell, color, direction);
    return oracle_class_of(oracle->rule, color, shapes);
}
