/* drawing.h: a board as lines of text that fit the width of the terminal.
 *
 * Row 1 is the lowest, as in books: a1 is at the lower left. The wide drawing takes two columns a
 * point, with brackets around the last stone and stars before the winning stones; the compact one
 * takes one column a point and marks these stones by other characters. Pure functions. */
#ifndef KANAME_PROTOCOL_PLAY_DRAWING_H
#define KANAME_PROTOCOL_PLAY_DRAWING_H

#include "play/terminal_game.h"

#include <stdbool.h>
#include <stddef.h>

enum { TERMINAL_TEXT_MAX = 32 * 1024 };

/* Text of bounded length; what exceeds the bound is dropped. */
typedef struct TerminalText {
    size_t length;
    char text[TERMINAL_TEXT_MAX]; /* without a NUL at the end */
} TerminalText;

void terminal_text_add(TerminalText *text, const char *more);
/* Adds lines of at most `columns` characters (at least 8), broken at blanks if possible.
 * Every line, the last one too, ends in LF. */
void terminal_text_wrap(TerminalText *text, const char *paragraph, int columns);

typedef struct TerminalLook {
    int columns; /* of the terminal */
    bool is_unicode;
    bool has_color;
} TerminalLook;

void terminal_draw_board(TerminalText *text, const TerminalGame *game, const TerminalLook *look);

#endif
