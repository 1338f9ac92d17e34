#include "support/walk.h"

#include "base/rng.h"

static const struct {
    int width, height;
} SIZES[] = {{5, 5}, {9, 9}, {15, 15}, {20, 20}, {22, 22}, {7, 19}, {22, 6}};
enum { SIZE_COUNT = sizeof SIZES / sizeof SIZES[0] };

Cell walk_cell(Walk *walk) {
    Cell cells[CELLS_MAX];
    int count = cellset_list(&walk->board->empty, cells);
    return cells[rng_below(&walk->rng, (uint32_t)count)];
}

Cell walk_near(Walk *walk) {
    enum { TRIES = 20, REACH = 3 };
    const Board *board = walk->board;
    for (int tries = 0; board_stones(board) > 0 && tries < TRIES; tries++) {
        Cell last = board_last(board);
        int x = board->x[last] + (int)rng_below(&walk->rng, 2 * REACH + 1) - REACH;
        int y = board->y[last] + (int)rng_below(&walk->rng, 2 * REACH + 1) - REACH;
        Cell cell = (Cell)(y * board->width + x);
        if (x >= 0 && x < board->width && y >= 0 && y < board->height &&
            board_is_empty(board, cell))
            return cell;
    }
    return walk_cell(walk);
}

void walk_begin(Walk *walk, const RuleTables *tables, Isa isa) {
    int size = (int)rng_below(&walk->rng, SIZE_COUNT);
    board_init(walk->board, tables, SIZES[size].width, SIZES[size].height, NULL, isa);
    walk->count = 0;
    for (int stones = (int)rng_below(&walk->rng, 20); stones > 0; stones--)
        board_play(walk->board, walk_near(walk));
}

void walk_step(Walk *walk) {
    Board *board = walk->board;
    bool is_full = board_empty_count(board) == 0;
    uint32_t choice = rng_below(&walk->rng, 100);
    if (walk->count > 0 && (is_full || choice < 45)) {
        if (walk->is_pass[--walk->count])
            board_undo_pass(board);
        else
            board_undo(board);
    } else if (choice < 51 && walk->count < 2 * CELLS_MAX) {
        walk->is_pass[walk->count++] = true;
        board_pass(board);
    } else if (!is_full && walk->count < 2 * CELLS_MAX) {
        walk->is_pass[walk->count++] = false;
        board_play(board, walk_near(walk));
    }
}
