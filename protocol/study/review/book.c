#include "study/review/book.h"

#include <stdlib.h>

static bool read_ply(ReviewPly *ply, Book *book, const DatabasePosition *position,
                     BookMoves *moves) {
    BookMove played;
    if (!book_look(book, position, moves) || !book_find(book, position, ply->point, &played))
        return false;
    ply->book = (ReviewBook){.games = moves->games, .played = played.games};
    if (moves->count > 0) {
        ply->book.most = moves->moves[0].move;
        ply->book.most_games = moves->moves[0].games;
    }
    /* Of moves that symmetry makes equal, show the one that was played. */
    if (ply->book.played == ply->book.most_games)
        ply->book.most = ply->point;
    return true;
}

bool review_read_book(ReviewedGame *reviewed, Book *book, KanameEngine *engine) {
    BookMoves *moves = malloc(sizeof *moves);
    bool is_read = moves != NULL;
    reviewed->has_book = true;
    for (size_t i = 0; i < reviewed->count && is_read; i++) {
        DatabasePosition position;
        /* No game of the database reaches positions with walls or passes. */
        if (reviewed_set(reviewed, i, NULL, false, engine) == KANAME_OK &&
            database_position_of(engine, &position))
            is_read = read_ply(&reviewed->plies[i], book, &position, moves);
    }
    free(moves);
    return is_read;
}
