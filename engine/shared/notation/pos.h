/* pos.h: the points of .pos files and their order. For each position such a file holds a byte with
 * the number of stones and one byte for each stone, in turn, Black first: 15 * column from the left
 * + row from the top, as Yixin Board defines it, or in RenLib's files 15 * row + column. The two
 * are mirror images: only a game that begins as books show openings tells which one it is.
 *
 * A game of ours may begin like the mirror image of a book's opening. A file with such a game ends
 * with a mark, two positions without stones, by which a reader knows Yixin Board's order. Pure
 * functions. */
#ifndef KANAME_SHARED_NOTATION_POS_H
#define KANAME_SHARED_NOTATION_POS_H

#include "kaname.h"

#include <stdbool.h>
#include <stddef.h>

enum { POS_SIZE = 15, POS_CELLS = POS_SIZE * POS_SIZE, POS_MARK = 2 /* bytes, all zero */ };

typedef enum PosOrder { POS_UNKNOWN, POS_BY_COLUMNS, POS_BY_ROWS } PosOrder;

KanamePoint pos_point(unsigned place, PosOrder order);
/* Returns the only order in which the stones begin as books show openings; POS_UNKNOWN: both or
 * neither do. */
PosOrder pos_order_of(const unsigned char *places, size_t count);
/* Returns whether the bytes, those behind a position to the end of its file, end with the mark. */
bool pos_has_mark(const unsigned char *bytes, size_t size);

#endif
