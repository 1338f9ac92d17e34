#include "play/book.h"

#include "io/notation.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { LINE_MOVES = 5 };

const char *terminal_book_look(const Terminal *terminal, BookMoves *moves) {
    DatabasePosition position;
    moves->count = 0;
    if (terminal->book == NULL)
        return "no database is open; 'play --book DATABASE' opens one";
    if (!database_position_of(terminal->engine, &position))
        return "no game of the database reaches this position";
    if (!book_look(terminal->book, &position, moves))
        return book_error(terminal->book);
    return moves->count > 0 ? NULL : "no game of the database reaches this position";
}

void terminal_book_text(const Terminal *terminal, const BookMoves *moves, char *text, size_t size) {
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < moves->count && i < LINE_MOVES; i++) {
        const BookMove *move = &moves->moves[i];
        char name[NOTATION_POINT_MAX], share[16] = "", one[64];
        notation_point(name, move->move, notation_lower(kaname_height(terminal->engine)));
        if (book_share(move) >= 0)
            snprintf(share, sizeof share, " (%.0f%%)", 100 * book_share(move));
        snprintf(one, sizeof one, "%s%s %" PRId64 "%s", i > 0 ? ", " : "", name, move->games,
                 share);
        if (used + strlen(one) >= size)
            return;
        memcpy(text + used, one, strlen(one) + 1);
        used += strlen(one);
    }
}
