#include "eval/network/state.h"

#include <string.h>

#include "eval/network/simd128.h"
#include "eval/network/stone.h"

static inline WindowRows window_rows(const NetworkRows *rows, uint64_t word, int position) {
    RowPair pair = rows_at(rows->codes, word, position);
    return (WindowRows){
        {rows->of_role[BLACK][pair.of[BLACK]], rows->of_role[WHITE][pair.of[WHITE]]}};
}

void network_begin(NetworkState *memory, const NetworkRows *rows, const Board *board) {
    Level *level = &memory->level[0];
    memset(&level->sum, 0, sizeof level->sum);
    for (Cell cell = 0; cell < board->cell_count; cell++) {
        Accumulator *accumulator = &memory->accumulator[cell];
        memset(accumulator, 0, sizeof *accumulator);
        memory->of_cell[cell] = (uint16_t)cell;
        memset(&memory->features[cell], 0, sizeof memory->features[cell]);
        for (int d = 0; d < DIRECTIONS; d++) {
            uint64_t word = board->line[d][board_line(board, d, cell)];
            int position = board_position(board, d, cell);
            word &= ~((uint64_t)3 << (2 * (position + LINE_PAD)));
            WindowRows own = window_rows(rows, word, position);
            for (int view = 0; view < 2; view++)
                for (int i = 0; i < NETWORK_VIEW; i++)
                    accumulator->of[view][i] =
                        (int16_t)(accumulator->of[view][i] + own.of[view][i]);
        }
        if (board_is_empty(board, cell))
            refresh_features(accumulator, &memory->features[cell], &level->sum);
    }
    level->key = board_key(board);
    level->stones = board_stones(board);
    level->kept_count = 0;
    level->has_hidden = false;
    memory->level_count = 1;
}

/* Takes a change. Always inlined. */
typedef void (*TakeChangeFn)(void *context, const Change *change);

/* Keeps what a cell is and gives it an accumulator of its own. Returns the change of its window. */
static inline Change change_of(const NetworkRows *rows, NetworkState *memory, Cell cell,
                               int kept_count, const ChangedLine *line, int offset) {
    uint16_t former = memory->of_cell[cell], made = (uint16_t)(CELLS_MAX + kept_count);
    Kept *kept = &memory->kept[kept_count];
    kept->features = memory->features[cell];
    kept->cell = cell;
    kept->accumulator = former;
    memory->of_cell[cell] = made;
    return (Change){&memory->accumulator[former], &memory->accumulator[made],
                    &memory->features[cell],
                    window_rows(rows, line->before, line->position + offset),
                    window_rows(rows, line->after, line->position + offset)};
}

/* Takes the windows that the stone changed, of the empty cells. One loop for all lines, since
 * processors seldom predict where such a loop ends. */
__attribute__((always_inline)) static inline void
add_stone(const NetworkRows *rows, NetworkState *memory, const Board *board, int index,
          Level *level, TakeChangeFn take, void *context) {
    Cell stone = board_move(board, index);
    StoneWindows windows = stone_windows(board, index);
    int kept_count = level->kept_count;
    for (uint64_t bits = windows.bits; bits != 0; bits &= bits - 1) {
        int bit = __builtin_ctzll(bits), offset = bit % STONE_SLOTS - NETWORK_REACH;
        const ChangedLine *line = &windows.lines[bit / STONE_SLOTS];
        Cell cell = (Cell)(stone + offset * line->step);
        Change change = change_of(rows, memory, cell, kept_count++, line, offset);
        take(context, &change);
    }
    level->kept_count = kept_count;
}

static inline void take_scalar(void *context, const Change *change) {
    replace_rows_scalar(change, context);
}

static void add_stone_scalar(const NetworkRows *rows, NetworkState *memory, const Board *board,
                             int index, Level *level) {
    const uint8_t *features = memory->features[board_move(board, index)].of;
    for (int at = 0; at < NETWORK_FEATURES; at++) /* its cell no longer counts */
        level->sum.of[at] = (uint16_t)(level->sum.of[at] - features[at]);
    add_stone(rows, memory, board, index, level, take_scalar, &level->sum);
}

#if KANAME_X86
AVX2 static inline void take_avx2(void *context, const Change *change) {
    replace_rows_avx2(change, context);
}

AVX2 static void add_stone_avx2(const NetworkRows *rows, NetworkState *memory, const Board *board,
                                int index, Level *level) {
    const __m128i *features =
        (const __m128i *)(const void *)memory->features[board_move(board, index)].of;
    __m256i *at = (__m256i *)(void *)level->sum.of;
    __m256i sum[2];
    for (int i = 0; i < 2; i++) /* its cell no longer counts */
        sum[i] = _mm256_sub_epi16(_mm256_load_si256(at + i),
                                  _mm256_cvtepu8_epi16(_mm_load_si128(features + i)));
    add_stone(rows, memory, board, index, level, take_avx2, sum);
    _mm256_store_si256(at, sum[0]);
    _mm256_store_si256(at + 1, sum[1]);
}
#endif

static inline void put_back(NetworkState *memory, const Kept *kept) {
    memory->features[kept->cell] = kept->features;
    memory->of_cell[kept->cell] = kept->accumulator;
}

#if defined(__wasm_simd128__)
static inline void take_simd128(void *context, const Change *change) {
    replace_rows_simd128(change, context);
}

static void add_stone_simd128(const NetworkRows *rows, NetworkState *memory, const Board *board,
                              int index, Level *level) {
    const uint8_t *features = memory->features[board_move(board, index)].of;
    SumVectors sum;
    for (int i = 0; i < 2 * HALF_VECTORS; i++) /* its cell no longer counts */
        sum.of[i] = wasm_i16x8_sub(wasm_v128_load(level->sum.of + LANES16 * i),
                                   wasm_u16x8_load8x8(features + LANES16 * i));
    add_stone(rows, memory, board, index, level, take_simd128, &sum);
    for (int i = 0; i < 2 * HALF_VECTORS; i++)
        wasm_v128_store(level->sum.of + LANES16 * i, sum.of[i]);
}
#endif

/* Back to the last level that the board still stands on. Returns false if there is none. */
static bool go_back(NetworkState *memory, const Board *board) {
    Level *level = &memory->level[memory->level_count - 1];
    while (level->stones > board_stones(board) ||
           !board_same_stones(board, level->stones, level->key)) {
        if (memory->level_count == 1)
            return false;
        for (int i = level->kept_count; i > level[-1].kept_count; i--)
            put_back(memory, &memory->kept[i - 1]);
        memory->level_count--;
        level--;
    }
    return true;
}

/* Goes on by one stone, on a level of its own. */
static Level *next_level(NetworkState *memory, const NetworkRows *rows, const Board *board,
                         Level *level) {
    int index = level->stones;
    Level *next = level + 1;
    next->sum = level->sum;
    next->kept_count = level->kept_count;
    next->has_hidden = false;
    next->stones = index + 1;
    next->key = board_key_at(board, index + 1);
    memory->level_count++;
#if KANAME_X86
    if (board->isa != ISA_SCALAR)
        add_stone_avx2(rows, memory, board, index, next);
    else
        add_stone_scalar(rows, memory, board, index, next);
#elif defined(__wasm_simd128__)
    if (board->isa != ISA_SCALAR)
        add_stone_simd128(rows, memory, board, index, next);
    else
        add_stone_scalar(rows, memory, board, index, next);
#else
    add_stone_scalar(rows, memory, board, index, next);
#endif
    return next;
}

Level *network_follow(NetworkState *memory, const NetworkRows *rows, const Board *board) {
    if (!go_back(memory, board)) {
        network_begin(memory, rows, board);
        return &memory->level[0];
    }
    Level *level = &memory->level[memory->level_count - 1];
    int ahead = board_stones(board) - level->stones;
    if (memory->level_count + ahead > LEVELS_MAX ||
        level->kept_count + ahead * STONE_WINDOWS_MAX > KEPT_MAX) {
        network_begin(memory, rows, board);
        return &memory->level[0];
    }
    while (level->stones < board_stones(board))
        level = next_level(memory, rows, board, level);
    return level;
}
