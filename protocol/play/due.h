/* due.h: describes in words which answers an opening expects from the person. */
#ifndef KANAME_PROTOCOL_PLAY_DUE_H
#define KANAME_PROTOCOL_PLAY_DUE_H

#include "play/terminal.h"

#include <stddef.h>

/* Describes the possible answers to the opening's current step: "RIF: you are White. Choose 'black'
 * or 'white', or place the 4th stone." */
void terminal_due_text(const Terminal *terminal, char *buffer, size_t size);
/* Writes why an answer of the person was refused: a reason of opening_course.h, with points named
 * as players name them. */
void terminal_due_reason(const Terminal *terminal, const char *reason, char *buffer, size_t size);
/* Writes points as players name them: "h8 i9". */
void terminal_due_points(const Terminal *terminal, const OpeningPoint *points, int count,
                         char *text, size_t size);

#endif
