/* symmetry.h: points that are the same but for a turn or a mirror image of the whole position. */
#ifndef KANAME_PROTOCOL_IO_SYMMETRY_H
#define KANAME_PROTOCOL_IO_SYMMETRY_H

#include "kaname.h"

#include <stdbool.h>

enum { SYMMETRIES = 8 };

/* Where a symmetry (0 is none) of a width x height board takes a point. Those that swap the sides
 * (4 to 7) are for square boards alone. */
KanamePoint symmetry_image(int symmetry, KanamePoint point, int width, int height);

/* Excludes from the engine's next search all but one of the empty points that the position's own
 * symmetries take into each other. `is_blocked`, by [y][x], tells points excluded already; it may
 * be NULL. */
void symmetry_exclude_doubles(KanameEngine *engine, const bool (*is_blocked)[KANAME_MAX_SIZE]);

#endif
