/* symmetry.h: the eight symmetries of a board. */
#ifndef KANAME_PROTOCOL_IO_SYMMETRY_H
#define KANAME_PROTOCOL_IO_SYMMETRY_H

#include "kaname.h"

enum { SYMMETRIES = 8 };

/* Returns the image of a point of a width x height board. Symmetry 0 is the identity; 4 to 7 swap
 * the axes, so the image lies on a height x width board. */
KanamePoint symmetry_image(int symmetry, KanamePoint point, int width, int height);
/* Returns the point of the width x height board whose image this is. */
KanamePoint symmetry_preimage(int symmetry, KanamePoint image, int width, int height);

#endif
