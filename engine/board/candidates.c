#include "board/candidates.h"

#include <assert.h>
#include <stdlib.h>

/* One bit per column, one word per row. */
typedef uint32_t Rows[BOARD_MAX];

static void rows_of_stones(const Board *board, Rows rows) {
    uint32_t row_mask = (1u << board->width) - 1;
    for (int y = 0; y < board->height; y++) {
        int first = y * board->width, word = first >> 6, shift = first & 63;
        uint64_t low = board->occupied[BLACK].word[word] | board->occupied[WHITE].word[word];
        uint64_t bits = low >> shift;
        if (shift > 0 && word + 1 < SET_WORDS)
            bits |= (board->occupied[BLACK].word[word + 1] | board->occupied[WHITE].word[word + 1])
                    << (64 - shift);
        rows[y] = (uint32_t)bits & row_mask;
    }
}

static uint32_t spread(uint32_t row, int distance) {
    for (int i = 0; i < distance; i++)
        row |= row << 1 | row >> 1;
    return row;
}

static void add_row(CellSet *cells, int first, uint32_t row) {
    int word = first >> 6, shift = first & 63;
    cells->word[word] |= (uint64_t)row << shift;
    if (shift > 64 - BOARD_MAX && word + 1 < SET_WORDS)
        cells->word[word + 1] |= (uint64_t)row >> (64 - shift);
}

/* Returns the empty cell nearest to the centre, the lowest number among equals. */
static Cell central_cell(const Board *board) {
    Cell best = CELL_NONE;
    int best_distance = 4 * BOARD_MAX * BOARD_MAX;
    for (Cell cell = cellset_first(&board->empty); cell != CELL_NONE;
         cell = cellset_next(&board->empty, cell)) {
        int dx = board->x[cell] - board->width / 2, dy = board->y[cell] - board->height / 2;
        if (dx * dx + dy * dy < best_distance) {
            best_distance = dx * dx + dy * dy;
            best = cell;
        }
    }
    return best;
}

static bool is_empty_set(const CellSet *set) {
    return cellset_first(set) == CELL_NONE;
}

void candidates_near(const Board *board, int square, int star, CellSet *cells) {
    assert(square >= 0 && square <= 5 && star >= 0 && star <= 5);
    Rows stones, squares;
    rows_of_stones(board, stones);
    for (int y = 0; y < board->height; y++)
        squares[y] = spread(stones[y], square);
    cellset_clear(cells);
    for (int y = 0; y < board->height; y++) {
        uint32_t near = 0;
        for (int dy = -square; dy <= square; dy++)
            if (y + dy >= 0 && y + dy < board->height)
                near |= squares[y + dy];
        for (int i = square + 1; i <= star; i++) {
            near |= stones[y] << i | stones[y] >> i;
            if (y - i >= 0)
                near |= stones[y - i] | stones[y - i] << i | stones[y - i] >> i;
            if (y + i < board->height)
                near |= stones[y + i] | stones[y + i] << i | stones[y + i] >> i;
        }
        add_row(cells, y * board->width, near & ((1u << board->width) - 1));
    }
    cellset_intersect(cells, &board->empty);
    if (is_empty_set(cells)) {
        Cell centre = central_cell(board);
        if (board->stones == 0 && centre != CELL_NONE)
            cellset_add(cells, centre);
        else
            *cells = board->empty;
    }
}

/* Returns the attacker's class at the cell if its shape in one direction were `shape`. */
static Class class_with(const Board *board, Color attacker, Cell cell, int direction, Shape shape) {
    unsigned key = board_shapes(board, attacker, cell);
    key &= ~(15u << (4 * direction));
    key |= (unsigned)shape << (4 * direction);
    return info_class(board->tables->info[attacker][key]);
}

void candidates_against(const Board *board, Color attacker, Cell gain, CellSet *cells) {
    cellset_clear(cells);
    cellset_add(cells, gain);
    Class threat = board_class(board, attacker, gain);
    uint64_t defender = attacker == BLACK ? CELL_WHITE : CELL_BLACK;
    int reach = board->tables->reach;
    for (int d = 0; d < DIRECTIONS; d++) {
        if (board_shape(board, attacker, d, gain) < SHAPE_FOUR)
            continue; /* breaking this line does not lower the class */
        uint64_t word = board->line[d][board_line(board, d, gain)];
        int position = board_position(board, d, gain), step = board_step(board, d);
        for (int distance = -reach; distance <= reach; distance++) {
            int shift = 2 * (position + distance + LINE_PAD);
            if (distance == 0 || (word >> shift & 3) != CELL_EMPTY)
                continue;
            uint32_t key = window_key(word | defender << shift, position, reach);
            Shape left = shape_of(board->tables->shapes[key], attacker);
            if (class_with(board, attacker, gain, d, left) < threat)
                cellset_add(cells, (Cell)(gain + distance * step));
        }
    }
}

bool candidates_defence(const Board *board, Color attacker, CellSet *cells) {
    Class threat = board_count(board, attacker, CLASS_FIVE) > 0 ? CLASS_FIVE : CLASS_OPEN_FOUR;
    if (board_count(board, attacker, threat) == 0)
        return false;
    *cells = board->empty;
    const CellSet *gains = board_cells(board, attacker, threat);
    for (Cell gain = cellset_first(gains); gain != CELL_NONE && !is_empty_set(cells);
         gain = cellset_next(gains, gain)) {
        CellSet against;
        candidates_against(board, attacker, gain, &against);
        cellset_intersect(cells, &against);
    }
    return true;
}
