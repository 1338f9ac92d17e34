/* stone.h: the windows of rows.h that a stone changed, for states that follow a board stone by
 * stone. */
#ifndef KANAME_EVAL_REGIONS_STONE_H
#define KANAME_EVAL_REGIONS_STONE_H

#include "board/board.h"
#include "eval/regions/rows.h"

/* A line that a stone has changed. */
typedef struct ChangedLine {
    uint64_t before, after; /* the line without the stone and with it */
    int position;           /* of the stone */
    int step;
} ChangedLine;

enum {
    STONE_SLOTS = 16,                                  /* bits of a line in StoneWindows.bits */
    STONE_WINDOWS_MAX = DIRECTIONS * 2 * REGIONS_REACH /* of one stone */
};

/* The windows of empty cells that a stone changed: bit STONE_SLOTS * d + REGIONS_REACH + offset for
 * the cell `offset` steps of direction d from it. */
typedef struct StoneWindows {
    ChangedLine lines[DIRECTIONS];
    uint64_t bits;
} StoneWindows;

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

/* Returns the windows that board_move(board, index) changed when it was played. */
__attribute__((always_inline)) static inline StoneWindows stone_windows(const Board *board,
                                                                        int index) {
    Cell stone = board_move(board, index);
    StoneWindows windows;
    windows.bits = 0;
    for (int d = 0; d < DIRECTIONS; d++) {
        int position = board_position(board, d, stone);
        FormerLine then = line_after(board, index, d, board_line(board, d, stone));
        uint64_t without = then.word & ~((uint64_t)3 << (2 * (position + LINE_PAD)));
        windows.lines[d] = (ChangedLine){without, then.word, position, board_step(board, d)};
        uint64_t empty = then.empty >> (position + LINE_PAD - REGIONS_REACH) & 0x1FF;
        windows.bits |= empty << (STONE_SLOTS * d);
    }
    return windows;
}

#endif
