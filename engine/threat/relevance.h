/* relevance.h: the cells where a stone of the defender may spoil a win by fours.
 *
 * A win by fours is one line: each four leaves one reply. An additional stone of the defender
 * spoils it only if it stands on a cell of the line, takes one of the last fives, makes a four of
 * its own now, or makes one later together with the replies. The sets here hold all of these cells
 * and some more. Not for caro, where a five also needs an open end. */
#ifndef KANAME_THREAT_RELEVANCE_H
#define KANAME_THREAT_RELEVANCE_H

#include "board/board.h"
#include "threat/vcf.h"

/* The number of the defender's stones that the set accounts for. */
typedef enum {
    ONE_STONE, /* one stone outside the set spoils nothing */
    TWO_STONES /* two stones outside the set together spoil nothing */
} StoneCount;

/* Adds the cells where a stone of the defender makes a four (ONE_STONE), or where it helps another
 * one to make a four (TWO_STONES). */
void relevance_add_helpers(const Board *board, Color defender, StoneCount count, CellSet *cells);

/* Adds the empty cells on the lines of `cell` that can change its shapes. With `fours_only`, only
 * on lines where a stone of `color` would make a four or more. */
void relevance_add_windows(const Board *board, Cell cell, Color color, bool fours_only,
                           CellSet *cells);

/* Adds the cells on the lines of a forbidden reply. Returns false if the foul depends on threes,
 * and so on cells farther away. */
bool relevance_add_foul_cells(const Board *board, Cell cell, CellSet *cells);

/* Adds the cells where the defender may spoil this win, a result of vcf_search() on this board with
 * the attacker to move. Returns false if the win depends on fouls in a way that is not analysed;
 * then any cell may spoil it. Leaves the board unchanged. */
bool relevance_add_vcf_spoilers(Board *board, const VcfResult *win, StoneCount count,
                                CellSet *cells);

#endif
