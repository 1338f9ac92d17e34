/* screen.h: the output of the terminal game: paragraphs, the board, the engine's thoughts. Every
 * function writes at once; after a failed write the terminal is broken and the game is over. */
#ifndef KANAME_PROTOCOL_PLAY_SCREEN_H
#define KANAME_PROTOCOL_PLAY_SCREEN_H

#include "io/notation.h"
#include "play/terminal.h"
#include "shared/status/format.h"

#include <stddef.h>

/* Writes a paragraph of at most 1,023 bytes, wrapped to the terminal's width. */
void terminal_say(Terminal *terminal, const char *format, ...) FORMAT_CHECK(2, 3);
/* Says whose turn it is, how the game ended, or the stage of the opening. */
void terminal_say_state(Terminal *terminal);
/* Draws the board, then says the state. */
void terminal_show_board(Terminal *terminal);
/* Writes the prompt if a person is typing. */
void terminal_prompt(Terminal *terminal);

/* Writes the point as players name it, `h8`. */
void terminal_point_text(const Terminal *terminal, char text[NOTATION_POINT_MAX],
                         KanamePoint point);
/* Writes `win rate 63% (score +210), depth 9-14: h8 i9 j10` or `wins in 7 stones, depth ...`, from
 * the view of the side to move, cut to `size` bytes; `depth` is the text to show. */
void terminal_thought_text(const Terminal *terminal, char *text, size_t size, int score,
                           const char *depth, const KanamePoint *pv, size_t pv_count);
/* Shows a thought on a line of its own. If the terminal has control codes, the next output
 * replaces it, and `thought` is cut to the terminal's width. */
void terminal_show_thought(Terminal *terminal, char *thought);

#endif
