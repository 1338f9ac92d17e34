/* notation.h: points as people write them: a letter for the column, the row's number from the
 * top counted from 1. h8 is x 7, y 7. Pure functions. */
#ifndef KANAME_PROTOCOL_IO_NOTATION_H
#define KANAME_PROTOCOL_IO_NOTATION_H

#include "kaname.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    NOTATION_POINT_MAX = 8,  /* bytes of one point, NUL included */
    NOTATION_SCORE_MAX = 16, /* bytes of a score, NUL included */
};

/* How the client's people see the board. */
typedef struct NotationView {
    bool is_row_first; /* the client writes row,column: x is the row there */
    int row_count;     /* with it: rows of the client's board, whose lowest is number 1 */
} NotationView;

/* Writes `H8`; `is_row_first` turned as described above. */
void notation_point(char text[NOTATION_POINT_MAX], KanamePoint point, NotationView view);
/* Writes moves joined by `separator`, as many as fit whole. */
void notation_line(char *text, size_t capacity, const KanamePoint *moves, size_t count,
                   const char *separator, NotationView view);
/* Reads one point off `*text`, any case, and moves `*text` behind it. False: there is none; it may
 * lie off the board, which is for the caller to check (x 0..25, y 0..98). */
bool notation_read_point(const char **text, const char *end, KanamePoint *point);

/* Writes an evaluation as a number, a proven win in n plies as `+Mn`, a loss as `-Mn`. */
void notation_score(char text[NOTATION_SCORE_MAX], int score);

#endif
