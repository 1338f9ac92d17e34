#include "eval/regions/follow.h"

#include <string.h>

#include "eval/regions/stone.h"

static void begin_cell(RegionsView *view, const ViewRows *rows, const Board *board, Cell cell) {
    int16_t *number = view->accumulator[cell].of;
    memset(number, 0, sizeof view->accumulator[cell].of);
    for (int d = 0; d < DIRECTIONS; d++) {
        const int8_t *row = view_row(rows, board->line[d][board_line(board, d, cell)],
                                     board_position(board, d, cell));
        for (int i = 0; i < REGIONS_CHANNELS; i++)
            number[i] = (int16_t)(number[i] + row[i]);
    }
    view->of_cell[cell] = (uint16_t)cell;
    int16_t *sum = view->level[0].sum[view->region_of[cell]];
    for (int i = 0; i < REGIONS_CHANNELS; i++)
        sum[i] = (int16_t)(sum[i] + regions_feature(number[i]));
}

static RegionsLevel *begin_view(RegionsView *view, const ViewRows *rows, const Board *board) {
    RegionsLevel *level = &view->level[0];
    memset(level->sum, 0, sizeof level->sum);
    for (Cell cell = 0; cell < board->cell_count; cell++) {
        int row = regions_third(board->y[cell], board->height);
        int region = REGIONS_ACROSS * row + regions_third(board->x[cell], board->width);
        view->region_of[cell] = (uint8_t)region;
        if (board_is_empty(board, cell))
            begin_cell(view, rows, board, cell);
    }
    level->key = board_key(board);
    level->stones = board_stones(board);
    level->kept_count = 0;
    view->level_count = 1;
    return level;
}

void regions_begin(RegionsState *state, const ViewRows rows[COLORS], const Board *board) {
    for (Color color = BLACK; color <= WHITE; color++)
        begin_view(&state->view[color], &rows[color], board);
    memset(state->grid, 0, sizeof state->grid);
}

/* Undoes levels down to the last one whose stones the board still has. Returns NULL if there is
 * none. */
static RegionsLevel *go_back(RegionsView *view, const Board *board) {
    RegionsLevel *level = &view->level[view->level_count - 1];
    while (level->stones > board_stones(board) ||
           !board_same_stones(board, level->stones, level->key)) {
        if (view->level_count == 1)
            return NULL;
        for (int i = level->kept_count; i > level[-1].kept_count; i--)
            view->of_cell[view->kept[i - 1].cell] = view->kept[i - 1].accumulator;
        view->level_count--;
        level--;
    }
    return level;
}

/* Adds a level for one more stone. */
static RegionsLevel *next_level(RegionsView *view, const ViewRows *rows, const Board *board,
                                const RegionsKernels *kernels, RegionsLevel *level) {
    int index = level->stones;
    RegionsLevel *next = level + 1;
    next->stones = index + 1;
    next->key = board_key_at(board, index + 1);
    next->kept_count = level->kept_count;
    view->level_count++;
    kernels->add_stone(view, rows, board, index);
    return next;
}

const RegionsLevel *regions_follow(RegionsState *state, const ViewRows *rows, const Board *board,
                                   const RegionsKernels *kernels) {
    RegionsView *view = &state->view[rows->color];
    RegionsLevel *level = go_back(view, board);
    if (level == NULL)
        return begin_view(view, rows, board);
    int ahead = board_stones(board) - level->stones;
    if (view->level_count + ahead > REGIONS_LEVELS ||
        level->kept_count + ahead * STONE_WINDOWS_MAX > REGIONS_KEPT)
        return begin_view(view, rows, board);
    while (level->stones < board_stones(board))
        level = next_level(view, rows, board, kernels, level);
    return level;
}
