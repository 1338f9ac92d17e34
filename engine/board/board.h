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
#include "base/types.h"
#include "board/shape.h"

enum {
    DIRECTIONS = 4,
    LINES_MAX = 2 * BOARD_MAX - 1,
    LINE_PAD = 5,
    SET_WORDS = (CELLS_MAX + 63) / 64
};

/* Two-bit content of a cell in a line word. */
enum { CELL_EMPTY = 0, CELL_BLACK = 1, CELL_WHITE = 2, CELL_WALL = 3 };

/* A set of cells, one bit a cell. */
typedef struct CellSet {
    uint64_t word[SET_WORDS];
} CellSet;

/* Instruction set of the update path. All give identical results. */
typedef enum { ISA_SCALAR, ISA_AVX2, ISA_AVX512, ISAS } Isa;
Isa isa_best(void); /* the best one that this build and processor have */
bool isa_available(Isa isa);

typedef struct CellState CellState;
typedef struct Board Board; /* fields below; read them through the functions */

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

static inline bool cellset_has(const CellSet *set, Cell cell);
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

/* ---- The structure ------------------------------------------------------------------------ */

/* What the board keeps of a cell while it is empty; frozen while a stone stands there. Written,
 * logged and restored in one piece: a wide load of what narrow stores wrote would stall. */
struct CellState {
    uint32_t keys; /* ShapeKey of Black in the low half, of White in the high one */
    CellInfo info[COLORS];
    Cell cell; /* its own number */
};

/* Slots of one line's window, 2 * reach + 1 rounded up. */
enum { WINDOW_SLOTS = 16 };

/* A cell that left one class of a colour for another: color * CLASSES + class. */
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
    CellState changed[CHANGES_MAX];             /* cells that changed, as they were */
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

/* The window around a position of a line word without its centre: two bits a cell, the cell
 * farthest back lowest. */
static inline uint32_t window_key(uint64_t line, int position, int reach) {
    uint64_t window = line >> (2 * (position + LINE_PAD - reach));
    uint64_t low_mask = ((uint64_t)1 << (2 * reach)) - 1;
    return (uint32_t)((window & low_mask) | ((window >> 2) & (low_mask << (2 * reach))));
}

static inline bool cellset_has(const CellSet *set, Cell cell) {
    return (set->word[cell >> 6] >> (cell & 63)) & 1;
}
static inline void cellset_add(CellSet *set, Cell cell) {
    set->word[cell >> 6] |= (uint64_t)1 << (cell & 63);
}
static inline void cellset_flip(CellSet *set, Cell cell) {
    set->word[cell >> 6] ^= (uint64_t)1 << (cell & 63);
}
static inline void cellset_clear(CellSet *set) {
    *set = (CellSet){{0}};
}

/* Lowest cell of a set, CELL_NONE if it is empty. */
static inline Cell cellset_first(const CellSet *set) {
    for (int i = 0; i < SET_WORDS; i++)
        if (set->word[i] != 0)
            return (Cell)(i * 64 + __builtin_ctzll(set->word[i]));
    return CELL_NONE;
}

/* Next cell of the set after this one, CELL_NONE at the end. */
static inline Cell cellset_next(const CellSet *set, Cell cell) {
    int i = cell >> 6;
    uint64_t rest = set->word[i] & (~(uint64_t)1 << (cell & 63));
    while (rest == 0) {
        if (++i == SET_WORDS)
            return CELL_NONE;
        rest = set->word[i];
    }
    return (Cell)(i * 64 + __builtin_ctzll(rest));
}

/* Writes the cells in ascending order, returns how many; `cells` holds CELLS_MAX. */
static inline int cellset_list(const CellSet *set, Cell *cells) {
    int count = 0;
    for (int i = 0; i < SET_WORDS; i++)
        for (uint64_t bits = set->word[i]; bits != 0; bits &= bits - 1)
            cells[count++] = (Cell)(i * 64 + __builtin_ctzll(bits));
    return count;
}

static inline int cellset_count(const CellSet *set) {
    int count = 0;
    for (int i = 0; i < SET_WORDS; i++)
        count += __builtin_popcountll(set->word[i]);
    return count;
}

/* Cells of the set with lower numbers than this one. */
static inline int cellset_rank(const CellSet *set, Cell cell) {
    int word = cell >> 6, rank = 0;
    for (int i = 0; i < word; i++)
        rank += __builtin_popcountll(set->word[i]);
    return rank + __builtin_popcountll(set->word[word] & (((uint64_t)1 << (cell & 63)) - 1));
}

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
