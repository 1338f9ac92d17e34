/* position.h: test positions: read from a drawing, generated at random, copied to an engine board.
 */
#ifndef KANAME_TESTS_POSITION_H
#define KANAME_TESTS_POSITION_H

#include "base/types.h"
#include "board/board.h"
#include "eval/eval.h"
#include "support/oracle.h"

/* A drawing is a text of rows, each ended by a newline: x Black, o White, # wall, . empty. A
 * capital letter is an empty cell with that name. Spaces are ignored, so rows may be indented. */
typedef struct Drawing {
    Oracle oracle;
    Cell mark[26]; /* the cell named A, B, ...; CELL_NONE if there is none */
} Drawing;

/* A drawing in freestyle where White, to move, wins by fours and threes, in so many plies. */
extern const char WIN_BY_THREES[];
enum { WIN_BY_THREES_PLIES = 17 };

/* Fails the test unless the text has 5..22 rows of equal length, 5..22. */
Drawing drawing_read(Rule rule, const char *text);
/* Returns the cell with that name, which must exist. */
Cell drawing_mark(const Drawing *drawing, char name);
/* Prints a position as a drawing on stderr, for a test that is about to fail. */
void oracle_print(const Oracle *oracle);

/* Sets `board` up with the same walls and stones, Black's first, and the side to move. */
void board_from_oracle(Board *board, const RuleTables *tables, const Oracle *oracle, Color to_move,
                       Isa isa);
/* Returns the number of cells of the set. */
int cells_count(const CellSet *set);
/* Returns the walls of the position. */
CellSet oracle_walls(const Oracle *oracle);

/* Turns each empty cell into a wall with a probability of `permille` / 1000. */
void random_walls(Oracle *oracle, uint64_t *rng, int permille);
/* Returns an empty cell, mostly near stones, so that lines meet; CELL_NONE if the board is full. */
Cell random_cell(const Oracle *oracle, uint64_t *rng);
/* Plays `stones` random stones in turn, Black first; fewer if the board becomes full. */
void random_stones(Oracle *oracle, uint64_t *rng, int stones);

/* Return a position, or a cell, under one of the eight symmetries of the board: 0 none, 1..3
 * quarter turns, 4..7 the same mirrored. An odd number of quarter turns swaps width and height. */
Oracle oracle_turned(const Oracle *oracle, int symmetry);
Cell cell_turned(const Oracle *oracle, int symmetry, Cell cell);

/* Return the embedded evaluator of the rule, and its tables, built once per test program. */
const Evaluator *test_evaluator(Rule rule);
const RuleTables *test_tables(Rule rule);
/* Return the score of the board, and the order of an empty cell, by an evaluator that keeps no
 * state. The board uses the evaluator's tables. */
Score score_by(const Evaluator *evaluator, const Board *board);
int order_by(const Evaluator *evaluator, const Board *board, Cell cell);
const char *isa_name(Isa isa);

/* Returns a board on the heap, since it is too large for the stack frame of every test. Fails the
 * test if out of memory. */
Board *test_board_new(void);

#endif
