/* gathered.h: writes the openings of a database's games to a file. */
#ifndef KANAME_PROTOCOL_STUDY_EXPLORER_GATHERED_H
#define KANAME_PROTOCOL_STUDY_EXPLORER_GATHERED_H

#include "database/book.h"
#include "shared/status/failure.h"

/* Replaces the games of a file of openings by those of the database: positions of at most `depth`
 * stones, moves that `least` games played. What searches found stays in the file. Boards that are
 * not square are left out. Returns the number of positions in the file, -1 on failure. */
long gathered_write(Book *book, int depth, int least, const char *path, Failure *failure);

#endif
