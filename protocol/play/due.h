/* due.h: what an opening asks of the person, in words. */
#ifndef KANAME_PROTOCOL_PLAY_DUE_H
#define KANAME_PROTOCOL_PLAY_DUE_H

#include "play/terminal.h"

#include <stddef.h>

/* Describes the answers of the present step of the opening that is under way: "RIF: you are White.
 * Choose 'black' or 'white', or place the 4th stone." */
void terminal_due_text(const Terminal *terminal, char *text, size_t size);
/* Writes what is wrong with an answer of the person's: a reason of opening_course.h with its points
 * named as players do. */
void terminal_due_reason(const Terminal *terminal, const char *reason, char *text, size_t size);
/* Writes points as players do: "h8 i9". */
void terminal_due_points(const Terminal *terminal, const OpeningPoint *points, int count,
                         char *text, size_t size);

#endif
