/* notation.h: points and scores as text for people. A point is a letter for the column and the
 * number of the row, counted from 1 at the top: h8 is x 7, y 7. Pure functions. */
#ifndef KANAME_PROTOCOL_IO_NOTATION_H
#define KANAME_PROTOCOL_IO_NOTATION_H

#include "kaname.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    NOTATION_POINT_MAX = 8,  /* bytes of one point, NUL included */
    NOTATION_SCORE_MAX = 16, /* bytes of a score, NUL included */
};

/* How the client's user sees the board. */
typedef struct NotationView {
    bool is_row_first; /* the client writes row,column: x is its row */
    int row_count;     /* if is_row_first: rows of the client's board, numbered from the bottom */
} NotationView;

/* Writes a point as the view shows it, with a capital letter: H8. */
void notation_point(char text[NOTATION_POINT_MAX], KanamePoint point, NotationView view);
/* Writes moves joined by `separator`, up to the last that fits whole. */
void notation_line(char *text, size_t capacity, const KanamePoint *moves, size_t count,
                   const char *separator, NotationView view);
/* Reads one point, in either case, at `*text` and moves `*text` behind it. Returns false if there
 * is none. The point has x 0..25 and y 0..98; the caller checks that it lies on the board. */
bool notation_read_point(const char **text, const char *end, KanamePoint *point);

/* Writes a score as a number, or as +Mn or -Mn if it proves a win or a loss in n plies. */
void notation_score(char text[NOTATION_SCORE_MAX], int score);

#endif
