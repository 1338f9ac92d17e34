/* book.h: looks up the moves that games in the position database played in the positions of a
 * reviewed game. */
#ifndef KANAME_PROTOCOL_STUDY_REVIEW_BOOK_H
#define KANAME_PROTOCOL_STUDY_REVIEW_BOOK_H

#include "database/book.h"
#include "kaname.h"
#include "study/review/reviewed.h"

#include <stdbool.h>

/* Fills in the book of every move, in the opening too; `engine` is used to set up the positions.
 * Returns false, with the reason in book_error(), if the database cannot be read. */
bool review_read_book(ReviewedGame *reviewed, Book *book, KanameEngine *engine);

#endif
