/* book.h: looks up what a book knows of the terminal game's position. A book is a position database
 * with games, or a file of openings with games, searches or both. */
#ifndef KANAME_PROTOCOL_PLAY_BOOK_H
#define KANAME_PROTOCOL_PLAY_BOOK_H

#include "database/book.h"
#include "database/openings.h"
#include "play/terminal.h"

#include <stddef.h>

enum { TERMINAL_BOOK_TEXT_MAX = 160 };

typedef struct TerminalBookMove {
    BookMove played;
    bool is_searched;
    OpeningsValue value; /* if it is searched */
} TerminalBookMove;

/* The moves of a position: those searched first, the best one first, then the most frequent. */
typedef struct TerminalBookMoves {
    size_t count;
    TerminalBookMove moves[KANAME_MAX_CELLS];
} TerminalBookMoves;

/* Reads the moves of the position. Returns NULL, or the reason in English if there are none. */
const char *terminal_book_look(const Terminal *terminal, TerminalBookMoves *moves);
/* Writes the first moves, as many as fit, as `h8 12 (54%), i9 3 (50%; engine 47%)`: the games, the
 * share of the points that the side to move got, and what a search expects. */
void terminal_book_text(const Terminal *terminal, const TerminalBookMoves *moves, char *text,
                        size_t size);
/* Writes a value as `54%`, `wins in 7` or `loses in 8`. */
void terminal_book_value_text(const OpeningsValue *value, char *text, size_t size);
/* Finds the best move by the searches of a file of openings. Returns false without one, and below
 * full strength. */
bool terminal_book_best(const Terminal *terminal, TerminalBookMove *best);

#endif
