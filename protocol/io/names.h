/* names.h: points as people name them: a letter for the column from the left, the number of the row
 * with row 1 the lowest. h8 is the middle of 15x15. Pure functions. */
#ifndef KANAME_PROTOCOL_IO_NAMES_H
#define KANAME_PROTOCOL_IO_NAMES_H

#include "io/notation.h"
#include "kaname.h"

#include <stdbool.h>

/* Writes the name of a point of a board of `height` rows: h8. */
void name_of_point(char text[NOTATION_POINT_MAX], KanamePoint point, int height);
/* Writes names joined by blanks, up to the last that fits whole. */
void name_line(char *text, size_t size, const KanamePoint *points, size_t count, int height);
/* Reads one name, in either case, at `*text` and moves `*text` behind it. Returns false, and
 * changes nothing, if there is none. The point may lie off the board. */
bool name_read_point(const char **text, const char *end, int height, KanamePoint *point);

#endif
