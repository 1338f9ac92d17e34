/* oracle.h: an independent implementation of rules and shapes, slow and obvious, to test the
 * engine.
 *
 * A board is a plain array of points; every answer comes from trying stones on it. The oracle
 * shares names with the engine (the enums of base/types.h and board/shape.h) but no code. */
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

/* Sets up an empty board. */
void oracle_init(Oracle *oracle, Rule rule, int width, int height);
static inline int oracle_cells(const Oracle *oracle) {
    return oracle->width * oracle->height;
}
/* POINT_WALL outside the board. */
Point oracle_at(const Oracle *oracle, int x, int y);

/* The functions below examine a stone of the colour on an empty cell and leave the board unchanged.
 * Directions: 0 along the row, 1 along the column, 2 falling diagonal, 3 rising diagonal (seen with
 * row 0 at the top). */

/* Returns whether the stone wins under the rule. */
bool oracle_wins(const Oracle *oracle, Cell cell, Color color);
/* Returns whether a winning row is already on the board. */
bool oracle_holds_five(const Oracle *oracle);
/* Returns the length of the longest row through the stone, itself included. */
int oracle_longest_row(const Oracle *oracle, Cell cell, Color color);
Shape oracle_shape(const Oracle *oracle, Cell cell, Color color, int direction);
Class oracle_class(const Oracle *oracle, Cell cell, Color color);
/* Returns the class that four shapes make. */
Class oracle_class_of(Rule rule, Color color, const Shape shapes[4]);
/* Returns renju's foul of a stone of Black, whatever the board's rule. Of several fouls it returns
 * the overline, else the double-four. ORACLE_LEGAL if the stone makes exactly five. */
OracleFoul oracle_foul(const Oracle *oracle, Cell cell);

/* Caches oracle_shape() by the five cells on either side, so that a test can check a whole board
 * after every stone. A cache holds one rule. */
typedef struct OracleCache OracleCache;
OracleCache *oracle_cache_new(Rule rule); /* NULL: out of memory */
void oracle_cache_free(OracleCache *cache);
Shape oracle_cache_shape(OracleCache *cache, const Oracle *oracle, Cell cell, Color color,
                         int direction);
Class oracle_cache_class(OracleCache *cache, const Oracle *oracle, Cell cell, Color color);

#endif
