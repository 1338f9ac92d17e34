/* book_check.h: whether the bytes that a worker made of a block are the file of openings that
 * `pbrain-kaname openings --only` writes of its positions, so that the engine can merge it. Pure.
 *
 * What is right is told by form alone: the values of a search cannot be known. */
#ifndef TOURNAMENT_GRID_BLOCKS_BOOK_CHECK_H
#define TOURNAMENT_GRID_BLOCKS_BOOK_CHECK_H

#include <stddef.h>
#include <stdint.h>

#include "grid/wire/block.h"

/* The form of a position, "-" for no stones: see protocol/database/openings_key.h. */
typedef char BookForm[BLOCK_FORM_MAX];

/* How the positions of a block are searched. */
typedef struct BookSearch {
    const char *rule; /* its name in files of openings */
    int size;         /* of the board */
    int64_t nodes;    /* of a search */
    int lines;        /* most moves of a position */
} BookSearch;

/* Returns NULL if the text is the file of these positions, which are in the order of such a file;
 * else what is wrong with it. */
const char *book_check(const BookSearch *search, const BookForm *forms, size_t count,
                       const char *text, size_t length);

#endif
