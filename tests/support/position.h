/* position.h: positions for tests: read from a drawing, made at random, put on an engine board. */
#ifndef KANAME_TESTS_POSITION_H
#define KANAME_TESTS_POSITION_H

#include "base/types.h"
#include "board/board.h"
#include "eval/eval.h"
#include "support/oracle.h"

/* A drawing is a text of rows, each ended by a newline: x Black, o White, # wall, . empty. A
 * capital letter is an empty cell with a name. Blanks are skipped, so rows may be indented. */
typedef struct Drawing {
    Oracle oracle;
    Cell mark[26]; /* the cell named A, B, ...; CELL_NONE if there is none */
} Drawing;

/* Ends the test when the text is not a drawing of 5..22 rows of one length of 5..22. */
Drawing drawing_read(Rule rule, const char *text);
/* The cell of that name, which must be there. */
Cell drawing_mark(const Drawing *drawing, char name);
/* Prints a position in the same signs to stderr, for a test that is about to fail. */
void oracle_print(const Oracle *oracle);

/* Sets `board` up with the same walls and stones, Black's first, and the side to move. */
void board_from_oracle(Board *board, const RuleTables *tables, const Oracle *oracle, Color to_move,
                       Isa isa);
/* The walls of the position. */
CellSet oracle_walls(const Oracle *oracle);

/* Turns each empty cell into a wall with a chance of `permille` in a thousand. */
void random_walls(Oracle *oracle, uint64_t *rng, int permille);
/* An empty cell, mostly near the stones there are, so that lines meet; CELL_NONE when the board is
 * full. */
Cell random_cell(const Oracle *oracle, uint64_t *rng);
/* Plays `stones` random stones by turns, Black first; fewer when the board is full. */
void random_stones(Oracle *oracle, uint64_t *rng, int stones);

/* One of the eight symmetries of the board (0: none, 1..3: a quarter turn each, 4..7: the same
 * mirrored) as a new position, and as the new place of one cell. Odd turns swap the sides. */
Oracle oracle_turned(const Oracle *oracle, int symmetry);
Cell cell_turned(const Oracle *oracle, int symmetry, Cell cell);

/* The evaluator built in for the rule, and its tables, made once for the whole test program. */
const Evaluator *test_evaluator(Rule rule);
const RuleTables *test_tables(Rule rule);
/* What an evaluator that keeps no state says of the board, which stands on its tables: the score,
 * and the order of an empty cell. */
Score score_by(const Evaluator *evaluator, const Board *board);
int order_by(const Evaluator *evaluator, const Board *board, Cell cell);
const char *isa_name(Isa isa);

/* A board on the heap: too large for a stack frame in every test. Ends the test without memory. */
Board *test_board_new(void);

#endif
