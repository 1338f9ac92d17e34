/* positions.h: positions and records of the position database, apart from any file. Pure
 * functions; built with and without SQLite. */
#ifndef KANAME_PROTOCOL_DATABASE_POSITIONS_H
#define KANAME_PROTOCOL_DATABASE_POSITIONS_H

#include "kaname.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct DatabasePosition {
    KanameRule rule;
    int width, height;
    KanameColor to_move;
    KanameColor cells[KANAME_MAX_CELLS]; /* y * width + x: black, white or empty */
} DatabasePosition;

enum {
    DATABASE_TEXT_MAX = 1024, /* bytes of a text, NUL included */
    DATABASE_TAG_MAX = 0xFFFF,
    DATABASE_DEPTH_MAX = 999, /* plies */
    /* Tags with a meaning, from the view of the side that moved last. */
    DATABASE_TAG_WIN = 'w',
    DATABASE_TAG_LOSS = 'l',
    DATABASE_TAG_DRAW = 'd'
};

typedef struct DatabaseRecord {
    int tag;   /* code of a character, or two of them, the first times 256; 0: none */
    int value; /* from the side to move's view, as the engine's scores */
    int depth; /* plies searched */
    bool has_best;
    bool is_best_chosen; /* by the user: to be played */
    KanamePoint best;
    char text[DATABASE_TEXT_MAX];
} DatabaseRecord;

typedef enum { DATABASE_FOUND, DATABASE_NONE, DATABASE_FAILED } DatabaseStatus;

/* Which records, by their tags. */
typedef enum {
    DATABASE_ALL,
    DATABASE_WINS,
    DATABASE_LOSSES,
    DATABASE_WINS_LOSSES,
    DATABASE_PROVEN,
    DATABASE_NOT_WINS_LOSSES,
    DATABASE_NOT_PROVEN
} DatabaseFilter;

/* An empty board. */
void database_position_init(DatabasePosition *position, KanameRule rule, int width, int height);
/* The side to move plays. False: off the board or occupied. */
bool database_position_play(DatabasePosition *position, KanamePoint point);
/* The stones as a game places them, by turns, each side's by row. False: no game comes there. */
bool database_position_moves(const DatabasePosition *position, KanamePoint moves[KANAME_MAX_CELLS],
                             size_t *count);
/* Is the result known: is the tag one of the three above? */
bool database_is_proven(const DatabaseRecord *record);

#endif
