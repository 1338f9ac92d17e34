/* Replaces book.c in builds without SQLite. */
#include "database/book.h"
#include "shared/status/failure.h"

static Book *refuse(Failure *failure) {
    failure_say(failure, STATUS_DATABASE, "this program was built without SQLite");
    return NULL;
}

Book *book_open(const char *path, Failure *failure) {
    (void)path;
    return refuse(failure);
}

Book *book_open_to_read(const char *path, Failure *failure) {
    (void)path;
    return refuse(failure);
}

void book_close(Book *book) {
    (void)book;
}

const char *book_error(const Book *book) {
    (void)book;
    return "";
}

BookAdding book_add(Book *book, const BookGame *game) {
    (void)book;
    (void)game;
    return BOOK_FAILED;
}

BookFile book_file(const char *path) {
    (void)path;
    return BOOK_FILE_OTHER;
}

bool book_take(Book *book, const char *path, BookIntake *intake) {
    (void)book;
    (void)path;
    (void)intake;
    return false;
}

bool book_look(Book *book, const DatabasePosition *position, BookMoves *moves) {
    (void)book;
    (void)position;
    (void)moves;
    return false;
}

bool book_find(Book *book, const DatabasePosition *position, KanamePoint move, BookMove *found) {
    (void)book;
    (void)position;
    (void)move;
    (void)found;
    return false;
}

bool book_each_move(Book *book, int64_t least, BookVisit visit, void *context) {
    (void)book;
    (void)least;
    (void)visit;
    (void)context;
    return false;
}
