/* book.h: looks up the moves that games in the position database played in the terminal game's
 * position. */
#ifndef KANAME_PROTOCOL_PLAY_BOOK_H
#define KANAME_PROTOCOL_PLAY_BOOK_H

#include "database/book.h"
#include "play/terminal.h"

#include <stddef.h>

enum { TERMINAL_BOOK_TEXT_MAX = 160 };

/* Reads the moves of the position. Returns NULL, or the reason in English if there are none. */
const char *terminal_book_look(const Terminal *terminal, BookMoves *moves);
/* Writes the most frequent moves, as many as fit, as `h8 12 (54%), i9 3 (50%)`: the games, and the
 * share of the points that the side to move got. */
void terminal_book_text(const Terminal *terminal, const BookMoves *moves, char *text, size_t size);

#endif
