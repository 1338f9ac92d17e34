/* terminal.h: the width of the terminal, and text fitted to it. No state. */
#ifndef TOURNAMENT_CLI_TERMINAL_H
#define TOURNAMENT_CLI_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Returns the columns of the terminal that the stream writes to; 0 if it is not a terminal or the
 * width is unknown. */
int terminal_columns(FILE *file);

/* Returns the columns of UTF-8 text: two for each wide character, such as a Chinese one, and one
 * for each other. */
int terminal_width(const char *text);
/* Copies the text to `out`, of `size` bytes, at most `columns` wide: a longer text ends in '~'. A
 * shorter one is filled with blanks if `is_filled`. Control characters become blanks. */
void terminal_fit(char *out, size_t size, const char *text, int columns, bool is_filled);
/* Writes text whose lines end in '\n'; lines wider than `columns` break at blanks and continue
 * indented by two. columns 0: no line breaks. */
void terminal_put_wrapped(FILE *file, const char *text, int columns);

#endif
