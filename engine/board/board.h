/* board.h: a position, with all shapes and classes kept up to date under play and undo.
 *
 * Each line of each direction is one 64-bit word, two bits a cell, padded by five walls on both
 * sides: (22 + 10) * 2 = 64. Playing a stone is four exclusive ors; then the windows of the cells
 * within reach on those lines are read again and what changed is written to a log, from which
 * undo restores it.
 *
 * A board is owned by one thread; its tables are shared and read-only. */
#ifndef KANAME_BOARD_BOARD_H
#define KANAME_BOARD_BOARD_H

#include "base/keys.h"
#include "board/structure.h"

/* An empty board; Black is to move. `walls` (may be NULL) are cells that no stone can enter. */
void board_init(Board *board, const RuleTables *tables, int width, int height, const CellSet *walls,
                Isa isa);
/* Copies what matters (not the unused part of the log). */
void board_copy(Board *to, const Board *from);

/* Plays a stone of the side to move on an empty cell and passes the turn. Fouls are not judged. */
void board_play(Board *board, Cell cell);
void board_undo(Board *board);
/* Passes the turn without a stone (null move); undone by board_undo_pass() alone. */
void board_pass(Board *board);
void board_undo_pass(Board *board);
/* For positions that do not alternate: who moves next. */
void board_set_to_move(Board *board, Color color);

/* ---- Reading ------------------------------------------------------------------------------ */

static inline Color board_to_move(const Board *board);
static inline int board_stones(const Board *board);           /* stones played, walls not counted */
static inline Cell board_move(const Board *board, int index); /* 0 is the first stone */
static inline Cell board_last(const Board *board);            /* CELL_NONE on an empty board */
static inline uint64_t board_key(const Board *board);         /* stones and side to move */
static inline uint64_t board_key_after(const Board *board, Cell cell); /* board_play() to come */
static inline int board_empty_count(const Board *board);
static inline bool board_is_empty(const Board *board, Cell cell);
/* The shape that a stone of `color` on the empty cell would make in the direction. */
static inline Shape board_shape(const Board *board, Color color, int direction, Cell cell);
/* All four of them; and the class they make. Of empty cells only: where a stone stands they are
 * what they were when it was played. */
static inline ShapeKey board_shapes(const Board *board, Color color, Cell cell);
static inline Class board_class(const Board *board, Color color, Cell cell);
/* Empty cells of a class: how many, and which. */
static inline int board_count(const Board *board, Color color, Class class_);
static inline const CellSet *board_cells(const Board *board, Color color, Class class_);
/* Cells on a common line with this one, near enough for a five that contains both; whatever stands
 * on them or in between. */
static inline const CellSet *board_linked(const Board *board, Cell cell);
/* Sum over the empty cells of the colour's tallies: see ShapeTallies in shape.h. */
static inline int board_tally(const Board *board, Color color);
/* True if a stone of the colour on this empty cell makes a five that wins under the rule. */
static inline bool board_wins_at(const Board *board, Color color, Cell cell);

/* ---- The change list ---- for evaluators that follow a board as it is played on and undone */

/* Key of the position after the first stones, 0 <= stones <= board_stones(). */
static inline uint64_t board_key_at(const Board *board, int stones);
/* Do the first stones make the position of this key, whoever is to move? The stones on top of it
 * are then all that a follower who knows that position has to catch up with. */
static inline bool board_same_stones(const Board *board, int stones, uint64_t key);
/* The cells whose shapes the stone board_move(board, index) changed, as they were just before it;
 * returns how many, CHANGES_MAX at most, each once. The stone's own cell is not among them: its
 * state is what it was before the stone. Valid until the stone is undone. */
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
