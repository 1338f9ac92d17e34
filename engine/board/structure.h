/* structure.h: the fields of a board. Private to board.c, windows.h and the functions of board.h,
 * through which all other files read them. */
#ifndef KANAME_BOARD_STRUCTURE_H
#define KANAME_BOARD_STRUCTURE_H

#include "base/isa.h"
#include "board/cellset.h"
#include "board/line.h"
#include "board/shape.h"

typedef struct CellState CellState;
typedef struct Board Board;

/* The state of an empty cell; frozen while a stone stands there. Written, logged and restored in
 * one piece, because a wide load after narrow stores would stall. */
struct CellState {
    uint32_t keys; /* ShapeKey of Black in the low half, of White in the high one */
    CellInfo info[COLORS];
    Cell cell; /* its own number */
};

/* Slots of one line's window, 2 * reach + 1 rounded up. */
enum { WINDOW_SLOTS = 16 };

/* A cell that moved from one class of a colour to another: color * CLASSES + class. */
typedef struct ClassChange {
    Cell cell;
    uint8_t before, after;
} ClassChange;

enum { CHANGES_MAX = DIRECTIONS * 2 * LINE_PAD };

typedef struct Undo {
    Cell cell;
    uint8_t color;
    uint8_t changed_count, class_count;
    int32_t tally[COLORS];
    ShapePair shapes[DIRECTIONS][WINDOW_SLOTS]; /* of the windows on its lines, before the stone */
    CellState changed[CHANGES_MAX];             /* cells that changed, in their former state */
    /* With room for one more: an entry is written first and counted after. */
    ClassChange class_changes[COLORS * CHANGES_MAX + 1];
} Undo;

struct Board {
    const RuleTables *tables;
    Isa isa;
    int width, height, cell_count;
    Color to_move;
    int stones;      /* entries of log[], moves[] and keys[] in use */
    int empty_count; /* empty cells */
    uint64_t key;
    int32_t tally[COLORS];
    uint16_t count[COLORS][CLASSES];
    CellSet by_class[COLORS][CLASSES];
    CellSet empty;
    CellSet occupied[COLORS];
    uint8_t x[CELLS_MAX], y[CELLS_MAX];
    int16_t slot_offset[DIRECTIONS * WINDOW_SLOTS]; /* cell numbers from a stone to its slots */
    CellSet linked[CELLS_MAX]; /* cells that one five could contain together with this one */
    uint64_t line[DIRECTIONS][LINES_MAX];
    uint32_t line_empty[DIRECTIONS][LINES_MAX]; /* one bit a cell, by position + LINE_PAD */
    /* By position on the line + LINE_PAD, with room to read whole vectors at the end; undefined
     * where no empty cell is. */
    ShapePair shapes[DIRECTIONS][LINES_MAX][BOARD_MAX + LINE_PAD + WINDOW_SLOTS];
    CellState state[CELLS_MAX];
    Cell moves[CELLS_MAX];
    uint64_t keys[CELLS_MAX]; /* of the position before each move */
    Undo log[CELLS_MAX];
};

/* A cell's place on a line: horizontal, vertical, falling diagonal, rising diagonal (as seen with
 * row 0 at the top). The position runs with x, on the vertical with y. */
static inline int board_line(const Board *board, int direction, Cell cell) {
    int x = board->x[cell], y = board->y[cell];
    switch (direction) {
    case 0:
        return y;
    case 1:
        return x;
    case 2:
        return y - x + board->width - 1;
    default:
        return x + y;
    }
}

static inline int board_position(const Board *board, int direction, Cell cell) {
    return direction == 1 ? board->y[cell] : board->x[cell];
}

/* Difference of cell numbers between neighbours on a line. */
static inline int board_step(const Board *board, int direction) {
    switch (direction) {
    case 0:
        return 1;
    case 1:
        return board->width;
    case 2:
        return board->width + 1;
    default:
        return 1 - board->width;
    }
}

#endif
