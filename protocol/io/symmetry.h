/* symmetry.h: the eight symmetries of a board, and the moves that they make equivalent. */
#ifndef KANAME_PROTOCOL_IO_SYMMETRY_H
#define KANAME_PROTOCOL_IO_SYMMETRY_H

#include "kaname.h"

#include <stdbool.h>

enum { SYMMETRIES = 8 };

/* Returns the image of a point of a width x height board. Symmetry 0 is the identity; 4 to 7 swap
 * the axes, so the image lies on a height x width board. */
KanamePoint symmetry_image(int symmetry, KanamePoint point, int width, int height);

/* Finds the symmetries of the engine's position, and of empty points that they map onto each other
 * excludes all but one from the engine's next search. `is_blocked`, [y][x], marks points that are
 * already excluded and count as part of the position; NULL: none. */
void symmetry_exclude_doubles(KanameEngine *engine, const bool (*is_blocked)[KANAME_MAX_SIZE]);

#endif
