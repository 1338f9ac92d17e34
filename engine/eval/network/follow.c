#include "eval/network/follow.h"

#include <string.h>

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

static inline void put_back(NetworkState *memory, const Kept *kept) {
    memory->features[kept->cell] = kept->features;
    memory->of_cell[kept->cell] = kept->accumulator;
}

/* Undoes levels down to the last one whose stones the board still has. Returns false if there is
 * none. */
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

/* Adds a level for one more stone. */
static Level *next_level(NetworkState *memory, const NetworkRows *rows, const Board *board,
                         const NetworkKernels *kernels, Level *level) {
    int index = level->stones;
    Level *next = level + 1;
    next->sum = level->sum;
    next->kept_count = level->kept_count;
    next->has_hidden = false;
    next->stones = index + 1;
    next->key = board_key_at(board, index + 1);
    memory->level_count++;
    kernels->add_stone(rows, memory, board, index, next);
    return next;
}

Level *network_follow(NetworkState *memory, const NetworkRows *rows, const Board *board,
                      const NetworkKernels *kernels) {
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
        level = next_level(memory, rows, board, kernels, level);
    return level;
}
