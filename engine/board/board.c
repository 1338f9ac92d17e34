#include "board/board.h"

#include <assert.h>
#include <string.h>

#include "base/zobrist.h"
#include "board/windows.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* ---- Bookkeeping of cells ------------------------------------------------------------------ */

static uint8_t class_pair(Class black, Class white) {
    return (uint8_t)((unsigned)black | (unsigned)white << 4);
}

/* A cell's class for one colour changes from `before` to `after`. */
static inline void move_class(Board *board, Color color, Cell cell, unsigned before,
                              unsigned after) {
    if (before == after)
        return;
    board->count[color][before]--;
    board->count[color][after]++;
    cellset_flip(&board->by_class[color][before], cell);
    cellset_flip(&board->by_class[color][after], cell);
}

static inline void move_classes(Board *board, Cell cell, uint8_t before, uint8_t after) {
    if (before == after)
        return;
    move_class(board, BLACK, cell, before & 15, after & 15);
    move_class(board, WHITE, cell, before >> 4, after >> 4);
}

/* Values and classes that follow from the keys. */
static inline void derive_state(const RuleTables *tables, CellState *state) {
    CellInfo black = tables->info[BLACK][state->keys[BLACK]];
    CellInfo white = tables->info[WHITE][state->keys[WHITE]];
    state->values[BLACK] = black.value;
    state->values[WHITE] = white.value;
    state->classes = class_pair((Class)black.class_, (Class)white.class_);
}

/* Enters an empty cell into the counters and sets, or takes it out of them. */
static inline void count_cell(Board *board, Cell cell, int sign) {
    const CellState *state = &board->state[cell];
    for (int color = BLACK; color <= WHITE; color++) {
        unsigned class_ = color == BLACK ? state->classes & 15u : state->classes >> 4;
        board->count[color][class_] = (uint16_t)(board->count[color][class_] + sign);
        cellset_flip(&board->by_class[color][class_], cell);
        board->value[color] += sign * state->values[color];
    }
    cellset_flip(&board->empty, cell);
    board->empty_count += sign;
}

/* ---- Set-up -------------------------------------------------------------------------------- */

static void fill_line_words(Board *board, const CellSet *walls) {
    memset(board->line, 0xFF, sizeof board->line); /* walls everywhere ... */
    for (int cell = 0; cell < board->cell_count; cell++) {
        if (walls != NULL && cellset_has(walls, (Cell)cell))
            continue;
        for (int d = 0; d < DIRECTIONS; d++) { /* ... but here */
            int shift = 2 * (board_position(board, d, (Cell)cell) + LINE_PAD);
            board->line[d][board_line(board, d, (Cell)cell)] ^= (uint64_t)CELL_WALL << shift;
        }
    }
}

static void fill_cell(Board *board, Cell cell) {
    CellState *state = &board->state[cell];
    const RuleTables *tables = board->tables;
    for (int d = 0; d < DIRECTIONS; d++) {
        int line = board_line(board, d, cell), position = board_position(board, d, cell);
        ShapePair pair = tables->shapes[window_key(board->line[d][line], position, tables->reach)];
        board->shapes[d][line][position + LINE_PAD] = pair;
        state->keys[BLACK] |= (ShapeKey)((pair & 15u) << (4 * d));
        state->keys[WHITE] |= (ShapeKey)((unsigned)(pair >> 4) << (4 * d));
    }
    derive_state(tables, state);
    count_cell(board, cell, 1);
}

void board_init(Board *board, const RuleTables *tables, int width, int height, const CellSet *walls,
                Isa isa) {
    assert(width >= BOARD_MIN && width <= BOARD_MAX && height >= BOARD_MIN && height <= BOARD_MAX);
    memset(board, 0, offsetof(Board, log));
    board->tables = tables;
    board->isa = isa;
    board->read_windows = windows_reader(isa, tables->reach);
    board->width = width;
    board->height = height;
    board->cell_count = width * height;
    for (int cell = 0; cell < board->cell_count; cell++) {
        board->x[cell] = (uint8_t)(cell % width);
        board->y[cell] = (uint8_t)(cell / width);
    }
    fill_line_words(board, walls);
    for (int cell = 0; cell < board->cell_count; cell++)
        if (walls == NULL || !cellset_has(walls, (Cell)cell))
            fill_cell(board, (Cell)cell);
}

void board_copy(Board *to, const Board *from) {
    memcpy(to, from, offsetof(Board, log) + (size_t)from->stones * sizeof from->log[0]);
}

void board_set_to_move(Board *board, Color color) {
    if (board->to_move != color)
        board->key ^= ZOBRIST_WHITE_TO_MOVE;
    board->to_move = color;
}

/* ---- Play and undo -------------------------------------------------------------------------- */

static inline void toggle_stone(Board *board, Cell cell, Color color) {
    uint64_t stone = color == BLACK ? CELL_BLACK : CELL_WHITE;
    int x = board->x[cell], y = board->y[cell];
    uint64_t by_x = stone << (2 * (x + LINE_PAD));
    board->line[0][y] ^= by_x;
    board->line[1][x] ^= stone << (2 * (y + LINE_PAD));
    board->line[2][y - x + board->width - 1] ^= by_x;
    board->line[3][x + y] ^= by_x;
    board->key ^= zobrist_stone(cell, color);
    cellset_flip(&board->occupied[color], cell);
}

/* Bit i set: the window's cell i is empty. */
static inline unsigned empty_slots(uint64_t line, int position, int reach) {
    uint32_t window = (uint32_t)(line >> (2 * (position + LINE_PAD - reach)));
    uint32_t bits = ~(window | window >> 1) & 0x55555555 & ((1u << (4 * reach + 2)) - 1);
    bits = (bits | bits >> 1) & 0x33333333;
    bits = (bits | bits >> 2) & 0x0F0F0F0F;
    bits = (bits | bits >> 4) & 0x00FF00FF;
    return (bits | bits >> 8) & 0x0000FFFF;
}

/* Bit i set: the slots differ. */
static inline unsigned differing_slots(const ShapePair *a, const ShapePair *b) {
#if defined(__SSE2__)
    __m128i equal = _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)(const void *)a),
                                   _mm_loadu_si128((const __m128i *)(const void *)b));
    return (unsigned)_mm_movemask_epi8(equal) ^ 0xFFFF;
#else
    unsigned bits = 0;
    for (unsigned i = 0; i < WINDOW_SLOTS; i++)
        bits |= (unsigned)(a[i] != b[i]) << i;
    return bits;
#endif
}

/* One cell's shapes on one line become `pair`. */
static inline void change_cell(Board *board, Undo *undo, Cell cell, int direction, ShapePair before,
                               ShapePair after) {
    CellState *state = &board->state[cell];
    UndoCell *entry = &undo->changed[undo->changed_count++];
    entry->before = *state;
    entry->cell = cell;
    entry->direction = (uint8_t)direction;
    unsigned difference = (unsigned)before ^ after;
    state->keys[BLACK] ^= (ShapeKey)((difference & 15) << (4 * direction));
    state->keys[WHITE] ^= (ShapeKey)((difference >> 4) << (4 * direction));
    derive_state(board->tables, state);
    board->value[BLACK] += state->values[BLACK] - entry->before.values[BLACK];
    board->value[WHITE] += state->values[WHITE] - entry->before.values[WHITE];
    move_classes(board, cell, entry->before.classes, state->classes);
}

static inline void change_line(Board *board, Undo *undo, Cell cell, int direction, int reach,
                               const ShapePair *fresh) {
    int line = board_line(board, direction, cell),
        position = board_position(board, direction, cell);
    ShapePair *shapes = &board->shapes[direction][line][position + LINE_PAD - reach];
    memcpy(undo->shapes[direction], shapes, WINDOW_SLOTS);
    unsigned changed =
        differing_slots(shapes, fresh) & empty_slots(board->line[direction][line], position, reach);
    int step = board_step(board, direction);
    for (; changed != 0; changed &= changed - 1) {
        int slot = __builtin_ctz(changed);
        Cell neighbour = (Cell)(cell + (slot - reach) * step);
        change_cell(board, undo, neighbour, direction, shapes[slot], fresh[slot]);
        shapes[slot] = fresh[slot];
    }
}

void board_play(Board *board, Cell cell) {
    assert(board_is_empty(board, cell));
    Color color = board->to_move;
    Undo *undo = &board->log[board->stones];
    undo->cell = cell;
    undo->color = (uint8_t)color;
    undo->changed_count = 0;
    undo->value[BLACK] = board->value[BLACK];
    undo->value[WHITE] = board->value[WHITE];
    board->moves[board->stones++] = cell;
    count_cell(board, cell, -1);
    toggle_stone(board, cell, color);
    board_set_to_move(board, opponent(color));

    ShapePair fresh[DIRECTIONS][WINDOW_SLOTS] = {{0}};
    board->read_windows(board, cell, fresh);
    int reach = board->tables->reach;
    for (int d = 0; d < DIRECTIONS; d++)
        change_line(board, undo, cell, d, reach, fresh[d]);
}

void board_undo(Board *board) {
    assert(board->stones > 0);
    const Undo *undo = &board->log[--board->stones];
    Cell cell = undo->cell;
    int reach = board->tables->reach;
    for (int i = undo->changed_count - 1; i >= 0; i--) {
        const UndoCell *entry = &undo->changed[i];
        move_classes(board, entry->cell, board->state[entry->cell].classes, entry->before.classes);
        board->state[entry->cell] = entry->before;
    }
    for (int d = 0; d < DIRECTIONS; d++)
        memcpy(&board->shapes[d][board_line(board, d, cell)]
                             [board_position(board, d, cell) + LINE_PAD - reach],
               undo->shapes[d], WINDOW_SLOTS);
    toggle_stone(board, cell, (Color)undo->color);
    board_set_to_move(board, (Color)undo->color);
    count_cell(board, cell, 1);
    board->value[BLACK] = undo->value[BLACK];
    board->value[WHITE] = undo->value[WHITE];
}

void board_pass(Board *board) {
    board_set_to_move(board, opponent(board->to_move));
}

void board_undo_pass(Board *board) {
    board_pass(board);
}

size_t board_changes(const Board *board, BoardChange *changes, size_t capacity) {
    if (board->stones == 0)
        return 0;
    const Undo *undo = &board->log[board->stones - 1];
    for (size_t i = 0; i < undo->changed_count && i < capacity; i++) {
        const UndoCell *entry = &undo->changed[i];
        const CellState *after = &board->state[entry->cell];
        int shift = 4 * entry->direction;
        changes[i] = (BoardChange){
            .cell = entry->cell,
            .direction = entry->direction,
            .before = (ShapePair)((entry->before.keys[BLACK] >> shift & 15) |
                                  (entry->before.keys[WHITE] >> shift & 15) << 4),
            .after = (ShapePair)((after->keys[BLACK] >> shift & 15) |
                                 (after->keys[WHITE] >> shift & 15) << 4),
        };
    }
    return undo->changed_count;
}
