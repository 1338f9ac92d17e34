/* oracle.h: the rules and the shapes a second time, slow and obvious, to test the engine against.
 *
 * A board here is a plain array of points; every question is answered by trying stones on it. Only
 * names are shared with the engine (the enums of base/types.h and board/shape.h), no code. */
#ifndef KANAME_TESTS_ORACLE_H
#define KANAME_TESTS_ORACLE_H

#include "base/types.h"
#include "board/shape.h"

typedef enum { POINT_EMPTY, POINT_BLACK, POINT_WHITE, POINT_WALL } Point;

static inline Point point_of(Color color) {
    return color == BLACK ? POINT_BLACK : POINT_WHITE;
}

typedef struct Oracle {
    Rule rule;
    int width, height;
    Point at[CELLS_MAX]; /* by cell: y * width + x */
} Oracle;

typedef enum { ORACLE_LEGAL, ORACLE_DOUBLE_THREE, ORACLE_DOUBLE_FOUR, ORACLE_OVERLINE } OracleFoul;

/* An empty board. */
void oracle_init(Oracle *oracle, Rule rule, int width, int height);
static inline int oracle_cells(const Oracle *oracle) {
    return oracle->width * oracle->height;
}
/* POINT_WALL outside the board. */
Point oracle_at(const Oracle *oracle, int x, int y);

/* All that follow ask about a stone of the colour on an empty cell; the board stays as it is.
 * Directions: 0 along the row, 1 along the column, 2 falling diagonal, 3 rising diagonal (as seen
 * with row 0 at the top). */

/* Does it win under the rule? */
bool oracle_wins(const Oracle *oracle, Cell cell, Color color);
/* Does a row that wins stand on the board already? */
bool oracle_holds_five(const Oracle *oracle);
/* How many stones stand in the longest row through it, itself included. */
int oracle_longest_row(const Oracle *oracle, Cell cell, Color color);
Shape oracle_shape(const Oracle *oracle, Cell cell, Color color, int direction);
Class oracle_class(const Oracle *oracle, Cell cell, Color color);
/* The class that four shapes make. */
Class oracle_class_of(Rule rule, Color color, const Shape shapes[4]);
/* Renju's forbidden moves for Black, whatever rule the board has. When it is foul in more ways than
 * one: the overline, then the double four. ORACLE_LEGAL if the stone makes exactly five. */
OracleFoul oracle_foul(const Oracle *oracle, Cell cell);

/* Remembers the answers of oracle_shape() by the five cells on either side, so that a whole board
 * can be asked after every stone. One rule each. */
typedef struct OracleCache OracleCache;
OracleCache *oracle_cache_new(Rule rule); /* NULL: out of memory */
void oracle_cache_free(OracleCache *cache);
Shape oracle_cache_shape(OracleCache *cache, const Oracle *oracle, Cell cell, Color color,
                         int direction);
Class oracle_cache_class(OracleCache *cache, const Oracle *oracle, Cell cell, Color color);

#endif
