/* answer.h: writes parts of the JSON answers. Points are written as h8i9j10. */
#ifndef KANAME_PROTOCOL_WEB_HANDLERS_ANSWER_H
#define KANAME_PROTOCOL_WEB_HANDLERS_ANSWER_H

#include "kaname.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Writes `"name":"h8i9"`. */
void answer_points(FILE *file, const char *name, const KanamePoint *points, size_t count,
                   int height);
/* Does the same for the marked points of a board. */
void answer_marks(FILE *file, const char *name, bool (*marks)[KANAME_MAX_SIZE], int width,
                  int height);
/* Writes `"name":"white"`; `none` for an empty point. */
void answer_color(FILE *file, const char *name, KanameColor color);

#endif
