/* points.h: points as text for people: a letter for the column, `a` at the left, and the number of
 * the row; row 1 is the lowest, as in books. On 15x15, h8 is x 7, y 7 and a1 is x 0, y 14. Pure
 * functions. */
#ifndef KANAME_SHARED_NOTATION_POINTS_H
#define KANAME_SHARED_NOTATION_POINTS_H

#include "kaname.h"

#include <stdbool.h>
#include <stddef.h>

enum { NOTATION_POINT_MAX = 8 /* bytes of one point, NUL included */ };

/* How the client's user sees the board. */
typedef struct NotationView {
    bool is_row_first; /* the client writes row,column: x is its row */
    int row_count;     /* rows of the client's board */
    bool is_lower;     /* h8 for H8 */
} NotationView;

/* Returns the view of files and of the terminal: h8 on a board of `height` rows. */
static inline NotationView notation_lower(int height) {
    return (NotationView){.row_count = height, .is_lower = true};
}

/* Writes a point as the view shows it. */
void notation_point(char text[NOTATION_POINT_MAX], KanamePoint point, NotationView view);
/* Writes moves joined by `separator`, as many as fit whole. */
void notation_line(char *text, size_t capacity, const KanamePoint *moves, size_t count,
                   const char *separator, NotationView view);
/* Reads one point, in either case, of a board of `row_count` rows at `*text` and moves `*text` past
 * it. Returns false if there is none. The caller checks that the point lies on the board: x is
 * 0..25, y may be negative. With row_count 0 the rows are numbered from the top, as in the
 * database's keys; y is then 0..98. */
bool notation_read_point(const char **text, const char *end, int row_count, KanamePoint *point);

#endif
