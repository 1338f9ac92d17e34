#include "eval/network/state.h"

#include <string.h>

static inline WindowRows rows_of(const NetworkRows *rows, uint32_t window) {
    RowPair pair = rows->by_window[window];
    return (WindowRows){
        {rows->of_role[BLACK][pair.of[BLACK]], rows->of_role[WHITE][pair.of[WHITE]]}};
}

void network_begin(NetworkState *memory, const NetworkRows *rows, const Board *board) {
    Level *level = &memory->level[0];
    memset(&level->sum, 0, sizeof level->sum);
    for (Cell cell = 0; cell < board->cell_count; cell++) {
        CellNumbers *numbers = &memory->cell[cell];
        memset(numbers, 0, sizeof *numbers);
        for (int d = 0; d < DIRECTIONS; d++) {
            uint64_t word = board->line[d][board_line(board, d, cell)];
            int position = board_position(board, d, cell);
            word &= ~((uint64_t)3 << (2 * (position + LINE_PAD)));
            WindowRows own = rows_of(rows, window_at(word, position));
            for (int view = 0; view < 2; view++)
                for (int i = 0; i < NETWORK_VIEW; i++)
                    numbers->accumulator[view][i] =
                        (int16_t)(numbers->accumulator[view][i] + own.of[view][i]);
        }
        if (board_is_empty(board, cell))
            refresh_features(numbers, &level->sum);
    }
    level->key = board_key(board);
    level->stones = board_stones(board);
    level->kept_count = 0;
    level->has_hidden = false;
    memory->level_count = 1;
}

/* A window that a stone changed: its cell, which is empty, and its rows before and after. */
typedef struct Change {
    CellNumbers *numbers, *kept;
    WindowRows before, after;
} Change;

/* Takes a change. Always inlined. */
typedef void (*TakeChangeFn)(void *context, const Change *change);

/* A line as it was when a stone had just been played. */
typedef struct FormerLine {
    uint64_t word;
    uint32_t empty; /* one bit a cell, by position + LINE_PAD */
} FormerLine;

static inline FormerLine line_after(const Board *board, int index, int direction, int line) {
    FormerLine former = {board->line[direction][line], board->line_empty[direction][line]};
    for (int later = index + 1; later < board_stones(board); later++) {
        Cell cell = board_move(board, later);
        if (board_line(board, direction, cell) != line)
            continue;
        int place = board_position(board, direction, cell) + LINE_PAD;
        former.word &= ~((uint64_t)3 << (2 * place));
        former.empty |= (uint32_t)1 << place;
    }
    return former;
}

/* Visits the windows that the stone changed, of the empty cells. */
__attribute__((always_inline)) static inline void
visit_changes(const NetworkRows *rows, NetworkState *memory, const Board *board, int index,
              int direction, Level *level, TakeChangeFn take, void *context) {
    Cell stone = board_move(board, index);
    int position = board_position(board, direction, stone);
    int line = board_line(board, direction, stone), step = board_step(board, direction);
    FormerLine former = line_after(board, index, direction, line);
    uint64_t word = former.word, without = word & ~((uint64_t)3 << (2 * (position + LINE_PAD)));
    unsigned empty = former.empty >> (position + LINE_PAD - NETWORK_REACH) & 0x1FF;
    int kept_count = level->kept_count;
    for (; empty != 0; empty &= empty - 1) {
        int offset = __builtin_ctz(empty) - NETWORK_REACH;
        Cell cell = (Cell)(stone + offset * step);
        Change change = {&memory->cell[cell], &memory->kept[kept_count],
                         rows_of(rows, window_at(without, position + offset)),
                         rows_of(rows, window_at(word, position + offset))};
        memory->kept_cell[kept_count++] = cell;
        take(context, &change);
    }
    level->kept_count = kept_count;
}

__attribute__((always_inline)) static inline void
add_stone(const NetworkRows *rows, NetworkState *memory, const Board *board, int index,
          Level *level, TakeChangeFn take, void *context) {
    for (int d = 0; d < DIRECTIONS; d++)
        visit_changes(rows, memory, board, index, d, level, take, context);
}

static inline void take_scalar(void *context, const Change *change) {
    replace_rows_scalar(change->numbers, change->kept, context, change->before, change->after);
}

static void add_stone_scalar(const NetworkRows *rows, NetworkState *memory, const Board *board,
                             int index, Level *level) {
    const uint8_t *features = memory->cell[board_move(board, index)].feature;
    for (int at = 0; at < NETWORK_FEATURES; at++) /* its cell no longer counts */
        level->sum.of[at] = (uint16_t)(level->sum.of[at] - features[at]);
    add_stone(rows, memory, board, index, level, take_scalar, &level->sum);
}

#if KANAME_X86
AVX2 static inline void take_avx2(void *context, const Change *change) {
    replace_rows_avx2(change->numbers, change->kept, context, change->before, change->after);
}

AVX2 static void add_stone_avx2(const NetworkRows *rows, NetworkState *memory, const Board *board,
                                int index, Level *level) {
    const __m128i *features =
        (const __m128i *)(const void *)memory->cell[board_move(board, index)].feature;
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

/* Back to the last level that the board still stands on. Returns false if there is none. */
static bool go_back(NetworkState *memory, const Board *board) {
    Level *level = &memory->level[memory->level_count - 1];
    while (level->stones > board_stones(board) ||
           !board_same_stones(board, level->stones, level->key)) {
        if (memory->level_count == 1)
            return false;
        for (int i = level->kept_count; i > level[-1].kept_count; i--)
            memory->cell[memory->kept_cell[i - 1]] = memory->kept[i - 1];
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
        level->kept_count + ahead * CHANGED_MAX > KEPT_MAX) {
        network_begin(memory, rows, board);
        return &memory->level[0];
    }
    while (level->stones < board_stones(board))
        level = next_level(memory, rows, board, level);
    return level;
}
