/* rows.h: rows of stones that threaten something: fours, open threes, overlines. */
#ifndef KANAME_PROTOCOL_WEB_HANDLERS_ROWS_H
#define KANAME_PROTOCOL_WEB_HANDLERS_ROWS_H

#include "kaname.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum RowKind {
    ROW_OPEN_THREE, /* the next stone makes an open four */
    ROW_FOUR,       /* the next stone wins at one point */
    ROW_OPEN_FOUR,  /* at two */
    ROW_OVERLINE    /* six or more stones */
} RowKind;

enum { ROW_STONES_MAX = KANAME_MAX_SIZE, ROW_POINTS_MAX = 8, ROWS_MAX = 64 };

typedef struct Row {
    RowKind kind;
    size_t stone_count, point_count;
    KanamePoint stones[ROW_STONES_MAX]; /* along the line */
    KanamePoint points[ROW_POINTS_MAX]; /* where the next stone wins or makes an open four */
} Row;

typedef struct Rows {
    size_t count;
    Row rows[ROWS_MAX]; /* further ones are left out */
} Rows;

/* Finds the fours and open threes of the side to move. A point that the rule forbids completes no
 * open three. Leaves the engine's position as it was. */
void rows_find(KanameEngine *engine, Rows *rows);
/* Adds the overlines of Black through the point, where a black stone stands. */
void rows_add_overlines(const KanameEngine *engine, KanamePoint at, Rows *rows);
/* Removes the rows in which no stone stands on the point. */
void rows_keep_through(Rows *rows, KanamePoint at);
/* Returns how many rows are fours, open or not. */
size_t rows_fours(const Rows *rows);

#endif
