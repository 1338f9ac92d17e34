/* positions.h: positions and records of the position database, independent of any file. Pure
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
    /* Results, from the view of the side that moved last. */
    DATABASE_TAG_WIN = 'w',
    DATABASE_TAG_LOSS = 'l',
    DATABASE_TAG_DRAW = 'd'
};

typedef struct DatabaseRecord {
    int tag;   /* one character code, or two: first * 256 + second; 0: none */
    int value; /* the engine's score from the view of the side to move */
    int depth; /* plies searched */
    bool has_best;
    bool is_best_chosen; /* the user chose `best`: play it without a search */
    KanamePoint best;
    char text[DATABASE_TEXT_MAX];
} DatabaseRecord;

typedef enum { DATABASE_FOUND, DATABASE_NONE, DATABASE_FAILED } DatabaseStatus;

/* Selects records by their tags. */
typedef enum {
    DATABASE_ALL,
    DATABASE_WINS,
    DATABASE_LOSSES,
    DATABASE_WINS_LOSSES,
    DATABASE_PROVEN,
    DATABASE_NOT_WINS_LOSSES,
    DATABASE_NOT_PROVEN
} DatabaseFilter;

/* Makes an empty board with Black to move. */
void database_position_init(DatabasePosition *position, KanameRule rule, int width, int height);
/* Copies the engine's position. Returns false if no game reaches it: it has walls, or the counts of
 * stones do not fit the side to move. */
bool database_position_of(const KanameEngine *engine, DatabasePosition *position);
/* Plays for the side to move. Returns false if the point is off the board or occupied. */
bool database_position_play(DatabasePosition *position, KanamePoint point);
/* Lists the stones as moves in turn, Black first, each side's in reading order. Returns false if no
 * game reaches the position: the counts of stones do not fit the side to move. */
bool database_position_moves(const DatabasePosition *position, KanamePoint moves[KANAME_MAX_CELLS],
                             size_t *count);
/* Returns whether the tag is one of the three results. */
bool database_is_proven(const DatabaseRecord *record);

#endif
