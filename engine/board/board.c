#include "board/board.h"

#include <assert.h>
#include <string.h>

#include "board/windows.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* ---- Bookkeeping of cells ------------------------------------------------------------------ */

/* Moves a cell from one class of a colour to another. */
static inline void move_class(Board *board, Cell cell, unsigned before, unsigned after) {
    uint16_t *count = &board->count[0][0];
    CellSet *by_class = &board->by_class[0][0];
    count[before]--;
    count[after]++;
    cellset_flip(&by_class[before], cell);
    cellset_flip(&by_class[after], cell);
}

/* Adds an empty cell to the counters and sets (sign 1), or removes it (sign -1). */
static inline void count_cell(Board *board, Cell cell, int sign) {
    const CellState *state = &board->state[cell];
    for (int color = BLACK; color <= WHITE; color++) {
        Class class_ = info_class(state->info[color]);
        board->count[color][class_] = (uint16_t)(board->count[color][class_] + sign);
        cellset_flip(&board->by_class[color][class_], cell);
        board->tally[color] += sign * info_tally(state->info[color]);
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
            int line = board_line(board, d, (Cell)cell);
            board->line[d][line] ^= (uint64_t)CELL_WALL << shift;
            board->line_empty[d][line] |= 1u << shift / 2;
        }
    }
}

static void fill_linked(Board *board, Cell cell) {
    enum { FIVE_REACH = 4 };
    static const int STEP[DIRECTIONS][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    for (int d = 0; d < DIRECTIONS; d++)
        for (int distance = -FIVE_REACH; distance <= FIVE_REACH; distance++) {
            int x = board->x[cell] + distance * STEP[d][0],
                y = board->y[cell] + distance * STEP[d][1];
            if (distance != 0 && x >= 0 && x < board->width && y >= 0 && y < board->height)
                cellset_add(&board->linked[cell], (Cell)(y * board->width + x));
        }
}

static void fill_cell(Board *board, Cell cell) {
    CellState *state = &board->state[cell];
    const RuleTables *tables = board->tables;
    for (int d = 0; d < DIRECTIONS; d++) {
        int line = board_line(board, d, cell), position = board_position(board, d, cell);
        ShapePair pair = tables->shapes[window_key(board->line[d][line], position, tables->reach)];
        board->shapes[d][line][position + LINE_PAD] = pair;
        state->keys |= ((pair & 15u) | (pair & 0xF0u) << 12) << (4 * d);
    }
    for (int color = BLACK; color <= WHITE; color++)
        state->info[color] = tables->info[color][board_shapes(board, (Color)color, cell)];
    state->cell = cell;
    count_cell(board, cell, 1);
}

void board_init(Board *board, const RuleTables *tables, int width, int height, const CellSet *walls,
                Isa isa) {
    assert(width >= BOARD_MIN && width <= BOARD_MAX && height >= BOARD_MIN && height <= BOARD_MAX);
    memset(board, 0, offsetof(Board, log));
    board->tables = tables;
    board->isa = isa;
    board->width = width;
    board->height = height;
    board->cell_count = width * height;
    for (int cell = 0; cell < board->cell_count; cell++) {
        board->x[cell] = (uint8_t)(cell % width);
        board->y[cell] = (uint8_t)(cell / width);
    }
    for (int cell = 0; cell < board->cell_count; cell++)
        fill_linked(board, (Cell)cell);
    for (int d = 0; d < DIRECTIONS; d++)
        for (int slot = 0; slot < WINDOW_SLOTS; slot++)
            board->slot_offset[d * WINDOW_SLOTS + slot] =
                (int16_t)((slot - tables->reach) * board_step(board, d));
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
    int falling = y - x + board->width - 1, rising = x + y;
    uint64_t at_x = stone << (2 * (x + LINE_PAD));
    uint32_t empty_x = 1u << (x + LINE_PAD);
    board->line[0][y] ^= at_x;
    board->line[1][x] ^= stone << (2 * (y + LINE_PAD));
    board->line[2][falling] ^= at_x;
    board->line[3][rising] ^= at_x;
    board->line_empty[0][y] ^= empty_x;
    board->line_empty[1][x] ^= 1u << (y + LINE_PAD);
    board->line_empty[2][falling] ^= empty_x;
    board->line_empty[3][rising] ^= empty_x;
    board->key ^= zobrist_stone(cell, color);
    cellset_flip(&board->occupied[color], cell);
}

/* Exclusive or of the pairs, slot by slot; bit i of the result: slot i differs. */
static inline unsigned compare_slots(const ShapePair *a, const ShapePair *b,
                                     ShapePair difference[WINDOW_SLOTS]) {
#if defined(__SSE2__)
    __m128i differing = _mm_xor_si128(_mm_loadu_si128((const __m128i *)(const void *)a),
                                      _mm_loadu_si128((const __m128i *)(const void *)b));
    _mm_storeu_si128((__m128i *)(void *)difference, differing);
    __m128i equal = _mm_cmpeq_epi8(differing, _mm_setzero_si128());
    return (unsigned)_mm_movemask_epi8(equal) ^ 0xFFFF;
#else
    unsigned bits = 0;
    for (unsigned i = 0; i < WINDOW_SLOTS; i++) {
        difference[i] = a[i] ^ b[i];
        bits |= (unsigned)(difference[i] != 0) << i;
    }
    return bits;
#endif
}

/* A cell's state as the vector that it is moved in. */
#if defined(__SSE2__)
typedef __m128i StateVector; /* lanes: keys, Black's info, White's, the cell */
_Static_assert(sizeof(CellState) == sizeof(StateVector), "loaded and stored in one piece");

static inline StateVector load_state(const CellState *state) {
    return _mm_loadu_si128((const __m128i *)(const void *)state);
}
static inline void store_state(CellState *state, StateVector vector) {
    _mm_storeu_si128((__m128i *)(void *)state, vector);
}
static inline StateVector new_state(uint32_t keys, CellInfo black, CellInfo white, Cell cell) {
    return _mm_set_epi32(cell, white, black, (int)keys);
}
static inline uint32_t keys_of(StateVector vector) {
    return (uint32_t)_mm_cvtsi128_si32(vector);
}
/* Adds the differences of the infos' tallies. */
static inline void add_difference(StateVector *sum, StateVector before, StateVector after) {
    *sum =
        _mm_add_epi32(*sum, _mm_sub_epi32(_mm_srai_epi32(after, 16), _mm_srai_epi32(before, 16)));
}
#else
typedef CellState StateVector;

static inline StateVector load_state(const CellState *state) {
    return *state;
}
static inline void store_state(CellState *state, StateVector vector) {
    *state = vector;
}
static inline StateVector new_state(uint32_t keys, CellInfo black, CellInfo white, Cell cell) {
    return (CellState){keys, {black, white}, cell};
}
static inline uint32_t keys_of(StateVector vector) {
    return vector.keys;
}
static inline void add_difference(StateVector *sum, StateVector before, StateVector after) {
    for (int color = BLACK; color <= WHITE; color++)
        sum->info[color] += info_tally(after.info[color]) - info_tally(before.info[color]);
}
#endif

/* Running state of the loop over the changed cells of one stone, kept in registers. */
typedef struct Running {
    CellState *changed;
    ClassChange *class_changes;
    StateVector tallies; /* sums of differences, where the infos stand */
} Running;

/* Applies a colour's new info of a cell. Logs a change of class without a branch, which would be
 * unpredictable. */
static inline void change_info(Running *running, Color color, Cell cell, CellInfo before,
                               CellInfo after) {
    ClassChange *change = running->class_changes;
    change->cell = cell;
    change->before = (uint8_t)((unsigned)before + color * CLASSES);
    change->after = (uint8_t)((unsigned)after + color * CLASSES);
    running->class_changes += (uint8_t)before != (uint8_t)after;
}

/* One cell's shapes on one line change by `difference` (exclusive or of the pairs). */
static inline void change_cell(const RuleTables *tables, CellState *state, Running *running,
                               unsigned direction, uint8_t difference) {
    StateVector before = load_state(state);
    CellInfo black_before = state->info[BLACK], white_before = state->info[WHITE];
    Cell cell = state->cell;
    store_state(running->changed++, before);
    uint32_t keys = keys_of(before) ^ tables->spread[difference] << (4 * direction);
    CellInfo black = tables->info[BLACK][keys & 0xFFFF], white = tables->info[WHITE][keys >> 16];
    StateVector after = new_state(keys, black, white, cell);
    store_state(state, after);
    add_difference(&running->tallies, before, after);
    change_info(running, BLACK, cell, black_before, black);
    change_info(running, WHITE, cell, white_before, white);
}

/* Keeps the slots beyond the window, which other cells own. */
static inline void store_slots(ShapePair *shapes, const ShapePair *fresh, int reach) {
#if defined(__SSE2__)
    __m128i slot = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    __m128i inside = _mm_cmplt_epi8(slot, _mm_set1_epi8((char)(2 * reach + 1)));
    __m128i *target = (__m128i *)(void *)shapes;
    __m128i new_slots = _mm_loadu_si128((const __m128i *)(const void *)fresh);
    _mm_storeu_si128(target, _mm_or_si128(_mm_and_si128(inside, new_slots),
                                          _mm_andnot_si128(inside, _mm_loadu_si128(target))));
#else
    memcpy(shapes, fresh, (size_t)(2 * reach + 1));
#endif
}

/* Stores the fresh shapes of one line. Bit i of the result: slot i is an empty cell whose shapes
 * changed, by difference[i]. */
static inline uint64_t update_line(Board *board, Undo *undo, Cell cell, int direction, int reach,
                                   const ShapePair *fresh, ShapePair difference[WINDOW_SLOTS]) {
    int line = board_line(board, direction, cell),
        position = board_position(board, direction, cell);
    ShapePair *shapes = &board->shapes[direction][line][position + LINE_PAD - reach];
    memcpy(undo->shapes[direction], shapes, WINDOW_SLOTS);
    uint32_t empty = board->line_empty[direction][line] >> (position + LINE_PAD - reach) &
                     ((1u << (2 * reach + 1)) - 1);
    uint64_t changed = compare_slots(shapes, fresh, difference) & empty;
    store_slots(shapes, fresh, reach);
    return changed << (WINDOW_SLOTS * direction);
}

typedef void (*ReadWindowsFn)(const Board *board, Cell cell, int reach,
                              ShapePair fresh[DIRECTIONS][WINDOW_SLOTS]);

/* The body of board_play(), inlined once per instruction set and reach, which are then constants.
 */
__attribute__((always_inline)) static inline void play(Board *board, Cell cell, int reach,
                                                       ReadWindowsFn read_windows) {
    Color color = board->to_move;
    Undo *undo = &board->log[board->stones];
    undo->cell = cell;
    undo->color = (uint8_t)color;
    undo->tally[BLACK] = board->tally[BLACK];
    undo->tally[WHITE] = board->tally[WHITE];
    board->keys[board->stones] = board->key;
    board->moves[board->stones++] = cell;
    count_cell(board, cell, -1);
    toggle_stone(board, cell, color);
    board_set_to_move(board, opponent(color));

    ShapePair fresh[DIRECTIONS][WINDOW_SLOTS];
    read_windows(board, cell, reach, fresh);
    ShapePair differences[DIRECTIONS * WINDOW_SLOTS];
    uint64_t changed = 0;
    for (int d = 0; d < DIRECTIONS; d++)
        changed |=
            update_line(board, undo, cell, d, reach, fresh[d], differences + d * WINDOW_SLOTS);
    const RuleTables *tables = board->tables;
    Running running = {.changed = undo->changed, .class_changes = undo->class_changes};
    for (; changed != 0; changed &= changed - 1) {
        unsigned bit = (unsigned)__builtin_ctzll(changed);
        change_cell(tables, &board->state[cell + board->slot_offset[bit]], &running,
                    bit / WINDOW_SLOTS, differences[bit]);
    }
    undo->changed_count = (uint8_t)(running.changed - undo->changed);
    CellState tallies;
    store_state(&tallies, running.tallies);
    board->tally[BLACK] += tallies.info[BLACK];
    board->tally[WHITE] += tallies.info[WHITE];
    const ClassChange *changes = undo->class_changes;
    int class_count = (int)(running.class_changes - changes);
    undo->class_count = (uint8_t)class_count;
    for (int i = 0; i < class_count; i++)
        move_class(board, changes[i].cell, changes[i].before, changes[i].after);
}

static void play_scalar_4(Board *board, Cell cell) {
    play(board, cell, 4, read_scalar);
}
static void play_scalar_5(Board *board, Cell cell) {
    play(board, cell, 5, read_scalar);
}
#if KANAME_X86
AVX2 static void play_avx2_4(Board *board, Cell cell) {
    play(board, cell, 4, read_avx2);
}
AVX2 static void play_avx2_5(Board *board, Cell cell) {
    play(board, cell, 5, read_avx2);
}
#endif

void board_play(Board *board, Cell cell) {
    assert(board_is_empty(board, cell));
    bool wide = board->tables->reach == 5;
    switch (board->isa) {
#if KANAME_X86
    case ISA_AVX2:
    case ISA_AVX512: /* whose own windows are no faster */
        wide ? play_avx2_5(board, cell) : play_avx2_4(board, cell);
        break;
#endif
    default:
        wide ? play_scalar_5(board, cell) : play_scalar_4(board, cell);
    }
}

void board_undo(Board *board) {
    assert(board->stones > 0);
    const Undo *undo = &board->log[--board->stones];
    Cell cell = undo->cell;
    int reach = board->tables->reach;
    const ClassChange *changes = undo->class_changes;
    int class_count = undo->class_count, changed_count = undo->changed_count;
    for (int i = 0; i < class_count; i++)
        move_class(board, changes[i].cell, changes[i].after, changes[i].before);
    for (int i = 0; i < changed_count; i++) {
        const CellState *before = &undo->changed[i];
        store_state(&board->state[before->cell], load_state(before));
    }
    for (int d = 0; d < DIRECTIONS; d++)
        memcpy(&board->shapes[d][board_line(board, d, cell)]
                             [board_position(board, d, cell) + LINE_PAD - reach],
               undo->shapes[d], WINDOW_SLOTS);
    toggle_stone(board, cell, (Color)undo->color);
    board_set_to_move(board, (Color)undo->color);
    count_cell(board, cell, 1);
    board->tally[BLACK] = undo->tally[BLACK];
    board->tally[WHITE] = undo->tally[WHITE];
}

void board_pass(Board *board) {
    board_set_to_move(board, opponent(board->to_move));
}

void board_undo_pass(Board *board) {
    board_pass(board);
}
