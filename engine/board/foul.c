#include "board/foul.h"

#include <assert.h>

#include "base/rule.h"

/* Hypothetical stones of Black, newest first. */
typedef struct Overlay {
    const struct Overlay *next;
    Cell cell;
} Overlay;

/* Returns the line's word with the overlay's stones on it. */
static uint64_t line_with(const Board *board, int direction, int line, const Overlay *overlay) {
    uint64_t word = board->line[direction][line];
    for (; overlay != NULL; overlay = overlay->next)
        if (board_line(board, direction, overlay->cell) == line)
            word ^= (uint64_t)CELL_BLACK
                    << (2 * (board_position(board, direction, overlay->cell) + LINE_PAD));
    return word;
}

static Shape black_shape_in(const Board *board, uint64_t word, int position) {
    int reach = board->tables->reach;
    return shape_of(board->tables->shapes[window_key(word, position, reach)], BLACK);
}

static bool is_three(Shape shape) {
    return shape == SHAPE_OPEN_THREE || shape == SHAPE_OPEN_THREE_BROAD;
}

/* Returns the foul of a stone on the cell, or FOUL_NONE. Sets `makes_five`. */
static Foul judge(const Board *board, Cell cell, const Overlay *overlay, bool *makes_five);

/* Returns whether the open three that a stone on `cell` makes in the direction is real: whether a
 * stone that is neither forbidden nor a five makes it a straight four. */
static bool three_is_real(const Board *board, Cell cell, int direction, const Overlay *overlay) {
    const Overlay with_cell = {.next = overlay, .cell = cell};
    int line = board_line(board, direction, cell), centre = board_position(board, direction, cell);
    int step = board_step(board, direction);
    uint64_t word = line_with(board, direction, line, &with_cell);
    for (int distance = -4; distance <= 4; distance++) {
        int position = centre + distance;
        /* Padding beyond the board never counts as an empty cell. */
        if ((word >> (2 * (position + LINE_PAD)) & 3) != CELL_EMPTY)
            continue;
        /* The straight four must contain `cell`: its shape there, after the next stone, shows it.
         */
        uint64_t next = word | (uint64_t)CELL_BLACK << (2 * (position + LINE_PAD));
        if (black_shape_in(board, next, centre) != SHAPE_OPEN_FOUR)
            continue;
        bool makes_five;
        Cell extension = (Cell)(cell + distance * step);
        if (judge(board, extension, &with_cell, &makes_five) == FOUL_NONE && !makes_five)
            return true;
    }
    return false;
}

static Foul judge(const Board *board, Cell cell, const Overlay *overlay, bool *makes_five) {
    Shape shapes[DIRECTIONS];
    int fours = 0, threes = 0;
    bool overline = false;
    *makes_five = false;
    for (int d = 0; d < DIRECTIONS; d++) {
        uint64_t word = line_with(board, d, board_line(board, d, cell), overlay);
        shapes[d] = black_shape_in(board, word, board_position(board, d, cell));
        *makes_five |= shapes[d] == SHAPE_FIVE;
        overline |= shapes[d] == SHAPE_OVERLINE;
        fours += shapes[d] == SHAPE_DOUBLE_FOUR
                     ? 2
                     : shapes[d] == SHAPE_FOUR || shapes[d] == SHAPE_OPEN_FOUR;
        threes += is_three(shapes[d]);
    }
    if (*makes_five)
        return FOUL_NONE;
    if (overline)
        return FOUL_OVERLINE;
    if (fours >= 2)
        return FOUL_DOUBLE_FOUR;
    /* Each level adds one hypothetical stone, so the recursion ends. Threes are examined only while
     * two of them are still possible. */
    int real = 0;
    for (int d = 0; d < DIRECTIONS && real < 2 && real + threes >= 2; d++)
        if (is_three(shapes[d])) {
            threes--;
            real += three_is_real(board, cell, d, overlay);
        }
    return real >= 2 ? FOUL_DOUBLE_THREE : FOUL_NONE;
}

Foul foul_at(const Board *board, Cell cell) {
    assert(board_is_empty(board, cell));
    if (!rule_has_fouls(board->tables->rule, BLACK))
        return FOUL_NONE;
    bool makes_five;
    return judge(board, cell, NULL, &makes_five);
}
