/* board.h: a position, with all shapes and classes kept up to date under play and undo.
 *
 * Each line of each direction is one 64-bit word, two bits per cell, padded by five walls on both
 * sides: (22 + 10) * 2 = 64. Play changes four words by an exclusive or, reads the windows of the
 * cells within reach on those lines again, and logs the changes, from which undo restores them.
 *
 * A board is owned by one thread; its tables are shared and read-only. */
#ifndef KANAME_BOARD_BOARD_H
#define KANAME_BOARD_BOARD_H

#include "base/keys.h"
#include "board/structure.h"

/* Sets up an empty board with Black to move. `walls`, which may be NULL, are cells where neither
 * side can play. */
void board_init(Board *board, const RuleTables *tables, int width, int height, const CellSet *walls,
                Isa isa);
/* Copies a board, except the unused part of the log. */
void board_copy(Board *to, const Board *from);

/* Plays a stone of the side to move on an empty cell and passes the turn. Does not judge fouls. */
void board_play(Board *board, Cell cell);
void board_undo(Board *board);
/* Passes the turn without a stone (null move). Only board_undo_pass() undoes it. */
void board_pass(Board *board);
void board_undo_pass(Board *board);
/* Sets the side to move, for positions whose stones do not alternate. */
void board_set_to_move(Board *board, Color color);

/* ---- Reading ------------------------------------------------------------------------------ */

static inline Color board_to_move(const Board *board);
static inline int board_stones(const Board *board);           /* stones played, walls excluded */
static inline Cell board_move(const Board *board, int index); /* 0 is the first stone */
static inline Cell board_last(const Board *board);            /* CELL_NONE on an empty board */
static inline uint64_t board_key(const Board *board);         /* stones and side to move */
static inline uint64_t board_key_after(const Board *board,
                                       Cell cell); /* of the position after board_play() */
static inline int board_empty_count(const Board *board);
static inline bool board_is_empty(const Board *board, Cell cell);
/* Returns the shape that a stone of `color` on the empty cell would make in the direction. */
static inline Shape board_shape(const Board *board, Color color, int direction, Cell cell);
/* Return all four shapes, and the class that they make. On an occupied cell they are those from
 * before its stone was played. */
static inline ShapeKey board_shapes(const Board *board, Color color, Cell cell);
static inline Class board_class(const Board *board, Color color, Cell cell);
/* Return the number and the set of the empty cells of a class. */
static inline int board_count(const Board *board, Color color, Class class_);
static inline const CellSet *board_cells(const Board *board, Color color, Class class_);
/* Returns the cells that one five could contain together with this one, whatever stands on them or
 * between. */
static inline const CellSet *board_linked(const Board *board, Cell cell);
/* Returns the sum of the colour's tallies over the empty cells: see ShapeTallies in shape.h. */
static inline int board_tally(const Board *board, Color color);
/* Returns whether a stone of the colour on this empty cell makes a five that wins under the rule.
 */
static inline bool board_wins_at(const Board *board, Color color, Cell cell);

/* Returns the window around a cell on its line: see window_key() in line.h. */
static inline uint32_t board_window(const Board *board, int direction, Cell cell, int reach);

/* ---- The change list ---- for evaluators that follow a board through play and undo */

/* Returns the key of the position after the first `stones` stones, 0 <= stones <= board_stones().
 */
static inline uint64_t board_key_at(const Board *board, int stones);
/* Returns whether the position after the first `stones` stones has this key, for either side to
 * move. If so, an evaluator that knows that position need only catch up with the later stones. */
static inline bool board_same_stones(const Board *board, int stones, uint64_t key);
/* Sets `before` to the cells whose shapes the stone board_move(board, index) changed, in their
 * state before it, each cell once. Returns their number, at most CHANGES_MAX. The stone's own cell
 * is not listed, since its state is still that from before the stone. Valid until the stone is
 * undone. */
static inline int board_changed(const Board *board, int index, const CellState **before);

static inline Color board_to_move(const Board *board) {
    return board->to_move;
}
static inline int board_stones(const Board *board) {
    return board->stones;
}
static inline Cell board_move(const Board *board, int index) {
    return board->moves[index];
}
static inline Cell board_last(const Board *board) {
    return board->stones > 0 ? board->moves[board->stones - 1] : CELL_NONE;
}
static inline uint64_t board_key(const Board *board) {
    return board->key;
}
static inline uint64_t board_key_after(const Board *board, Cell cell) {
    return board->key ^ zobrist_stone(cell, board->to_move) ^ ZOBRIST_WHITE_TO_MOVE;
}
static inline int board_empty_count(const Board *board) {
    return board->empty_count;
}
static inline bool board_is_empty(const Board *board, Cell cell) {
    return cellset_has(&board->empty, cell);
}
static inline ShapeKey board_shapes(const Board *board, Color color, Cell cell) {
    return (ShapeKey)(board->state[cell].keys >> (16 * (unsigned)color));
}
static inline Shape board_shape(const Board *board, Color color, int direction, Cell cell) {
    return (Shape)(board->state[cell].keys >> (16 * (unsigned)color + 4 * (unsigned)direction) &
                   15);
}
static inline Class board_class(const Board *board, Color color, Cell cell) {
    return info_class(board->state[cell].info[color]);
}
static inline int board_count(const Board *board, Color color, Class class_) {
    return board->count[color][class_];
}
static inline const CellSet *board_cells(const Board *board, Color color, Class class_) {
    return &board->by_class[color][class_];
}
static inline const CellSet *board_linked(const Board *board, Cell cell) {
    return &board->linked[cell];
}
static inline int board_tally(const Board *board, Color color) {
    return board->tally[color];
}
static inline uint32_t board_window(const Board *board, int direction, Cell cell, int reach) {
    return window_key(board->line[direction][board_line(board, direction, cell)],
                      board_position(board, direction, cell), reach);
}
static inline uint64_t board_key_at(const Board *board, int stones) {
    return stones == board->stones ? board->key : board->keys[stones];
}
static inline bool board_same_stones(const Board *board, int stones, uint64_t key) {
    uint64_t difference = board_key_at(board, stones) ^ key;
    return difference == 0 || difference == ZOBRIST_WHITE_TO_MOVE;
}
static inline int board_changed(const Board *board, int index, const CellState **before) {
    *before = board->log[index].changed;
    return board->log[index].changed_count;
}
static inline bool board_wins_at(const Board *board, Color color, Cell cell) {
    return board_class(board, color, cell) == CLASS_FIVE;
}

#endif
