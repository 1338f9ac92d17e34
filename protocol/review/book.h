/* book.h: what games of the position database played in the positions of a reviewed game. */
#ifndef KANAME_PROTOCOL_REVIEW_BOOK_H
#define KANAME_PROTOCOL_REVIEW_BOOK_H

#include "database/book.h"
#include "kaname.h"
#include "review/reviewed.h"

#include <stdbool.h>

/* Fills in the book of every move, opening or not; `engine` is used to set up the positions.
 * Returns false, with book_error(), if the database cannot be read. */
bool review_read_book(ReviewedGame *reviewed, Book *book, KanameEngine *engine);

#endif
