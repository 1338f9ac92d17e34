/* shape.h: the shape that a stone on an empty cell would make on one line, and the class that it
 * would make over all four lines.
 *
 * Shapes are defined recursively, not by a list of patterns: the best next stone of the same colour
 * determines the shape, down to the five. Only fives that contain the cell itself count. They lie
 * within four cells of it, so the 9-cell window decides; where an overline (or, in caro, a shut
 * end) matters, the 11-cell window decides.
 *
 * Tables are built once per rule, then read-only and shared by all threads. */
#ifndef KANAME_BOARD_SHAPE_H
#define KANAME_BOARD_SHAPE_H

#include "base/types.h"

/* Ordered by strength. The drawings show one example after the stone at the centre is placed:
 * O own stone, . empty, X opponent or wall. */
typedef enum {
    SHAPE_NONE,             /* no five can contain the cell, or only after many stones */
    SHAPE_OVERLINE,         /* six or more that do not win (standard, renju Black, caro exact) */
    SHAPE_SLEEPING_ONE,     /* X..O..X    next stone makes a sleeping two */
    SHAPE_OPEN_ONE,         /* ....O....  next stone makes an open two */
    SHAPE_SLEEPING_TWO,     /* XOO...X    next stone makes a sleeping three */
    SHAPE_OPEN_TWO,         /* X.O..O.X   next stone makes an open three, one or two ways */
    SHAPE_OPEN_TWO_BROAD,   /* ...OO...   the same, three ways or more */
    SHAPE_SLEEPING_THREE,   /* XOOO..X    next stone makes only a simple four */
    SHAPE_OPEN_THREE,       /* X.OOO..X   next stone makes an open four, one way */
    SHAPE_OPEN_THREE_BROAD, /* ..OOO..   the same, two ways or more */
    SHAPE_FOUR,             /* XOOOO.     exactly one cell completes the five */
    SHAPE_DOUBLE_FOUR,      /* O.OOO.O    two fours on one line: two cells complete it */
    SHAPE_OPEN_FOUR,        /* .OOOO.     unbroken, a cell at either end completes it */
    SHAPE_FIVE,             /* OOOOO      wins */
    SHAPES
} Shape;

/* One byte holds both colours' shape: Black in the low nibble, White in the high one. */
typedef uint8_t ShapePair;

static inline Shape shape_of(ShapePair pair, Color color) {
    return (Shape)(color == BLACK ? pair & 15 : pair >> 4);
}

/* The four shapes of one colour at a cell: four bits per direction, direction 0 lowest. */
typedef uint16_t ShapeKey;

/* What a stone of one colour would make on the cell over the four directions. "Three" means an open
 * three, "two" an open two, "four" a simple four. */
typedef enum {
    CLASS_NONE,
    CLASS_FORBIDDEN,          /* renju Black: overline or double four: certainly a foul */
    CLASS_TWO,                /* one two */
    CLASS_SLEEPING_THREE,     /* sleeping threes, no two */
    CLASS_DOUBLE_TWO,         /* two twos or more */
    CLASS_SLEEPING_THREE_TWO, /* a sleeping three and a two */
    CLASS_THREE,              /* one three alone */
    CLASS_THREE_PLUS,         /* one three, and a two or sleeping three */
    CLASS_DOUBLE_THREE,       /* two threes or more (never in renju for Black) */
    CLASS_FOUL_SUSPECT,       /* renju Black: two threes or more, no four: foul_at() decides */
    CLASS_FOUL_SUSPECT_FOUR,  /* renju Black: the same with a four or an open four */
    CLASS_FOUR,               /* one four alone */
    CLASS_FOUR_PLUS,          /* one four, and a two or sleeping three */
    CLASS_FOUR_THREE,         /* one four, and a three or more */
    CLASS_OPEN_FOUR, /* an open four or two fours: wins next move unless answered by a five */
    CLASS_FIVE,
    CLASSES
} Class;

/* Hook for evaluators: one number for each ShapeKey of each colour. A board maintains the sum of
 * these numbers over its empty cells, by colour (board_tally()), at no extra cost, since it looks
 * up the classes anyway. The builder of the tables defines the meaning of the numbers. */
typedef struct ShapeTallies {
    const int16_t *of[COLORS]; /* SHAPE_KEYS numbers; both the same array unless rule_has_roles() */
} ShapeTallies;

/* Tally and class of one ShapeKey of one colour: tally * 65536 + class. One number, so that one
 * load reads both. */
typedef int32_t CellInfo;

static inline CellInfo cell_info(int tally, Class class_) {
    return tally * 65536 + (int)class_;
}
static inline Class info_class(CellInfo info) {
    return (Class)(info & 0xFFFF);
}
static inline int info_tally(CellInfo info) {
    return (info - (info & 0xFFFF)) / 65536;
}

enum { SHAPE_KEYS = 1 << 16 };

typedef struct RuleTables {
    Rule rule;
    int reach;              /* cells either side that a window shows: 4 or 5 */
    uint32_t key_count;     /* 1 << (4 * reach) */
    ShapePair *shapes;      /* by window key, key_count entries and four bytes of padding */
    CellInfo *info[COLORS]; /* by ShapeKey; both colours may be the same array */
    uint32_t spread[256]; /* a pair as parts of two keys: Black's in bits 0..3, White's in 16..19 */
} RuleTables;

/* Builds the tables of a rule: about 1 ms for freestyle, 10 ms for the other rules. Reads `tallies`
 * during the call only; NULL: all tallies are 0. Returns NULL if out of memory. The caller frees
 * the tables with rule_tables_free(). */
RuleTables *rule_tables_new(Rule rule, const ShapeTallies *tallies);
void rule_tables_free(RuleTables *tables); /* ignores NULL */
size_t rule_tables_bytes(const RuleTables *tables);

/* Returns whether the key is valid: some nibbles stand for no shape. */
bool is_shape_key(uint32_t key);

/* Returns the class of a key by its definition. Slow; the tables hold the result. */
Class class_of_key(Rule rule, Color color, ShapeKey key);

#endif
