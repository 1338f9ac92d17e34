/* relevance.h: where a stone of the defender may spoil a win by fours.
 *
 * A win by fours is one line: each four leaves one reply. A stone of the defender elsewhere changes
 * nothing, unless it stands on a cell of the line, takes one of the last fives, makes a four of its
 * own now, or makes one later together with the replies. The sets here hold all such cells and some
 * more. Not for caro, where a five also needs an open end. */
#ifndef KANAME_THREAT_RELEVANCE_H
#define KANAME_THREAT_RELEVANCE_H

#include "board/board.h"
#include "threat/vcf.h"

/* How many stones of the defender the set accounts for. */
typedef enum {
    ONE_STONE, /* a single stone outside of the set spoils nothing */
    TWO_STONES /* nor do two, together */
} StoneCount;

/* Adds the cells where a stone of the defender makes a four (ONE_STONE), or where one could help
 * another to make a four (TWO_STONES). */
void add_helpers(const Board *board, Color defender, StoneCount count, CellSet *cells);

/* Adds all empty cells on the lines of `cell`, as far as they can change its shapes. With
 * `fours_only` on those lines alone where a stone of `color` would make a four or more. */
void add_windows(const Board *board, Cell cell, Color color, bool fours_only, CellSet *cells);

/* Adds the cells of a forbidden reply's lines. False: the foul hangs on threes, and so on cells
 * farther away than that. */
bool add_foul_cells(const Board *board, Cell cell, CellSet *cells);

/* Adds the cells where the defender may spoil this win, a result of vcf_search() on this board, the
 * attacker to move. False: it hangs on fouls in ways not followed here; then every cell may. The
 * board is the same after it. */
bool add_vcf_spoilers(Board *board, const VcfResult *win, StoneCount count, CellSet *cells);

#endif
